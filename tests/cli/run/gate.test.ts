import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { serveReference } from '../../../reference-impl/index.js';
import type { Baseline } from '../../../schemas/generated/baseline.js';
import { call, folder, reportIn } from '../command.js';
import { expectWhole } from '../report-schema.js';
import { forward, listening } from '../servers.js';

/** A proxy before the reference implementation that spoils what `spoil` says. */
async function spoiled(spoil: (method: string, path: string) => number | undefined): Promise<string> {
  const reference = await serveReference();
  return listening(async (request, response) => {
    const status = spoil(request.method ?? '', request.url ?? '');
    if (status !== undefined) {
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"message": "spoiled"}');
      return;
    }
    await forward(request, response, reference.url + request.url);
  });
}

const isRead = (method: string, url: string, kind: string) =>
  method === 'GET' && new RegExp(`/${kind}/nodes/[^/]+$`).test(url) ? true : undefined;

test('a baseline goes green, then red on a new, a changed, an expired and a stale failure', async () => {
  const cwd = folder();
  let broken: Record<string, number> = { cloud: 500 };
  const url = await spoiled(
    (method, at) => Object.entries(broken).find(([kind]) => isRead(method, at, kind))?.[1],
  );
  const run = (...args: string[]) =>
    call([url, '--only', 'cloud.get,iou.get', '--runs', '1', ...args], { cwd });
  const gate = () => run('--baseline', 'known.json');
  const file = path.join(cwd, 'known.json');
  const baseline = () => JSON.parse(readFileSync(file, 'utf8')) as Baseline;

  expect((await run()).code).toBe(1);
  expect((await run('--baseline', 'known.json', '--update-baseline')).code).toBe(0);
  const reasonOf = (id: string) => baseline().failures.find((each) => each.id === id)?.reason;
  expect(reasonOf('cloud.get.succeeds')).toBe('Failed when the baseline was written.');
  expect(baseline().failures.map(({ reason }) => reason)).toContain(
    'Could not be judged when the baseline was written.',
  );

  const green = await run('--baseline', 'known.json', '--reporter', 'json,junit,console');
  expect(green.code).toBe(0);
  expect(reportIn(green).findings.every(({ accepted }) => accepted)).toBe(true);
  expect(readFileSync(path.join(cwd, 'conformance-report', 'junit.xml'), 'utf8')).not.toContain('<failure');
  expect(green.stdout).toMatch(/· F1 must, known {2}/);
  const bailed = await run('--baseline', 'known.json', '--bail');
  expect([bailed.code, reportIn(bailed).run.stopped]).toEqual([0, undefined]);
  expect(green.stdout).toMatch(/Baseline: \d+ known failures are accepted/);
  expect(reportIn(green).verdict).toBe('non-conformant');
  expectWhole(reportIn(green));

  broken = { cloud: 500, iou: 500 };
  expect((await gate()).code).toBe(1);
  const onNew = await run('--baseline', 'known.json', '--bail');
  expect([onNew.code, reportIn(onNew).run.stopped?.cause]).toEqual([1, 'bail']);

  broken = { cloud: 404 };
  const changed = await gate();
  expect(changed.code).toBe(1);
  expect(changed.stdout).toMatch(/fail in a new way/);

  broken = {};
  const stale = await gate();
  expect(stale.code).toBe(1);
  expect(stale.stdout).toMatch(/pass now or no longer exist/);

  broken = { cloud: 500 };
  const expired = baseline().failures.map((entry) => ({ ...entry, expires: '2020-01-01' }));
  writeFileSync(file, JSON.stringify({ schemaVersion: 2, failures: expired }));
  const late = await gate();
  expect(late.code).toBe(1);
  expect(late.stdout).toMatch(/no longer accepted, since their date has passed/);

  writeFileSync(file, JSON.stringify({ schemaVersion: 0, failures: [] }));
  const old = await gate();
  expect(old.code).toBe(2);
  expect(old.stderr).toMatch(/is of version 0, and this suite reads version 2/);
});

test('what --fail-on says decides over the exit code', async () => {
  const url = await spoiled((method, at) => (isRead(method, at, 'cloud') ? 500 : undefined));
  const run = (level: string) => call([url, '--only', 'cloud.get.succeeds', '--fail-on', level]);
  const codes = await Promise.all(['must', 'should', 'never'].map(async (level) => (await run(level)).code));
  expect(codes).toEqual([1, 1, 0]);
});

test('two shards merged are what one run gives', async () => {
  const cwd = folder();
  const args = ['--seed', '11', '--runs', '2', '--only', 'drawings.*,cloud.*', '--reporter', 'json'];
  const whole = await call([...args, '--out', 'whole'], { cwd });
  const shards = [1, 2].map((index) =>
    call([...args, '--shard', `${index}/2`, '--out', `${index}`], { cwd }),
  );
  await Promise.all(shards);
  const merged = await call(
    ['merge', '1/report.json', '2/report.json', '--reporter', 'json', '--out', 'merged'],
    { cwd },
  );
  expect(merged.code).toBe(0);
  const [one, both] = ['whole', 'merged'].map((name) => reportIn(whole, `${name}/report.json`));
  const rows = (report: typeof one) => report?.requirements.map(({ id, verdict }) => [id, verdict]);
  expect(rows(both)).toEqual(rows(one));
  expect(both?.summary).toEqual(one?.summary);
  expect(both?.operations).toEqual(one?.operations);
  expect(both?.verdict).toBe('conformant');
  const alone = await call(['merge', '1/report.json', '--out', 'alone'], { cwd });
  expect(alone.code).toBe(3);
});
