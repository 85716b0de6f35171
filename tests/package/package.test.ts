/** The package as npm ships it: packed, put into an empty folder, and used there without a network. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { serveReference } from '../../reference-impl/index.js';
import type { Report } from '../../schemas/generated/report.js';
import { expectWhole } from '../cli/report-schema.js';
import { root } from '../root.js';
import { type Installed, install, modules, offline, run } from './installed.js';

const bin = (name: string) => path.join(modules, '.bin', name);

let home = '';
let installed: Installed;

beforeAll(async () => {
  installed = await install();
  home = installed.home;
}, 120_000);

describe('the tarball', () => {
  test('carries what is needed to run and to type-check, and no development files', () => {
    const { files } = installed;
    for (const needed of [
      'dist/cli/main.js',
      'dist/cli/index.d.ts',
      'dist/suites/index.js',
      'dist/schemas/openapi.json',
      'dist/schemas/report.schema.json',
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
    ])
      expect(files).toContain(needed);
    const unwanted = files.filter(
      (file) =>
        !/^(dist\/.*\.(js|d\.ts|json)|(docs|ci|examples)\/.*|[A-Z]+(\.md)?|package\.json)$/.test(file),
    );
    expect(unwanted).toEqual([]);
    expect(files.filter((file) => /\b(tests|bench|scripts)\b/.test(file))).toEqual([]);
  });

  test('is in order for those who publish and those who import', async () => {
    await run(bin('publint'), ['--strict', installed.tarball]);
    await run(bin('attw'), [installed.tarball, '--profile', 'esm-only', '--no-emoji']);
  });
});

describe('what is named is there', () => {
  /** Text of every file of the package that people read or that speaks to them. */
  const texts = () =>
    installed.files
      .filter((file) => /\.(js|md)$/.test(file))
      .map((file) => [file, readFileSync(path.join(installed.folder, file), 'utf8')] as const);

  test('pages that messages of the command name', () => {
    const named = texts().flatMap(([file, text]) =>
      file.endsWith('.js') ? [...text.matchAll(/\bdocs\/[\w-]+\.\w+/g)].map(([page]) => page) : [],
    );
    expect(named).toContain('docs/targets.md');
    for (const page of new Set(named)) expect(installed.files).toContain(page);
  });

  test('files that a message names by their whole path', async () => {
    const messages = await Promise.all([
      refusal(['--config', 'bad.json'], '{"nonsense": 1}'),
      refusal(['--provision', 'static', '--fixtures', 'bad.json'], '{"nonsense": 1}'),
    ]);
    const paths = messages.flatMap((message) => message.match(/\/\S+\.(md|json)\b/g) ?? []);
    expect(paths.filter((each) => each.includes('node_modules'))).toHaveLength(2);
    for (const each of paths) expect(existsSync(each), each).toBe(true);
  });

  test('files that the pages link to', () => {
    const links = texts().flatMap(([file, text]) =>
      file.endsWith('.md')
        ? [...text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, to = '']) =>
            path.join(path.dirname(file), to),
          )
        : [],
    );
    expect(links.length).toBeGreaterThan(10);
    for (const to of new Set(links)) expect(installed.files).toContain(to);
  });

  /** What the installed command says of a file that it cannot use. */
  async function refusal(args: readonly string[], text: string): Promise<string> {
    writeFileSync(path.join(home, 'bad.json'), text);
    const ended = await run('npx', ['netemu-conformance', ...args], { cwd: home, env: offline() }).catch(
      (error: { code: number; stderr: string }) => error,
    );
    expect(ended).toMatchObject({ code: 2 });
    return ended.stderr;
  }
});

test('npx judges a server from an empty folder, and answers questions', async () => {
  const server = spawn(process.execPath, ['node_modules/.bin/netemu-conformance', 'serve', '--port', '0'], {
    cwd: home,
    env: offline(),
  });
  const url = await new Promise<string>((resolve) =>
    server.stdout.on('data', (text) => resolve(/http:\S+/.exec(String(text))?.[0] ?? '')),
  );
  const answers = (...args: string[]) =>
    run('npx', ['netemu-conformance', ...args], { cwd: home, env: offline() });
  const { stdout } = await answers(url, '--runs', '2', '--only', 'iou');
  expect(stdout).toMatch(/^conformant in what was selected, exit 0: /m);
  expect((await answers('--help')).stdout).toContain('Usage: netemu-conformance');
  expect((await answers('doctor', url)).stdout).toContain('17 of 17 operations can be tested');
  expect((await answers('explain', 'iou.get.succeeds')).stdout).toContain('iou.get: GET /v2/compute');
  server.kill();
  expectWhole(
    JSON.parse(readFileSync(path.join(home, 'conformance-report', 'report.json'), 'utf8')) as Report,
  );
});

test('the library is called from a Vitest of the user, with types, schemas and descriptions', async () => {
  const examples = ['conformance.test.ts', 'traffic.test.ts'];
  for (const example of examples)
    writeFileSync(path.join(home, example), readFileSync(path.join(root, 'examples', 'vitest', example)));
  const server = await serveReference();
  const vitest = (env: NodeJS.ProcessEnv) =>
    run(process.execPath, [path.join(modules, 'vitest', 'vitest.mjs'), 'run'], {
      cwd: home,
      env: { ...offline(), ...env },
    });
  expect((await vitest({ LAB_URL: server.url })).stdout).toMatch(/Tests {2}3 passed/);
  await expect(vitest({})).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The URL of the server is empty'),
  });
  await server.close();
  const faulty = await serveReference({ faults: ['projects.update.does-not-store-name'] });
  await expect(vitest({ LAB_URL: faulty.url })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/projects\.update does not store/),
  });
  await faulty.close();
  writeFileSync(
    path.join(home, 'imports.mjs'),
    `import { createRequire } from 'node:module';
     const require = createRequire(import.meta.url);
     for (const name of ['openapi.json', 'schemas/report.schema.json', 'schemas/config.schema.json', 'schemas/baseline.schema.json', 'package.json'])
       if (Object.keys(require('netemu-conformance/' + name)).length === 0) throw new Error(name);`,
  );
  await run(process.execPath, ['imports.mjs'], { cwd: home, env: offline() });
  const how = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'NodeNext', '--target', 'ES2023'];
  const types = ['--types', 'node', '--typeRoots', path.join(modules, '@types')];
  await run(bin('tsc'), [...how, ...types, ...examples], { cwd: home });
  expect(readdirSync(home)).not.toContain('node_modules/.vite');
});
