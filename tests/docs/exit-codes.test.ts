import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exitCodes } from '../../cli/cli-error.js';

test('every exit code is in the one table of them, and no other', () => {
  const page = readFileSync(new URL('../../docs/building.md', import.meta.url), 'utf8');
  const table = page.split('## Exit codes')[1] ?? '';
  const told = [...table.matchAll(/^\| ([\d, ]+) \|/gm)].flatMap(([, codes = '']) => codes.split(', '));
  expect(told.map(Number).sort()).toEqual(Object.values(exitCodes).sort());
});
