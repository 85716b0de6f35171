import { existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../cli/output/folder.js';
import { call, folder } from '../command.js';

test('a folder that is made in between is taken as it is', () => {
  const parent = folder();
  // It is not there at first, and is when its parent, on this way, was made.
  makeFolder(`${parent}/a/b/..`);
  expect(existsSync(path.join(parent, 'a', 'b'))).toBe(true);
});

test('what is no folder stays in the way', () => {
  const link = path.join(folder(), 'link');
  symlinkSync('nowhere', link);
  expect(() => makeFolder(link)).toThrow(/EEXIST/);
});

test('a report is found by the folder that it is in', async () => {
  const cwd = folder();
  await call(['--only', 'projects.get.succeeds', '--out', 'one'], { cwd });
  const compared = await call(['compare', 'one', 'one/report.json'], { cwd });
  expect([compared.code, compared.stderr]).toEqual([0, '']);
  expect((await call(['report', 'one', '--reporter', 'html'], { cwd })).code).toBe(0);
  expect(existsSync(path.join(cwd, 'one', 'report.html'))).toBe(true);
  expect((await call(['compare', '.', 'one'], { cwd })).stderr).toMatch(/Cannot read report\.json/);
});
