import { expect, test } from 'vitest';
import { Pace } from '../../../cli/run/pace.js';

/** What is known after verdicts came at these times, with so many requests sent. */
function paced(...verdicts: (readonly [ms: number, requests: number])[]): Pace {
  let at = 0;
  const pace = new Pace(() => at);
  for (const [ms, requests] of verdicts) {
    at = ms;
    pace.note(requests);
  }
  return pace;
}

const msEach = (...verdicts: Parameters<typeof paced>) => paced(...verdicts).msEach;

test('the pace is known after a second, in three stretches', () => {
  expect(msEach()).toBeUndefined();
  expect(msEach([0, 0], [900, 30])).toBeUndefined();
  expect(msEach([0, 0], [400, 40], [800, 80], [1200, 120])).toBe(10);
});

test('a few requests say nothing, however long they take', () => {
  expect(msEach([0, 0], [1000, 1], [2000, 2], [3000, 3])).toBeUndefined();
});

test('a stretch that met a time-out does not count', () => {
  expect(msEach([0, 0], [10_000, 8], [10_400, 48], [10_800, 88], [11_200, 128])).toBe(10);
});

test('what the rest of a run will take goes by the latest pace', () => {
  const slow = Array.from({ length: 11 }, (_, i) => [1000 * i, 10 * i] as const);
  const fast = Array.from({ length: 10 }, (_, i) => [10_000 + 200 * (i + 1), 100 + 20 * (i + 1)] as const);
  expect(paced(...slow).msOf(1100)).toBe(110_000);
  expect(paced(...slow, ...fast).msOf(1100)).toBe(20_000);
  expect(paced().msOf(1100)).toBeUndefined();
});
