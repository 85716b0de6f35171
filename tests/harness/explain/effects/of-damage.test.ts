/** What follows from requests that were refused and applied, and from connections that keep an error. */
import { describe, expect, test } from 'vitest';
import type { Cause } from '../../../../harness/explain/cause.js';
import { isEffect, mayFollow } from '../../../../harness/explain/effects/index.js';
import type { Sighting } from '../../../../harness/explain/sighting.js';
import { spoils } from '../../../../harness/explain/special/spoiled.js';
import { served } from '../../../../harness/explain/special/unserved.js';
import type { Exchange, JsonObject } from '../../../../harness/http/exchange.js';
import {
  changedThoughRefused,
  harms,
  notRemoved,
  notWhatWasWritten,
  ofAnother,
  theirDrawings,
} from '../../../../harness/outcome.js';
import type { OperationId } from '../../../../schemas/index.js';
import { answered, causeOf, exchangeOf, failureOf } from '../../by-hand.js';
import { cause, state } from './cause.js';

const path =
  '/v2/compute/projects/3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5/iou/nodes/3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e6';
const put = (status: number, sent: JsonObject, shown: JsonObject) =>
  answered(status, shown, { method: 'PUT', path, body: JSON.stringify(sent) });
const violations = (field: string) =>
  [{ in: 'body', pointer: `/${field}`, message: 'must be integer' }] as const;

test('an answer shows what was sent with a request that was refused', () => {
  const applied = causeOf(
    'iou.update',
    { aspect: 'state', outcome: changedThoughRefused },
    { failure: failureOf([put(400, { ram: 'x' }, {})]) },
  );
  const shows = (field: string, value: string, sent: JsonObject = {}) =>
    causeOf(
      'iou.update',
      { aspect: 'answer', outcome: `/${field} must be integer` },
      { failure: { ...failureOf([put(200, sent, { [field]: value })]), violations: violations(field) } },
    );
  expect(isEffect(shows('ram', 'x'), applied)).toBe(true);
  expect(isEffect(shows('ram', 'y'), applied)).toBe(false);
  expect(isEffect(shows('nvram', 'x'), applied)).toBe(false);
  expect(isEffect(shows('ram', 'x', { ram: 'x' }), applied)).toBe(false);
});

test('a valid request is refused over a connection that keeps the error of another', () => {
  const kept = causeOf('iou.update', {
    expected: 'valid',
    outcome: 'status 400',
    circumstance: ['behind:requests behind an invalid one on their connection'],
  });
  const refused = (outcome: string, expected = 'valid') =>
    causeOf('iou.update', { expected, outcome, circumstance: ['has:name'] });
  expect(isEffect(refused('status 400'), kept)).toBe(true);
  expect(isEffect(refused('status 409'), kept)).toBe(false);
  expect(isEffect({ ...refused('status 400'), operations: ['cloud.update'] }, kept)).toBe(false);
});

test('a list crashes behind other requests where a creation leaves half of itself', () => {
  const creation = causeOf('drawings.create', { outcome: 'status 500' });
  const list = (seen: { readonly inCompany?: true }) =>
    causeOf('drawings.list', { outcome: 'status 500' }, seen);
  expect(isEffect(list({ inCompany: true }), creation)).toBe(true);
  expect(isEffect(list({}), creation)).toBe(false);
  expect(isEffect(list({ inCompany: true }), { ...creation, outcome: 'status 400' })).toBe(false);
  expect(isEffect({ ...list({ inCompany: true }), operations: ['projects.get'] }, creation)).toBe(false);
});

test('where what was refused breaks what is written to, any refusal does', () => {
  const failing = (first: number, sent: JsonObject) => ({
    failure: { ...failureOf([put(first, sent, {}), put(500, { ram: 64 }, {})]), deciding: 1 },
  });
  const broken = (first: number) =>
    causeOf(
      'iou.update',
      { aspect: 'state', outcome: 'not writable afterwards' },
      failing(first, { ram: 'x' }),
    );
  const crash = causeOf(
    'iou.update',
    { expected: '400', outcome: 'status 500' },
    failing(400, { nvram: 'x' }),
  );
  expect(isEffect(crash, broken(400))).toBe(true);
  expect(isEffect(crash, broken(200))).toBe(false);
  expect(isEffect({ ...crash, outcome: 'status 200' }, broken(400))).toBe(false);
});

