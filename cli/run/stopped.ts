/** Reasons to end a run early that are not the target: --max-time, --bail, --budget. */
import type { Judged } from '../../harness/settings.js';
import { count } from '../../report/labels.js';
import { isJudged } from '../../report/summary.js';
import type { Report } from '../../schemas/generated/report.js';
import type { OnJudged } from '../engine/engine.js';
import type { OptionValues } from '../options/table.js';
import { statements } from '../statements.js';
import { counts } from './exit-code.js';
import { costOf, shareFound } from './order.js';

export type Stopped = NonNullable<Report['run']['stopped']>;

export const outOfTime = (seconds: number): Stopped => ({
  cause: 'max-time',
  message: `The run was to take at most ${seconds} seconds. Give it more with --max-time, or split it with --shard.`,
});

type Bailing = Pick<OptionValues, 'bail' | 'failOn'> & {
  /** Failures that the baseline accepts. */
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
    const message = `The run was to stop after ${count(bail, 'failed requirement')} (--bail).`;
    halt.abort({ cause: 'bail', message } satisfies Stopped);
  };
}

/** The reason for a run that used up its budget, with what it has judged. */
export function outOfBudget(
  budget: number,
  selected: readonly string[],
  judged: readonly (readonly [string, Judged])[],
): Stopped {
  const ids = judged.filter(([, { verdict }]) => isJudged(verdict)).map(([id]) => id);
  const share = Math.round(100 * shareFound(ids));
  const whole = costOf(selected).toLocaleString('en');
  return {
    cause: 'budget',
    message: `The budget is ${count(budget, 'request')}: ${ids.length} of ${selected.length} requirements were judged, those first that find most. They find ${share} % of the faults in the catalogue. To judge all of them takes about ${whole} requests.`,
  };
}
