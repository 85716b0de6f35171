/** `judge FILE.har`: what it makes of recordings, of hostile ones too. */

import { once } from 'node:events';
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { entryOf, harOf } from '../../../proof/traffic/recorder.js';
import { serveReference } from '../../../reference-impl/index.js';
import { drive } from '../../drive.js';
import { HOSTILE } from '../../reporters/hostile-report.js';
import { call, command, folder, reportIn } from '../command.js';

const id = '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
const startedDateTime = '2026-01-01T00:00:00.000Z';

const entry = (
  url: string,
  status = 200,
  content: object = { size: 2, text: '{}', mimeType: 'application/json' },
) => ({
  startedDateTime,
  time: 5,
  request: { method: 'GET', url, headers: [] },
  response: { status, headers: [], content },
});

const project = (rest = '') => `http://lab:3080/v2/projects/${id}${rest}`;
const archive = (...entries: object[]) => JSON.stringify({ log: { version: '1.2', entries } });

async function judge(har: string | Buffer, ...args: string[]) {
  const cwd = folder();
  writeFileSync(path.join(cwd, 'session.har'), har);
  return call(['judge', 'session.har', '--reporter', 'console,json', ...args], { cwd });
}

describe('a recorded run on a server with a defect', () => {
  let har: string;

  beforeAll(async () => {
    const server = await serveReference({ faults: ['iou.get.answers-ram-as-null'] });
    const { exchanges } = await drive(server.url, { only: /^iou\.(get|update)\.(succeeds|answer|stores)/ });
    har = harOf(exchanges.map((each) => entryOf(server.url, each)));
    await server.close();
  });

  test('shows it in every format, and what was not recorded', async () => {
    const ended = await judge(har, '--reporter', 'console,json,html,junit,markdown,har,github,badge');
    const report = reportIn(ended);
    expect(ended).toMatchObject({ code: 1, stderr: '' });
    expect(report.findings).toMatchObject([{ level: 'must', operations: ['iou.get'] }]);
    expect(report).toMatchObject({
      verdict: 'non-conformant',
      run: { recording: 'session.har', requests: expect.any(Number) },
    });
    expect(report.requirements.find((each) => each.id === 'cloud.get.succeeds')).toMatchObject({
      verdict: 'not-exercised',
    });
    for (const file of ['report.html', 'summary.md', 'junit.xml'])
      expect(readFileSync(path.join(ended.cwd, 'conformance-report', file), 'utf8')).toContain(
        'iou.get.answer.ram',
      );
    // The command that the report names shows it again.
    const replay = report.findings[0]?.replay?.split(' ').slice(2) ?? [];
    expect(await call(replay, { cwd: ended.cwd })).toMatchObject({ code: 1 });
    // The evidence of a report is a recording itself.
    const again = await call(['judge', 'conformance-report/exchanges.har', '--reporter', 'json'], {
      cwd: ended.cwd,
    });
    expect(again.code).toBe(1);
  });

  test('shows nothing where it is left out, and the exit code says that the rest is right', async () => {
    const ended = await judge(har, '--skip', 'iou.get', '--skip', '*.stores.ram');
    expect(ended.stdout).toMatch(/^incomplete, exit 0: \d+ must requirements kept/m);
  });
});

