/** The ways into a pipeline, played as their platforms do: no home, no configuration, variables that are missing. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { optionNames, variableOf } from '../../cli/options/table.js';
import manifest from '../../package.json' with { type: 'json' };
import { type ReferenceServer, serveReference } from '../../reference-impl/index.js';
import { folder } from '../cli/command.js';
import { closedPort } from '../cli/servers.js';
import { root } from '../root.js';
import { type Installed, install, offline, run } from './installed.js';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

let server: ReferenceServer;
let installed: Installed;
beforeAll(async () => {
  server = await serveReference();
  installed = await install();
  return () => server.close();
});

/** The folder that a job checks out, where npx finds the package without asking a registry. */
let workspace = '';
beforeEach(() => {
  workspace = folder();
  cpSync(path.join(installed.home, 'package.json'), path.join(workspace, 'package.json'));
  symlinkSync(path.join(installed.home, 'node_modules'), path.join(workspace, 'node_modules'));
  judgeLittle();
});

/** By the configuration, so that the variables of a job stay what its platform makes of them. */
const judgeLittle = () =>
  writeFileSync(
    path.join(workspace, 'netemu-conformance.config.json'),
    JSON.stringify({ runs: 1, only: ['iou.get', 'projects.get'] }),
  );

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** No user can make a folder in this home, whatever his rights. */
const bare = () => ({ ...offline(), HOME: '/dev/null' });

const shell = (argv: readonly [string, ...string[]], env: NodeJS.ProcessEnv): Promise<Ended> =>
  run(argv[0], argv.slice(1), { cwd: workspace, env: { ...bare(), ...env } }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Ended) => ({ code, stdout, stderr }),
  );

const isRefusedForItsUrl = ({ code, stderr }: Ended) => {
  expect(stderr).toContain('The URL of the server is empty');
  expect(code).toBe(2);
};

describe('the GitHub Action', () => {
  const text = read('action.yml');
  const keys = [...text.matchAll(/^ {8}(\w+): (.*)$/gm)].map(([, key = '', value = '']) => ({ key, value }));

  /** The step, with every variable that the action sets: empty, as an input that was not given. */
  const action = async (inputs: NodeJS.ProcessEnv = {}) => {
    const output = path.join(workspace, 'output');
    const empty = Object.fromEntries(keys.map(({ key }) => [key, '']));
    const env = { ...empty, GITHUB_ACTION_PATH: root, GITHUB_OUTPUT: output, ...inputs };
    const ended = await shell(['/bin/sh', path.join(root, 'ci', 'action.sh')], env);
    return { ...ended, outputs: existsSync(output) ? readFileSync(output, 'utf8') : '' };
  };

  test('hands each input to a variable that the command reads, and none to a script', () => {
    const inputs = [...text.matchAll(/\$\{\{ inputs\.([\w-]+) \}\}/g)].map(([, name = '']) => name);
    const declared = /^inputs:\n([\s\S]*?)^outputs:/m.exec(text)?.[1] ?? '';
    expect(inputs.sort()).toEqual([...declared.matchAll(/^ {2}([\w-]+):$/gm)].map(([, name]) => name).sort());
    expect(keys.filter(({ value }) => value.includes('inputs.'))).toHaveLength(inputs.length);
    const known = ['PACKAGE_VERSION', ...['url', 'config', ...optionNames].map(variableOf)];
    expect(keys.filter(({ key }) => !known.includes(key))).toEqual([]);
    expect(text.match(/run: .*/g)).toEqual(['run: sh "$GITHUB_ACTION_PATH/ci/action.sh"']);
  });

  test('with nothing but a URL: judges it, and gives the verdict and the report', async () => {
    const { code, outputs } = await action({ NETEMU_CONFORMANCE_URL: server.url });
    expect(code).toBe(0);
    expect(outputs).toBe('verdict=conformant\nreport=conformance-report/report.json\n');
    const { tool, target } = JSON.parse(
      readFileSync(path.join(workspace, 'conformance-report/report.json'), 'utf8'),
    );
    expect(tool.version).toBe(manifest.version);
    expect(target.baseUrl).toBe(server.url);
  });

  test('without a URL: red; with the word reference: the demonstration, which says so', async () => {
    isRefusedForItsUrl(await action());
    const { code, stdout } = await action({ NETEMU_CONFORMANCE_URL: 'reference' });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^conformant in what was selected, exit 0: .*built-in reference implementation, not your server\)$/m,
    );
  });

  test('passes the exit code through, and gives the outputs of this run only', async () => {
    const unreachable = await action({ NETEMU_CONFORMANCE_URL: await closedPort() });
    expect(unreachable.code).toBe(3);
    expect(unreachable.outputs).toContain('verdict=incomplete\n');
    rmSync(path.join(workspace, 'output'));
    const refused = await action({ NETEMU_CONFORMANCE_URL: server.url, NETEMU_CONFORMANCE_RUNS: 'many' });
    expect(refused.code).toBe(2);
    expect(refused.outputs).toBe('');
    expect(existsSync(path.join(workspace, 'conformance-report/report.html'))).toBe(false);
  });

  test.for([
    '$(touch owned)',
    '`touch owned`',
    '"; touch owned; "',
    '--insecure',
  ])('never evaluates %s', async (input) => {
    const ended = await action({ NETEMU_CONFORMANCE_URL: input, NETEMU_CONFORMANCE_SKIP: input });
    expect(ended.code).toBe(2);
    expect((await action({ PACKAGE_VERSION: input, NETEMU_CONFORMANCE_URL: server.url })).code).toBe(2);
    expect(existsSync(path.join(workspace, 'owned'))).toBe(false);
  });

  test('in a container without Node.js, or with an old one: says what to do', async () => {
    const PATH = path.join(workspace, 'bin');
    mkdirSync(PATH);
    const container = () => action({ NETEMU_CONFORMANCE_URL: server.url, PATH });
    const without = await container();
    expect(without.stdout).toMatch(/^::error .*There is no node here\. Run actions\/setup-node/);
    expect(without.code).toBe(2);
    // What asks an old Node.js whether it is recent enough gets no for an answer.
    const old = '#!/bin/sh\nif [ "$1" = --version ]; then echo v18.20.0; else exit 1; fi\n';
    for (const tool of ['node', 'npx']) writeFileSync(path.join(PATH, tool), old, { mode: 0o755 });
    const outdated = await container();
    expect(outdated.stdout).toMatch(/^::error .*Node\.js v18\.20\.0 is too old/);
    expect(outdated.code).toBe(2);
  });
});

