/** Installs a peer from npm in a folder of its own; `missing` says why there is none. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { run, temporaryFolder } from '../lib/processes.mjs';

export async function install(packages) {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages];
  const { code, stderr } = await run('npm', args, { cwd: folder, timeoutMs: 300_000 });
  return code === 0 ? { folder } : { missing: `npm install failed: ${stderr.trim().split('\n')[0]}` };
}
