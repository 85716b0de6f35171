/** The test file that the command line hands to Vitest: each requirement is a test, its verdict the test's meta. */
import { afterAll, inject, test } from 'vitest';
import { openSession } from '../harness/session.js';
import type { Finished, Judged, Settings } from '../harness/settings.js';
import { requirements } from './index.js';

declare module 'vitest' {
  interface ProvidedContext {
    settings: Settings;
  }
  interface TaskMeta {
    judged?: Judged;
    /** Requests sent until a requirement was judged, or cancelled. */
    requests?: number;
    /** Of the whole file. */
    finished?: Finished;
    /** Verdicts by id of requirements that were being judged when the run was cancelled. */
    late?: Readonly<Record<string, Judged>>;
  }
}

const settings = inject('settings');
const session = openSession(settings);
const underWay = new Map<string, Promise<Judged>>();

const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]));

for (const requirement of settings.selected.flatMap((id) => byId.get(id) ?? []))
  test.concurrent(requirement.id, async ({ task, signal }) => {
    const { id } = requirement;
    signal.addEventListener('abort', () => {
      session.stop(signal.reason.reason);
      task.meta.requests = session.requests;
    });
    const verdict = session.judge(requirement);
    underWay.set(id, verdict);
    task.meta.judged = await verdict;
    task.meta.requests = session.requests;
    if (!signal.aborted) underWay.delete(id);
  });

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern that no fixtures are wanted
afterAll(async ({}, { meta }) => {
  // Vitest does not wait for a test that it has cancelled; what was found until then is told all the same.
  meta.late = Object.fromEntries(
    await Promise.all([...underWay].map(async ([id, verdict]) => [id, await verdict] as const)),
  );
  meta.finished = await session.close();
});
