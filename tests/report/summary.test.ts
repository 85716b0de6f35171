import { describe, expect, test } from 'vitest';
import { type Judged, runVerdict, size, summarise, totals, VERDICTS } from '../../report/summary.js';

const row = (level: Judged['level'], verdict: Judged['verdict']): Judged => ({ level, verdict });

describe('the verdict of a run', () => {
  test.each([
    ['conformant', [row('must', 'passed')]],
    ['conformant', [row('should', 'failed'), row('must', 'passed')]],
    ['conformant', [row('must', 'passed'), row('may', 'failed'), row('may', 'suite-error')]],
    ['conformant', [row('must', 'passed'), row('must', 'deselected'), row('should', 'inconclusive')]],
    ['conformant', [row('should', 'passed'), row('must', 'deselected')]],
    ['non-conformant', [row('must', 'failed'), row('must', 'suite-error'), row('must', 'inconclusive')]],
    ['incomplete', [row('must', 'passed'), row('must', 'not-exercised')]],
    ['incomplete', [row('must', 'passed'), row('must', 'inconclusive')]],
    ['incomplete', [row('must', 'passed'), row('must', 'suite-error')]],
    ['incomplete', [row('must', 'deselected'), row('may', 'passed')]],
    ['incomplete', []],
  ] as const)('is %s', (verdict, rows) => {
    expect(runVerdict(rows)).toBe(verdict);
  });
});

test('sums count every requirement once', () => {
  const rows = VERDICTS.flatMap((verdict) => [
    row('must', verdict),
    row('should', verdict),
    row('may', verdict),
  ]);
  const sums = totals(summarise(rows));
  expect(size(sums)).toBe(rows.length);
  expect(Object.values(sums)).toEqual(VERDICTS.map(() => 3));
});
