/** What follows from deletions that leave something behind, from late writes, and from starts that cannot be repeated. */
import { describe, expect, test } from 'vitest';
import { isEffect, isSourceOf, mayFollow } from '../../../../harness/explain/effects/index.js';
import {
  gone,
  goneAlone,
  idsAgain,
  inDeleted,
  started,
  unknown,
} from '../../../../harness/explain/features/ids.js';
import type { Exchange, JsonObject } from '../../../../harness/http/exchange.js';
import { changedThoughRefused, harms, listing, notRemoved, removed } from '../../../../harness/outcome.js';
import type { OperationId } from '../../../../schemas/index.js';
import { answered, causeOf, failureOf } from '../../by-hand.js';
import { cause, state } from './cause.js';

const id = '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
const project = `/v2/projects/${id}`;

test('what was in a deleted project is found where the project is found itself', () => {
  const found = (...features: string[]) => ({
    expected: '404',
    outcome: 'status 200',
    circumstance: features,
  });
  const inside = cause('cloud.get', found(inDeleted), { features: [inDeleted] });
  expect(isEffect(inside, cause('compute.projects.get', found(gone)))).toBe(true);
  expect(isEffect(inside, cause('projects.get', found(gone)))).toBe(false);
  expect(isEffect(inside, cause('compute.projects.get', found(goneAlone)))).toBe(false);
});

test('what was written shows in a new instance where writes are late', () => {
  const late = cause('iou.update', { ...state, outcome: 'not stored' });
  const kept = (kind: 'iou' | 'cloud') => cause(`${kind}.delete`, { ...state, outcome: notRemoved });
  expect(isEffect(kept('iou'), late)).toBe(true);
  expect(isEffect(kept('cloud'), late)).toBe(false);
  expect(isEffect(kept('iou'), { ...late, circumstance: ['has:name'] })).toBe(false);
});

test('what was written shows in a new instance where an update changes it, too', () => {
  const path = `/v2/compute/projects/${id}/iou/nodes/${id}`;
  const changing = cause('iou.update', { ...state, outcome: 'other fields changed' }, {}, undefined, '/ram');
  const kept = (field: string, method: 'GET' | 'PUT') =>
    cause(
      'iou.delete',
      { ...state, outcome: notRemoved },
      {},
      answered(200, {}, { method, path }),
      `/${field}`,
    );
  expect(isEffect(kept('ram', 'PUT'), changing)).toBe(true);
  expect(isEffect(kept('ram', 'GET'), changing)).toBe(false);
  expect(isEffect(kept('nvram', 'PUT'), changing)).toBe(false);
});

test('drawings are missing where the deletion of a project takes those of others along', () => {
  const list = (...shown: JsonObject[]) =>
    answered(200, shown, { method: 'GET', path: `${project}/drawings` });
  const missing = { in: 'state', pointer: `/${id}`, message: 'expected a drawing, got nothing' } as const;
  const seen = (operation: OperationId, outcome: string, more: object = {}) =>
    causeOf(
      operation,
      { aspect: 'state', expected: 'state', outcome },
      { failure: failureOf([list()], { violations: [missing], ...more }) },
    );
  const taking = seen('projects.delete', harms.changed);
  expect(isEffect(seen('drawings.create', changedThoughRefused), taking)).toBe(true);
  expect(isEffect(seen('drawings.list', listing.missing, { violations: [] }), taking)).toBe(true);
  expect(isSourceOf(taking, seen('drawings.create', listing.lost))).toBe(true);
  expect(isSourceOf(seen('drawings.create', listing.lost), taking)).toBe(false);
  const changed = { exchanges: [list({ drawing_id: id })] };
  expect(isEffect(seen('drawings.create', changedThoughRefused, changed), taking)).toBe(false);
});

test('a request in a deleted project fails as one to the project does', () => {
  const crash = cause('projects.get', { expected: '404', outcome: 'status 500', circumstance: [gone] });
  const created = (...before: ReturnType<typeof answered>[]) => {
    const shown = answered(500, {}, { method: 'POST', path: `${project}/drawings` });
    return causeOf('drawings.create', {}, { failure: failureOf([...before, shown]) });
  };
  expect(isEffect(created(answered(204, undefined, { method: 'DELETE', path: project })), crash)).toBe(true);
  expect(isEffect(created(answered(200, {}, { method: 'GET', path: project })), crash)).toBe(false);
});

test('what is made again is refused by all of its operations', () => {
  const refused = (operation: 'vmware.get' | 'vmware.update' | 'cloud.get', words: string) =>
    cause(operation, { outcome: 'status 404', circumstance: [`case:${words}`] });
  const update = refused('vmware.update', idsAgain.deleted);
  expect(isEffect(refused('vmware.get', idsAgain.notFound), update)).toBe(true);
  expect(isEffect(refused('cloud.get', idsAgain.notFound), update)).toBe(false);
  expect(isEffect(refused('vmware.get', 'another id'), update)).toBe(false);
});

