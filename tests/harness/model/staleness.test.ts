/** Whether readings show what was read before. */
import { expect, test } from 'vitest';
import { Staleness } from '../../../harness/model/staleness.js';
import { answered } from '../by-hand.js';

const pathOf = (index: number) => `/v2/projects/00000000-0000-4000-8000-00000000000${index}`;
const read = (index: number, name: string) =>
  answered(200, { name, status: 'opened' }, { method: 'GET', path: pathOf(index) });
const written = (index: number, name: string) =>
  answered(200, { name, status: 'opened' }, { path: pathOf(index), body: JSON.stringify({ name }) });

function isStale(...exchanges: ReturnType<typeof read>[]): boolean {
  const staleness = new Staleness();
  for (const each of exchanges) staleness.add(each);
  return staleness.isStale('projects.get');
}

const first = [1, 2].flatMap((index) => [written(index, 'new'), read(index, 'new')]);
const later = (shown: string) =>
  [3, 4, 5].flatMap((index) => [read(index, 'old'), written(index, 'new'), read(index, shown)]);

test('a reading is stale where only what was not read before shows what was written', () => {
  expect(isStale(...first, ...later('old'))).toBe(true);
  expect(isStale(...first, ...later('new'))).toBe(false);
  expect(isStale(...first, ...later('another'))).toBe(false);
});

test('nothing is said of few readings, or where what was not read before is not shown as written either', () => {
  expect(isStale(...first, ...later('old').slice(0, 6))).toBe(false);
  expect(isStale(...later('old'))).toBe(false);
});

test('an update that failed, or changes nothing, says nothing of the reading behind it', () => {
  const refused = answered(400, { message: '' }, { path: pathOf(6) });
  const more = [read(6, 'old'), refused, read(6, 'old'), written(6, 'old'), read(6, 'old')];
  expect(isStale(...first, ...later('old'), ...more)).toBe(true);
  expect(isStale(...first, ...more, ...more, ...more)).toBe(false);
});

test('a resource that was deleted is read for the first time when it is made again', () => {
  const again = answered(204, undefined, { method: 'DELETE', path: pathOf(3) });
  expect(isStale(...first, ...later('old'), again, written(3, 'x'), read(3, 'x'))).toBe(true);
});
