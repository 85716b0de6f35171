import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
// @ts-expect-error A script for the pipeline too, in plain JavaScript, which runs before anything is compiled.
import { findBrowser } from '../../scripts/browser.mjs';
import { folder } from '../cli/command.js';

/** A folder in the PATH that holds these programs. */
function pathWith(...names: string[]): string {
  const bin = path.join(folder(), 'bin');
  mkdirSync(bin);
  for (const name of names) writeFileSync(path.join(bin, name), '', { mode: 0o755 });
  return bin;
}

test('finds Chrome where there is no Chromium, as on hosted runners', () => {
  const PATH = pathWith('google-chrome', 'chromium-browser');
  expect(findBrowser({ PATH })).toBe(path.join(PATH, 'google-chrome'));
});

test('finds nothing where there is neither', () => {
  expect(findBrowser({ PATH: pathWith('firefox') })).toBeUndefined();
  expect(findBrowser({})).toBeUndefined();
});

test('takes the one that is named, and no other', () => {
  const PATH = pathWith('chromium', 'mine');
  expect(findBrowser({ PATH, CHROMIUM: path.join(PATH, 'mine') })).toBe(path.join(PATH, 'mine'));
  expect(findBrowser({ PATH, CHROMIUM: path.join(PATH, 'none') })).toBeUndefined();
});
