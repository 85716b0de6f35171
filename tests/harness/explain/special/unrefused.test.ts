/** One wrong code for all that is to be refused is one cause. */
import { expect, test } from 'vitest';
import type { Sighting } from '../../../../harness/explain/sighting.js';
import { unrefusedIn } from '../../../../harness/explain/special/unrefused.js';
import type { OperationId } from '../../../../schemas/index.js';
import { answered, failureOf } from '../../by-hand.js';
import { title } from '../written.js';

const seen = (operation: OperationId, expected: string, code?: number, ...features: string[]): Sighting => ({
  ...{ operation, aspect: 'code', expected, features, succeeded: false },
  ...(code && { outcome: `status ${code}` }),
});
const unrefused = (broken: Sighting[], ...kept: Sighting[]) =>
  unrefusedIn({ broken, kept: kept.map((sighting) => ({ sighting, times: 1 })) });

const invalid = seen('iou.update', '400', 500);
const unknown = [seen('iou.get', '404', 500), seen('projects.get', '404', 500)];
const all = [invalid, ...unknown];

test('invalid requests and unknown ids that get one wrong code everywhere have one cause', () => {
  const conflict: Sighting = {
    ...seen('iou.update', 'valid', 500),
    failure: failureOf([], { codes: [200, 400, 409] }),
  };
  const crash: Sighting = { ...seen('iou.update', 'valid', 500), failure: failureOf([], { codes: [200] }) };
  const path = seen('iou.get', '404', undefined, 'ids:odd path segments');
  const [cause, ...others] = unrefused([...all, conflict, crash], path);
  expect(others).toEqual([]);
  expect(cause?.operations).toEqual(['projects.get', 'iou.get', 'iou.update']);
  expect(cause?.sightings).toEqual([...all, conflict]);
  expect(cause && title({ ...cause, operations: ['iou.update'] })).toBe(
    'iou.update crashes on all that is to be refused (500 Internal Server Error)',
  );
  expect(cause && title({ ...cause, operations: ['iou.update'], outcome: 'status 418' })).toMatch(
    /^iou\.update answers 418 .+ to all that is to be refused$/,
  );
});

test.each([
  ['something is refused as it should be', unrefused(all, seen('cloud.get', '404'))],
  ['there are two wrong codes', unrefused([...all, seen('cloud.get', '404', 501)])],
  ['only unknown ids get it', unrefused([...unknown, seen('cloud.get', '404', 500)])],
  ['only few operations have it', unrefused(all.slice(0, 2))],
  ['much is taken', unrefused([...all, seen('iou.update', '400', 200)])],
  ['no answer comes', unrefused(all.map((each) => ({ ...each, outcome: 'transport dropped' })))],
])('it is not where %s', (_, causes) => {
  expect(causes).toEqual([]);
});

test('errors that all have one success code and the same fields are one cause with all that shows such an error', () => {
  const error = { failure: failureOf([answered(200, { message: 'no', status: 404 })]) };
  const right = { failure: failureOf([answered(200, { name: 'a' })]) };
  const taken = (id: OperationId, expected: string) => ({ ...seen(id, expected, 200), ...error });
  const refusals = [taken('iou.update', '400'), taken('iou.delete', '404'), taken('projects.get', '404')];
  const state: Sighting = { ...seen('iou.update', 'shown later'), aspect: 'state' };
  const [cause] = unrefused([...refusals, { ...state, ...error }, { ...state, ...right }]);
  expect(cause?.sightings).toHaveLength(4);
  // Without an operation that never answers so, they may just take everything.
  const readings = (['iou.get', 'cloud.get', 'projects.get'] as const).map((id) => taken(id, '404'));
  expect(unrefused([...readings, taken('iou.update', '400')])).toEqual([]);
});
