/** What the documentation shows to type is typed here, and what CI files do is done. */
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ReferenceServer, serveReference } from '../../reference-impl/index.js';
import { command, folder, plainEnv } from '../cli/command.js';
import { closedPort } from '../cli/servers.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const shown = 'http://127.0.0.1:3080';

let server: ReferenceServer;
beforeAll(async () => {
  server = await serveReference();
  return () => server.close();
});

/** Less of everything, unless an example says otherwise itself. */
const short = { NETEMU_CONFORMANCE_RUNS: '1', NETEMU_CONFORMANCE_ONLY: 'iou.get,projects.get,drawings.list' };

/** The commands of a document's shell blocks, without those that go on in the background. */
const commandsIn = (file: string) =>
  [...read(file).matchAll(/^```sh\n([\s\S]*?)^```/gm)]
    .flatMap(([, block = '']) => block.split('\n'))
    .filter((line) => line.startsWith('npx netemu-conformance') && !line.endsWith('&'));

/** Words of a command line without a shell: the examples quote with single quotes only. */
const words = (line: string) =>
  [...line.replace(/ +#.*/, '').matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );

describe.for(['README.md', 'docs/ci.md', 'docs/configuration.md'])('%s', (file) => {
  test('its commands do what it says', { timeout: 300_000 }, async () => {
    const cwd = folder();
    const lines = commandsIn(file);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      const args = words(line)
        .slice(2)
        .map((word) => word.replace(shown, server.url));
      const own = args.includes('--only') ? { NETEMU_CONFORMANCE_RUNS: '1' } : short;
      const { code, stderr } = await command(args, { cwd, env: own });
      expect({ line, code, stderr: code === 0 ? '' : stderr }).toEqual({ line, code: 0, stderr: '' });
    }
  });

  test('what it links to is there', () => {
    const links = [...read(file).matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, to = '']) => to);
    for (const to of links) expect(existsSync(path.join(root, path.dirname(file), to)), to).toBe(true);
  });
});

test('the configuration that is shown is valid, and complete enough to run', async () => {
  const [, text = ''] = /```json\n([\s\S]*?)```/.exec(read('docs/configuration.md')) ?? [];
  const cwd = folder();
  writeFileSync(path.join(cwd, 'netemu-conformance.config.json'), text.replace(shown, server.url));
  const ended = await command([], { cwd, env: { ...short, LAB_TOKEN: 'x' } });
  expect(ended.code).toBe(0);
});

/** A folder with an npx that runs this build, for scripts that would ask a registry. */
function withNpx(): string {
  const bin = path.join(folder(), 'bin');
  mkdirSync(bin);
  const main = path.join(root, 'dist', 'cli', 'main.js');
  writeFileSync(path.join(bin, 'npx'), `#!/bin/sh\nexec "${process.execPath}" "${main}"\n`);
  chmodSync(path.join(bin, 'npx'), 0o755);
  return bin;
}

const script = (name: string, env: NodeJS.ProcessEnv, cwd: string) =>
  promisify(execFile)('bash', [path.join(root, 'ci', name)], {
    cwd,
    env: { ...plainEnv(), ...short, PATH: `${withNpx()}:${process.env.PATH}`, ...env },
  }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
  );

describe('the step of the GitHub Action', () => {
  const action = async (env: NodeJS.ProcessEnv) => {
    const cwd = folder();
    const output = path.join(cwd, 'output');
    const inputs = { PACKAGE_VERSION: '0.1.0', NETEMU_CONFORMANCE_OUT: 'out', GITHUB_OUTPUT: output, ...env };
    const ended = await script('action.sh', { NETEMU_CONFORMANCE_REPORTER: 'json,github', ...inputs }, cwd);
    return { ...ended, cwd, outputs: existsSync(output) ? readFileSync(output, 'utf8') : '' };
  };

  test('hands on the exit code, and gives the verdict and the report', async () => {
    const { code, outputs } = await action({ NETEMU_CONFORMANCE_URL: server.url });
    expect(code).toBe(0);
    expect(outputs).toBe('verdict=conformant\nreport=out/report.json\n');
  });

  test.for([
    '$(touch owned)',
    '`touch owned`',
    '"; touch owned; "',
    '--insecure',
  ])('never evaluates %s', async (input) => {
    const { code, cwd } = await action({ NETEMU_CONFORMANCE_URL: input, NETEMU_CONFORMANCE_SKIP: input });
    expect(code).toBe(2);
    expect(existsSync(path.join(cwd, 'owned'))).toBe(false);
    expect((await action({ PACKAGE_VERSION: input })).code).toBe(2);
  });

  test('every input reaches the command as a variable that it reads, and none is in a script', () => {
    const text = read('action.yml');
    expect(text.match(/run: .*/g)).toEqual(['run: bash "$GITHUB_ACTION_PATH/ci/action.sh"']);
    expect(read('ci/action.sh')).not.toContain('inputs.');
  });
});

test('the shell example starts a server, waits for it and judges it', async () => {
  const main = path.join(root, 'dist', 'cli', 'main.js');
  const url = await closedPort();
  const env = {
    LAB_COMMAND: `'${process.execPath}' '${main}' serve --port ${new URL(url).port}`,
    NETEMU_CONFORMANCE_URL: url,
  };
  const { code, stdout } = await script('conformance.sh', env, folder());
  expect(stdout).toMatch(/^conformant: /m);
  expect(code).toBe(0);
});
