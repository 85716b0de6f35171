import { runConformance } from 'netemu-conformance';
import { expect, test } from 'vitest';

test('our server keeps every must of the interface', { timeout: 600_000 }, async () => {
  const report = await runConformance({
    // Leave the URL out to judge the reference implementation of the suite.
    ...(process.env.LAB_URL && { url: process.env.LAB_URL }),
    profile: 'controller',
    runs: 20,
  });
  const failed = report.findings.map(({ title }) => title);
  expect(failed).toEqual([]);
  expect(report.verdict).toBe('conformant');
});
