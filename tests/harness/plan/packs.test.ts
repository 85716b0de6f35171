/** Which values share a body, and which bodies share a resource. */
import { describe, expect, test } from 'vitest';
import { alone, maxRow, packed, rows, shared } from '../../../harness/plan/packs.js';
import { edgeTrials } from '../../../harness/plan/singles.js';
import { caseOf, operations } from '../by-hand.js';

describe.each(operations)('edge values of $id in packs', ({ fields }) => {
  const trials = fields.map((field) => edgeTrials(field, false));
  const packs = packed('edge', trials);

  test('every value is dealt once', () => {
    const dealt = packs.flatMap((pack) => pack.trials);
    expect(dealt).toHaveLength(trials.flat().length);
    expect(new Set(dealt)).toEqual(new Set(trials.flat()));
  });

  test('no pack has two values of one field', () => {
    for (const pack of packs) {
      const names = pack.trials.map(({ field }) => field);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  test('values that are alike share a pack', () => {
    for (const words of ['empty', 'an emoji', '-1', '2^31']) {
      const fieldsWith = trials.filter((some) => some.some((trial) => trial.class === words)).length;
      const packsWith = packs.filter((pack) => pack.trials.some((trial) => trial.class === words)).length;
      expect(packsWith).toBe(Math.min(fieldsWith, 1));
    }
  });
});

test('values of which nothing is known share packs by their place', () => {
  const trial = (field: string, word: string) => ({ field, class: word, value: word });
  const packs = packed('edge', [[trial('a', 'p'), trial('a', 'q')], [trial('b', 'r')]]);
  expect(packs.map(({ trials }) => trials.map((each) => `${each.field} ${each.class}`))).toEqual([
    ['a p', 'b r'],
    ['a q'],
  ]);
});

test('two values of one field never share a pack, however alike', () => {
  const empty = { field: 'a', class: 'empty', value: '' };
  expect(packed('edge', [[empty, empty]]).map(({ trials }) => trials)).toEqual([[empty], [empty]]);
});

const cases = (count: number) => Array.from({ length: count }, (_, x) => caseOf('invalid', { x }, 'refused'));
const lengths = (units: readonly { readonly cases: readonly unknown[] }[]) =>
  units.map((unit) => unit.cases.length);

test('memory is written with the defaults off that would hide it', () => {
  const trial = (field: string) => ({ field, class: '2048', value: 2048 });
  expect(packed('edge', [[trial('ram')], [trial('nvram')]])).toEqual([
    expect.objectContaining({ base: { use_default_iou_values: false } }),
  ]);
  expect(packed('edge', [[trial('adapters')]])[0]).not.toHaveProperty('base');
});

describe('refusals in rows', () => {
  test.each([
    [1, [1]],
    [2, [1, 1]],
    [3, [1, 1, 1]],
    [4, [1, 3]],
    [32, [1, 31]],
    [33, [1, 31, 1]],
    [65, [1, 31, 31, 1, 1]],
  ])('%i stand in rows of %j: the first has one', (count, expected) =>
    expect(lengths(rows(cases(count)))).toEqual(expected));

  test('none stand in no row', () => expect(rows([])).toEqual([]));

  test.each([
    1, 2, 30, 31, 32, 100,
  ])('%i all stand in a row, in order, always an odd number of them', (count) => {
    for (const first of [true, false]) {
      const all = cases(count);
      const units = rows(all, first);
      expect(units.flatMap((unit) => unit.cases)).toEqual(all);
      expect(lengths(units).filter((length) => length % 2 === 0 || length > maxRow)).toEqual([]);
    }
  });
});

test('updates stand alone, creations share a list', () => {
  expect(lengths(alone(cases(3)))).toEqual([1, 1, 1]);
  const all = cases(17);
  expect(lengths(shared(all))).toEqual([8, 8, 1]);
  expect(shared(all).flatMap((unit) => unit.cases)).toEqual(all);
});
