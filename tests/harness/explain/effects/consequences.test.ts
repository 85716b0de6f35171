/** Which failures go once another is mended, and which do not. */
import { describe, expect, test } from 'vitest';
import type { Cause } from '../../../../harness/explain/cause.js';
import { follows } from '../../../../harness/explain/effects/consequences.js';
import { isEffect, mayFollow } from '../../../../harness/explain/effects/index.js';
import type { Exchange } from '../../../../harness/http/exchange.js';
import { notRemoved } from '../../../../harness/outcome.js';
import { type OperationId, operation } from '../../../../schemas/index.js';
import { answered, causeOf, failureOf } from '../../by-hand.js';

type Failing = readonly [operation: OperationId, name: string];
const goesWith = (...[effect, name, cause, causeName]: [...Failing, ...Failing]) =>
  follows({ operations: [effect], name }, { operations: [cause], name: causeName });

test.each<[...Failing, ...Failing]>([
  ['iou.update', 'sequences', 'iou.update', 'stores.ram'],
  ['iou.delete', 'then-gone', 'iou.get', 'succeeds'],
  ['iou.delete', 'twice', 'iou.delete', 'then-gone'],
  ['drawings.create', 'parallel', 'drawings.list', 'answer.body'],
  ['iou.get', 'answer-ids.node_id', 'iou.get', 'answer.node_id'],
])('%s.%s goes with %s.%s', (...both) => {
  expect(goesWith(...both)).toBe(true);
});

test.each<[...Failing, ...Failing]>([
  // A deletion never depends on how odd input is refused.
  ['iou.delete', 'other-project', 'iou.update', 'answers-unknown-fields'],
  ['iou.delete', 'deletes-nothing-elsewhere', 'iou.update', 'accepts.ram'],
  ['projects.delete', 'succeeds', 'projects.update', 'accepts.name.null'],
  ['iou.update', 'refuses.name', 'iou.update', 'refuses.ram'],
  ['iou.update', 'generated.plain', 'iou.update', 'refuses.ram'],
  ['vmware.update', 'stores.ram', 'iou.update', 'succeeds'],
])('%s.%s is a mistake of its own beside %s.%s', (...both) => {
  expect(goesWith(...both)).toBe(false);
});

const id = '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';

