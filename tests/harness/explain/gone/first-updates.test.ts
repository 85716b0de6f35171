/** Updates of which only the first few of a resource are stored. */
import { expect, test } from 'vitest';
import { FirstUpdates, firstOnly } from '../../../../harness/explain/gone/first-updates.js';
import type { Sighting } from '../../../../harness/explain/sighting.js';
import type { Json } from '../../../../harness/http/exchange.js';
import { answered } from '../../by-hand.js';

const path = (last: number) =>
  `/v2/projects/3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4${String(last).padStart(2, '0')}`;

/** Reads and updates as many resources, each so many times; a server that stores what `isStored` says of each update. */
function stored(
  isStored: (turn: number, name: string) => boolean,
  times = 6,
  resources = 3,
): number | undefined {
  const updates = new FirstUpdates();
  for (let each = 0; each < resources; each++) {
    const state: Record<string, Json> = { name: 'at first', scene_width: 1 };
    const read = () => updates.add(answered(200, { ...state }, { method: 'GET', path: path(each) }));
    read();
    for (let turn = 1; turn <= times; turn++) {
      const [name, value] = turn % 2 === 0 ? ['name', `name ${turn}`] : ['scene_width', 100 + turn];
      const body = JSON.stringify({ [name as string]: value });
      updates.add(answered(200, { ...state }, { method: 'PUT', path: path(each), body }));
      if (isStored(turn, name as string)) state[name as string] = value as Json;
      read();
    }
  }
  return updates.stores('projects.update');
}

test('they are counted where enough are stored, and enough behind them are not', () => {
  expect(stored((turn) => turn <= 2)).toBe(2);
  expect(stored((turn) => turn <= 3, 8)).toBe(3);
  expect(stored((turn) => turn <= 2, 4)).toBeUndefined();
  expect(stored((turn) => turn <= 1)).toBeUndefined();
});

test('one that comes late, as of two at once, does not count', () => {
  let isFirst = true;
  const late = (turn: number) => {
    if (turn <= 2) return true;
    const isOne = isFirst && turn === 3;
    if (isOne) isFirst = false;
    return isOne;
  };
  expect(stored(late, 6, 4)).toBe(2);
});

test('they are not where one field is stored and another is not, or all are', () => {
  expect(stored((_, name) => name === 'name', 10, 5)).toBeUndefined();
  expect(stored(() => true, 10, 5)).toBeUndefined();
});

test('all that is seen of the state then is one cause', () => {
  const sighting = (outcome: string, aspect: Sighting['aspect'] = 'state'): Sighting => ({
    operation: 'iou.update',
    ...{ aspect, expected: 'shown later', outcome, features: [], succeeded: true },
  });
  const broken = [sighting('not stored'), sighting('other fields changed'), sighting('status 500', 'code')];
  expect(firstOnly(broken, { stores: () => undefined })).toEqual([]);
  const [cause] = firstOnly(broken, { stores: () => 2 });
  expect(cause).toMatchObject({
    operations: ['iou.update'],
    outcome: 'stores only the first 2 updates of a resource',
    sightings: broken.slice(0, 2),
  });
});
