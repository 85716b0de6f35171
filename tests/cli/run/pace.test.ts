import { expect, test } from 'vitest';
import { Pace } from '../../../cli/run/pace.js';

/** Milliseconds a request after verdicts came at these times, with so many requests sent. */
function paceOf(verdicts: readonly (readonly [ms: number, requests: number])[]): number | undefined {
  let at = 0;
  const pace = new Pace(() => at);
  for (const [ms, requests] of verdicts) {
    at = ms;
    pace.note(requests);
  }
  return pace.msEach;
}

test('the pace is known after a second, in three stretches', () => {
  expect(paceOf([])).toBeUndefined();
  expect(
    paceOf([
      [0, 0],
      [900, 30],
    ]),
  ).toBeUndefined();
  expect(
    paceOf([
      [0, 0],
      [400, 40],
      [800, 80],
      [1200, 120],
    ]),
  ).toBe(10);
});

test('a few requests say nothing, however long they take', () => {
  expect(
    paceOf([
      [0, 0],
      [1000, 1],
      [2000, 2],
      [3000, 3],
    ]),
  ).toBeUndefined();
});

test('a stretch that met a time-out does not count', () => {
  expect(
    paceOf([
      [0, 0],
      [10_000, 8],
      [10_400, 48],
      [10_800, 88],
      [11_200, 128],
    ]),
  ).toBe(10);
});
