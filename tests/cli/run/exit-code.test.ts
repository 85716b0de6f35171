import { describe, expect, test } from 'vitest';
import type { OptionValues } from '../../../cli/options/table.js';
import { ruling } from '../../../cli/run/exit-code.js';
import { LEVELS, summarise } from '../../../report/summary.js';
import type { Level, Report, Verdict } from '../../../schemas/generated/report.js';

type Verdicts = Partial<Record<Level, readonly Verdict[]>>;

function report(verdicts: Verdicts, run: Partial<Report['run']> = {}): Report {
  const requirements = LEVELS.flatMap(
    (level) => verdicts[level]?.map((verdict) => ({ level, verdict })) ?? [],
  );
  return { requirements, summary: summarise(requirements), run } as unknown as Report;
}

describe('the exit code', () => {
  test.for<[exit: number, failOn: OptionValues['failOn'], verdicts: Verdicts]>([
    [0, 'must', { must: ['passed'] }],
    [0, 'must', { must: ['passed'], should: ['failed'] }],
    [1, 'should', { must: ['passed'], should: ['failed'] }],
    [1, 'must', { must: ['failed', 'suite-error'] }],
    [4, 'never', { must: ['failed', 'suite-error'] }],
    [3, 'never', { must: ['failed', 'not-exercised'] }],
    [0, 'never', { must: ['failed', 'passed'] }],
    [3, 'must', { must: ['passed', 'inconclusive'] }],
    [3, 'must', { must: ['deselected'], may: ['passed'] }],
    [0, 'should', { must: ['passed'], may: ['failed'] }],
  ])('%i with --fail-on %s: %j', ([exit, failOn, verdicts]) => {
    expect(ruling(report(verdicts), { failOn }).exit).toBe(exit);
  });

  test('a run that was stopped is incomplete', () => {
    const stopped = report({ must: ['passed'] }, { stopped: { cause: 'signal', message: '' } });
    expect(ruling(stopped, { failOn: 'must' })).toEqual({ exit: 3, reason: 'you stopped the run' });
  });
});
