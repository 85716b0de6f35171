/** Reasons to end a run early that are not the target: --max-time, --bail, --budget. */
import type { Judged } from '../../harness/settings.js';
import { isJudged } from '../../report/summary.js';
import type { Report } from '../../schemas/generated/report.js';
import type { OnJudged, Stopped } from '../engine/engine.js';
import type { Plan } from '../options/plan.js';
import type { OptionValues } from '../options/table.js';
import { statements } from '../statements.js';
import { counts } from './exit-code.js';
import { shareFound } from './order.js';

/** Whether the target was restarted in a run that is to be judged again then: its report says nothing. */
export const isInterrupted = ({ settings }: Pick<Plan, 'settings'>, { run }: Pick<Report, 'run'>): boolean =>
  settings.restarts === true && run.stopped?.cause === 'breaker';

/** Whether the target was away at the beginning of a run, or went away in it. */
export const isAway = ({ run }: Pick<Report, 'run'>): boolean =>
  run.stopped?.cause === 'breaker' || run.stopped?.cause === 'unreachable';

export const outOfTime = (seconds: number): Stopped => ({
  cause: 'max-time',
  message: `Stopped after ${seconds} s (--max-time). Give it more time, or split it with --shard.`,
});

type Bailing = Pick<OptionValues, 'bail' | 'failOn'> & {
  readonly accepted?: ReadonlySet<string> | undefined;
};

/** Ends the run after `bail` failures that count for the exit code. */
export function bailing(
  { bail, failOn, accepted }: Bailing,
  halt: AbortController,
  onJudged: OnJudged = () => {},
): OnJudged {
  if (bail === undefined) return onJudged;
  const levels = new Map(statements.map(({ id, level }) => [id, level]));
  // With --fail-on never no failure counts; --bail still stops at a failed must.
  const isRed = (id: string) => counts(levels.get(id) ?? 'may', failOn === 'never' ? 'must' : failOn);
  let failed = 0;
  return (id, judged, requests) => {
    onJudged(id, judged, requests);
    if (judged.verdict !== 'failed' || !isRed(id) || accepted?.has(id)) return;
    failed++;
    if (failed !== bail) return;
    const where = bail === 1 ? 'at the first failed requirement' : `after ${bail} failed requirements`;
    const message = `Stopped ${where} (--bail). Others that were under way may have failed too.`;
    halt.abort({ cause: 'bail', message } satisfies Stopped);
  };
}

/**
 * The reason for a run that used up its budget, with what it has judged.
 * @param selected What was to be judged, and about how many requests all of it takes.
 */
export function outOfBudget(
  budget: number,
  requests: number,
  selected: { readonly ids: readonly string[]; readonly cost: number },
  judged: readonly (readonly [string, Judged])[],
): Stopped {
  const ids = judged.filter(([, { verdict }]) => isJudged(verdict)).map(([id]) => id);
  const share = Math.round(100 * shareFound(ids));
  const beside = requests > budget ? ` (${requests} requests with clean-up)` : '';
  const whole = selected.cost.toLocaleString('en');
  return {
    cause: 'budget',
    message: `Stopped by --budget ${budget}${beside}: ${ids.length} of ${selected.ids.length} requirements judged, which find ${share} % of the faults in the catalogue. Judging all of them takes about ${whole} requests.`,
  };
}
