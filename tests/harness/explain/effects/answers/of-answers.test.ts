/** What follows from answers that show an error, null or another id in the place of a resource; and what is one of many. */
import { expect, test } from 'vitest';
import type { Cause } from '../../../../../harness/explain/cause.js';
import { isEffect } from '../../../../../harness/explain/effects/index.js';
import { holdsSeveral, notEmpty, started } from '../../../../../harness/explain/features/ids.js';
import type { Json } from '../../../../../harness/http/exchange.js';
import { answeredOtherwise, changedThoughRefused } from '../../../../../harness/outcome.js';
import { answered, answerOf, causeOf, exchangeOf, failureOf } from '../../../by-hand.js';
import { cause, state } from '../cause.js';

const id = '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
const path = `/v2/compute/projects/${id}/vmware/nodes/${id}`;
const wrong = { aspect: 'answer', expected: 'answer' } as const;

test('an error message that is sent with 200 explains the fields that are wrong in it', () => {
  const error = { status: 400, message: 'no' };
  const taken = (body: Json) =>
    cause('vmware.update', { expected: '400', outcome: 'status 200' }, {}, answered(200, body));
  const shown = (body: Json) =>
    cause(
      'vmware.update',
      { ...wrong, outcome: '/status must be string' },
      {},
      answered(200, body),
      '/status',
    );
  expect(isEffect(shown({ ...error, message: 'neither' }), taken(error))).toBe(true);
  expect(isEffect(shown({ ...error, detail: 'another' }), taken(error))).toBe(false);
  expect(isEffect(shown({ ...error, node_id: id }), taken({ ...error, node_id: id }))).toBe(false);
});

test('an answer is not as the next reading where it shows null for what was not sent', () => {
  const nulls = cause(
    'vmware.update',
    { ...wrong, outcome: '/headless must be boolean' },
    {},
    answered(200, { headless: null }),
    '/headless',
  );
  const held = (node_directory: Json) =>
    causeOf(
      'vmware.update',
      { ...state, outcome: answeredOtherwise },
      {
        failure: failureOf(
          [
            answered(200, { node_directory }, { method: 'PUT', path }),
            answered(200, {}, { method: 'GET', path }),
          ],
          { violations: [{ in: 'state', pointer: '/node_directory', message: '' }] },
        ),
      },
    );
  expect(isEffect(held(null), nulls)).toBe(true);
  expect(isEffect(held('/elsewhere'), nulls)).toBe(false);
});

test('what was started is not found again where its start gave it another id', () => {
  const start = `/v2/projects/${id}/nodes/${id}/start`;
  const other = cause('nodes.start', { ...wrong, outcome: 'a node_id that is not that of the path' });
  const again = (node_id: string) =>
    causeOf(
      'nodes.start',
      { outcome: 'status 404', circumstance: [started] },
      {
        failure: failureOf([
          answered(201, { node_id }, { method: 'POST', path: start }),
          answered(404, {}, { method: 'POST', path: start }),
        ]),
      },
    );
  expect(isEffect(again(id.replace('3f', '4f')), other)).toBe(true);
  expect(isEffect(again(id), other)).toBe(false);
});

test('an empty object is refused as values are that are there already', () => {
  const there = cause('vmware.update', {
    outcome: 'status 404',
    circumstance: ['state:values that are there already'],
  });
  const empty = (outcome: string) => cause('vmware.update', { outcome, circumstance: ['body:{}'] });
  expect(isEffect(empty('status 404'), there)).toBe(true);
  expect(isEffect(empty('status 500'), there)).toBe(false);
});

test('a write that is lost once is one of many that are lost now and then', () => {
  const [one] = cause('iou.update', state).sightings;
  const lost = (times: number, more: Partial<Cause> = {}) =>
    cause('iou.update', { ...state, otherwise: 9, ...more, sightings: Array(times).fill(one) });
  const once = lost(1, { outcome: changedThoughRefused, circumstance: ['only:name'] });
  expect(isEffect(once, lost(12))).toBe(true);
  expect(isEffect(once, lost(12, { outcome: 'a list without it' }))).toBe(true);
  expect(isEffect(once, lost(9))).toBe(false);
  expect(isEffect(once, lost(12, { circumstance: ['has:name'] }))).toBe(false);
});

test('a field changes that was not sent where it gets what was sent for one that is lost', () => {
  const lost = cause(
    'iou.update',
    { ...state, circumstance: ['field:serial_adapters'] },
    { features: ['field:serial_adapters'] },
  );
  const changed = (sent: Json) => {
    const write = answered(
      200,
      {},
      { path: path.replace('vmware', 'iou'), body: JSON.stringify({ serial_adapters: sent }) },
    );
    const reading = answered(200, { ethernet_adapters: 7 }, { method: 'GET' });
    const violations = [{ in: 'state' as const, pointer: '/ethernet_adapters', message: '' }];
    const failure = failureOf([write, reading], { violations });
    return causeOf('iou.update', { ...state, outcome: 'other fields changed' }, { failure });
  };
  expect(isEffect(changed(7), lost)).toBe(true);
  expect(isEffect(changed(6), lost)).toBe(false);
});

test('a project fails with anything in it where it does with several instances', () => {
  const filled = cause('compute.projects.get', { outcome: 'status 500', circumstance: [holdsSeveral] });
  const other = (...features: string[]) =>
    cause('compute.projects.get', { outcome: 'status 500' }, { features });
  expect(isEffect(other(notEmpty), filled)).toBe(true);
  expect(isEffect(other('ids:unknown ids'), filled)).toBe(false);
});

/** An answer that shows null for console, to an update with this body. */
const answer = (body: string) =>
  cause(
    'vmware.update',
    { ...wrong, outcome: '/console must be integer' },
    {},
    answered(200, { console: null }, { method: 'PUT', path, body }),
    '/console',
  );

