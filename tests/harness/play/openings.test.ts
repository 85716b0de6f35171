/** What only the first write to a world shows is told, once, and as seen once where another world does not show it. */
import { expect, test } from 'vitest';
import type { Played } from '../../../harness/play/again.js';
import { Openings } from '../../../harness/play/write-world.js';
import { answered, caseOf } from '../by-hand.js';

const suspect = caseOf('control', { name: 'a' });
const shows = (...fields: string[]): Played => ({
  unit: { cases: [suspect] },
  observations: fields.map((field) => ({
    rule: 'stored',
    case: suspect,
    field,
    result: 'broken',
    outcome: `not stored: ${field}`,
    exchanges: [answered(200)],
  })),
  alone: true,
  before: [],
  history: [],
});

/** What is told of some openings, when units show `units` and another world shows `again`. */
async function told(openings: readonly Played[], units: readonly Played[], again: Played) {
  const all = new Openings();
  for (const each of openings) all.add(each);
  const first = await all.told(units, async () => again);
  const second = await all.told(units, async () => again);
  return [...first, ...second].flatMap(({ observations }) =>
    observations.map(({ field, inCompany }) => (inCompany ? `${field} once` : field)),
  );
}

test('it is told once, however many worlds show it', async () => {
  expect(await told([shows('ram'), shows('ram', 'name')], [], shows('ram', 'name'))).toEqual(['ram', 'name']);
});

test('what units show by themselves is not told again', async () => {
  expect(await told([shows('ram', 'name')], [shows('ram')], shows('name'))).toEqual(['name']);
});

test('what another world does not show was seen once', async () => {
  expect(await told([shows('ram')], [], shows())).toEqual(['ram once']);
});
