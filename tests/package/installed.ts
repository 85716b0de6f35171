/** The package as npm ships it, packed and put into an empty folder. */
import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { folder, plainEnv } from '../cli/command.js';
import { root } from '../root.js';

/** Where the dependencies of this project are installed. */
export const modules = path.join(root, 'node_modules');

export const run = promisify(execFile);

export interface Installed {
  /** The folder of the user, in which npx finds the command. */
  readonly home: string;
  /** The package in it. */
  readonly folder: string;
  readonly tarball: string;
  /** What the tarball holds. */
  readonly files: readonly string[];
}

/** No registry, and no way through a proxy: whatever wants a network fails. */
export const offline = () => ({
  ...plainEnv(),
  npm_config_offline: 'true',
  http_proxy: 'http://127.0.0.1:1',
  https_proxy: 'http://127.0.0.1:1',
  no_proxy: '127.0.0.1',
});

let installed: Promise<Installed> | undefined;

/** Packed and installed once for all tests of a worker. */
export function install(): Promise<Installed> {
  installed ??= packed();
  return installed;
}

/** As npm would install it, but with links to the declared dependencies, since there is no registry to ask. */
async function packed(): Promise<Installed> {
  const home = folder();
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', home];
  const { stdout } = await run('npm', pack, { cwd: root });
  const [tar] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  const tarball = path.join(home, tar.filename);
  const own = path.join(home, 'node_modules', manifest.name);
  mkdirSync(own, { recursive: true });
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', own]);
  // The examples are tests, for a Vitest that the user has.
  for (const name of [...Object.keys(manifest.dependencies), 'vitest']) {
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
  return { home, folder: own, tarball, files: tar.files.map((file) => file.path) };
}
