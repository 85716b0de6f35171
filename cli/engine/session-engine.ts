/** An engine in this process: further runs start at once, as --watch needs it. */
import pLimit from 'p-limit';
import { openSession, type Session } from '../../harness/session.js';
import type { Judged } from '../../harness/settings.js';
import { requirements } from '../../suites/index.js';
import { type Engine, emptyResult } from './engine.js';

const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]));

/** @param lanes How many requirements are judged at a time. */
export function sessionEngine(lanes: number): Engine {
  let session: Session | undefined;
  let stopped: string | undefined;
  return {
    async run(settings, onJudged) {
      const opened = openSession(settings);
      session = opened;
      if (stopped !== undefined) opened.stop(stopped);
      const judged = new Map<string, Judged>();
      const limit = pLimit(lanes);
      await Promise.all(
        settings.selected.map((id) =>
          limit(async () => {
            const requirement = byId.get(id);
            if (!requirement) return;
            const verdict = await opened.judge(requirement);
            judged.set(id, verdict);
            onJudged(id, verdict, opened.requests);
          }),
        ),
      );
      return { ...emptyResult, judged, finished: await opened.close() };
    },
    stop(reason) {
      stopped ??= reason;
      session?.stop(reason);
    },
    async close() {},
  };
}
