/** An operation that is answered alike whatever it is sent, and that does nothing, is one cause. */
import { expect, test } from 'vitest';
import { goneAlone } from '../../../../harness/explain/features/ids.js';
import type { Sighting } from '../../../../harness/explain/sighting.js';
import { stubsIn } from '../../../../harness/explain/special/stubs.js';
import { notRemoved } from '../../../../harness/outcome.js';
import type { OperationId } from '../../../../schemas/index.js';
import { answered, failureOf } from '../../by-hand.js';
import { title } from '../written.js';

const seen = (
  operation: OperationId,
  expected: string,
  outcome?: string,
  features: string[] = [],
): Sighting => ({
  ...{ operation, aspect: 'code', expected, features, succeeded: true },
  ...(outcome !== undefined && { outcome }),
});
const taken = (operation: OperationId, expected: string, code = 200) =>
  seen(operation, expected, `status ${code}`);
const stored = (operation: OperationId, outcome?: string): Sighting => ({
  ...seen(operation, 'shown later', outcome),
  aspect: 'state',
});
const stubs = (broken: Sighting[], kept: Sighting[] = []) =>
  stubsIn({ broken, kept: kept.map((sighting) => ({ sighting, times: 1 })) }).map(
    ({ operations, outcome, failed }) => [operations, outcome, failed],
  );

test('an update that takes everything and stores nothing', () => {
  const all = [taken('iou.update', '404'), taken('iou.update', '400'), stored('iou.update', 'ignored')];
  expect(stubs(all)).toEqual([[['iou.update'], 'status 200', 3]]);
  expect(stubs(all, [stored('iou.update')])).toEqual([]);
  expect(stubs(all, [seen('iou.update', '400')])).toEqual([]);
  expect(stubs(all.slice(1))).toEqual([]);
  expect(stubs([...all, taken('iou.update', '404', 201)])).toEqual([]);
  expect(stubs([...all, taken('iou.update', 'valid', 500)])).toEqual([]);
});

test('a start that takes everything, since nothing shows what it does', () => {
  expect(stubs([taken('nodes.start', '404', 204), taken('nodes.start', '400', 204)])).toHaveLength(1);
  expect(stubs([taken('drawings.create', '400', 201)])).toEqual([]);
});

test('a deletion that finds everything and removes nothing, with what is found afterwards', () => {
  const path = '/v2/compute/projects/a/iou/nodes/b';
  const deletion = answered(204, undefined, { method: 'DELETE', path });
  const left = { ...seen('iou.get', '404', notRemoved), failure: failureOf([deletion, answered(200, {})]) };
  const unknown = taken('iou.delete', '404', 204);
  expect(stubs([unknown, left])).toEqual([[['iou.delete'], 'status 204', 2]]);
  expect(stubs([unknown])).toEqual([]);
  // Deleted twice, it is not there, though the second deletion does not say so.
  const again = { ...taken('iou.delete', '404', 204), features: [goneAlone] };
  expect(stubs([{ ...again, failure: failureOf([deletion, deletion]) }])).toEqual([]);
  expect(
    stubs([unknown, left], [seen('iou.get', '404', undefined, ['ids:what was deleted by itself'])]),
  ).toEqual([]);
});

test('its title says what it is', () => {
  expect(title({ operations: ['nodes.start'], expected: 'done', outcome: 'status 204' })).toBe(
    'nodes.start answers 204 No Content to everything: a stub?',
  );
});