test('invalid values of a field crash as any value of it does', () => {
  const field = (own: Partial<Cause>, ...features: string[]) =>
    cause('cloud.update', { outcome: 'status 500', ...own }, { features });
  const invalid = field({ expected: '400' }, 'place:interfaces.name', 'array:interfaces');
  const valid = (...circumstance: string[]) => field({ expected: 'valid', circumstance });
  expect(isEffect(invalid, valid('is:interfaces=with items'))).toBe(true);
  expect(isEffect(invalid, valid('has:name'))).toBe(false);
  expect(isEffect(invalid, valid('is:interfaces=an empty array'))).toBe(false);
});

test('what cannot be read may be written: how writes are answered does not follow', () => {
  const unreadable = causeOf(
    'iou.update',
    { aspect: 'state', outcome: 'not readable afterwards' },
    { failure: failureOf([put(200, { ram: 64 }, {}), answered(500)]) },
  );
  const crash = causeOf(
    'iou.update',
    { expected: '400', outcome: 'status 500' },
    { failure: failureOf([put(200, { ram: 64 }, {}), put(500, {}, {})]) },
  );
  expect(isEffect(crash, unreadable)).toBe(false);
});

test('what is lost or refused at times follows from updates that store what another one was sent', () => {
  const mixing = cause('cloud.update', { ...state, outcome: ofAnother });
  const lost = (failed: number) => cause('cloud.update', { ...state, failed });
  expect(isEffect(lost(3), mixing)).toBe(true);
  expect(isEffect(lost(100), mixing)).toBe(false);
  expect(isEffect({ ...lost(100), outcome: 'stored otherwise' }, mixing)).toBe(true);
  const taken = (failed: number) =>
    cause('cloud.update', { expected: '400', outcome: 'status 200', failed, circumstance: ['place:name'] });
  expect(isEffect(taken(1), mixing)).toBe(true);
  expect(isEffect(taken(9), mixing)).toBe(false);
  expect(isEffect(cause('iou.update', state), mixing)).toBe(false);
});

test('the rest of a body spoils its connection where bodies in pieces are not read', () => {
  const path = '/v2/projects/3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
  const request = { method: 'PUT', path };
  const shown = exchangeOf({}, undefined, { behind: { request, body: 'long', status: 404 } });
  const spoiled = (operation: OperationId) => cause(operation, { ...state, outcome: spoils }, {}, shown);
  const cut = cause('iou.update', { outcome: 'status 400', circumstance: ['body:a body in two pieces'] });
  const chunks = { ...cut, circumstance: ['body:a charset in capitals'] };
  const several: Cause = { ...cut, operations: ['iou.update', 'vmware.update'] };
  expect([cut, chunks, several].map((each) => isEffect(spoiled('iou.update'), each))).toEqual([
    true,
    false,
    true,
  ]);
  expect([cut, several].map((each) => isEffect(spoiled('projects.update'), each))).toEqual([false, true]);
});

test('what is in a project that deletions of others take along cannot be read any more', () => {
  const taking = cause('compute.projects.delete', { ...state, outcome: harms.removed });
  const lost = (status: number) =>
    cause('drawings.create', { ...state, outcome: 'cannot be read', failed: 1 }, {}, answered(status));
  expect(isEffect(lost(404), taking)).toBe(true);
  expect(isEffect(lost(500), taking)).toBe(false);
  expect(isEffect(lost(404), cause('iou.delete', { ...state, outcome: harms.removed }))).toBe(false);
});

test('a deletion comes undone beside updates that write back what they have read', () => {
  const project = '/v2/projects/3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
  const at = (method: string, startedAt: number) => ({
    ...answered(200, {}, { method, path: project }),
    startedAt,
    durationMs: 10,
  });
  const lost = (features: string[]) =>
    causeOf('projects.update', { aspect: 'state', outcome: notWhatWasWritten.of('name') }, { features });
  const undone = (updateAt: number) => {
    const failure = failureOf([at('PUT', updateAt), at('DELETE', 100), at('GET', 200)]);
    return causeOf('projects.delete', { aspect: 'state', outcome: notRemoved }, { failure });
  };
  const together = ['case:writes at once'];
  expect(isEffect(undone(95), lost(together))).toBe(true);
  expect(isEffect(undone(80), lost(together))).toBe(false);
  expect(isEffect(undone(95), lost(['case:a sequence']))).toBe(false);
});

