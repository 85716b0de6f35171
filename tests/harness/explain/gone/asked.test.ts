/** An update that makes what it does not find. */
import { expect, test } from 'vitest';
import { madeByAsking } from '../../../../harness/explain/gone/asked.js';
import type { Sighting } from '../../../../harness/explain/sighting.js';
import type { OperationId } from '../../../../schemas/index.js';
import { answered, failureOf } from '../../by-hand.js';

const id = '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
const path = `/v2/compute/projects/${id}/cloud/nodes/${id}`;
const asked = answered(404, {}, { method: 'PUT', path });

const found = (operation: OperationId, method: 'GET' | 'PUT' | 'DELETE', before = [asked]): Sighting => ({
  ...({ operation, aspect: 'code', expected: '404', features: [], succeeded: true } as const),
  outcome: 'status 200',
  failure: failureOf([...before, answered(200, {}, { method, path })]),
});

test('what is found only after an update has not found it, was made by that', () => {
  const all = [found('cloud.get', 'GET'), found('cloud.delete', 'DELETE'), found('cloud.update', 'PUT')];
  expect(madeByAsking(all)).toMatchObject([
    { operations: ['cloud.update'], outcome: 'makes what it does not find', sightings: all },
  ]);
});

test('what a deletion finds may have been asked for elsewhere', () => {
  const all = [found('cloud.get', 'GET'), found('cloud.update', 'PUT'), found('cloud.delete', 'DELETE', [])];
  expect(madeByAsking(all)).toMatchObject([{ sightings: all }]);
});

test('it was not where something is found that no update has asked for, or only once', () => {
  const one = found('cloud.get', 'GET');
  expect(madeByAsking([one, found('cloud.delete', 'DELETE'), found('cloud.get', 'GET', [])])).toEqual([]);
  expect(madeByAsking([one])).toEqual([]);
  const refused = answered(400, {}, { method: 'PUT', path });
  expect(madeByAsking([one, found('cloud.delete', 'DELETE', [refused])])).toEqual([]);
  // What another family finds says nothing of it.
  expect(madeByAsking([one, found('cloud.delete', 'DELETE'), found('iou.get', 'GET', [])])).toHaveLength(1);
});
