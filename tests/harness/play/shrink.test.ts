import { describe, expect, test } from 'vitest';
import { shrink } from '../../../harness/play/sequences.js';

/** Shows its own steps where it fails, and counts how often it was asked. */
function failing(fails: (steps: readonly string[]) => boolean) {
  const tried: string[] = [];
  const shows = async (steps: readonly string[]) => {
    tried.push(steps.join(''));
    return fails(steps) ? steps.join('') : undefined;
  };
  return { tried, shrink: (steps: string) => shrink([...steps], steps, shows) };
}

describe('the shortest list of steps that still fails', () => {
  test.each([
    ['one step', 'abcdefgh', (steps: readonly string[]) => steps.includes('e'), 'e'],
    ['the first and the last', 'abcdefgh', (steps: readonly string[]) => /a.*h/.test(steps.join('')), 'ah'],
    ['three of any', 'abcdefgh', (steps: readonly string[]) => steps.length >= 3, 'fgh'],
    ['all of them', 'abc', (steps: readonly string[]) => steps.join('') === 'abc', 'abc'],
    ['a single one', 'a', () => true, 'a'],
  ])('%s', async (_words, steps, fails, expected) => {
    const shortest = await failing(fails).shrink(steps);
    expect(shortest.steps.join('')).toBe(expected);
    expect(shortest.shown).toBe(expected);
    expect(shortest.repeats).toBe(true);
  });

  test('is never empty', async () => {
    const { tried, shrink: cut } = failing(() => true);
    await cut('abcd');
    expect(tried).not.toContain('');
  });

  test('costs few tries for long lists', async () => {
    const { tried, shrink: cut } = failing((steps) => steps.includes('7'));
    await cut('0123456789'.padEnd(64, '.'));
    expect(tried.length).toBeLessThan(20);
  });
});

test('what does not fail every time does not repeat', async () => {
  let times = 0;
  const shows = async () => (++times % 2 === 0 ? 'failed' : undefined);
  expect((await shrink(['a'], 'failed', shows)).repeats).toBe(false);
});

test('what cannot be had again is told as it was seen', async () => {
  const shortest = await failing(() => false).shrink('abc');
  expect(shortest).toEqual({ steps: ['a', 'b', 'c'], shown: 'abc', repeats: false });
});