test('what crashes at times in several kinds of resources also does in other checks', () => {
  const operations = ['projects.get', 'iou.get', 'drawings.list'] as const;
  const crashes = causeOf('iou.get', { outcome: 'status 500', operations, otherwise: 20 });
  const shown = (status: number) =>
    causeOf(
      'vmware.update',
      { aspect: 'state', outcome: 'not writable afterwards' },
      { failure: failureOf([put(200, {}, {}), put(status, {}, {})]) },
    );
  expect(isEffect(shown(500), crashes)).toBe(true);
  expect(isEffect(shown(503), crashes)).toBe(false);
  expect(isEffect(shown(500), { ...crashes, otherwise: 0 })).toBe(false);
  expect(isEffect(shown(500), { ...crashes, otherwise: 0, expected: served })).toBe(true);
  expect(isEffect(shown(500), { ...crashes, operations: operations.slice(0, 2) })).toBe(false);
});

test('what changes behind refusals, and was not sent, goes with updates that change what they are not sent', () => {
  const late = (outcome: string) =>
    causeOf('vmware.update', { aspect: 'state', outcome }, { inCompany: true, isOther: true });
  const [byNobody, unsent] = [changedThoughRefused, 'other fields changed'].map(late) as [Cause, Cause];
  expect(isEffect(byNobody, unsent)).toBe(true);
  expect(mayFollow(unsent, byNobody)).toBe(false);
});

test('one refusal that changes something goes with many others that do', () => {
  const changes = (failed: number, circumstance: string[]) =>
    cause('projects.update', { ...state, outcome: changedThoughRefused, failed, circumstance });
  const one = changes(1, ['has:scene_width']);
  expect(isEffect(one, changes(22, ['input:malformed JSON']))).toBe(true);
  expect(isEffect(one, changes(3, ['input:malformed JSON']))).toBe(false);
  expect(isEffect(changes(2, ['has:scene_width']), changes(22, ['input:malformed JSON']))).toBe(false);
});

test('where two fields are exchanged, one that is sent without the other is lost', () => {
  const field = (name: string, ...more: string[]): Partial<Sighting> => ({
    features: [`field:${name}`, ...more],
    failure: { ...failureOf([put(200, {}, {})]), violations: violations(name) },
  });
  const exchanged = causeOf(
    'iou.update',
    { ...state, circumstance: ['from:ram'], also: [['from:nvram']] },
    field('nvram', 'from:ram'),
    field('ram', 'from:nvram'),
  );
  expect(isEffect(causeOf('iou.update', state, field('ram')), exchanged)).toBe(true);
  expect(isEffect(causeOf('iou.update', state, field('console')), exchanged)).toBe(false);
});

describe('later writes that are refused', () => {
  const refused = answered(400, undefined, { method: 'PUT', path });
  const taken = answered(200, {}, { method: 'PUT', path });
  const violations = [{ in: 'body', pointer: '/ram', message: '' }] as const;
  const unwritable = (...exchanges: Exchange[]) => {
    const failure = failureOf(exchanges, { violations });
    return causeOf('iou.update', { ...state, outcome: 'not writable afterwards' }, { failure });
  };
  const stored = causeOf('iou.update', { ...state, outcome: changedThoughRefused });

  test('are refused for what was stored though it was refused, and not the other way round', () => {
    expect(isEffect(unwritable(refused, refused), stored)).toBe(true);
    expect(isEffect(stored, unwritable(refused, refused))).toBe(false);
    expect(isEffect(unwritable(taken, refused), { ...stored, failed: 0 })).toBe(false);
  });

  test('are not refused because answers show a field wrongly, as those are that are answered wrongly', () => {
    const wrong = causeOf(
      'iou.update',
      { aspect: 'answer', outcome: '/ram must be integer' },
      { failure: failureOf([taken], { violations }) },
    );
    expect(isEffect(unwritable(refused, refused), wrong)).toBe(false);
    expect(isEffect(unwritable(refused, taken), wrong)).toBe(true);
  });
});

test('drawings of another project are not changed by what is refused', () => {
  const changes = causeOf('drawings.create', { ...state, outcome: theirDrawings });
  const stored = causeOf('drawings.create', { ...state, outcome: changedThoughRefused });
  expect(mayFollow(changes, stored)).toBe(false);
});
