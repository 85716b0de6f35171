/** Runs that send less than all: the first failures, a budget, what failed last time, no confirmations. */
import { expect, test } from 'vitest';
import type { Modification } from '../../../reference-impl/pipeline/modification.js';
import { session } from '../../reference-impl/client.js';
import { call, folder, reportIn } from '../command.js';
import { expectWhole } from '../report-schema.js';

const json = ['--reporter', 'console,json'];
const beside = 'conformance-report/again/report.json';
const faults = ['nodes.start.other-success-code', 'projects.get.other-success-code'];

test('--bail stops after so many failures, and fixtures are removed', async () => {
  const server = await session({ faults });
  const ended = await call([server.url, '--bail', ...json]);
  const report = reportIn(ended);
  expectWhole(report);
  expect(ended.code).toBe(1);
  expect(report.run.stopped).toEqual({
    cause: 'bail',
    message:
      'Stopped at the first failed requirement (--bail). Others that were under way may have failed too.',
  });
  const notRun = report.requirements.filter(({ notRun }) => notRun);
  expect(notRun.length).toBeGreaterThan(50);
  for (const row of notRun)
    expect(row).toMatchObject({ verdict: 'inconclusive', reason: report.run.stopped?.message });
  expect(server.snapshot()).toEqual([]);
  const few = await call([server.url, '--bail', '9', '--only', '*.succeeds', ...json]);
  expect(reportIn(few).run.stopped).toBeUndefined();
});

test('--budget sends no more but clean-up, judges what finds most, and says what it left out', async () => {
  const methods: string[] = [];
  const noting: Modification = {
    name: 'noting-methods',
    hooks: {
      answer({ incoming }, answer) {
        methods.push(incoming.method ?? '');
        return answer;
      },
    },
  };
  const server = await session({ faults: ['iou.get.always-403', noting] });
  const ended = await call([server.url, '--budget', '300', ...json]);
  const report = reportIn(ended);
  expectWhole(report);
  expect(report.run.requests).toBe(methods.length);
  // Requests that are sent at once may come in another order. Clean-up deletes, and reads what is left.
  expect(methods.slice(305).filter((method) => method !== 'DELETE' && method !== 'GET')).toEqual([]);
  expect(report.run.stopped?.message).toMatch(
    /^Stopped by --budget 300(?: \(3\d\d requests with clean-up\))?: \d+ of \d+ requirements judged, which find \d+ % of the faults in the catalogue\. Judging all of them takes about [\d,]+ requests\.$/,
  );
  const cut = report.requirements.filter(({ reason }) => /\bbudget\b/.test(reason ?? ''));
  expect(cut.length).toBeGreaterThan(50);
  expect(cut.filter(({ notRun }) => !notRun)).toEqual([]);
  expect(ended.code).toBe(1);
  expect(server.snapshot()).toEqual([]);
  const whole = await call(['--budget', '40', ...json]);
  expect(whole.code).toBe(3);
  expect(whole.stdout).toMatch(/\nincomplete, exit 3: stopped by --budget/);
});

test('--last-failed judges what failed last time, and everything when nothing did', async () => {
  const cwd = folder();
  const part = ['--only', '*.succeeds', ...json];
  const broken = await session({ faults });
  const first = await call([broken.url, ...part, '--last-failed'], { cwd });
  expect(first.stderr).toMatch(/No report in conformance-report has judged anything: judging everything/);
  expect(first.stdout).toMatch(/\nnext {4}npx netemu-conformance http:\/\/\S+ --last-failed\n/);
  const again = await call([broken.url, ...part, '--last-failed'], { cwd });
  expect(again.stderr).toMatch(/^Judging 2 requirements on/);
  expect(again.code).toBe(1);
  const mended = await session();
  const fixed = await call([mended.url, '--last-failed', ...json], { cwd });
  expect(fixed.stderr).toMatch(/^Judging 2 requirements on/);
  expect(fixed.code).toBe(0);
  expect(fixed.stdout).toMatch(
    /\nnext {4}npx netemu-conformance http:\S+\nconformant in what was selected, exit 0: \d+ must requirements? kept, \d+ not selected\n$/,
  );
});

