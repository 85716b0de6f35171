/** What follows from an update that writes to others what it is sent. */
import { describe, expect, test } from 'vitest';
import type { Cause } from '../../../../harness/explain/cause.js';
import { isEffect, isSourceOf, mayFollow } from '../../../../harness/explain/effects/index.js';
import type { Json } from '../../../../harness/http/exchange.js';
import { answeredOtherwise, harms, notRemoved, readOtherwise } from '../../../../harness/outcome.js';
import type { Observation } from '../../../../harness/rules/observation.js';
import type { OperationId } from '../../../../schemas/index.js';
import { answered, causeOf, failureOf } from '../../by-hand.js';
import { state } from './cause.js';

const changed = (operation: OperationId, outcome: string, ...fields: string[]): Cause => {
  const violations = fields.map((field) => ({ in: 'state' as const, pointer: `/${field}`, message: '' }));
  return causeOf(
    operation,
    { ...state, failed: 30, outcome },
    { failure: failureOf([answered(200)], { violations }) },
  );
};

describe('an update that writes several fields to others', () => {
  const spread = changed('projects.update', harms.written, 'name', 'scene_height');
  const reading = changed('projects.get', readOtherwise, 'name', 'path');

  test('is why any field changes, and why two readings differ', () => {
    expect(isEffect(changed('projects.update', 'not stored', 'path'), spread)).toBe(true);
    expect(isEffect(reading, spread)).toBe(true);
    expect(isEffect(changed('iou.update', 'not stored', 'name'), spread)).toBe(false);
  });

  test('is not brought about by readings that differ; one that only changes others may be', () => {
    expect(isEffect(spread, reading)).toBe(false);
    expect(isSourceOf(reading, spread)).toBe(false);
    const changing = changed('projects.update', harms.changed, 'name', 'path');
    expect(isEffect(changing, reading)).toBe(true);
    expect(isEffect(reading, changing)).toBe(false);
  });
});

test('where one field is written to others, only what is seen of that field follows', () => {
  const shared = changed('cloud.update', harms.written, 'interfaces');
  const others = (field: string) => changed('cloud.update', harms.changed, field);
  const remade = (field: string) => changed('cloud.delete', notRemoved, field);
  for (const of of [others, remade]) {
    expect(isEffect(of('interfaces'), shared)).toBe(true);
    expect(isEffect(of('name'), shared)).toBe(false);
  }
});

describe('an update that seems to store nothing', () => {
  const stored = (failed: number, otherwise: number): Cause => ({
    ...changed('projects.update', 'not stored', 'name'),
    failed,
    otherwise,
  });

  test('does not follow from changes by others that were seen a few times', () => {
    const others = { ...changed('projects.update', harms.changed, 'name'), failed: 2 };
    expect(isEffect(stored(30, 10), others)).toBe(false);
    expect(isEffect(stored(10, 30), others)).toBe(true);
    expect(isEffect(stored(4, 1), others)).toBe(true);
  });

  test('is no reason for changes that are seen much more often', () => {
    const fields = (failed: number) => ({
      ...changed('projects.update', 'other fields changed', 'path'),
      failed,
    });
    expect(isEffect(fields(2), stored(1, 0))).toBe(true);
    expect(isEffect(fields(10), stored(1, 0))).toBe(false);
  });
});

test('null in answers is no reason for other values that are shown', () => {
  const shows = (name: Json) =>
    failureOf([answered(200, { name }, { method: 'GET', path: '/v2/projects/1' })], {
      violations: [{ in: 'body', pointer: '/name', message: 'must be string' }],
    });
  const ofNull = causeOf(
    'projects.get',
    { aspect: 'answer', expected: 'answer', outcome: '/name must be string' },
    { failure: shows(null) },
  );
  const lost = (shown: Json) =>
    causeOf('projects.update', { ...state, outcome: 'not stored' }, { failure: shows(shown) });
  expect(isEffect(lost(null), ofNull)).toBe(true);
  expect(isEffect(lost('R1'), ofNull)).toBe(false);
  expect(mayFollow(lost('R1'), ofNull)).toBe(false);
});

