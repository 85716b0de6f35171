/** What follows from a cause, as single sightings of both show. */
import { describe, expect, test } from 'vitest';
import { undeleted } from '../../../../harness/explain/cause.js';
import { isEffect, mayFollow } from '../../../../harness/explain/effects/index.js';
import { unnamed } from '../../../../harness/explain/features/difference.js';
import { gone, inDeleted } from '../../../../harness/explain/features/ids.js';
import type { Exchange, Json } from '../../../../harness/http/exchange.js';
import {
  answeredOtherwise,
  changedThoughRefused,
  harms,
  notRemoved,
  setByUpdate,
  surplus,
} from '../../../../harness/outcome.js';
import type { OperationId } from '../../../../schemas/index.js';
import { answered, answeredAsText } from '../../by-hand.js';
import { cause, state } from './cause.js';

const unwritable = { ...state, outcome: 'not writable afterwards' };

describe('what was in a deleted project is there again', () => {
  const remains = cause('compute.projects.delete', { ...state, outcome: notRemoved });
  const alive = {
    expected: '404',
    outcome: 'status 200',
    circumstance: ['ids:what was in a deleted project'],
  };
  test('because it was never gone', () => {
    expect(isEffect(remains, cause('iou.get', alive))).toBe(true);
  });
  test('whatever outlives projects of the controller', () => {
    expect(isEffect(remains, cause('nodes.start', alive))).toBe(false);
  });
});

test('what is made by an unknown id conflicts with what has that id', () => {
  const made = cause('cloud.update', { expected: '404', outcome: 'status 200' });
  const conflict = (expected: string, operation: OperationId = 'cloud.update') =>
    cause(operation, {
      expected,
      outcome: 'status 409',
      circumstance: ['ids:an id of another kind of node'],
    });
  expect(isEffect(conflict('404'), made)).toBe(true);
  expect(isEffect(conflict('400'), made)).toBe(false);
  expect(isEffect(conflict('404', 'iou.update'), made)).toBe(false);
});

test('a reading cannot be read for the text in it, as other answers are', () => {
  const text = { features: ['any:not ASCII'] };
  const cut = answeredAsText(200, '{"name": "é"');
  const garbled = cause(
    'vmware.update',
    { aspect: 'answer', expected: 'answer', outcome: 'not valid JSON', circumstance: ['any:not ASCII'] },
    text,
    cut,
  );
  const unreadable = { ...state, outcome: 'not readable afterwards' };
  expect(isEffect(cause('iou.update', unreadable, text, cut), garbled)).toBe(true);
  expect(isEffect(cause('iou.update', unreadable, {}, cut), garbled)).toBe(true);
  const changed = { ...state, outcome: changedThoughRefused };
  expect(isEffect(cause('iou.update', changed, {}, cut), garbled)).toBe(true);
  const plain = answeredAsText(200, '{"name": "e"');
  expect(isEffect(cause('iou.update', unreadable, {}, plain), garbled)).toBe(false);
  expect(isEffect(cause('iou.update', unreadable, text), garbled)).toBe(false);
});

test('of writes that are lost, those that are spelled otherwise are no news, and fields are', () => {
  const lost = cause('drawings.create', state);
  expect(isEffect(cause('drawings.create', { ...state, circumstance: ['body:escaped letters'] }), lost)).toBe(
    true,
  );
  expect(isEffect(cause('drawings.create', { ...state, circumstance: ['field:x'] }), lost)).toBe(false);
});

test('a plain write fails as all requests do, or gets the code that some get', () => {
  const late = (status: number) =>
    cause('iou.update', unwritable, {}, answered(status, undefined, { path: instance('iou') }));
  expect(isEffect(late(500), cause('iou.update', { expected: '400' }))).toBe(true);
  expect(isEffect(late(204), cause('iou.update', { expected: '400' }))).toBe(false);
  const there = { outcome: 'status 204', circumstance: ['state:values that are there already'] };
  expect(isEffect(late(204), cause('iou.update', there))).toBe(true);
});

describe('what is created for a request that is refused', () => {
  const created = cause('drawings.create', { ...state, outcome: 'changed though refused' });
  const wrong = (field: string) =>
    cause('drawings.create', { aspect: 'answer', expected: 'answer', outcome: `/${field} must be a UUID` });
  test('seems so when its id was answered wrongly', () => {
    expect(isEffect(created, wrong('drawing_id'))).toBe(true);
  });
});

