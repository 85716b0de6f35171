import { describe, expect, test } from 'vitest';
import { ruling } from '../../../cli/run/exit-code.js';
import type { Report } from '../../../schemas/generated/report.js';

describe('the exit code', () => {
  type Verdict = Report['requirements'][number]['verdict'];
  const report = (rows: readonly (readonly ['must' | 'should' | 'may', Verdict])[], stopped = false) =>
    ({
      requirements: rows.map(([level, verdict], at) => ({ id: `r${at}`, level, verdict })),
      summary: { must: counts(rows), should: counts([]), may: counts([]) },
      run: stopped ? { stopped: { cause: 'signal', message: '' } } : {},
    }) as unknown as Report;
  const counts = (rows: readonly (readonly [string, Verdict])[]) => ({
    passed: 0,
    failed: 0,
    inconclusive: 0,
    'not-exercised': 0,
    deselected: 0,
    'suite-error': rows.filter(([, verdict]) => verdict === 'suite-error').length,
  });
  test.for([
    [[['must', 'passed']], 'must', 0],
    [
      [
        ['must', 'passed'],
        ['should', 'failed'],
      ],
      'must',
      0,
    ],
    [
      [
        ['must', 'passed'],
        ['should', 'failed'],
      ],
      'should',
      1,
    ],
    [
      [
        ['must', 'failed'],
        ['must', 'suite-error'],
      ],
      'must',
      1,
    ],
    [
      [
        ['must', 'failed'],
        ['must', 'suite-error'],
      ],
      'never',
      4,
    ],
    [
      [
        ['must', 'failed'],
        ['must', 'not-exercised'],
      ],
      'never',
      3,
    ],
    [
      [
        ['must', 'failed'],
        ['must', 'passed'],
      ],
      'never',
      0,
    ],
    [
      [
        ['must', 'passed'],
        ['must', 'inconclusive'],
      ],
      'must',
      3,
    ],
    [
      [
        ['must', 'deselected'],
        ['may', 'passed'],
      ],
      'must',
      3,
    ],
    [
      [
        ['must', 'passed'],
        ['may', 'failed'],
      ],
      'should',
      0,
    ],
  ] as const)('%j, --fail-on %s: %i', ([rows, failOn, code]) => {
    expect(ruling(report(rows), { failOn }).exit).toBe(code);
  });

  test('a run that was stopped is incomplete', () => {
    expect(ruling(report([['must', 'passed']], true), { failOn: 'must' })).toEqual({
      exit: 3,
      reason: 'you stopped the run',
    });
  });
});
