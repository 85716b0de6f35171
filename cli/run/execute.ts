/** Carries out one run, from the plan to the report. Writes nothing and never exits. */
import type { Report } from '../../schemas/generated/report.js';
import { type Engine, lanes, type Watcher } from '../engine/engine.js';
import type { Plan } from '../options/plan.js';
import { outOfTime } from './stopped.js';

/** @param lanes How many requirements are judged at a time. */
type MakeEngine = (lanes: number) => Engine | Promise<Engine>;

/**
 * Carries out a plan. Resolves with a complete report, however the run ends.
 * @param halt Abort it with a {@link Stopped} as the reason to end the run early.
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
