/** Carries out one run, from the plan to the report. Writes nothing and never exits. */
import type { Report } from '../../schemas/generated/report.js';
import type { Watcher } from '../engine/engine.js';
import type { Plan } from '../options/plan.js';
import { outOfTime } from './stopped.js';

/**
 * Carries out a plan. Resolves with a complete report, however the run ends.
 * @param halt Abort it with a {@link Stopped} as the reason to end the run early.
 * @throws CliError when nothing is selected.
 */
export async function execute(plan: Plan, halt: AbortController, watcher: Watcher = {}): Promise<Report> {
  const { maxTime } = plan.options;
  const timer = setTimeout(() => halt.abort(outOfTime(maxTime)), maxTime * 1000);
  try {
    const { judge } = await import('./judge.js');
    return await judge(plan, halt, watcher);
  } finally {
    clearTimeout(timer);
  }
}
