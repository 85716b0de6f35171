/** Whether readings show what was read before. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../harness/http/exchange.js';
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

test('what shows deletions, and no updates, is stale all the same', () => {
  const gone = [3, 4].flatMap((index) => [
    answered(204, undefined, { method: 'DELETE', path: pathOf(index) }),
    answered(404, undefined, { method: 'GET', path: pathOf(index) }),
  ]);
  expect(isStale(...first, ...later('old'), ...gone)).toBe(true);
  expect(isStale(...later('old'), ...gone)).toBe(false);
});

test('nothing is said of long answers, which are not kept', () => {
  expect(isStale(...first, ...later('old'.padEnd(20 * 1024)))).toBe(false);
});

test('a resource that was deleted is read for the first time when it is made again', () => {
  const again = answered(204, undefined, { method: 'DELETE', path: pathOf(3) });
  expect(isStale(...first, ...later('old'), again, written(3, 'x'), read(3, 'x'))).toBe(true);
});

test('a list that is mostly empty without having been read before is not stale', () => {
  const listOf = (index: number, shown: Json[]) =>
    answered(200, shown, { method: 'GET', path: `${pathOf(index)}/drawings` });
  const drawing = { drawing_id: pathOf(1) };
  const created = (index: number) =>
    answered(201, drawing, { method: 'POST', path: `${pathOf(index)}/drawings` });
  const isStaleWith = (shownAtOnce: Json[]) => {
    const staleness = new Staleness();
    for (const index of [1, 2, 3])
      for (const each of [listOf(index, []), created(index), listOf(index, [])]) staleness.add(each);
    for (const each of [created(4), listOf(4, [drawing]), created(5), listOf(5, [drawing])])
      staleness.add(each);
    for (const index of [6, 7, 8])
      for (const each of [created(index), listOf(index, shownAtOnce)]) staleness.add(each);
    return staleness.isStale('drawings.list');
  };
  expect(isStaleWith([drawing])).toBe(true);
  expect(isStaleWith([])).toBe(false);
});

describe('what lies before several resources', () => {
  const compute = (index: number) => pathOf(index).replace('/v2', '/v2/compute');
  const get = (path: string, status = 200) => answered(status, { name: path }, { method: 'GET', path });
  const deleted = (path: string) => answered(204, undefined, { method: 'DELETE', path });
  const inCommon = (...exchanges: ReturnType<typeof read>[]) => {
    const staleness = new Staleness();
    for (const each of exchanges) staleness.add(each);
    return staleness.inCommon;
  };
  const paths = [pathOf(1), pathOf(2), compute(1), compute(2)];
  const unread = [pathOf(3), compute(3)].flatMap((path) => [deleted(path), get(path, 404)]);
  const again = paths.flatMap((path) => [get(path), deleted(path), get(path)]);
  const gone = [4, 5, 6, 7, 8].flatMap((index) => [
    get(pathOf(index)),
    deleted(pathOf(index)),
    get(pathOf(index), 404),
  ]);

  test('shows what was deleted, where it was read before', () => {
    expect(inCommon(...unread, ...again)).toEqual(['projects.get', 'compute.projects.get']);
  });

  test.each([
    ['what was not read before is shown as well', [deleted(pathOf(9)), get(pathOf(9)), ...unread, ...again]],
    ['nothing is known of what was not read before', again],
    ['it is mostly right', [...unread, ...again, ...gone]],
    ['only one resource is shown', [...unread, ...again.slice(0, 6)]],
  ])('does not, where %s', (_, exchanges) => {
    expect(inCommon(...exchanges)).toEqual([]);
  });

  test('shows lists without what was created since', () => {
    const path = `${pathOf(1)}/drawings`;
    const list = (of: string, ...ids: string[]) =>
      answered(
        200,
        ids.map((drawing_id) => ({ drawing_id })),
        { method: 'GET', path: of },
      );
    const drawn = (of: string, drawing_id: string) =>
      answered(201, { drawing_id }, { method: 'POST', path: of });
    const fresh = [2, 3].flatMap((index) => {
      const other = `${pathOf(index)}/drawings`;
      return [drawn(other, 'a'), list(other, 'a')];
    });
    const stale = ['a', 'b', 'c'].flatMap((each) => [list(path), drawn(path, each), list(path)]);
    expect(inCommon(...unread, ...again, ...fresh, ...stale)).toContain('drawings.list');
  });

  test('a reading behind a deletion that showed what was read before is known as such', () => {
    const staleness = new Staleness();
    const [first, last] = [get(pathOf(1)), get(pathOf(1))];
    for (const each of [first, deleted(pathOf(1)), last]) staleness.add(each);
    expect([first, last].map(staleness.hasShown)).toEqual([false, true]);
  });
});