describe('an id that nothing has', () => {
  const refused = (outcome: string, ...circumstance: string[]) =>
    cause('projects.get', { expected: '404', outcome, circumstance }, { features: circumstance });
  const unknown = (outcome: string) => refused(outcome, 'ids:a project_id that does not exist');
  test('is answered by a wrong code also where it was deleted', () => {
    expect(isEffect(refused('status 400', 'ids:what was deleted'), unknown('status 400'))).toBe(true);
    expect(isEffect(refused('status 500', 'ids:what was deleted'), unknown('status 400'))).toBe(false);
  });
  test('is one thing, and what lives on after its deletion another', () => {
    expect(isEffect(refused('status 200', 'ids:what was deleted'), unknown('status 200'))).toBe(false);
  });
});

const id = '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
const instance = (kind: string) => `/v2/compute/projects/${id}/${kind}/nodes/${id}`;
const reading = (path: string, status: number, body?: Json) =>
  answered(status, body, { method: 'GET', path });

test('an answer does not show what was sent since it is sometimes that to another request', () => {
  const [own, another] = ['3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5', '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e6'];
  const path = `/v2/compute/projects/0cf2b0f1-3d2f-4a3c-9f52-6a1b8d7c1e20/vmware/nodes/${own}`;
  const answer = (node_id: string) => answered(200, { node_id }, { path });
  const unechoed = { ...state, outcome: 'not echoed' };
  const unshown = (id: string) => cause('vmware.update', unechoed, {}, answer(id), '/adapters');
  const ofOther = { aspect: 'answer', outcome: 'a node_id that is not that of the path' } as const;
  const mixed = (otherwise: number) =>
    cause('vmware.update', { ...ofOther, otherwise }, {}, answer(another), '/node_id');
  expect(isEffect(unshown(another), mixed(9))).toBe(true);
  expect(isEffect(unshown(own), mixed(9))).toBe(false);
  expect(isEffect(unshown(another), mixed(0))).toBe(false);
});

test('what fails behind damage, with the code of the damage, follows from it', () => {
  const late = cause('drawings.create', { outcome: 'status 409' }, { inCompany: true });
  const damaging = { damage: ['not writable afterwards'] };
  const refused = { outcome: 'status 409', circumstance: ['is:name=null'] };
  expect(isEffect(late, cause('projects.update', refused, damaging))).toBe(true);
  expect(isEffect(late, cause('projects.update', refused))).toBe(false);
  expect(isEffect(cause('drawings.create', refused), cause('projects.update', refused, damaging))).toBe(
    false,
  );
});

describe('a deletion that removes nothing', () => {
  const whole = cause('projects.delete', { ...state, expected: undeleted, outcome: notRemoved });
  const inside = { expected: '404', outcome: 'status 201', circumstance: [gone] };
  const started = cause('nodes.start', inside, { features: [gone, inDeleted] });
  test('leaves what was in it as well', () => {
    expect(isEffect(started, whole)).toBe(true);
    expect(isEffect(whole, started)).toBe(false);
  });
  test('has nothing to do with what is on the other host', () => {
    expect(isEffect(cause('iou.get', inside, { features: [gone, inDeleted] }), whole)).toBe(false);
  });
});

test('nothing tells that it is still there where a reading finds whatever id it is sent', () => {
  const there = cause('iou.delete', { ...state, outcome: notRemoved }, {}, reading(instance('iou'), 200));
  const finds = (...circumstance: string[]) =>
    cause('iou.get', { expected: '404', outcome: 'status 200', circumstance });
  expect(isEffect(there, finds('ids:a node_id that does not exist'))).toBe(true);
  expect(isEffect(there, finds('ids:an id in another notation'))).toBe(false);
});

test('what should have been refused leaves something that cannot be read', () => {
  const unreadable = (...features: string[]) =>
    cause('cloud.update', { ...state, outcome: 'not readable afterwards' }, { features });
  const taken = cause('cloud.update', { expected: '400', outcome: 'status 200', circumstance: ['body:NaN'] });
  expect(isEffect(unreadable('body:NaN'), taken)).toBe(true);
  expect(isEffect(unreadable('body:1e400'), taken)).toBe(false);
});

