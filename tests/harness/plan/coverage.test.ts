import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cover, presenceInPairs, presenceInThrees } from '../../../harness/plan/coverage.js';

const letters = fc.constantFrom(...'abcdef');
const itself = (letter: string) => [letter];

describe('drawing until nothing new is covered', () => {
  test('ends by coverage, not by the number drawn', () => {
    const { cases } = cover(letters, itself, { seed: 1, most: 1000 });
    expect([...cases].sort()).toEqual([...'abcdef']);
  });

  test('ends at the upper limit', () => {
    expect(cover(letters, itself, { seed: 1, most: 4 }).cases).toHaveLength(4);
    expect(cover(letters, itself, { seed: 1, most: 0 }).cases).toEqual([]);
  });

  test('starts with the cases that are given, which cover something too', () => {
    const { cases } = cover(letters, itself, { seed: 1, most: 1000, first: ['a', 'a', 'b'] });
    expect(cases.slice(0, 3)).toEqual(['a', 'a', 'b']);
    expect([...cases.slice(3)].sort()).toEqual([...'cdef']);
  });

  test('the same seed draws the same cases, another seed others', () => {
    const draw = (seed: number) => cover(fc.string(), (text) => text, { seed, most: 50 });
    expect(draw(7)).toEqual(draw(7));
    expect(draw(8)).not.toEqual(draw(7));
  });

  test('a larger limit only adds cases', () => {
    const draw = (most: number) => cover(fc.string(), (text) => text, { seed: 7, most }).cases;
    expect(draw(50).slice(0, 10)).toEqual(draw(10));
  });

  test('one case is drawn though nothing counts', () => {
    expect(cover(letters, () => [], { seed: 1, most: 10 }).cases).toHaveLength(1);
  });
});

describe('the chance that one more case would cover something new (Good and Turing)', () => {
  test('is what was seen once, of all that was seen', () => {
    expect(cover(letters, itself, { seed: 1, most: 3, first: ['a', 'a', 'b'] }).residual).toBeCloseTo(1 / 3);
    expect(cover(letters, itself, { seed: 1, most: 4, first: ['a', 'a', 'b', 'b'] }).residual).toBe(0);
  });

  test('is 1 when nothing was seen', () => {
    expect(cover(letters, () => [], { seed: 1, most: 1 }).residual).toBe(1);
  });
});

describe('presence in pairs and threes', () => {
  const everyBody = (names: readonly string[]) =>
    Array.from({ length: 2 ** names.length }, (_, bits) =>
      Object.fromEntries(names.filter((_name, at) => bits & (1 << at)).map((name) => [name, 1])),
    );
  const counted = (names: readonly string[], bodies: readonly object[]) =>
    [presenceInPairs, presenceInThrees].map(
      (of) => new Set(bodies.flatMap((body) => [...of(names)({ ...body })])).size,
    );

  test.each([
    [1, 0, 2],
    [2, 4, 4],
    [3, 4 * 3, 8],
    [4, 4 * 6, 8 * 4],
    [6, 4 * 15, 8 * 20],
  ])('of %i fields has %i and %i patterns', (count, ...patterns) => {
    const names = Array.from({ length: count }, (_, at) => `field ${at}`);
    expect(counted(names, everyBody(names))).toEqual(patterns);
  });

  test.each([
    presenceInPairs,
    presenceInThrees,
  ])('%o covers the same only where the same fields are there', (of) => {
    const coverage = of(['a', 'b', 'c']);
    expect([...coverage({ a: 1, b: null })]).toEqual([...coverage({ b: 2, a: 2 })]);
    expect([...coverage({ a: 1 })]).not.toEqual([...coverage({ b: 1 })]);
  });
});
