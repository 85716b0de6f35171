/** Addresses are not known before the package is published somewhere: a publication without them is refused. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folder } from '../cli/command.js';
import { root } from '../root.js';
import { offline, run } from './installed.js';

/** What `npm publish` runs first, on a copy of the package with these fields and pages. */
async function publication(fields: object, page: string) {
  const cwd = folder();
  for (const file of ['package.json', 'scripts/publishable.mjs'])
    cpSync(path.join(root, file), path.join(cwd, file));
  const {
    repository: _,
    homepage: __,
    ...manifest
  } = JSON.parse(readFileSync(path.join(cwd, 'package.json'), 'utf8'));
  writeFileSync(path.join(cwd, 'package.json'), JSON.stringify({ ...manifest, ...fields }));
  writeFileSync(path.join(cwd, 'README.md'), '');
  mkdirSync(path.join(cwd, 'docs'));
  writeFileSync(path.join(cwd, 'docs/ci.md'), page);
  return run('npm', ['run', '--silent', 'prepublishOnly'], { cwd, env: offline() }).then(
    () => ({ code: 0, stderr: '' }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  );
}

const addresses = { repository: 'https://example.org/lab/suite', homepage: 'https://example.org' };

test('is refused while an address is missing, and told which', async () => {
  const { code, stderr } = await publication({}, '- uses: OWNER/netemu-conformance@v0.1');
  expect(code).toBe(1);
  expect(stderr).toContain('package.json has no "repository"');
  expect(stderr).toContain('package.json has no "homepage"');
  expect(stderr).toContain('docs/ci.md says HOST or OWNER');
  expect((await publication(addresses, 'git+https://HOST/x.git')).code).toBe(1);
});

test('goes on when all are there', async () => {
  expect((await publication(addresses, '- uses: lab/netemu-conformance@v0.1')).code).toBe(0);
});
