/** Findings about several fields, as sentences. */
import { expect, test } from 'vitest';
import type { Cause } from '../../../../harness/explain/cause.js';
import { sameName } from '../../../../harness/explain/features/of-bodies.js';
import { whenOf } from '../../../../harness/explain/words/when.js';
import { capitalName } from '../../../../harness/plan/spelling.js';
import { answered, failureOf } from '../../by-hand.js';
import { cause, causes, code, title } from '../written.js';

test('several fields that are wrong alike are named together', () => {
  const sighting = {
    operation: 'iou.get',
    aspect: 'answer',
    expected: 'answer',
    features: [],
    succeeded: true,
  } as const;
  const outcomes = ['ram', 'nvram', 'console'].map((name) => `/${name} must be integer`);
  const sightings = outcomes.map((outcome) => ({ ...sighting, outcome }));
  expect(title({ operations: ['iou.get'], aspect: 'answer', outcome: outcomes[0] ?? '', sightings })).toBe(
    'iou.get returns ram, nvram and others that are not integers',
  );
});

test('what several operations leave out for some bodies, they leave out of their answers', () => {
  const operations = ['drawings.list', 'drawings.create'] as const;
  const circumstance = ['without:rotation'];
  expect(title({ operations, aspect: 'answer', outcome: '/rotation is missing', circumstance })).toBe(
    'drawings.list and drawings.create leave rotation out of their answers for a body without rotation',
  );
});

test('the title of an update that ignores its fields says beside which name', () => {
  const lost = { aspect: 'state', outcome: 'ignored', expected: 'shown later' } as const;
  expect(title({ ...lost, circumstance: [sameName] })).toBe(
    'iou.update ignores what it is sent with the name that it has already',
  );
});

test('values that come in the place of others are named with both fields', () => {
  const seen = (field: string, from: string) =>
    ({ features: [`field:${field}`, `from:${from}`] }) as unknown as Cause['sightings'][number];
  const one = {
    aspect: 'state',
    outcome: 'ignored',
    circumstance: ['from:x'],
    sightings: [seen('y', 'x')],
  } as const;
  expect(title(one)).toBe('iou.update stores x as y');
  expect(whenOf(cause(one))).toBe('y and x together (3 of 3); never otherwise (0 of 40)');
  const both = { ...one, also: [['from:y']], sightings: [seen('y', 'x'), seen('x', 'y')] };
  expect(title(both)).toBe('iou.update exchanges x and y');
  expect(title({ ...both, sightings: [...both.sightings, seen('z', 'x')] })).toBe(
    'iou.update mixes up x and y and z',
  );
});

test('the title says when a field name in capitals is taken for the field itself', () => {
  const sightings = [{ features: [`body:${capitalName}`] }] as unknown as Cause['sightings'];
  const changed = { aspect: 'state', outcome: 'other fields changed', sightings } as const;
  const operations = ['iou.update', 'cloud.update'] as const;
  expect(title({ ...changed, operations })).toBe(
    `iou.update and cloud.update take ${capitalName} for the field itself`,
  );
});

test('what was seen once behind other requests names its field', () => {
  const features = ['input:an invalid value', 'place:status', 'place:status=true'];
  const seen = { expected: '400', inCompany: true } as const;
  expect(causes(code('iou.update', features, 'status 200', seen))).toEqual([
    ['iou.update', 'status 200', 'place:status'],
  ]);
});

test('a field that is ignored in bodies of several sorts is named, not the bodies', () => {
  const circumstance = ['fields:4', sameName];
  const also = [['only:ram', 'is:ram=empty'], ['fields:2']];
  const sighting = {
    operation: 'iou.update',
    aspect: 'state',
    expected: 'state',
    features: ['field:ram'],
    succeeded: true,
  } as const;
  const ignored = { aspect: 'state', outcome: 'ignored', circumstance, also, sightings: [sighting] } as const;
  expect(title(ignored)).toBe('iou.update ignores ram in some bodies');
});

test('the title says that an update stores what was refused before', () => {
  const path = '/v2/compute/projects/p/iou/nodes/n';
  const put = (code: number, body: object) =>
    answered(code, {}, { method: 'PUT', path, body: JSON.stringify(body) });
  const kept = {
    aspect: 'state',
    expected: 'kept after valid input',
    outcome: 'other fields changed',
  } as const;
  const changed = (refused: object) => {
    const exchanges = [put(400, refused), put(200, {}), answered(200, { ram: 7 }, { method: 'GET', path })];
    const violations = [{ in: 'state' as const, pointer: '/ram', message: 'expected 1, got 7' }];
    const failure = failureOf(exchanges, { deciding: 2, violations });
    const sightings = [{ ...kept, operation: 'iou.update' as const, features: [], succeeded: true, failure }];
    return title({ ...kept, sightings });
  };
  expect(changed({ ram: 7, name: 7 })).toBe('iou.update stores with an update what it has refused before');
  expect(changed({ ram: 8, name: 7 })).toBe('iou.update changes ram when it is not sent');
});

test('one sort of value in several fields is named once', () => {
  const taken = (...values: string[]) => {
    const [circumstance = [], ...also] = values.map((each) => [`place:${each}`]);
    return title({ expected: '400', outcome: 'status 200', circumstance, also });
  };
  expect(taken('ram=a fraction', 'nvram=a fraction')).toBe('iou.update accepts a fraction for ram or nvram');
  expect(taken('ram=null', 'nvram=null', 'console=null')).toBe(
    'iou.update accepts null for ram, nvram or console',
  );
  expect(taken('ram=a fraction', 'nvram=null')).toBe(
    'iou.update accepts a fraction for ram or null for nvram',
  );
});