test('an answer shows what was taken by mistake only where it was sent before', () => {
  const request = { method: 'PUT', path, body: '{"console":null}' } as const;
  const sent = exchangeOf(request, answerOf(200), { startedAt: 2 });
  const taken = cause(
    'vmware.update',
    { expected: '400', outcome: 'status 200', circumstance: ['place:console=null'] },
    { features: ['place:console=null'] },
    sent,
  );
  const shown = (startedAt: number, seen: object = {}) =>
    cause(
      'vmware.get',
      { ...wrong, outcome: '/console must be integer' },
      seen,
      { ...answered(200, { console: null }, { method: 'GET', path }), startedAt },
      '/console',
    );
  expect(isEffect(shown(3), taken)).toBe(true);
  expect(isEffect(shown(1), taken)).toBe(false);
  expect(isEffect(shown(1, { inCompany: true }), taken), 'not alone').toBe(true);
  expect(isEffect(answer('{"console":1e400}'), taken)).toBe(true);
  expect(isEffect(answer('{"name":"a"}'), taken)).toBe(false);
});

test('many wrong values, or some that no server has by itself, are those that were taken, whenever they were sent', () => {
  const request = (console: Json) => ({ method: 'PUT', path, body: JSON.stringify({ console }) }) as const;
  const all = (some: readonly Cause[]): Cause => ({
    ...(some[0] as Cause),
    sightings: some.flatMap(({ sightings }) => sightings),
  });
  const taken = ['7', [], {}, ''].map((value) =>
    cause(
      'vmware.update',
      { expected: '400', outcome: 'status 200', circumstance: ['place:console=of the wrong type'] },
      { features: ['place:console=of the wrong type'] },
      exchangeOf(request(value), answerOf(200), { startedAt: 9 }),
    ),
  );
  const shown = (value: Json) =>
    cause(
      'vmware.get',
      { ...wrong, outcome: '/console must be integer' },
      {},
      answered(200, { console: value }, { method: 'GET', path }),
      '/console',
    );
  const isOfTaken = (...values: Json[]) => isEffect(all(values.map(shown)), all(taken));
  expect(isOfTaken('7', [], {})).toBe(true);
  expect(isOfTaken('7', [], {}, false)).toBe(false);
  expect(isOfTaken('7')).toBe(true);
  expect(isOfTaken('7', '')).toBe(false);
});

test('an answer is wrong where an update changes what it was not sent', () => {
  const changing = (pointer: string) =>
    cause('vmware.update', { ...state, outcome: 'other fields changed' }, {}, undefined, pointer);
  const changed = changing('/console');
  expect(isEffect(answer('{"name":"a"}'), changed)).toBe(true);
  expect(isEffect(answer('{"name":"a"}'), changing('/headless'))).toBe(false);
  expect(isEffect(answer('{"console":5000}'), changed)).toBe(false);
});

test('readings that show fields wrongly which the answer to the write shows wrongly follow from that', () => {
  const shown = cause('drawings.create', { ...wrong, outcome: '/x is missing' }, {}, answered(201, {}), '/x');
  const unreadable = (pointer: string) =>
    cause(
      'drawings.create',
      { ...state, outcome: 'not readable afterwards' },
      {},
      answered(200, []),
      pointer,
    );
  expect(isEffect(unreadable('/1/x'), shown)).toBe(true);
  expect(isEffect(unreadable('/1/svg'), shown)).toBe(false);
});

test('a field seems to change behind refusals where the answer before them shows it wrongly', () => {
  const shown = cause(
    'cloud.update',
    { ...wrong, outcome: '/interfaces must be array' },
    {},
    undefined,
    '/interfaces',
  );
  const changed = (pointer: string, seen: object = { inCompany: true }) =>
    cause('cloud.update', { ...state, outcome: changedThoughRefused }, seen, undefined, pointer);
  expect(isEffect(changed('/interfaces'), shown)).toBe(true);
  expect(isEffect(changed('/name'), shown)).toBe(false);
  expect(isEffect(changed('/interfaces', {}), shown)).toBe(false);
});

test('a number that nothing holds is shown as no integer where fractions are taken for integers', () => {
  const features = ['body:a number written as 1e400'];
  const violations = [{ in: 'body', pointer: '/3/x', message: 'must be integer' } as const];
  const seen = { features, failure: failureOf([answered(200)], { violations }) };
  const shown = cause('projects.get', { ...wrong, outcome: '/x must be integer' }, seen);
  const read = cause('drawings.create', { aspect: 'state', outcome: 'not readable afterwards' }, seen);
  const taken = (what: string) =>
    cause('projects.update', { expected: '400', outcome: 'status 200' }, { features: [`class:${what}`] });
  const areEffects = (what: string) => [shown, read].map((effect) => isEffect(effect, taken(what)));
  expect([areEffects('a fraction'), areEffects('a boolean')].flat()).toEqual([true, true, false, false]);
});

test('a field that answers lack is refused by its name', () => {
  const operations = ['drawings.list', 'drawings.create'] as const;
  const outcome = '/0/drawing_id is missing';
  const lacking = (...circumstance: string[]) =>
    causeOf('drawings.list', { ...wrong, outcome, operations, circumstance }, {});
  const refused = (feature: string) =>
    cause('drawings.create', { expected: 'valid', outcome: 'status 400', circumstance: [feature] });
  expect(isEffect(refused('has:drawing_id'), lacking())).toBe(true);
  expect(isEffect(refused('has:svg'), lacking())).toBe(false);
  expect(isEffect(refused('has:drawing_id'), lacking('is:svg=empty'))).toBe(false);
});
