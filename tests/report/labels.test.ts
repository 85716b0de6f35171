import { expect, test } from 'vitest';
import { duration } from '../../report/labels.js';

test.for([
  [12.4, '12 ms'],
  [999.4, '999 ms'],
  [999.7, '1.0 s'],
  [3449, '3.4 s'],
  [59_940, '59.9 s'],
  [59_960, '1 min 0 s'],
  [119_400, '1 min 59 s'],
  [119_600, '2 min 0 s'],
  [125_000, '2 min 5 s'],
] as const)('%d ms are %s', ([ms, text]) => {
  expect(duration(ms)).toBe(text);
});
