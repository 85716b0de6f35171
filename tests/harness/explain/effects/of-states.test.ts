/** What follows from writes that change more, or store less, than they should, and from lists that show others' drawings. */
import { describe, expect, test } from 'vitest';
import { isEffect, mayFollow } from '../../../../harness/explain/effects/index.js';
import {
  answeredOtherwise,
  changedThoughRefused,
  harms,
  notAllListed,
  nothingListed,
  notRemoved,
} from '../../../../harness/outcome.js';
import { answered, causeOf, failureOf } from '../../by-hand.js';
import { cause, state } from './cause.js';

const id = '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
const path = (kind: string) => `/v2/compute/projects/${id}/${kind}/nodes/${id}`;
const reading = (kind: string) => answered(200, {}, { method: 'GET', path: path(kind) });

test('a write that is lost once is one of those that are lost after other requests, whatever they say', () => {
  const lost = { ...state, outcome: 'not stored' };
  const now = cause('iou.update', lost, { inCompany: true });
  const once = (failed: number) => cause('iou.update', { ...lost, failed, circumstance: ['value:ram=256'] });
  expect(isEffect(once(1), now)).toBe(true);
  expect(isEffect(once(5), now)).toBe(false);
  expect(isEffect(once(1), cause('iou.update', lost))).toBe(false);
});

test('where writes are lost, or late, one of them may show as a field that changes unasked', () => {
  const changed = (failed: number) =>
    cause('iou.update', {
      ...state,
      outcome: 'other fields changed',
      failed,
      circumstance: ['anyvalue:"a"'],
    });
  const lost = cause('iou.update', { ...state, outcome: 'not stored' });
  expect(isEffect(changed(1), lost)).toBe(true);
  expect(isEffect(changed(5), lost)).toBe(false);
});

describe('an update that changes adapter_type of all instances of its kind', () => {
  const changed = { ...state, outcome: harms.changed };
  const all = cause('vmware.update', changed, {}, reading('vmware'), '/adapter_type');

  test('is why a value of that field does not last', () => {
    const lost = (field: string, outcome = 'not stored') =>
      cause('vmware.update', { ...state, outcome }, { features: [`field:${field}`] }, undefined, `/${field}`);
    expect(isEffect(lost('adapter_type'), all)).toBe(true);
    expect(isEffect(lost('headless'), all)).toBe(false);
    // What its own answer does not show was never written.
    expect(isEffect(lost('adapter_type', 'ignored'), all)).toBe(false);
  });

  test('is why something else is found than was written', () => {
    const found = (field: string) =>
      cause('vmware.update', { ...state, outcome: 'stored otherwise' }, {}, reading('vmware'), `/${field}`);
    expect(isEffect(found('adapter_type'), all)).toBe(true);
    expect(isEffect(found('headless'), all)).toBe(false);
  });

  test('is why that field changes when it is not sent', () => {
    const unsent = { ...state, outcome: 'other fields changed' };
    const own = (field: string) => cause('vmware.update', unsent, {}, reading('vmware'), `/${field}`);
    expect(isEffect(own('adapter_type'), all)).toBe(true);
    expect(isEffect(own('headless'), all)).toBe(false);
  });

  test('is why one changes beside something else that is done', () => {
    const beside = (kind: string, field: string) =>
      cause('cloud.delete', changed, {}, reading(kind), `/${field}`);
    expect(isEffect(beside('vmware', 'adapter_type'), all)).toBe(true);
    expect(isEffect(beside('vmware', 'name'), all)).toBe(false);
    expect(isEffect(beside('iou', 'adapter_type'), all)).toBe(false);
  });
});

test('what a script finds lost counts as false, as all do that are lost', () => {
  const falsy = cause('iou.update', { ...state, circumstance: ['truth:0, false or an empty text'] });
  const script = (md5sum: string | null) => {
    const write = answered(200, {}, { path: path('iou'), body: JSON.stringify({ md5sum }) });
    const violations = [{ in: 'body', pointer: '/md5sum', message: '' }] as const;
    return causeOf('iou.update', state, { failure: failureOf([write, reading('iou')], { violations }) });
  };
  expect(isEffect(script(null), falsy)).toBe(true);
  expect(isEffect(script('5f2c'), falsy)).toBe(false);
  // A value is taken for nothing, too, where it is none.
  const taken = (value: string) =>
    cause('iou.update', { expected: '400', outcome: 'status 200', circumstance: [value] });
  expect(isEffect(script(null), taken('class:null'))).toBe(true);
  expect(isEffect(script('5f2c'), taken('class:null'))).toBe(false);
  expect(isEffect(script(''), taken('anyvalue:""'))).toBe(true);
});

