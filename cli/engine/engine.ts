/** Judges the requirements that the settings select, in one session. */
import pLimit from 'p-limit';
import { openSession, type Watching } from '../../harness/session.js';
import type { Finished, Judged, Settings } from '../../harness/settings.js';
import type { Report } from '../../schemas/generated/report.js';
import { requirements } from '../../suites/index.js';
import type { Pace } from '../run/pace.js';

/** Why a run ended early, as the report says it. */
export type Stopped = NonNullable<Report['run']['stopped']>;

/** How long clean-up may take after a run was stopped, in milliseconds. */
const graceMs = 15_000;
/** The notice for a run that was stopped and did not finish its clean-up in time. */
const unfinished =
  'Clean-up did not finish: some of what the run created may still be there, and not all requests are counted.';

/** Called for each verdict, with the number of requests sent so far. */
export type OnJudged = (id: string, judged: Judged, requests: number) => void;

export interface Watcher {
  /** Called once, with the number of requirements to judge, about how many requests that takes, and how fast they go. */
  onSelected?(count: number, requests: number, pace: Pace): void;
  onJudged?(id: string, judged: Judged): void;
}

export interface EngineResult {
  /** By id; what a stopped run did not begin is not among them. */
  readonly judged: ReadonlyMap<string, Judged>;
  readonly finished: Finished;
}

export const emptyResult: EngineResult = {
  judged: new Map(),
  finished: { requests: 0, findings: [], leftovers: [], notices: [] },
};

/**
 * How many requirements are judged at a time: enough that some always have a request to send, and no more, since each
 * keeps its world. With a budget only one, so that timing does not decide which ones.
 */
export const lanes = (concurrency: number, budget: number | undefined): number =>
  budget === undefined ? Math.max(8, Math.ceil(1.5 * concurrency)) : 1;

const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]));

export interface How extends Watching {
  /** How many requirements are judged at a time; all of them unless said. */
  readonly lanes?: number;
  /**
   * Ends the run early, with what the report says of that as its reason: what is under way becomes inconclusive, and
   * the time for clean-up is limited.
   */
  readonly halt?: AbortSignal;
  readonly onJudged?: OnJudged;
}

/** Resolves when every selected requirement was judged and what was made is removed. */
export async function judgeSelected(settings: Settings, how: How = {}): Promise<EngineResult> {
  const { lanes = Number.POSITIVE_INFINITY, halt, onJudged, ...watching } = how;
  const session = openSession(settings, watching);
  const judged = new Map<string, Judged>();
  const limit = pLimit(lanes);
  const judging = settings.selected.map((id) =>
    limit(async () => {
      const requirement = byId.get(id);
      if (!requirement || halt?.aborted) return;
      const verdict = await session.judge(requirement);
      judged.set(id, verdict);
      onJudged?.(id, verdict, session.requests);
    }),
  );
  let timer: NodeJS.Timeout | undefined;
  // The run may be ended after this, too: there is nothing left to stop then.
  const over = new AbortController();
  const expired = new Promise<Finished>((resolve) => {
    const end = () => {
      session.stop((halt?.reason as Stopped).message);
      const given = () => ({ ...emptyResult.finished, requests: session.requests, notices: [unfinished] });
      timer = setTimeout(() => resolve(given()), graceMs);
    };
    if (halt?.aborted) end();
    else halt?.addEventListener('abort', end, { signal: over.signal });
  });
  try {
    const finished = await Promise.race([Promise.all(judging).then(() => session.close()), expired]);
    return { judged, finished };
  } finally {
    over.abort();
    clearTimeout(timer);
  }
}
