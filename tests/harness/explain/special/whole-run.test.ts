/** What is told first and once. */
import { expect, test } from 'vitest';
import type { Explained } from '../../../../harness/explain/cause.js';
import type { Sighting } from '../../../../harness/explain/sighting.js';
import { passingIn, unsteadyIn } from '../../../../harness/explain/special/passing.js';
import { isBuiltOn, withSpecialFirst } from '../../../../harness/explain/special/whole-run.js';
import type { Exchange } from '../../../../harness/http/exchange.js';
import { type Failure, notRemoved } from '../../../../harness/outcome.js';
import type { OperationId } from '../../../../schemas/index.js';
import { answerOf, causeOf, exchangeOf, failureOf } from '../../by-hand.js';
import { exchange } from '../gone/exchange.js';

const finding = (title: string, answer?: Exchange['answer']): Explained => ({
  title,
  operations: ['projects.update'],
  level: 'must',
  atoms: [title],
  circumstance: { words: title, features: [], fields: [], failed: 1, otherwise: 0 },
  isFirst: false,
  requirements: [title],
  consequences: [],
  failure: failureOf([exchangeOf({ path: `/${title}`, body: '{"name":""}' }, answer)]),
});

test('what is used before a failure explains it only where it never works', () => {
  const path = '/v2/projects/3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5/drawings';
  const behind = (method: string) => ({
    succeeded: false,
    failure: failureOf([exchangeOf({ method, path }, answerOf(500)), exchangeOf({ path: '/later' })]),
  });
  const effect = causeOf('projects.update', {}, behind('POST'));
  const cause = (otherwise: number) => causeOf('drawings.create', { otherwise });
  expect(isBuiltOn(effect, cause(0))).toBe(true);
  expect(isBuiltOn(effect, cause(4))).toBe(false);
  expect(isBuiltOn({ ...effect, outcome: notRemoved }, cause(0))).toBe(false);
  expect(isBuiltOn(causeOf('projects.update', {}, behind('GET')), causeOf('drawings.list'))).toBe(false);
});

const ok = answerOf(200);

test('a server that answers everything alike is one finding, and the rest follows from it', () => {
  const all = withSpecialFirst([finding('a', ok), finding('b', ok)], { codes: new Map([[200, 60]]) });
  expect(all).toHaveLength(1);
  expect(all[0]).toMatchObject({
    title: 'every request is answered 200 OK',
    requirements: ['a', 'b'],
    consequences: ['b'],
  });
});

test('a few answers say nothing yet, nor do two codes', () => {
  const findings = [finding('a', ok), finding('b', ok)];
  for (const codes of [
    new Map([[200, 3]]),
    new Map([
      [200, 60],
      [404, 1],
    ]),
  ])
    expect(withSpecialFirst(findings, { codes })).toEqual(findings);
});

test('a server that goes away is told with the requests that were under way; what was seen before stays', () => {
  const [gone, before] = withSpecialFirst([finding('a', ok), finding('b'), finding('c')], {
    codes: new Map(),
    broken: 'the target refuses connections',
  });
  expect(gone?.title).toBe('the server goes away, perhaps after a request of projects.update');
  expect(gone?.circumstance.words).toBe(
    'seen once, with these requests under way: PUT /b {"name":""}; PUT /c {"name":""}',
  );
  expect(gone?.requirements).toEqual(['b', 'c']);
  expect(before?.title).toBe('a');
});

test('when several requests may have crashed the server, one like an earlier crash is named first', () => {
  const asWith = (each: Explained, outcome: string, features: readonly string[]): Explained => {
    const cause = causeOf('projects.get', { aspect: 'code', outcome, circumstance: features }, { features });
    return { ...each, cause };
  };
  const crash = asWith(finding('a', answerOf(500)), 'status 500', ['ids:no text']);
  const odd = asWith(finding('b'), 'transport dropped', ['class:empty', 'input:edge']);
  const like = asWith(finding('c'), 'transport dropped', ['ids:no text']);
  const [gone] = withSpecialFirst([crash, odd, like], { codes: new Map(), broken: 'it refuses connections' });
  expect(gone?.circumstance.words).toMatch(/PUT \/c .*; PUT \/b /);
});

test('of requests under way, those that the server had not read are not to blame', () => {
  const [unread, read] = [finding('a'), finding('b')];
  const dropped = (each: Explained, isReset?: true): Explained => {
    const exchanges = each.failure.exchanges.map((one) => ({
      ...one,
      failure: { kind: 'dropped' as const, message: '', ...(isReset && { isReset }) },
    }));
    return { ...each, failure: { ...each.failure, exchanges } };
  };
  const [gone] = withSpecialFirst([dropped(unread, true), dropped(read)], {
    codes: new Map(),
    broken: 'the target refuses connections',
  });
  expect(gone?.circumstance.words).toBe('seen once');
  expect(gone?.requirements).toEqual(['b', 'a']);
});