test('drawings of another project in a list say nothing of what a creation answers', () => {
  const shown = (list?: { project_id: string }[]) =>
    cause(
      'drawings.list',
      { aspect: 'answer', outcome: 'another' },
      {},
      answered(200, list),
      '/0/project_id',
    );
  const foreign = shown();
  const lost = (outcome: string) => cause('drawings.create', { ...state, outcome });
  expect(isEffect(lost('not stored'), foreign)).toBe(true);
  expect(isEffect(lost('ignored'), foreign)).toBe(false);
  expect(isEffect(lost('not stored'), shown([{ project_id: '{5f2c}' }]))).toBe(false);
});

test('drawings of all projects in a list seem to outlive their project', () => {
  const foreign = cause('drawings.list', { aspect: 'answer' }, {}, answered(200), '/0/project_id');
  const left = (path: string) =>
    cause(
      'projects.delete',
      { ...state, outcome: notRemoved },
      {},
      answered(200, [], { method: 'GET', path }),
    );
  expect(isEffect(left(`/v2/projects/${id}/drawings`), foreign)).toBe(true);
  expect(isEffect(left(`/v2/projects/${id}`), foreign)).toBe(false);
});

describe('an update that shows later than it should', () => {
  const project = { path: `/v2/projects/${id}` };
  const seen = ['scene_width', 'scene_height', 'auto_open'].map((name) => ({
    failure: failureOf([reading('iou')], {
      violations: [{ in: 'body', pointer: `/${name}`, message: '' }] as const,
    }),
  }));
  const circumstance = ['without:name'];
  const lost = causeOf('projects.update', { ...state, outcome: 'not stored', circumstance }, ...seen);

  test('seems to be changed by the one behind it', () => {
    const changed = (scene_width: number) => {
      const write = answered(200, {}, { ...project, body: JSON.stringify({ scene_width: 900 }) });
      const shown = answered(200, { scene_width }, { ...project, method: 'GET' });
      const violations = [{ in: 'body', pointer: '/scene_width', message: '' }] as const;
      const failure = failureOf([write, shown], { violations });
      return causeOf('projects.update', { ...state, outcome: 'other fields changed' }, { failure });
    };
    expect(isEffect(changed(900), lost)).toBe(true);
    expect(isEffect(changed(901), lost)).toBe(false);
  });

  test('was answered with what no reading shows, where whole updates are late', () => {
    const answer = cause('projects.update', { ...state, outcome: answeredOtherwise });
    expect(isEffect(answer, lost)).toBe(true);
    expect(isEffect(answer, { ...lost, sightings: lost.sightings.slice(0, 2) })).toBe(false);
  });
});

test('most states look wrong where a reading sometimes shows another instance', () => {
  const other = answered(200, { node_id: id.replace('3f', '4f') }, { method: 'GET', path: path('iou') });
  const outcome = 'a node_id that is not that of the path';
  const mixed = (otherwise: number) =>
    cause('iou.get', { aspect: 'answer', outcome, otherwise }, {}, other, '/node_id');
  const violations = [{ in: 'body', pointer: '/name', message: '' }] as const;
  const seen = (...shown: (typeof other)[]) =>
    causeOf('iou.update', state, ...shown.map((each) => ({ failure: failureOf([each], { violations }) })));
  expect(isEffect(seen(other, other, reading('iou')), mixed(9))).toBe(true);
  expect(isEffect(seen(other, reading('iou')), mixed(9))).toBe(false);
  expect(isEffect(seen(other), mixed(0))).toBe(false);
});