describe('what cannot be judged is said in a line', () => {
  const rows: readonly (readonly [string, string | Buffer, readonly string[], RegExp])[] = [
    ['no JSON', 'hello', [], /session\.har is no HAR: it has no "log" with "entries"/],
    ['another JSON', '{"log": [{"entries": [{}]}]}', [], /is no HAR/],
    ['nothing', '', [], /is no HAR/],
    ['an archive without entries', archive(), [], /is no HAR/],
    [
      'another interface',
      archive(entry('http://shop.example/v1/carts')),
      [],
      /no request of the interface\./,
    ],
    [
      'another server',
      archive(entry(project())),
      ['--base', 'http://127.0.0.1:1'],
      /no request of the interface to http:\/\/127\.0\.0\.1:1, only to http:\/\/lab:3080/,
    ],
    [
      'two servers',
      archive(entry(project()), entry(project().replace('lab', 'cab'))),
      [],
      /requests to several servers: http:\/\/lab:3080, http:\/\/cab:3080[\s\S]*--base URL/,
    ],
    ['no URL', archive(entry(project())), ['--base', 'lab'], /neither a command nor an http or https URL/],
    [
      'a word that is no id',
      archive(entry(project())),
      ['--only', 'nothing'],
      /No requirement or operation matches/,
    ],
  ];
  test.concurrent.for(rows)('%s', async ([, har, args, message], { expect }) => {
    const { code, stderr, stdout } = await judge(har, ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });

  test('a file that is not there', async () => {
    expect(await call(['judge', 'missing.har'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Cannot read missing.har: there is no such file'),
    });
  });
});

describe('recordings that are odd', () => {
  test('with two answers in one millisecond: none is taken for the other', async () => {
    const two = archive(entry(project(), 200), entry(project(), 404), entry(project(), 404));
    expect(reportIn(await judge(two)).run.requests).toBe(2);
  });

  const crash = entry(project(), 500);
  const whole = archive(entry('http://other.example/'), crash);
  const rows: readonly (readonly [string, string | Buffer, RegExp])[] = [
    ['cut off', whole.slice(0, -1), /session\.har ends in the middle, after 2 entries/],
    ['in UTF-16', Buffer.from(`\ufeff${whole}`, 'utf16le'), /F1 must/],
    ['with a byte-order mark', `\ufeff${whole}`, /F1 must/],
    [
      'with entries that are none',
      archive({}, { request: 1 }, crash),
      /2 of 3 entries are none that a server answered/,
    ],
    [
      'with a body in base64',
      archive(crash, entry(project(), 200, { text: 'e30=', encoding: 'base64', size: 2 })),
      /F1 must/,
    ],
    ['under a prefix', whole.replaceAll('lab:3080', 'lab:3080/x/y'), /http:\/\/lab:3080\/x\/y/],
  ];
  test.concurrent.for(rows)('%s', async ([, har, told], { expect }) => {
    const { code, stdout } = await judge(har);
    expect(code).toBe(1);
    expect(stdout.replace(/\s+/g, ' ')).toMatch(told);
  });

  test('with markup wherever a client or a server can put it: none of it is live', async () => {
    const entries = Object.values(HOSTILE).flatMap((text) => [
      entry(project(`/${text}`)),
      {
        ...entry(project(), 500),
        request: { method: text, url: project(`?${text}`), headers: [{ name: text, value: text }] },
      },
      entry(project(), 500, { text: JSON.stringify({ [text]: text }), mimeType: text }),
      {
        ...entry(project(), 500),
        request: {
          method: 'PUT',
          url: project(),
          headers: [{ name: 'content-type', value: 'application/json' }],
          postData: { text: JSON.stringify({ [text]: text, name: text }) },
        },
      },
    ]);
    const { code, stdout, cwd } = await judge(archive(...entries), '--reporter', 'html,markdown,console');
    expect(code).toBe(1);
    const page = readFileSync(path.join(cwd, 'conformance-report', 'report.html'), 'utf8');
    expect(page).toContain('The client');
    expect(page).not.toMatch(/<img|<script>window|<failure|<style>body/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
    for (const text of [page, stdout]) expect(text).not.toMatch(/[\u001b\u009b\u202e\u0000]/);
  });

  test('of 300 MB: judged, in less memory than that', { timeout: 300_000 }, async () => {
    const cwd = folder();
    const file = createWriteStream(path.join(cwd, 'session.har'));
    const body = 'x"\\<'.repeat(250_000);
    const download = JSON.stringify(entry(project('/export'), 200, { text: body, size: body.length }));
    file.write('{"log":{"entries":[');
    for (let written = 0; written < 300e6; written += download.length)
      if (!file.write(`${download},`)) await once(file, 'drain');
    file.end(`${JSON.stringify(crash)}]}}`);
    await once(file, 'close');
    const tells = 'process.on("exit",()=>process.stderr.write("peak "+process.resourceUsage().maxRSS))';
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tells)}` };
    const { code, stdout, stderr } = await command(['judge', 'session.har', '--reporter', 'console'], {
      cwd,
      env,
    });
    expect({ code, shown: /F1 must\s+projects\.get/.test(stdout) }).toEqual({ code: 1, shown: true });
    expect(Number(/peak (\d+)/.exec(stderr)?.[1])).toBeLessThan(290 * 1024);
  });
});