describe('a node that cannot be started twice', () => {
  const twice = cause('nodes.start', { outcome: 'status 500', circumstance: [started] });
  const start = (status: number) =>
    answered(status, undefined, { method: 'POST', path: `${project}/nodes/${id}/start` });
  const crash = (input: string, ...exchanges: ReturnType<typeof answered>[]) =>
    causeOf(
      'nodes.start',
      {},
      { failure: failureOf(exchanges, { symptom: { operation: 'nodes.start', input, outcome: '' } }) },
    );
  test('is not started again in a project that was renamed, nor several times at once', () => {
    expect(isEffect(crash('a project without a name', start(204), start(500)), twice)).toBe(true);
    expect(isEffect(crash('starts at once', start(500)), twice)).toBe(true);
    expect(isEffect(crash('a project without a name', start(500)), twice)).toBe(false);
  });
});

test('what does not exist is found where an answer is that to another request', () => {
  const shown = (node_id: string) =>
    answered(200, { node_id }, { method: 'GET', path: `/v2/compute/projects/${id}/iou/nodes/${id}` });
  const found = (node_id: string) =>
    cause('iou.get', { expected: '404', outcome: 'status 200', circumstance: [gone] }, {}, shown(node_id));
  const mixed = cause('iou.get', { aspect: 'answer', outcome: 'a node_id that is not that of the path' });
  expect(isEffect(found(id.replace('3f', '4f')), mixed)).toBe(true);
  expect(isEffect(found(id), mixed)).toBe(false);
});

describe('deletions at once', () => {
  const twice = (status: number) =>
    causeOf(
      'iou.delete',
      { outcome: `status ${status}` },
      {
        failure: failureOf([answered(status)], {
          symptom: { operation: 'iou.delete', input: 'deletions at once', outcome: '' },
        }),
      },
    );
  test('crash as one of what was deleted does', () => {
    const crash = cause('iou.delete', { outcome: 'status 500', circumstance: [gone] });
    expect(isEffect(twice(500), crash)).toBe(true);
    expect(isEffect(twice(404), crash)).toBe(false);
  });
  test('do not find what one has removed whose answer never arrives', () => {
    const dropped = cause('iou.delete', { outcome: 'transport closed' });
    expect(isEffect(twice(404), dropped)).toBe(true);
    expect(isEffect(twice(404), { ...dropped, circumstance: [gone] })).toBe(false);
  });
});

test('a node does not start where a deletion on the compute host takes what it stands for', () => {
  const taking = cause('compute.projects.delete', { ...state, outcome: harms.removed });
  const start = answered(404, undefined, { method: 'POST', path: `${project}/nodes/${id}/start` });
  const fails = (operation: OperationId) => cause(operation, { outcome: 'status 404' }, {}, start);
  expect(isEffect(fails('nodes.start'), taking)).toBe(true);
  expect(isEffect(fails('projects.get'), taking)).toBe(false);
});

test('what was deleted is there again where a reading makes what it does not find', () => {
  const reading = (status: number) => answered(status, {}, { method: 'GET', path: project });
  const taken = { expected: '404', outcome: 'status 200' } as const;
  const found = (operation: OperationId, ...exchanges: ReturnType<typeof answered>[]) =>
    causeOf(operation, taken, { features: [gone], failure: failureOf(exchanges) });
  const deletion = answered(204, undefined, { method: 'DELETE', path: project });
  const made = found('projects.get', reading(404), reading(200));
  expect(isEffect(found('projects.delete', deletion, reading(404), deletion), made)).toBe(true);
  expect(isEffect(found('projects.delete', deletion, deletion), made)).toBe(false);
  const only = found('projects.get', reading(200));
  expect(isEffect(found('projects.delete', deletion, reading(404), deletion), only)).toBe(false);
});

test('operations fail in their own ways where a project is found that was deleted', () => {
  const found = cause('projects.get', { expected: '404', outcome: 'status 200', circumstance: [gone] });
  const fails = (operation: OperationId, feature: string) =>
    cause(operation, { expected: '404', outcome: 'status 500' }, { features: [feature] });
  expect(isEffect(fails('projects.update', gone), found)).toBe(true);
  expect(mayFollow(fails('projects.update', gone), found)).toBe(true);
  expect(isEffect(fails('nodes.start', inDeleted), found)).toBe(true);
  expect(isEffect(fails('projects.update', unknown), found)).toBe(false);
  expect(isEffect(fails('iou.get', inDeleted), found)).toBe(false);
});

test('what a reading removes is not found by others on it, nor what is in it, unless it was deleted', () => {
  const removing = cause('projects.get', { ...state, outcome: removed });
  const lost = (operation: OperationId, ...earlier: Exchange[]) => {
    const last = answered(404, {}, { method: 'GET', path: `${project}/drawings` });
    const failure = { ...failureOf([...earlier, last]), deciding: earlier.length };
    return causeOf(operation, { expected: 'valid', outcome: 'status 404' }, { failure });
  };
  const deletion = (path: string) => answered(204, undefined, { method: 'DELETE', path });
  expect(isEffect(lost('drawings.list'), removing)).toBe(true);
  expect(isEffect(lost('drawings.list', deletion(project.replace('3f', '4f'))), removing)).toBe(true);
  expect(isEffect(lost('drawings.list', deletion(project)), removing)).toBe(false);
  expect(isEffect(lost('iou.get'), removing)).toBe(false);
});