test('changes of the instance that a body names are no reason for what others change', () => {
  const path = '/v2/compute/projects/1/vmware/nodes/3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
  const writing = (outcome: string, own: Json) => {
    const body = JSON.stringify({ node_id: own });
    const exchanges = [answered(200, {}, { method: 'PUT', path, body })];
    const violations = [{ in: 'state' as const, pointer: '/adapters', message: '' }];
    return causeOf(
      'vmware.update',
      { ...state, failed: 30, outcome },
      { failure: failureOf(exchanges, { violations }) },
    );
  };
  const [its, another] = [path.slice(-36), '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e6'];
  const named = writing(harms.changed, another);
  expect(isEffect(writing('other fields changed', another), named)).toBe(true);
  expect(isEffect(writing('other fields changed', its), named)).toBe(false);
  expect(isEffect(writing('other fields changed', its), writing(harms.changed, its))).toBe(true);
  // Nor do they follow from those.
  expect(mayFollow(named, writing('other fields changed', its))).toBe(false);
  expect(mayFollow(named, writing('other fields changed', another))).toBe(true);
});

test('a script that reads a value right behind its update does not find it lost with those that were not sent', () => {
  const id = '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
  const path = `/v2/compute/projects/${id}/iou/nodes/${id}`;
  const put = (body: object) => answered(200, {}, { method: 'PUT', path, body: JSON.stringify(body) });
  const changing = changed('iou.update', 'other fields changed', 'ram', 'nvram');
  const lost = (...writes: object[]) =>
    causeOf(
      'iou.update',
      { ...state, outcome: 'not stored' },
      {
        features: ['case:each'],
        failure: failureOf([...writes.map(put), answered(200, { ram: 1 })], {
          violations: [{ in: 'state', pointer: '/ram', message: '' }],
        }),
      },
    );
  expect(isEffect(lost({ ram: 7 }, { name: 'R2' }), changing)).toBe(true);
  expect(isEffect(lost({ name: 'R2' }, { ram: 7 }), changing)).toBe(false);
});

test('fields that are shown as what they cannot be are no reason for others that were not sent', () => {
  const id = '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
  const path = `/v2/compute/projects/${id}/vmware/nodes/${id}`;
  const shownAs = (field: string, value: Json, rule = 'rest') =>
    causeOf(
      'vmware.update',
      { ...state, outcome: answeredOtherwise },
      {
        failure: failureOf([answered(200, { [field]: value }, { path })], {
          violations: [{ in: 'state', pointer: `/${field}`, message: '' }],
          observation: { rule } as Observation,
        }),
      },
    );
  const encoded = shownAs('vmx_path', 'a%20b', 'agrees');
  expect(isEffect(encoded, shownAs('headless', 'TRUE'))).toBe(false);
  expect(isEffect(encoded, shownAs('name', 'R2'))).toBe(true);
});

test('an answer that lacks a field is wrong in a way in which others are', () => {
  const lacking = (...outcomes: string[]) => {
    const [first] = outcomes.map((outcome) =>
      causeOf('drawings.create', { aspect: 'answer', expected: 'answer', outcome }, { outcome }),
    );
    const sightings = outcomes.flatMap(
      (outcome) => causeOf('drawings.create', { outcome }, { outcome }).sightings,
    );
    return { ...(first as Cause), sightings };
  };
  const several = lacking('/drawing_id is missing', '/rotation is missing');
  expect(isEffect(lacking('/rotation is missing'), several)).toBe(true);
  expect(isEffect(lacking('/svg is missing'), several)).toBe(false);
  expect(isEffect(lacking('/rotation must be integer'), several)).toBe(false);
});

test('any value is taken for a field that no answer has', () => {
  const outcome = '/rotation is missing';
  const lacking = (otherwise: number) =>
    causeOf('drawings.create', { aspect: 'answer', expected: 'answer', outcome, otherwise }, { outcome });
  const taken = (field: string, status = 201) => {
    const circumstance = [`place:${field}`];
    return causeOf('drawings.create', { expected: '400', outcome: `status ${status}`, circumstance }, {});
  };
  expect(isEffect(taken('rotation'), lacking(0))).toBe(true);
  expect(isEffect(taken('x'), lacking(0))).toBe(false);
  expect(isEffect(taken('rotation', 500), lacking(0))).toBe(false);
  expect(isEffect(taken('rotation'), lacking(9))).toBe(false);
});
