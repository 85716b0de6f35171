import { existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../cli/output/folder.js';
import { folder } from '../command.js';

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