describe('an instance that a deletion takes along', () => {
  const missing = (id: OperationId, path: string) =>
    cause(id, { outcome: 'status 404' }, {}, reading(path, 404));
  const cloud = instance('cloud');
  const taking = cause('cloud.delete', { ...state, outcome: harms.removed }, {}, reading(cloud, 404));
  test('is missing later', () => expect(isEffect(missing('cloud.get', cloud), taking)).toBe(true));
  test('is no project', () => {
    expect(isEffect(missing('projects.get', `/v2/projects/${id}`), taking)).toBe(false);
  });
});

test('values of another drawing come in place of what was not sent only', () => {
  const mutated = cause('drawings.create', { ...state, outcome: 'values of another' });
  const lost = (...circumstance: string[]) => cause('drawings.create', { ...state, circumstance });
  expect(isEffect(lost(), mutated)).toBe(true);
  expect(isEffect(lost('is:y=beyond 2^15'), mutated)).toBe(false);
});

describe('what another resource is about', () => {
  const shows = (node_id: string) => reading(instance('cloud'), 200, { node_id });
  const other = '0b9d3c5e-1f2a-4b3c-8d4e-5f6a7b8c9d0e';
  const mixed = cause('cloud.get', { aspect: 'answer', outcome: 'another node_id' }, {}, shows(other), '/x');
  const lost = (node_id: string) =>
    cause('cloud.update', { ...state, outcome: 'not stored' }, {}, shows(node_id), '/name');
  test('is not stored where the reading shows another one', () => {
    expect(isEffect(lost(other), mixed)).toBe(true);
    expect(isEffect(lost(id), mixed)).toBe(false);
  });

  test('may be changed by a write to another one, whatever its own was answered', () => {
    const otherwise = cause('cloud.update', { ...state, outcome: answeredOtherwise });
    expect(isEffect(otherwise, cause('cloud.update', { ...state, outcome: harms.changed }))).toBe(true);
    expect(isEffect(otherwise, cause('iou.update', { ...state, outcome: harms.changed }))).toBe(false);
  });
});

test('a drawing that nobody created was created by what should have been refused', () => {
  const create = (x: number) =>
    answered(201, {}, { method: 'POST', path: `/v2/projects/${id}/drawings`, body: JSON.stringify({ x }) });
  const taken = cause('drawings.create', { expected: '400', outcome: 'status 201' }, {}, create(1.5));
  const there = (shown: Exchange) => cause('drawings.create', { ...state, outcome: surplus }, {}, shown);
  expect(isEffect(there(create(1.5)), taken)).toBe(true);
  expect(isEffect(there(create(1)), taken)).toBe(false);
});

test('fields that are not accepted crash as those that nobody names', () => {
  const crash = (feature: string, outcome = 'status 500') =>
    cause('projects.update', { outcome, circumstance: [feature] });
  const notAccepted = crash('input:fields that its input does not accept');
  expect(isEffect(notAccepted, crash(unnamed))).toBe(true);
  expect(isEffect(notAccepted, crash(unnamed, 'status 502'))).toBe(false);
  expect(isEffect(notAccepted, crash('place:name=null'))).toBe(false);
});

test('what an update sets, and must not, is not refused either', () => {
  const set = cause('projects.update', { ...state, outcome: setByUpdate.of('filename') });
  const taken = (feature: string) =>
    cause('projects.update', { expected: '400', outcome: 'status 200', circumstance: [feature] });
  expect(isEffect(taken('input:fields that its input does not accept'), set)).toBe(true);
  expect(isEffect(taken('place:name=null'), set)).toBe(false);
});

test('what an update sets, and must not, says nothing of bodies without it', () => {
  const set = cause('projects.update', { ...state, outcome: setByUpdate.of('filename') });
  const crash = (expected: string) =>
    cause('projects.update', { expected, outcome: 'status 500', circumstance: ['class:an array'] });
  expect(mayFollow(crash('400'), set)).toBe(false);
});

test('invalid bodies are taken since none is read, where nothing that is sent is stored', () => {
  const ignored = cause('iou.update', { ...state });
  const taken = (failed: number, circumstance: string[] = []) =>
    cause('iou.update', { expected: '400', outcome: 'status 200', failed, circumstance });
  expect(isEffect(taken(30), ignored)).toBe(true);
  expect(isEffect(taken(3), ignored)).toBe(false);
  expect(isEffect(taken(30, ['place:name']), ignored)).toBe(false);
});
