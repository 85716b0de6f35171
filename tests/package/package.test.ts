/** The package as npm ships it: packed, put into an empty folder, and used there without a network. */
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import type { Report } from '../../schemas/generated/report.js';
import { folder, plainEnv } from '../cli/command.js';
import { expectWhole } from '../cli/report-schema.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const modules = path.join(root, 'node_modules');
const bin = (name: string) => path.join(modules, '.bin', name);

const home = folder();
const installed = path.join(home, 'node_modules', manifest.name);
let tarball = '';
let files: readonly string[] = [];

/** No registry, and no way through a proxy: whatever wants a network fails. */
const offline = () => ({
  ...plainEnv(),
  npm_config_offline: 'true',
  http_proxy: 'http://127.0.0.1:1',
  https_proxy: 'http://127.0.0.1:1',
  no_proxy: '127.0.0.1',
});

/** As npm would install it, but with links to the declared dependencies, since there is no registry to ask. */
beforeAll(async () => {
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', home];
  const { stdout } = await run('npm', pack, { cwd: root });
  const [packed] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  tarball = path.join(home, packed.filename);
  files = packed.files.map((file) => file.path);
  mkdirSync(installed, { recursive: true });
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed]);
  for (const name of Object.keys(manifest.dependencies)) {
    const link = path.join(home, 'node_modules', name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(modules, name), link);
  }
  mkdirSync(path.join(home, 'node_modules', '.bin'));
  symlinkSync(
    `../${manifest.name}/${manifest.bin[manifest.name as 'netemu-conformance']}`,
    path.join(home, 'node_modules', '.bin', manifest.name),
  );
  writeFileSync(path.join(home, 'package.json'), '{"type": "module", "private": true}');
}, 120_000);

describe('the tarball', () => {
  test('carries what is needed to run and to type-check, and no development files', () => {
    for (const needed of [
      'dist/cli/main.js',
      'dist/cli/index.d.ts',
      'dist/suites/vitest.js',
      'dist/schemas/openapi.json',
      'dist/schemas/report.schema.json',
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
    ])
      expect(files).toContain(needed);
    const unwanted = files.filter(
      (file) => !/^(dist\/.*\.(js|d\.ts|json)|[A-Z]+(\.md)?|package\.json)$/.test(file),
    );
    expect(unwanted).toEqual([]);
    expect(files.filter((file) => /\b(tests|bench|scripts)\b/.test(file))).toEqual([]);
  });

  test('is in order for those who publish and those who import', async () => {
    await run(bin('publint'), ['--strict', tarball]);
    await run(bin('attw'), [tarball, '--profile', 'esm-only', '--no-emoji']);
  });
});

test('npx judges a server from an empty folder', async () => {
  const server = spawn(process.execPath, ['node_modules/.bin/netemu-conformance', 'serve', '--port', '0'], {
    cwd: home,
    env: offline(),
  });
  const url = await new Promise<string>((resolve) =>
    server.stdout.on('data', (text) => resolve(/http:\S+/.exec(String(text))?.[0] ?? '')),
  );
  const { stdout } = await run('npx', ['netemu-conformance', url, '--runs', '2', '--only', 'iou'], {
    cwd: home,
    env: offline(),
  });
  server.kill();
  expect(stdout).toMatch(/^conformant: /m);
  expectWhole(
    JSON.parse(readFileSync(path.join(home, 'conformance-report', 'report.json'), 'utf8')) as Report,
  );
});

test('the library is called from a Vitest of the user, with types, schemas and descriptions', async () => {
  writeFileSync(
    path.join(home, 'conformance.test.ts'),
    readFileSync(path.join(root, 'examples', 'vitest', 'conformance.test.ts')),
  );
  const { stdout } = await run(process.execPath, [path.join(modules, 'vitest', 'vitest.mjs'), 'run'], {
    cwd: home,
    env: offline(),
  });
  expect(stdout).toMatch(/1 passed/);
  writeFileSync(
    path.join(home, 'imports.mjs'),
    `import { createRequire } from 'node:module';
     const require = createRequire(import.meta.url);
     for (const name of ['openapi.json', 'schemas/report.schema.json', 'schemas/config.schema.json', 'schemas/baseline.schema.json', 'package.json'])
       if (Object.keys(require('netemu-conformance/' + name)).length === 0) throw new Error(name);`,
  );
  await run(process.execPath, ['imports.mjs'], { cwd: home, env: offline() });
  const types = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'NodeNext',
    '--types',
    'node',
    '--typeRoots',
    path.join(modules, '@types'),
    '--target',
    'ES2023',
    'conformance.test.ts',
  ];
  await run(bin('tsc'), types, { cwd: home });
  expect(readdirSync(home)).not.toContain('node_modules/.vite');
});
