import { expect, test } from 'vitest';
import type { Report } from '../../../schemas/generated/report.js';
import { call, command, reportIn } from '../command.js';
import { expectWhole } from '../report-schema.js';
import { always, closedPort } from '../servers.js';

const having = (report: Report, verdict: Report['requirements'][number]['verdict']) =>
  report.requirements.filter((row) => row.level === 'must' && row.verdict === verdict);

test.concurrent('a closed port: exit 3, one clear line, a whole report', async () => {
  const ended = await command([await closedPort()]);
  expect(ended.code).toBe(3);
  expect(ended.stdout).toMatch(
    /^The target [^\n]*connection was refused\.[^\n]*\n[^\n]*\nreport .*\nincomplete, exit 3: the server cannot be reached\n$/,
  );
  const report = reportIn(ended);
  expectWhole(report);
  expect(report.verdict).toBe('incomplete');
  expect(report.run.stopped?.cause).toBe('unreachable');
  expect(having(report, 'inconclusive').length).toBeGreaterThan(100);
});

test.concurrent.for([
  ['{}', 200],
  ['[]', 200],
  ['{"message": "broken"}', 500],
] as const)('a server that always answers %s with %i: exit 1 or 3, and nothing passes for good', async ([
  body,
  status,
]) => {
  const ended = await call([await always(status, body), '--runs', '1', '--max-time', '60']);
  const report = reportIn(ended);
  expectWhole(report);
  expect(report.verdict).not.toBe('conformant');
  expect(ended.code).toBe(report.verdict === 'non-conformant' ? 1 : 3);
  expect(having(report, 'suite-error')).toEqual([]);
  // So little is never cut.
  expect(report.notices.filter((notice) => notice.includes('was cut'))).toEqual([]);
});

test.concurrent('a server that answers everything 404 has nothing that could be judged, or breaks what could', async () => {
  const ended = await call([await always(404, '{}'), '--runs', '5', '--max-time', '60']);
  const report = reportIn(ended);
  expectWhole(report);
  expect([1, 3]).toContain(ended.code);
  expect(report.verdict).not.toBe('conformant');
});