describe('a cause', () => {
  const wrong = (expected: string, ...circumstance: string[]) =>
    causeOf(
      'iou.get',
      { expected, outcome: 'status 200', circumstance, otherwise: 1 },
      { features: circumstance },
    );

  test.each([
    ['case:node_id: its id in braces', '404', 'case:node_id: a quote', true],
    ['case:project_id: its id in braces', '404', 'case:node_id: a quote', false],
    ['body:deep nesting', '400', 'input:what is to be refused', true],
    ['body:deep nesting', '400', 'body:NaN', false],
  ])('%s beside %s for %s: goes with it is %s', (effect, expected, cause, goes) => {
    expect(isEffect(wrong('valid', effect), wrong(expected, cause))).toBe(goes);
  });

  test('on malformed bodies of many kinds meets a missing body, but no depth', () => {
    const crash = (cause: Cause): Cause => ({ ...cause, outcome: 'status 500' });
    const kinds = ['body:truncated', 'body:NaN', 'body:a comment', 'body:two values'];
    const all = kinds.map((each) => wrong('400', 'input:malformed JSON', each));
    const sightings = all.flatMap((each) => each.sightings);
    const malformed: Cause = {
      ...crash(wrong('400', 'body:truncated')),
      also: kinds.slice(1).map((each) => [each]),
      sightings,
    };
    expect(isEffect(crash(wrong('valid', 'body:a missing body')), malformed)).toBe(true);
    expect(isEffect(crash(wrong('valid', 'body:deep nesting')), malformed)).toBe(false);
    const { also: _, ...single } = malformed;
    expect(isEffect(crash(wrong('valid', 'body:a missing body')), single)).toBe(false);
  });

  test.each([
    ['what was sent', '"big"', true],
    ['what nobody has sent', '"small"', false],
  ])('is an invalid value that was taken, where an answer shows %s', (_, sent, goes) => {
    const path = `/v2/compute/projects/${id}/iou/nodes/${id}`;
    const exchanges = [
      answered(200, { ram: 'big' }, { path, body: `{"ram": ${sent}}` }),
      answered(200, { ram: 'big' }, { method: 'GET', path }),
    ];
    const violations = [{ in: 'body', pointer: '/ram', message: 'must be integer' }] as const;
    const shown = { aspect: 'answer', expected: 'answer', outcome: 'status 200' } as const;
    const form = causeOf('iou.get', shown, { failure: failureOf(exchanges, { violations }) });
    const taken: Cause = { ...wrong('400', 'fields:2'), operations: ['iou.update'] };
    expect(isEffect(form, taken)).toBe(goes);
  });

  test.each([
    ['to some requests', 'projects.update', ['has:name'], ['name'], true],
    ['always', 'projects.update', [], ['name', 'status', 'path'], false],
    ['always, where a success may have no body', 'nodes.start', [], ['name', 'status', 'node_id'], true],
    ['always, where the body is that of a node', 'nodes.start', [], ['name'], false],
  ] as const)('is the form of answers with a code of success that is wrong %s', (_, by, circumstance, names, goes) => {
    const { method, path } = operation(by);
    const body = { message: 'done' };
    const done = answered(202, body, { method, path: path.replaceAll(/\{\w+\}/g, id) });
    const code = causeOf(by, { outcome: 'status 202', circumstance, otherwise: 1 }, {});
    const missing = names.map((name) => ({
      outcome: `/${name} is missing`,
      failure: failureOf([done], {
        violations: [{ in: 'body', pointer: `/${name}`, message: 'is missing' }] as const,
      }),
    }));
    const form = causeOf(by, { aspect: 'answer', outcome: `/${names[0]} is missing` }, ...missing);
    expect(isEffect(form, code)).toBe(goes);
  });

  test('is no answer of another form because other requests crash', () => {
    const crash: Cause = { ...wrong('valid'), outcome: 'status 500' };
    const form: Cause = { ...wrong('answer'), aspect: 'answer', outcome: '/console must be integer' };
    expect(mayFollow(form, crash)).toBe(false);
    expect(mayFollow(wrong('valid'), crash)).toBe(true);
    expect(mayFollow(wrong('400'), crash)).toBe(false);
  });
  test('is no deletion that leaves everything because a creation is not served', () => {
    const unserved: Cause = { ...wrong('valid'), outcome: 'status 404' };
    const left: Cause = { ...wrong('gone'), aspect: 'state', outcome: notRemoved };
    expect(mayFollow(left, unserved)).toBe(false);
  });
  test('is no crash by ids because others are found in another notation', () => {
    expect(mayFollow({ ...wrong('404'), outcome: 'status 500' }, wrong('404'))).toBe(false);
    expect(mayFollow(wrong('404'), wrong('404'))).toBe(true);
  });
  test('is no state that other requests see because one way to write ids is refused', () => {
    const refused: Cause = { ...wrong('valid'), outcome: 'status 404', circumstance: ['ids:escaped'] };
    const seen: Cause = { ...wrong('state'), aspect: 'state', outcome: 'removes another' };
    expect(mayFollow(seen, refused)).toBe(false);
  });
});

describe('what a deletion has taken from others', () => {
  const sent = (method: string, path: string, status: number) =>
    answered(status, undefined, { method, path });
  const path = `/v2/compute/projects/${id}/vmware/nodes/${id}`;
  const cause = (operation: OperationId, outcome: string, ...exchanges: Exchange[]) =>
    causeOf(
      operation,
      { aspect: 'state', expected: 'state', outcome },
      { succeeded: false, failure: failureOf(exchanges) },
    );
  const taken = cause(
    'compute.projects.delete',
    'removes another',
    sent('DELETE', '/v2/compute/projects/x', 204),
    sent('GET', path, 404),
  );
  const read = sent('GET', path, 200);
  const missing = sent('PUT', path, 404);

  test.each([
    ['is not found any more', [read, missing], true],
    ['is found', [missing, read], false],
    ['was deleted itself', [read, sent('DELETE', path, 204), missing], false],
  ])('goes with it where it %s', (_, exchanges, goes) => {
    expect(isEffect(cause('vmware.update', 'not readable afterwards', ...exchanges), taken)).toBe(goes);
  });

  test('goes with the deletion of projects, not with what an instance seems to have taken', () => {
    const rival = cause(
      'cloud.delete',
      'removes another',
      sent('DELETE', `${path}0`, 204),
      sent('GET', path, 404),
    );
    expect(isEffect(rival, taken)).toBe(true);
    expect(isEffect(taken, rival)).toBe(false);
  });
});