describe('the GitLab job', () => {
  const text = read('ci/gitlab.yml');
  const [, script = ''] = /^ {2}script:\n((?: {4}.*\n)+)/m.exec(text) ?? [];
  const lines = [...script.matchAll(/^ {4}- (.*)$/gm)].map(([, line = '']) => line);
  const [, reporters = ''] = /NETEMU_CONFORMANCE_REPORTER: (.*)/.exec(text) ?? [];
  const job = (variables: NodeJS.ProcessEnv) =>
    shell(['bash', '-eo', 'pipefail', '-c', lines.join('\n')], {
      NETEMU_CONFORMANCE_REPORTER: reporters,
      ...variables,
    });

  test('judges the server of LAB_URL, and leaves the JUnit file that it names', async () => {
    expect((await job({ LAB_URL: server.url })).code).toBe(0);
    const [, junit = ''] = /junit: (.*)/.exec(text) ?? [];
    expect(existsSync(path.join(workspace, junit))).toBe(true);
  });

  test('without LAB_URL, with an empty one, and with one that GitLab did not expand: red', async () => {
    isRefusedForItsUrl(await job({}));
    isRefusedForItsUrl(await job({ LAB_URL: '' }));
    expect((await job({ LAB_URL: '$LAB_URL' })).code).toBe(2);
  });
});

describe('the Jenkins stage', () => {
  const text = read('ci/Jenkinsfile');
  const steps = [...text.matchAll(/^ +sh '(.*)'$/gm)].map(([, step = '']) => step);
  const [, reporters = ''] = /NETEMU_CONFORMANCE_REPORTER = '(.*)'/.exec(text) ?? [];
  /** Jenkins runs each step by itself, and sets no variable that is empty. */
  const stage = async (parameters: NodeJS.ProcessEnv) => {
    const env = { WORKSPACE: workspace, NETEMU_CONFORMANCE_REPORTER: reporters, ...parameters };
    let ended: Ended = { code: 0, stdout: '', stderr: '' };
    for (const step of steps) if (ended.code === 0) ended = await shell(['sh', '-xe', '-c', step], env);
    return ended;
  };

  test('judges the server of the parameter, although its user has no home', async () => {
    expect((await stage({ LAB_URL: server.url })).code).toBe(0);
    expect(existsSync(path.join(workspace, 'conformance-report/junit.xml'))).toBe(true);
    expect(existsSync(path.join(workspace, '.npm'))).toBe(true);
  });

  test('on the first build, which has no parameters: red, and no report of an earlier build', async () => {
    mkdirSync(path.join(workspace, 'conformance-report'));
    isRefusedForItsUrl(await stage({}));
    expect(existsSync(path.join(workspace, 'conformance-report'))).toBe(false);
  });

  test('asks for credentials only where some are named', () => {
    expect(text.match(/credentialsId: .*?,/g)).toEqual(['credentialsId: params.LAB_CREDENTIALS,']);
    expect(text).toMatch(/if \(params\.LAB_CREDENTIALS\) \{\s+credentials = \[/);
  });
});

describe('the shell example', () => {
  const main = path.join(root, 'dist', 'cli', 'main.js');
  const script = (env: NodeJS.ProcessEnv) => shell(['bash', path.join(root, 'ci', 'conformance.sh')], env);

  test('starts a server, waits for it and judges it', async () => {
    const url = await closedPort();
    const { code, stdout } = await script({
      LAB_COMMAND: `'${process.execPath}' '${main}' serve --port ${new URL(url).port}`,
      NETEMU_CONFORMANCE_URL: url,
    });
    expect(stdout).toMatch(/^conformant in what was selected, exit 0: /m);
    expect(code).toBe(0);
  });

  test('without a URL: red', async () => {
    expect((await script({ LAB_COMMAND: 'true' })).code).not.toBe(0);
  });
});

test('every file that names a version names this one', () => {
  const series = manifest.version.split('.').slice(0, 2).join('.');
  for (const file of ['ci/gitlab.yml', 'ci/Jenkinsfile', 'ci/conformance.sh', 'docs/ci.md']) {
    const named = [...read(file).matchAll(/netemu-conformance@v?([\d.]+)/g)].map(([, version]) => version);
    expect(named.length, file).toBeGreaterThan(0);
    expect([...new Set(named)], file).toEqual([series]);
  }
});
