/** What could not be judged, a line for each reason. */
import { expect, test } from 'vitest';
import { unjudged } from '../../report/unjudged.js';
import { sampleReport } from '../reporters/sample.js';

test('reasons that differ in ids and names of the run only are one', () => {
  const report = sampleReport();
  const inconclusive = (reason: string) =>
    report.requirements.slice(0, 1).map((row) => ({ ...row, verdict: 'inconclusive' as const, reason }));
  const told = (...reasons: string[]) =>
    unjudged({ ...report, requirements: reasons.flatMap(inconclusive) }).map(({ reason, rows }) => [
      reason,
      rows.length,
    ]);
  const first = "got 500 (no number: 'conformance-6721ab0a-17')";
  expect(told(first, "got 500 (no number: 'conformance-6721ab0a-46')")).toEqual([[first, 2]]);
  const ids = [1, 2].map((digit) => `no 3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e${digit}`);
  expect(told(...ids)).toHaveLength(1);
  expect(told('got 500', 'got 404')).toHaveLength(2);
});
