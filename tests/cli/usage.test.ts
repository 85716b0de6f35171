import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ConformanceOptions, runConformance } from '../../cli/index.js';
import { optionNames, variableOf } from '../../cli/options/table.js';
import { call, command, folder } from './command.js';

const emptyUrl = /^netemu-conformance: The URL of the server is empty.+\n {2}Set the variable .+\n$/;

/** Arguments and what the message must say. */
const refused: readonly (readonly [readonly string[], RegExp])[] = [
  [['--no-such-option'], /unknown option '--no-such-option'/],
  [['--bial'], /unknown option '--bial' \(Did you mean --bail\?\)/],
  [['--out'], /argument missing/],
  [['no-url'], /"no-url" is neither a command nor an http or https URL/],
  [['lst'], /did you mean list\?/],
  [['localhost:3080'], /did you mean http:\/\/localhost:3080\?/],
  [[''], /The URL of the server is empty[\s\S]*the word reference/],
  [['doctor', ''], /The URL of the server is empty/],
  [['doctor', 'reference'], /"reference" is neither a command nor/],
  [['ftp://127.0.0.1'], /neither a command nor/],
  [['http://127.0.0.1/?a=b'], /query or a fragment/],
  [['http://127.0.0.1:3080/v2'], /has \/v2 in its path[\s\S]*Leave it out: http:\/\/127\.0\.0\.1:3080\n/],
  [['http://127.0.0.1:3080/a/v2/projects'], /Leave it out: http:\/\/127\.0\.0\.1:3080\/a\n/],
  [['http://127.0.0.1', 'http://127.0.0.1'], /too many arguments/],
  [['doctor', 'http://127.0.0.1', 'more'], /too many arguments/],
  [['docter', 'http://127.0.0.1'], /"docter" \(did you mean doctor\?\) is neither a command nor/],
  [['--bail', 'http://127.0.0.1'], /--bail took the URL as its number; put the URL first\./],
  [['--only', 'nothing.*'], /No requirement or operation matches "nothing\.\*"/],
  [['--skip', 'iou.gett'], /No requirement or operation matches "iou\.gett" \(did you mean iou\.get\?\)/],
  [['--only', 'drawngs.*'], /did you mean drawings\?/],
  [
    ['--only', 'iou.*', '--profile', 'controller'],
    /netemu-conformance: --only and --profile controller exclude everything\./,
  ],
  [['--only', 'iou.*', '--skip', 'iou'], /netemu-conformance: --only and --skip exclude everything\./],
  [['--skip', '*'], /netemu-conformance: --skip excludes everything\./],
  [['--only', 'iou.get', '--shard', '2/2'], /netemu-conformance: --shard excludes everything\./],
  [
    ['--runs', '0'],
    /--runs takes at least 1: without generated cases, .* cannot be judged\.\n.*--skip '\*\.generated\.\*'/,
  ],
  [['--replay', 'nodes.start'], /nodes\.start: it is an operation, which --only nodes\.start judges\./],
  [['explain', 'F1'], /F1 is a finding, and here a requirement.*\n.*--replay F1 sends its requests again\./],
  [['--replay', 'iou.get.nothing'], /There is no requirement iou\.get\.nothing\./],
  [['--replay', 'iou.get.sucseeds'], /did you mean iou\.get\.succeeds\?/],
  [
    ['--reporter', 'xml'],
    /There is no reporter xml \(did you mean html\?\)\.\n {2}There are console, json, html, junit/,
  ],
  [['--reporter', 'markdwon'], /did you mean markdown\?/],
  [['--bail', '0'], /--bail takes a whole number/],
  [['--budget', 'all'], /--budget takes a whole number/],
  [['--runs', 'many'], /--runs takes a whole number/],
  [['--seed', '4294967296'], /--seed takes a whole number/],
  [['--timeout', '0'], /--timeout takes a whole number/],
  [['--fail-on', 'all'], /--fail-on takes one of must, should, never/],
  [['--shard', '3/2'], /--shard takes I\/N/],
  [['--header', 'no colon'], /--header takes 'Name: value'/],
  [['--user', 'nobody'], /--user takes 'user:password'/],
  [['--cert', 'cert.pem'], /--cert and --key go together/],
  [['--ca', 'missing.pem'], /Cannot read missing\.pem: there is no such file/],
  [['--header-file', 'missing'], /Cannot read missing/],
  [['--config', 'missing.json'], /Cannot read the configuration/],
  [['--baseline', 'missing.json'], /Cannot read the baseline/],
  [['--update-baseline'], /--update-baseline needs --baseline/],
  [['--requirement-set', '99'], /--requirement-set takes one of/],
  [['--out', '/dev/null/x'], /Cannot write \/dev\/null\/x/],
  [['--out', '/proc/x'], /Cannot write \/proc\/x: there is no such file or folder/],
  [['--out', '/proc/x/y'], /Cannot write \/proc\/x\/y: there is no such file or folder/],
  [
    ['--repro', '/proc/y'],
    /Cannot write \/proc\/y: there is no such[^\n]*\n {2}Choose another folder with --repro/,
  ],
  [['explain', 'iou.get.succeed'], /did you mean iou\.get\.succeeds\?/],
  [['explain', 'iou.updat'], /There is no requirement iou\.updat \(did you mean iou\.update\?\)/],
  [['list', 'iou.gett'], /No requirement or operation matches "iou\.gett" \(did you mean iou\.get\?\)/],
  [['explain'], /missing required argument/],
  [['serve', '--port', '99999'], /--port takes a whole number/],
  [['serve', '--fault', 'no-such-fault'], /There is no fault no-such-fault/],
  [['serve', '--fault', 'nodes.start.other-sucess-code'], /did you mean nodes\.start\.other-success-code\?/],
  [['matrix', 'a.json', '--format', 'pdf'], /Allowed choices are text, markdown, html\./],
  [['report', 'missing.json'], /Cannot read missing\.json/],
  [['compare', 'a.json'], /missing required argument/],
  [['merge', 'missing.json'], /Cannot read missing\.json/],
];

