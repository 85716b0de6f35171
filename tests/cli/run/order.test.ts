import { expect, test } from 'vitest';
import { affordable, costOf, inOrder, plainFirst, shareFound } from '../../../cli/run/order.js';
import { statements } from '../../../cli/statements.js';

const ids = statements.map(({ id }) => id);

test('an order leaves nothing out and adds nothing, and is always the same', () => {
  const order = inOrder(ids);
  expect([...order].sort()).toEqual([...ids].sort());
  expect(inOrder([...ids].reverse())).toEqual(order);
});

test('what failed before goes first, in the same order among itself', () => {
  const order = inOrder(ids);
  const first = order.slice(-3);
  expect(inOrder(ids, new Set(first)).slice(0, 3)).toEqual(first);
});

test('what some servers end at comes behind what is plain, and what looks back comes last', () => {
  const order = plainFirst(inOrder(ids));
  expect([...order].sort()).toEqual([...ids].sort());
  const turns = new Map(statements.map(({ id, turn }) => [id, turn]));
  const places = order.map((id) => [undefined, 'late', 'last'].indexOf(turns.get(id)));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  const operations = new Set(statements.map(({ operation }) => operation));
  const ofFirst = order.slice(0, operations.size).map((id) => id.slice(0, id.lastIndexOf('.succeeds')));
  expect(new Set(ofFirst)).toEqual(operations);
  const ends = ['odd-segments', 'generated.odd-text', 'refuses.non-object', 'unknown-and-wrong'];
  for (const end of ends)
    for (const id of ids.filter((each) => each.endsWith(`.${end}`))) expect(turns.get(id)).toBe('late');
});

test('the first requests find more than their share: a quarter of all faults with a fifteenth of the requests', () => {
  const order = inOrder(ids);
  const part = affordable(order, costOf(ids, 100) / 15);
  expect(shareFound(part)).toBeGreaterThan(1 / 4);
  expect(shareFound(order)).toBeCloseTo(1, 10);
});

test('a larger budget pays for no less, and the smallest for one', () => {
  const order = inOrder(ids);
  const lengths = [1, 10, 40, 100, 300, 1200, 5000, 100_000].map(
    (budget) => affordable(order, budget).length,
  );
  expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
  expect(lengths[0]).toBe(1);
  expect(lengths.at(-1)).toBe(ids.length);
});

test('fewer generated cases cost less, and more of them than any property needs cost no more', () => {
  const costs = [1, 3, 10, 100].map((runs) => costOf(ids, runs));
  expect(costs).toEqual(costs.toSorted((a, b) => a - b));
  expect(costs[0]).toBeLessThan(costs[3] as number);
  expect(costOf(ids, 10_000)).toBe(costs[3]);
  expect(costOf(ids, 0)).toBe(costs[0]);
});
