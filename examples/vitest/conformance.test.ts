import { runConformance } from 'netemu-conformance';
import { expect, test } from 'vitest';

test('our server keeps every must of the interface', { timeout: 600_000 }, async () => {
  const report = await runConformance({
    // Where the variable is missing, this rejects rather than judging the reference implementation.
    url: process.env.LAB_URL,
    profile: 'controller',
    runs: 20,
  });
  const failed = report.findings.map(({ title }) => title);
  expect(failed).toEqual([]);
  expect(report.verdict).toBe('conformant');
});