test('an answer is no JSON where the text was to be refused, in any of the circumstances', () => {
  const [plain, item] = ['body:NaN', 'body:NaN in ports_mapping'];
  const taken = cause('cloud.update', {
    expected: '400',
    outcome: 'status 200',
    circumstance: [plain],
    also: [[item]],
  });
  const invalid = (...features: string[]) =>
    cause('cloud.update', { aspect: 'answer', expected: 'answer', outcome: 'not valid JSON' }, { features });
  expect(isEffect(invalid(item), taken)).toBe(true);
  expect(isEffect(invalid('body:truncated'), taken)).toBe(false);
});

test('where writes are lost whatever they say, no field gets the value of another', () => {
  const lost = cause('iou.update', state);
  const swapped = (operation: 'iou.update' | 'cloud.update') =>
    cause(
      operation,
      { ...state, circumstance: ['from:serial_adapters'] },
      { features: ['field:ethernet_adapters'] },
    );
  expect(isEffect(swapped('iou.update'), lost)).toBe(true);
  expect(isEffect(swapped('cloud.update'), lost)).toBe(false);
  expect(isEffect(swapped('iou.update'), { ...lost, circumstance: ['field:ram'] })).toBe(false);
});

test('an id that was sent for one instance shows in another that is written to as well', () => {
  const all = cause('vmware.update', { ...state, outcome: harms.changed });
  const other = '7b1f4c7e-13a1-4e5d-9c0b-0a1b2c3d4e5f';
  const write = (project_id: string) =>
    answered(200, {}, { method: 'PUT', path: path('vmware'), body: JSON.stringify({ project_id }) });
  const shown = (sent: string) => {
    const read = answered(200, { project_id: other }, { method: 'GET', path: path('vmware') });
    const violations = [{ in: 'body' as const, pointer: '/project_id', message: '' }];
    return causeOf(
      'vmware.get',
      { aspect: 'answer', expected: 'answer', outcome: 'a project_id that is not that of the path' },
      { failure: failureOf([write(sent), read], { violations }) },
    );
  };
  expect(isEffect(shown(other), all)).toBe(true);
  expect(isEffect(shown(id), all)).toBe(false);
});

test('a list of what is no object does not show a drawing', () => {
  const missing = cause('drawings.list', { ...state, outcome: 'missing from the list' });
  const list = (outcome: string) => cause('drawings.list', { aspect: 'answer', expected: 'answer', outcome });
  expect(isEffect(missing, list('/0 must be object'))).toBe(true);
  expect(isEffect(missing, list('/0/x must be integer'))).toBe(false);
});

test('of a list that is always empty, a long one is empty, too', () => {
  const empty = cause('drawings.list', { aspect: 'answer', expected: 'answer', outcome: nothingListed });
  const long = (outcome: string) => cause('drawings.list', { ...state, outcome });
  expect(isEffect(long(notAllListed), empty)).toBe(true);
  expect(isEffect(cause('iou.get', state), empty)).toBe(false);
});

test('what refused requests change explains no change of another field by one that succeeds', () => {
  const shown = reading('iou');
  const refused = cause('iou.update', { ...state, outcome: changedThoughRefused }, {}, shown, '/name');
  const changed = (outcome: string, field: string) =>
    cause('iou.update', { ...state, outcome }, {}, shown, `/${field}`);
  for (const outcome of ['other fields changed', harms.changed]) {
    expect(mayFollow(changed(outcome, 'name'), refused)).toBe(true);
    expect(mayFollow(changed(outcome, 'ethernet_adapters'), refused)).toBe(false);
  }
  expect(mayFollow(changed('loses the last', 'ethernet_adapters'), refused)).toBe(true);
});

test('a field that changes by itself is not stored, but does not get other values for some of those sent', () => {
  const changed = cause(
    'iou.update',
    { ...state, outcome: 'other fields changed' },
    {},
    reading('iou'),
    '/ethernet_adapters',
  );
  const lost = (feature: string) =>
    cause('iou.update', { ...state, circumstance: [feature] }, { features: ['field:ethernet_adapters'] });
  expect(isEffect(lost('field:ethernet_adapters'), changed)).toBe(true);
  expect(isEffect(lost('is:ethernet_adapters=negative'), changed)).toBe(false);
});
