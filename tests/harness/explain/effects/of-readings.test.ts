/** What follows from readings that are stale, from crashes that leave a lock, and from refused writes that change things. */
import { expect, test } from 'vitest';
import { isEffect, mayFollow } from '../../../../harness/explain/effects/index.js';
import { gone } from '../../../../harness/explain/features/ids.js';
import { type Json, notJson } from '../../../../harness/http/exchange.js';
import {
  answeredOtherwise,
  changedThoughRefused,
  harms,
  notAllListed,
  notOfPath,
  notRemoved,
  notWhatWasWritten,
  otherName,
  staleReading,
} from '../../../../harness/outcome.js';
import { observe, type Rule } from '../../../../harness/rules/observation.js';
import { answered, caseOf, causeOf, failureOf } from '../../by-hand.js';
import { state } from './cause.js';

const id = '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
const path = `/v2/compute/projects/${id}/iou/nodes/${id}`;
const sent = (method: 'GET' | 'PUT' | 'DELETE', status: number, shown?: Json) =>
  answered(status, shown, { method, path });
const [first, second] = [{ name: 'R1' }, { name: 'R2' }];

test('what was deleted is found by a reading that shows what it has shown before', () => {
  const stale = causeOf('iou.get', { ...state, outcome: staleReading });
  const found = (operation: 'iou.get' | 'cloud.get', circumstance: string) =>
    causeOf(operation, { expected: '404', outcome: 'status 200', circumstance: [circumstance] });
  expect(isEffect(found('iou.get', gone), stale)).toBe(true);
  expect(isEffect(found('iou.get', 'ids:an unknown node_id'), stale)).toBe(false);
  expect(isEffect(found('cloud.get', gone), stale)).toBe(false);
  const lost = (inCompany: boolean, failed = 2) => {
    const seen = { failure: failureOf([sent('GET', 200)]), ...(inCompany && { inCompany: true as const }) };
    return causeOf('iou.update', { ...state, failed }, seen);
  };
  expect(isEffect(lost(true), stale)).toBe(true);
  expect(isEffect(lost(false), stale)).toBe(false);
  expect(isEffect(lost(false, 1), stale)).toBe(true);
});

test('a deletion that shows what it keeps has another code for that', () => {
  const kept = causeOf('iou.delete', { ...state, outcome: notRemoved });
  const showing = (shown?: Json) =>
    causeOf('iou.delete', { outcome: 'status 200' }, { failure: failureOf([sent('DELETE', 200, shown)]) });
  expect(isEffect(showing({ node_id: id, project_id: id }), kept)).toBe(true);
  expect(isEffect(showing({ message: 'deleted' }), kept)).toBe(false);
  expect(isEffect(showing({ node_id: id, project_id: id }), { ...kept, otherwise: 2 })).toBe(false);
});

test('what a script finds lost is one more of the writes that are lost now and then', () => {
  const lost = causeOf(
    'iou.update',
    { ...state, outcome: 'stored otherwise', otherwise: 4 },
    ...Array.from({ length: 20 }, () => ({})),
  );
  const atOnce = causeOf('iou.update', { ...state, outcome: notWhatWasWritten.of('name') });
  expect(isEffect(atOnce, lost)).toBe(true);
  expect(isEffect(atOnce, { ...lost, otherwise: 0 })).toBe(false);
});

test('what is sent after a crash fails otherwise because of it, if it is sent to the same resource', () => {
  const crash = causeOf(
    'iou.update',
    { outcome: 'status 500', circumstance: ['place:name=an array'] },
    { failure: failureOf([sent('PUT', 500)]) },
  );
  const busy = (before: ReturnType<typeof sent>, inCompany = true) =>
    causeOf(
      'iou.update',
      { outcome: 'status 409' },
      { failure: failureOf([before, sent('PUT', 409)]), ...(inCompany && { inCompany: true as const }) },
    );
  expect(isEffect(busy(sent('PUT', 500)), crash)).toBe(true);
  expect(isEffect(busy(sent('PUT', 200)), crash)).toBe(false);
  expect(isEffect(busy(sent('PUT', 500), false), crash)).toBe(false);
});

test('a sequence that ends behind a refused write shows what refused writes change', () => {
  const refusing = causeOf('iou.update', {
    ...state,
    outcome: changedThoughRefused,
    circumstance: ['has:ram'],
  });
  const lost = (last: ReturnType<typeof sent>) =>
    causeOf(
      'iou.update',
      { ...state, outcome: 'name is not what was written' },
      { failure: failureOf([last, sent('GET', 200, first)]), features: ['case:a sequence'] },
    );
  expect(isEffect(lost(sent('PUT', 400)), refusing)).toBe(true);
  expect(isEffect(lost(sent('PUT', 200)), refusing)).toBe(false);
});

test('a list that shows drawings of another project as well shows its own as they are', () => {
  const drawings = `/v2/projects/${id}/drawings`;
  const at = (pointer: string) => ({ violations: [{ in: 'body', pointer, message: '' }] }) as const;
  const own = { drawing_id: id, project_id: id, x: 2 };
  const list = (...all: Json[]) => answered(200, all, { method: 'GET', path: drawings });
  const both = [list(), list(own, { ...own, project_id: id.replace('3f', '4f') })];
  const foreign = causeOf(
    'drawings.list',
    { aspect: 'answer', outcome: 'a project_id that is not that of the path' },
    { failure: failureOf(both, at('/1/project_id')) },
  );
  const lost = { failure: failureOf(both, at('/y')) };
  expect(isEffect(causeOf('drawings.create', { ...state, circumstance: ['from:x'] }, lost), foreign)).toBe(
    false,
  );
});

