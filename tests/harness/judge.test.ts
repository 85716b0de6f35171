/** What a check may say of the target by what it was shown. */
import { expect, test } from 'vitest';
import { status } from '../../harness/expect.js';
import { Sightings } from '../../harness/explain/sighting.js';
import { Histories } from '../../harness/history.js';
import { type Exchange, failed, type Json } from '../../harness/http/exchange.js';
import { Judge } from '../../harness/judge.js';
import {
  failedOr,
  harms,
  listing,
  mismatch,
  overloaded,
  passed,
  sentTwice,
  wrongField,
} from '../../harness/outcome.js';
import { answered, exchangeOf, failureOf } from './by-hand.js';

const id = '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
const missing = mismatch('200 OK', '404 Not Found', { in: 'status', message: 'status 404' }, [200]);

function outcomeOf(...exchanges: readonly Exchange[]) {
  const run = { sightings: new Sightings(), target: { histories: new Histories() } };
  const judge = new Judge('iou.get', run);
  judge.miss(missing, 'a plain request', exchanges);
  return { outcome: judge.outcome(), broken: run.sightings.broken };
}

const write = answered(201, {});
const reading = answered(404);

test('what goes wrong fails the check', () => {
  const { outcome, broken } = outcomeOf(write, reading);
  expect([outcome.verdict, broken.length]).toEqual(['failed', 1]);
});

test('of many failures one of each outcome is kept', () => {
  const named = (input: number, outcome: string) =>
    failureOf([reading], { symptom: { operation: 'iou.get', input: `${input}`, outcome } });
  const many = Array.from({ length: 9 }, (_, at) => named(at, 'status 200'));
  const outcome = failedOr([...many, named(9, 'status 500')], passed);
  const kept = outcome.verdict === 'failed' ? outcome.failures.map(({ symptom }) => symptom.outcome) : [];
  expect([kept.length, kept.slice(0, 2)]).toEqual([5, ['status 200', 'status 500']]);
});

test('what a target with too much to do answers is not held against it', () => {
  const { outcome, broken } = outcomeOf(write, { ...reading, overloaded: true });
  expect([outcome, broken]).toEqual([overloaded, []]);
});

test('what shows behind a write that may have been carried out twice is not held against it', () => {
  const { outcome, broken } = outcomeOf({ ...write, sentTwice: true }, reading);
  expect([outcome, broken]).toEqual([sentTwice, []]);
});

test('when a drawing was created twice, the failure is the first answer, which never came', () => {
  const path = `/v2/projects/${id}/drawings`;
  const creation = { ...answered(201, {}, { method: 'POST', path }), lostBefore: lostOf(path) };
  const list = answered(200, [], { method: 'GET', path });
  const seen = (outcome: string) => {
    const run = { sightings: new Sightings(), target: { histories: new Histories() } };
    const miss = mismatch('once', outcome, { in: 'state', pointer: '', message: outcome });
    new Judge('drawings.list', run).miss(miss, 'a plain request', [creation, list], outcome);
    return run.sightings.broken.map((each) => [each.operation, each.outcome]);
  };
  expect(seen(listing.twice)).toEqual([['drawings.create', 'transport dropped']]);
  expect(seen(listing.missing)).toEqual([['drawings.list', listing.missing]]);
});

test('what a second sending is refused says nothing, and what else is wrong with it counts', () => {
  const path = `/v2/projects/${id}/drawings`;
  const seen = (method: 'POST' | 'DELETE', code: number) => {
    const run = { sightings: new Sightings(), target: { histories: new Histories() } };
    const judge = new Judge('drawings.create', run);
    judge.expect({ ...answered(code, {}, { method, path }), lostBefore: lostOf(path) }, status(201), 'any');
    return [judge.outcome().verdict, ...run.sightings.broken.map(({ outcome }) => outcome)];
  };
  expect(seen('POST', 400)).toEqual(['inconclusive']);
  expect(seen('POST', 500)).toEqual(['failed', 'status 500']);
  expect(seen('DELETE', 404)).toEqual(['failed', 'transport dropped']);
});

const lostOf = (path: string) =>
  exchangeOf({ method: 'POST', path }, undefined, failed('dropped', 'the connection was closed'));

test('what another one shows was written to it where it is what was sent, and hardly by chance', () => {
  const outcome = (sent: object, shown: Json, ...fields: string[]) => {
    const path = `/v2/projects/${id}`;
    const update = answered(200, {}, { method: 'PUT', path, body: JSON.stringify(sent) });
    const run = { sightings: new Sightings(), target: { histories: new Histories() } };
    const [first, ...more] = fields.map((field) => wrongField(field, '', '', ''));
    const miss = {
      ...(first ?? missing),
      violations: [first, ...more].flatMap((each) => each?.violations ?? []),
    };
    new Judge('projects.update', run).harm('projects.update', miss, 'another project', [
      update,
      answered(200, shown, { method: 'GET', path }),
    ]);
    return run.sightings.broken[0]?.outcome;
  };
  expect(outcome({ name: 'a' }, { name: 'a' }, 'name')).toBe(harms.written);
  expect(outcome({ name: 'a' }, { name: 'b' }, 'name')).toBe(harms.changed);
  expect(outcome({ auto_open: true }, { auto_open: true }, 'auto_open')).toBe(harms.changed);
  const two = { auto_open: true, auto_close: false };
  expect(outcome(two, two, 'auto_open', 'auto_close')).toBe(harms.written);
  expect(outcome(two, { ...two, auto_close: true }, 'auto_open', 'auto_close')).toBe(harms.changed);
});