/** Variables of the environment and what the message must say. */
const misset: readonly (readonly [Record<string, string>, RegExp])[] = [
  ...['', ' '].map((url) => [{ NETEMU_CONFORMANCE_URL: url }, emptyUrl] as const),
  [
    { NETEMU_CONFORMANCE_MAXTIME: '60' },
    /NETEMU_CONFORMANCE_MAXTIME \(did you mean NETEMU_CONFORMANCE_MAX_TIME\?\)\./,
  ],
];

test.concurrent.for([
  ...refused.map(([args, message]) => ({ args, env: {}, message })),
  ...misset.map(([env, message]) => ({ args: [], env, message })),
])('$args $env: exit 2 and a clear line', async ({ args, env, message }, { expect }) => {
  const { code, stdout, stderr } = await call(args, { env });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(message);
  expect(stderr).toMatch(/^netemu-conformance: .+\n {2}.+\n$/m);
  expect(stderr).not.toMatch(/\n\s+at /);
});

describe('a configuration', () => {
  const configs: readonly (readonly [string, RegExp])[] = [
    ['{"shard":"0/0"}', /shard takes I\/N with I from 1 to N and N up to 64/],
    ['{', /is not valid JSON/],
    ['[]', /the file must be an object/],
    ['{"runs": "7"}', /: "runs" must be an integer\./],
    ['{"runs": 0}', /: "runs" must be at least 1\./],
    ['{"only": "iou.*"}', /: "only" must be an array\./],
    ['{"profle": "full"}', /the file has an unknown field "profle" \(did you mean profile\?\)/],
    ['{"rest": {"nod": {}}}', /"rest" has an unknown field "nod" \(did you mean node\?\)/],
    ['{"reporter": ["jnuit"]}', /"reporter\.0" must be one of console, .* \(did you mean junit\?\)/],
    ['{"failOn": "all"}', /"failOn" must be one of must, should, never\./],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a configuration's own way to name a variable
    ['{"headers": {"X-Token": "${NO_SUCH_VARIABLE}"}}', /needs the environment variable NO_SUCH_VARIABLE/],
    ['{"url": ""}', /"url" must not be empty\./],
  ];
  test.concurrent.for(configs)('%s: exit 2 and a clear line', async ([text, message], { expect }) => {
    const cwd = folder();
    writeFileSync(path.join(cwd, 'netemu-conformance.config.json'), text);
    const { code, stderr } = await call([], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});

test.concurrent('any other variable that is empty is not given', async ({ expect }) => {
  const names = ['config', ...optionNames];
  const empty = Object.fromEntries(names.map((name) => [variableOf(name), '']));
  const { code, stdout } = await call(['--print-config'], { env: empty });
  expect(code).toBe(0);
  const { options } = JSON.parse(stdout) as { options: Record<string, { from: string }> };
  expect(Object.values(options).filter(({ from }) => from !== 'default')).toEqual([]);
});

test('the library refuses a URL that is empty or undefined', async () => {
  for (const url of ['', undefined])
    await expect(runConformance({ url } as ConformanceOptions)).rejects.toMatchObject({ code: 'empty-url' });
});

test.concurrent('a file that is no report is told from one that is', async ({ expect }) => {
  const cwd = folder();
  writeFileSync(path.join(cwd, 'a.json'), '{}');
  const { code, stderr } = await call(['report', 'a.json'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toMatch(/a\.json is no report/);
});

test.concurrent('help and version go to the standard output', async ({ expect }) => {
  const [help, version] = await Promise.all([command(['--help']), command(['--version'])]);
  expect([help.code, version.code]).toEqual([0, 0]);
  expect(help.stdout).toMatch(/Usage: netemu-conformance/);
  const headings = help.stdout.match(/^[A-Z].*:$/gm);
  expect(headings?.slice(0, 3)).toEqual(['Arguments:', 'What is written:', 'What is judged:']);
  expect(headings).not.toContain('Options:');
  expect(help.stdout).toMatch(/130 Ctrl-C, 143 SIGTERM\.\n$/);
  expect(help.stdout).toContain('stop after n failures that count (default: 1)');
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test.concurrent('the help of a command has one list of options', async ({ expect }) => {
  const { stdout } = await call(['serve', '--help']);
  expect(stdout.match(/^[A-Z].*:$/gm)).toEqual(['Options:']);
});

test.concurrent('a stack trace is shown to those who ask for it', async ({ expect }) => {
  for (const run of [call, command]) {
    const { code, stderr } = await run(['--ca', 'missing.pem', '--debug']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/\n\s+at /);
  }
});