test('a drawing is not missing from a list because that shows one of its fields wrongly', () => {
  const violations = (field: string) => [{ in: 'body', pointer: `/0/${field}`, message: '' }] as const;
  const wrong = (field: string) =>
    causeOf(
      'drawings.list',
      { aspect: 'answer', outcome: `/0/${field} is missing` },
      { failure: failureOf([], { violations: violations(field) }) },
    );
  const missing = causeOf('drawings.create', { ...state, outcome: 'a list without it' });
  expect(isEffect(missing, wrong('drawing_id'))).toBe(true);
  expect(isEffect(missing, wrong('rotation'))).toBe(false);
  expect(mayFollow(missing, wrong('rotation'))).toBe(false);
  const cut = causeOf('drawings.list', { ...state, outcome: notAllListed });
  expect(mayFollow(cut, wrong('svg'))).toBe(false);
});

test('a project that shows the name that was written to another thing is no reading of something else', () => {
  const project = answered(200, { name: 'Conf1' }, { method: 'GET', path: `/v2/compute/projects/${id}` });
  const told = {
    failure: failureOf([project], { violations: [{ in: 'state', pointer: '/name', message: '' }] }),
  };
  const renamed = causeOf('compute.projects.get', { ...state, outcome: otherName }, told);
  const harming = (outcome: string) => causeOf('iou.update', { ...state, outcome }, told);
  expect(isEffect(renamed, harming(harms.written))).toBe(true);
  expect(isEffect(harming(harms.written), renamed)).toBe(false);
  expect(isEffect(harming(harms.changed), renamed)).toBe(true);
});

test('what is lost, or wrong with errors, takes nothing away', () => {
  const found = failureOf([sent('GET', 200, first)]);
  const removed = (outcome: string) => causeOf('iou.delete', { ...state, outcome }, { failure: found });
  expect(mayFollow(removed(harms.removed), causeOf('iou.update', state))).toBe(false);
  const page = causeOf('iou.get', { aspect: 'error', expected: 'error', outcome: 'not valid JSON' });
  expect(isEffect(removed(harms.changed), page)).toBe(false);
});

test('what is wrong with the form of answers is no reason why something is not found any more', () => {
  const form = { aspect: 'answer', expected: 'answer', outcome: '/ports_mapping is missing' } as const;
  const wrong = causeOf('iou.get', form, { failure: failureOf([sent('GET', 200, first)]) });
  const removal = (reading: ReturnType<typeof sent>) =>
    causeOf(
      'iou.delete',
      { ...state, outcome: harms.removed },
      { failure: failureOf([sent('DELETE', 204), reading]) },
    );
  expect(isEffect(removal(sent('GET', 200, second)), wrong)).toBe(true);
  expect(isEffect(removal(sent('GET', 404)), wrong)).toBe(false);
  expect(mayFollow(removal(sent('GET', 404)), wrong)).toBe(false);
});

test('what an answer shows of the server is as wrong as what it shows of the rest', () => {
  const otherwise = (rule: Rule) => {
    const observation = observe(rule, caseOf('plain', {}, 'answered'), undefined, '', []);
    const failure = failureOf([sent('GET', 200)], { observation });
    return causeOf('iou.update', { ...state, outcome: answeredOtherwise }, { failure });
  };
  const [own, rest] = [otherwise('agrees'), otherwise('rest')];
  expect(isEffect(own, rest)).toBe(true);
  expect(isEffect(rest, own)).toBe(false);
  expect(isEffect({ ...own, operations: ['cloud.update'] }, rest)).toBe(false);
});

test('a body of a wrong type is one that is no JSON and happens to be read', () => {
  const wrong = { aspect: 'answer', expected: 'answer' } as const;
  const lines = causeOf('drawings.list', { ...wrong, outcome: notJson });
  const shown = (message: string, pointer: string) => {
    const failure = failureOf([answered(200, {})], { violations: [{ in: 'body', pointer, message }] });
    return causeOf('drawings.list', { ...wrong, outcome: message }, { failure });
  };
  expect(isEffect(shown('must be array', ''), lines)).toBe(true);
  expect(isEffect(shown('must be integer', '/0/x'), lines)).toBe(false);
});

test('a value that is lost whenever it is sent is not lost because another resource is shown at times', () => {
  const list = answered(200, [], { method: 'GET', path: `/v2/projects/${id}/drawings` });
  const seen = { failure: failureOf([list]) };
  const another = causeOf(
    'drawings.list',
    { aspect: 'answer', outcome: notOfPath.of('project_id'), circumstance: [] },
    seen,
  );
  const lost = (circumstance: string[]) =>
    causeOf('drawings.create', { ...state, outcome: 'ignored', circumstance }, seen);
  expect(isEffect(lost([]), another)).toBe(true);
  expect(isEffect(lost(['is:svg=empty']), another)).toBe(false);
});
