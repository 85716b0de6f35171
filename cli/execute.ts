/** One run from plan to report: preflight, engine, and what ends it early. Writes nothing and exits nowhere. */
import type { Statement } from '../harness/requirement.js';
import type { Report } from '../schemas/generated/report.js';
import type { OnJudged } from './engine.js';
import type { Plan } from './plan.js';

export type Stopped = NonNullable<Report['run']['stopped']>;

/** Those who want to know how far a run is. */
export interface Watcher {
  /** Called once, when it is known how many of all requirements are to be judged. */
  onSelected?(count: number, all: readonly Statement[]): void;
  onJudged?: OnJudged;
}

/**
 * Carries a plan out; resolves with a whole report, however the run ends.
 * @param halt Ends the run early when it is aborted with a {@link Stopped} as its reason.
 * @throws Failure when nothing is selected.
 */
export async function execute(plan: Plan, halt: AbortController, watcher: Watcher = {}): Promise<Report> {
  const { maxTime, concurrency } = plan.options;
  const timer = setTimeout(() => halt.abort(outOfTime(maxTime)), maxTime * 1000);
  const { prepareEngine } = await import('./engine.js');
  const engine = prepareEngine(concurrency);
  try {
    // Vitest needs this thread until its worker is under way; then both load what they need side by side.
    await engine.started;
    const { judge } = await import('./judge.js');
    return await judge(plan, engine, halt, watcher);
  } finally {
    clearTimeout(timer);
    await engine.close();
  }
}

const outOfTime = (seconds: number): Stopped => ({
  cause: 'max-time',
  message: `The run was to take at most ${seconds} seconds. Give it more with --max-time, or split it with --shard.`,
});