test('--last-failed judges plain requests with what failed, and so says the same of when it fails', async () => {
  const cwd = folder();
  const server = await session({ faults: ['projects.get.knows-no-escaped-hyphens'] });
  const whole = reportIn(await call([server.url, '--only', 'projects.get', ...json], { cwd }));
  const again = await call([server.url, '--last-failed', ...json], { cwd });
  expect(again.stderr).toMatch(/^Judging 2 requirements on/);
  const [before, after] = [whole, reportIn(again, beside)].map(({ findings: [first] }) => first);
  expect(after?.circumstance.words).toMatch(/^seen once, with an id whose hyphens are written as %2D/);
  expect([after?.title, after?.fingerprint]).toEqual([before?.title, before?.fingerprint]);
});

test('--last-failed judges with the seed and the number of cases of the report that it reads', async () => {
  const cwd = folder();
  const server = await session({ faults });
  await call([server.url, '--only', '*.succeeds', '--seed', '7', '--runs', '3', ...json], { cwd });
  const again = await call([server.url, '--last-failed', ...json], { cwd });
  const other = await call([server.url, '--last-failed', '--seed', '8', '--runs', '4', ...json], { cwd });
  expect(again.stderr).toMatch(/^Judging 2 requirements on .*, seed 7\n/);
  expect(other.stderr).toMatch(/^Judging 2 requirements on .*, seed 8\n/);
  expect(reportIn(other, beside).run.runs).toBe(4);
  expect(reportIn(other, beside).requirements[0]?.replay).toContain(' --seed 8 --runs 4 ');
});

test('what is judged again is written beside the report of all that failed', async () => {
  const cwd = folder();
  const server = await session({ faults });
  const whole = await call([server.url, '--only', '*.succeeds', ...json], { cwd });
  const report = reportIn(whole);
  const failed = report.requirements.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
  for (const [args, judged] of [
    [['--replay', failed[0] ?? ''], 1],
    [['--last-failed'], 2],
  ] as const) {
    const again = await call([server.url, ...args, ...json], { cwd });
    expect(again.stderr).toMatch(new RegExp(`^Judging ${judged} requirements? on`));
    expect(again.stdout).toMatch(/\nreport {2}conformance-report\/again\/report\.json\n/);
    expect(reportIn(whole)).toEqual(report);
    const [finding] = reportIn(again, beside).findings;
    expect(finding?.replay).toBe(
      `npx netemu-conformance ${server.url} --out conformance-report/again --replay F1`,
    );
  }
  const shown = await call([server.url, '--out', 'conformance-report/again', '--replay', 'F1'], { cwd });
  expect(shown.stdout).toMatch(/\nstill shows, exit 1: F1\n$/);
});

test('a replay that fails exits 1, whatever the level', async () => {
  const server = await session({ faults: ['drawings.create.refuses-charset'] });
  const id = 'drawings.create.accepts.charset';
  const plain = await call([server.url, '--only', id, ...json]);
  const replay = await call([server.url, '--replay', id, ...json]);
  expect([plain.code, replay.code]).toEqual([0, 1]);
  expect(replay.stdout).toMatch(/\nfailed, exit 1: 1 should requirement failed\n$/);
});

test('--no-explain sends nothing more to see findings again', async () => {
  const server = await session({ faults });
  // One requirement: which of several are lent the same fixture depends on timing.
  const judge = async (env: Record<string, string>, ...args: string[]) =>
    reportIn(
      await call([server.url, '--seed', '1', '--only', 'nodes.start.succeeds', ...args, ...json], { env }),
    );
  const usual = await judge({});
  const fewer = await judge({}, '--no-explain');
  const fewerToo = await judge({ NETEMU_CONFORMANCE_EXPLAIN: 'no' });
  expect(fewer.findings.map(({ title }) => title)).toEqual(usual.findings.map(({ title }) => title));
  expect(fewer.run.requests).toBeLessThan(usual.run.requests);
  expect(fewerToo.run.requests).toBe(fewer.run.requests);
});