test('a body that is no JSON object is likelier to have ended the server than any value in one', () => {
  const asSent = (each: Explained, body: string): Explained => ({
    ...each,
    failure: failureOf([exchangeOf({ path: `/${each.title}`, body })]),
  });
  const value = asSent(finding('a'), '{"status":"telnet"}');
  const broken = asSent(finding('b'), '{"name": ');
  const [gone] = withSpecialFirst([value, broken], { codes: new Map(), broken: 'it refuses connections' });
  expect(gone?.circumstance.words).toMatch(/: PUT \/b .*; PUT \/a /);
});

test('each request of a finding may be the one that ended the server', () => {
  const of = (path: string, isReset?: true) => ({
    failure: failureOf([
      {
        ...exchangeOf({ method: 'GET', path }),
        failure: { kind: 'dropped', message: '', ...(isReset && { isReset }) },
      },
    ]),
  });
  const cause = causeOf('projects.get', { outcome: 'transport dropped' }, of('/a', true), of('/b'));
  const [gone] = withSpecialFirst([{ ...finding('a'), operations: cause.operations, cause }], {
    codes: new Map(),
    broken: 'the target refuses connections',
  });
  expect(gone?.title).toBe('the server goes away after a request of projects.get');
  expect(gone?.failure.exchanges[0]?.request.path).toBe('/b');
});

/** What a check has met in a reading that crashed. */
const met = (
  operation: OperationId,
  aspect: Sighting['aspect'],
  input: string,
  passing?: true,
): Sighting => ({
  operation,
  aspect,
  expected: 'valid',
  outcome: 'status 500',
  features: [],
  succeeded: false,
  failure: failureOf([{ ...exchange(0, 500), ...(passing && { passing }) }], {
    symptom: { operation, input, outcome: 'status 500' },
  }),
});

test('readings that crash in company and not alone are one cause, whichever checks meet them', () => {
  const own = [met('projects.get', 'code', 'one', true), met('projects.get', 'code', 'another', true)];
  const others = [met('projects.update', 'state', 'a name', true)];
  const steady = met('projects.get', 'code', 'a third');
  const [cause, ...more] = passingIn([...own, ...others, steady], () => 9);
  expect(more).toEqual([]);
  expect(cause).toMatchObject({ operations: ['projects.get'], failed: 3, otherwise: 9 });
  expect(cause?.sightings).toEqual([...own, ...others]);
});

test('they are not where one input may be the reason, or where others than the reading may be', () => {
  const one = met('projects.get', 'code', 'one', true);
  const states = ['a', 'b', 'c'].map((name) => met('projects.update', 'state', name, true));
  expect(passingIn([one, one], () => 9)).toEqual([]);
  expect(passingIn([one, met('projects.get', 'code', 'another', true), ...states], () => 9)).toEqual([]);
});

test('an operation crashes at times where several of its crashes are not seen again, and none is', () => {
  const crashes = ['a', 'b', 'c'].map((name) => ({
    ...finding(name, answerOf(500)),
    cause: causeOf('cloud.update', { outcome: 'status 500', circumstance: [`has:${name}`] }),
  }));
  const became = (...all: (Failure['reproducibility'] | undefined)[]) =>
    new Map(
      crashes.map(({ failure }, index) => {
        const reproducibility = all[index];
        return [failure, { ...failure, ...(reproducibility && { reproducibility }) }];
      }),
    );
  expect([...unsteadyIn(crashes, became('flaky', 'flaky', 'flaky'))]).toEqual(['cloud.update']);
  expect([...unsteadyIn(crashes, became('flaky', 'flaky', undefined))]).toEqual([]);
  const steady = {
    ...finding('d', answerOf(500)),
    cause: causeOf('cloud.update', { outcome: 'status 500' }),
  };
  const again = [steady.failure, { ...steady.failure, reproducibility: 'deterministic' }] as const;
  expect([
    ...unsteadyIn([...crashes, steady], new Map([...became('flaky', 'flaky', 'flaky'), again])),
  ]).toEqual([]);
  const seen = met('cloud.update', 'code', 'one');
  const other = met('cloud.update', 'code', 'another');
  expect(passingIn([seen, other], () => 9, { unsteady: new Set(['projects.get']) })).toHaveLength(1);
  expect(passingIn([seen, other], () => 9)).toEqual([]);
});
