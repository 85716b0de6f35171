import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { session } from '../../reference-impl/client.js';
import { call, command, folder, reportIn } from '../command.js';
import { expectWhole } from '../report-schema.js';

const quick = ['--runs', '3', '--seed', '7', '--only', 'iou.get,projects.get'];

test('without a URL the reference implementation is judged: conformant, and nothing is left open', async () => {
  const ended = await command(['--runs', '10']);
  expect(ended.stderr).toMatch(
    /^Judging \d+ requirements on the reference implementation, seed \d+\n(About [\d,]+ requests, .* at this pace.*\n)?$/,
  );
  expect(ended.code).toBe(0);
  const report = reportIn(ended);
  expectWhole(report);
  const verdicts = new Set(report.requirements.map(({ verdict }) => verdict));
  expect([report.verdict, ...verdicts]).toEqual(['conformant', 'passed']);
  expect(report.target.embedded).toBe(true);
  expect(ended.stdout.trimEnd().split('\n').at(-1)).toEqual(
    expect.stringMatching(
      /^conformant, exit 0: \d+ must requirements kept \(the built-in reference implementation, not your server\)$/,
    ),
  );
  expect(readdirSync(ended.cwd)).toEqual(['conformance-report']);
  expect(readdirSync(path.join(ended.cwd, 'conformance-report')).sort()).toEqual([
    'report.html',
    'report.json',
  ]);
});

test('a server on a port of its own gets the same verdicts, in whichever process it is judged', async () => {
  const server = await session();
  const [embedded, served] = await Promise.all([call(quick), command([`${server.url}/`, ...quick])]);
  const verdicts = (ended: typeof served) =>
    reportIn(ended).requirements.map(({ id, verdict }) => [id, verdict]);
  expect(verdicts(served)).toEqual(verdicts(embedded));
  expect(served.stdout).not.toContain('built-in');
  expect(reportIn(served).target).toMatchObject({ baseUrl: server.url, embedded: false });
});

test('the word reference asks for the reference implementation, whatever the configuration names', async () => {
  const cwd = folder();
  writeFileSync(path.join(cwd, 'netemu-conformance.config.json'), '{"url": "http://127.0.0.1:1"}');
  const ended = await call(['reference', ...quick], { cwd });
  expect(ended.code).toBe(0);
  expect(reportIn(ended).target.embedded).toBe(true);
});

test('a replayed requirement is judged alone, by the command that its report gives', async () => {
  const first = await call([...quick, '--timeout', '9000', '--header', "X-It's: me & you"]);
  const row = reportIn(first).requirements.find(({ id }) => id === 'iou.get.succeeds');
  expect(row?.replay).toBe(
    `npx netemu-conformance reference --seed 7 --runs 3 --timeout 9000 --header 'X-It'\\''s: <x-it'\\''s>' --replay iou.get.succeeds`,
  );
  const again = await call(['--seed', '7', '--replay', 'iou.get.succeeds']);
  expect(again.stderr).toMatch(/^Judging 1 requirement on/);
  expect(again.code).toBe(0);
});

describe('what is left out is told as deselected, with the reason', () => {
  test.for([
    [['--only', 'iou.get.succeeds'], 'not in --only'],
    [['--skip', 'iou.*,*.update,*.create,*.delete', '--runs', '1'], '--skip'],
    [['--profile', 'controller', '--only', '*.get'], 'profile controller'],
  ] as const)('%s', async ([args, reason]) => {
    const ended = await call([...args, '--reporter', 'json']);
    const report = reportIn(ended);
    expectWhole(report);
    expect(report.requirements.map((row) => row.reason)).toContain(reason);
    expect(report.verdict).toBe('conformant');
  });
});

test('nothing of the working folder is read, and nothing but the report is written', async () => {
  const cwd = folder();
  writeFileSync(path.join(cwd, 'vitest.config.js'), 'throw new Error("read");');
  writeFileSync(path.join(cwd, 'vite.config.js'), 'throw new Error("read");');
  writeFileSync(path.join(cwd, '.env'), 'NO_COLOR=0');
  const before = readdirSync(cwd);
  const { code, stderr } = await command([...quick, '--reporter', 'console'], { cwd });
  expect(code).toBe(0);
  expect(stderr).toMatch(/^Judging .*\n$/);
  expect(readdirSync(cwd)).toEqual(before);
});

test('a folder that cannot be written to does not matter when no file is asked for', async () => {
  const cwd = folder();
  chmodSync(cwd, 0o555);
  expect((await call([...quick, '--reporter', 'console'], { cwd })).code).toBe(0);
});

test('a full disk: exit 2 and a clear line, after all else was told', async () => {
  const cwd = folder();
  mkdirSync(path.join(cwd, 'out'));
  symlinkSync('/dev/full', path.join(cwd, 'out', 'report.json'));
  const { code, stdout, stderr } = await call([...quick, '--out', 'out'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toMatch(/Cannot write .*report\.json: no space is left on the device/);
  expect(stdout).toMatch(/^conformant in what was selected, exit 0: /m);
  expect(readdirSync(path.join(cwd, 'out'))).toContain('report.html');
});

test('options come from flags, then the environment, then the configuration', async () => {
  const cwd = folder();
  writeFileSync(
    path.join(cwd, 'netemu-conformance.config.json'),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a configuration's own way to name a variable
    JSON.stringify({ runs: 1, seed: 1, timeout: 1111, ca: 'own.pem', headers: { 'X-Token': '${TOKEN}' } }),
  );
  writeFileSync(path.join(cwd, 'own.pem'), '');
  const env = { NETEMU_CONFORMANCE_RUNS: '2', NETEMU_CONFORMANCE_SEED: '2', TOKEN: 'very-secret' };
  const { stdout, code } = await call(['--seed', '3', '--print-config'], { cwd, env });
  const { options, configuration } = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(stdout).not.toContain('very-secret');
  expect(configuration).toBe(path.join(cwd, 'netemu-conformance.config.json'));
  // Who asks wants to see what differs from the defaults.
  const froms = Object.values<{ from: string }>(options).map(({ from }) => from);
  expect(froms.indexOf('default')).toBe(froms.findLastIndex((from) => from !== 'default') + 1);
  expect(options).toMatchObject({
    seed: { value: 3, from: 'flag' },
    runs: { value: 2, from: 'environment' },
    timeout: { value: 1111, from: 'configuration' },
    ca: { value: path.join(cwd, 'own.pem'), from: 'configuration' },
    header: { value: '<secret>', from: 'configuration' },
    concurrency: { value: 8, from: 'default' },
  });
});

test('--repro replaces the scripts of an earlier run, and no other file', async () => {
  const cwd = folder();
  const judge = async (...faults: string[]) => {
    const server = await session({ faults });
    await call([server.url, ...quick, '--reporter', 'console', '--repro', 'scripts'], { cwd });
    return readdirSync(path.join(cwd, 'scripts')).sort();
  };
  expect(await judge('iou.get.answers-ram-as-null', 'projects.get.other-success-code')).toEqual([
    'F1.sh',
    'F2.sh',
  ]);
  writeFileSync(path.join(cwd, 'scripts', 'F3.sh'), '#!/bin/sh\n');
  expect(await judge('projects.get.other-success-code')).toEqual(['F1.sh', 'F3.sh']);
});
