/** Instants keep parts of a millisecond, so that what was under way at once is known. */
import { describe, expect, test } from 'vitest';
import { groupsAtOnce, instantIn, sameAtOnce, textOfInstant } from '../../schemas/instant.js';

describe('an instant', () => {
  test('has microseconds, and is read as it was written', () => {
    expect(textOfInstant(1.0625)).toBe('1970-01-01T00:00:00.001062Z');
    expect(instantIn('1970-01-01T00:00:00.001062Z')).toBeCloseTo(1.062, 3);
    expect(instantIn('1970-01-01T00:00:01Z')).toBe(1000);
    expect(instantIn('yesterday')).toBeNaN();
  });
});

describe('what was under way at once', () => {
  const span = (start: number, durationMs: number, request = 'x', purpose = 'update') => ({
    start,
    durationMs,
    request,
    purpose,
  });

  test('began before one before it had ended', () => {
    const spans = [span(0, 1), span(1, 5), span(2, 1), span(4, 1), span(6, 1)];
    expect(groupsAtOnce(spans)).toEqual([[0], [1, 2, 3], [4]]);
  });

  test('is sent after fixtures that were made meanwhile, one by one', () => {
    const making = (start: number) => span(start, 1, 'x', 'fixture: create node');
    expect(groupsAtOnce([span(0, 9), making(1), making(3), span(5, 5), span(6, 1)])).toEqual([
      [0],
      [1],
      [2],
      [3, 4],
    ]);
  });

  test('may have been the very same request', () => {
    expect(sameAtOnce([span(0, 5), span(1, 5, 'y'), span(2, 5)], 2)).toEqual([2, 0]);
    expect(sameAtOnce([span(0, 1), span(2, 1)], 1)).toEqual([1]);
  });
});
