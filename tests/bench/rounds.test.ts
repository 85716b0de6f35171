import { describe, expect, test } from 'vitest';
// @ts-expect-error The benches are plain JavaScript: they measure what is compiled, and are not compiled themselves.
import { interleave, ratios, spread } from '../../bench/lib/statistics.mjs';

describe('rounds', () => {
  test('let the candidates take turns, each beginning once', async () => {
    const order: string[] = [];
    const candidate = (name: string) => async () => order.push(name);
    await interleave(2, { a: candidate('a'), b: candidate('b') });
    expect(order).toEqual(['a', 'b', 'b', 'a']);
  });

  test('have a median with its spread, for even counts too', () => {
    expect(spread([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3 });
    expect(spread([4, 1, 2, 3])).toEqual({ median: 2.5, min: 1, max: 4 });
  });

  test('are compared each with its own', () => {
    expect(ratios([2, 30, 4], [1, 10, 4])).toEqual({ median: 2, min: 1, max: 3 });
  });
});
