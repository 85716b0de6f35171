/** What follows from other causes goes with them. */
import { expect, test } from 'vitest';
import { absorbed, type Failed, type Node } from '../../../harness/explain/absorb.js';
import type { Cause } from '../../../harness/explain/cause.js';
import { Sightings } from '../../../harness/explain/sighting.js';
import { deletesElsewhere, harms, notRemoved } from '../../../harness/outcome.js';
import type { OperationId } from '../../../schemas/index.js';
import { answered, causeOf, failureOf } from '../by-hand.js';

const id = '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
const path = `/v2/compute/projects/${id}/iou/nodes/${id}`;
const failure = failureOf([answered(200, {}, { method: 'GET', path })]);

const node = (cause: Cause, requirement: string): Node => ({
  cause,
  requirements: new Set([requirement]),
  consequences: new Set(),
});

test('what follows from an effect goes with the cause of that, in whatever order they come', () => {
  const missed = causeOf('iou.get', { expected: 'valid', outcome: 'status 404', otherwise: 0 }, {});
  const unknown = 'ids:ids that nothing has';
  const found = causeOf(
    'iou.get',
    { expected: '404', outcome: 'status 200', circumstance: [unknown] },
    { features: [unknown] },
  );
  const left = causeOf('iou.delete', { aspect: 'state', expected: 'gone', outcome: notRemoved }, { failure });
  const all = () => [node(left, 'left'), node(found, 'found'), node(missed, 'missed')];
  const told = (nodes: readonly Node[]) =>
    absorbed(nodes, new Map(), new Sightings()).map(({ cause, requirements }) => [
      cause.outcome,
      [...requirements].sort(),
    ]);
  const one = [['status 404', ['found', 'left', 'missed']]];
  expect(told(all())).toEqual(one);
  expect(told(all().toReversed())).toEqual(one);
  expect(told(all().slice(0, 2))).toEqual([['status 200', ['found', 'left']]]);
});

test('what each of several operations shows that always fail is no harm that a deletion does', () => {
  const crashing = (operation: 'iou.update' | 'cloud.update') =>
    causeOf(operation, { expected: 'valid', outcome: 'status 500' }, {});
  const shown = (kind: 'iou' | 'cloud', status: number) => {
    const answer = answered(status, {}, { method: 'PUT', path: path.replace('iou', kind) });
    const of = causeOf('iou.delete', { outcome: harms.broken }, { failure: failureOf([answer]) });
    return of.sightings;
  };
  const harm = (...sightings: readonly Cause['sightings'][]) => {
    const cause = causeOf('iou.delete', { aspect: 'state', expected: 'other', outcome: harms.broken }, {});
    return node({ ...cause, sightings: sightings.flat() }, 'harm');
  };
  const told = (one: Node) =>
    absorbed(
      [node(crashing('iou.update'), 'iou'), node(crashing('cloud.update'), 'cloud'), one],
      new Map(),
      new Sightings(),
    ).length;
  expect(told(harm(shown('iou', 500), shown('cloud', 500)))).toBe(2);
  expect(told(harm(shown('iou', 500), shown('cloud', 404)))).toBe(3);
});

test('that an operation answers a wrong code now and then does not keep apart what follows by the table', () => {
  const failed = (operation: OperationId, name: string): Failed => ({
    ...{ id: `${operation}.${name}`, operation, level: 'must' },
  });
  const deletion = answered(204, undefined, { method: 'DELETE', path });
  const found = causeOf(
    'iou.delete',
    { expected: '404', outcome: 'status 204', circumstance: ['ids:an id of another kind of node'] },
    { failure: failureOf([deletion]) },
  );
  const taken = causeOf(
    'iou.delete',
    { aspect: 'state', expected: 'other', outcome: deletesElsewhere },
    { aspect: 'state', failure: failureOf([deletion, answered(404, {}, { method: 'GET', path })]) },
  );
  const told = (...names: readonly Failed[]) => {
    const own = ['other-kind', 'twice'].map((name) => failed('iou.delete', name));
    const byId = new Map([...own, ...names].map((each) => [each.id, each]));
    const ofAll = (cause: Cause, all: readonly Failed[]): Node => ({
      ...{ cause, requirements: new Set(all.map(({ id: of }) => of)), consequences: new Set() },
    });
    return absorbed([ofAll(found, own), ofAll(taken, names)], byId, new Sightings()).length;
  };
  const elsewhere = failed('iou.delete', 'deletes-nothing-elsewhere');
  expect(told(elsewhere, failed('iou.get', 'codes.always'))).toBe(1);
  expect(told(elsewhere, failed('iou.get', 'errors.json'))).toBe(2);
});
