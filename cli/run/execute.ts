/** One run from plan to report: preflight, engine, and what ends it early. Writes nothing and exits nowhere. */
import type { Report } from '../../schemas/generated/report.js';
import { type Engine, lanes, type Watcher } from '../engine/engine.js';
import type { Plan } from '../options/plan.js';
import { outOfTime } from './stopped.js';

/** @param lanes How many requirements are judged at a time. */
type MakeEngine = (lanes: number) => Engine | Promise<Engine>;

/**
 * Carries a plan out; resolves with a whole report, however the run ends.
 * @param halt Ends the run early when it is aborted with a {@link Stopped} as its reason.
 * @throws CliError when nothing is selected.
 */
export async function execute(
  plan: Plan,
  halt: AbortController,
  watcher: Watcher = {},
  makeEngine: MakeEngine = vitest,
): Promise<Report> {
  const { maxTime, concurrency, budget } = plan.options;
  const timer = setTimeout(() => halt.abort(outOfTime(maxTime)), maxTime * 1000);
  const engine = await makeEngine(lanes(concurrency, budget));
  try {
    const { judge } = await import('./judge.js');
    return await judge(plan, engine, halt, watcher);
  } finally {
    clearTimeout(timer);
    await engine.close();
  }
}

const vitest: MakeEngine = async (lanes) => (await import('../engine/vitest-engine.js')).vitestEngine(lanes);
