/** Who takes one kind of malformed JSON in several operations has one parser. */
import { expect, test } from 'vitest';
import { noObject } from '../../../../harness/explain/features/of-bodies.js';
import type { OperationId } from '../../../../schemas/index.js';
import { exchangeOf, failureOf } from '../../by-hand.js';
import { causes, code, crash, title } from '../written.js';

const duty = { expected: '400' } as const;
const malformed = (operation: OperationId, kind: string, outcome?: string) =>
  code(operation, ['input:malformed JSON', `body:${kind}`], outcome, duty);
const taken = (operation: OperationId, ...kinds: string[]) =>
  kinds.map((kind) => malformed(operation, kind, 'status 200'));
const refused = (operation: OperationId) => malformed(operation, 'a lone brace');

test('operations that share a kind of it are one cause, with all kinds', () => {
  const all = [
    ...taken('iou.update', 'single quotes', 'a trailing comma'),
    ...taken('cloud.update', 'a plus sign', 'single quotes'),
    refused('iou.update'),
    refused('cloud.update'),
  ];
  const [only, ...others] = causes(...all);
  expect(others).toEqual([]);
  expect(only?.slice(0, 2)).toEqual(['iou.update cloud.update', 'status 200']);
  expect(only?.slice(2).sort()).toEqual(['body:a plus sign', 'body:a trailing comma', 'body:single quotes']);
});

test('operations that take different kinds are two', () => {
  const all = [...taken('iou.update', 'single quotes'), ...taken('cloud.update', 'a plus sign')];
  expect(causes(...all, refused('iou.update'), refused('cloud.update'))).toHaveLength(2);
});

test('bodies in pieces that operations answer in different ways are read by none of them', () => {
  const piece = (operation: OperationId, body: string, outcome: string) =>
    code(operation, [`body:${body}`], outcome);
  const right = ['iou.update', 'drawings.create'] as const;
  const all = [
    piece('drawings.create', 'a body in chunks', 'status 400'),
    piece('iou.update', 'text with an accent that a chunk cuts', 'status 409'),
    code('iou.update', ['order:an invalid value behind another field'], 'status 200', {
      ...duty,
      failure: failureOf([exchangeOf({ body: '{}', headers: [['transfer-encoding', 'chunked']] })]),
    }),
    ...right.map((id) => code(id, ['body:{}'])),
  ];
  const found = causes(...all);
  expect(found).toEqual([['drawings.create iou.update', 'is not read', 'body:a body in chunks']]);
  expect(title({ aspect: 'state', outcome: 'is not read', circumstance: ['body:a body in chunks'] })).toBe(
    'iou.update does not read a body in chunks',
  );
});

test('what fails with bodies that arrive in pieces in any case goes with them, and nothing else', () => {
  const taken = (body: string, chunked = false) =>
    code('iou.update', ['place:console_type=of the wrong type'], 'status 200', {
      ...duty,
      failure: failureOf([exchangeOf({ body, headers: chunked ? [['transfer-encoding', 'chunked']] : [] })]),
    });
  const unread = (each: ReturnType<typeof taken>) =>
    causes(
      code('iou.update', ['body:a body in chunks'], 'status 400'),
      code('iou.update', ['body:{}']),
      each,
    );
  expect(unread(taken('{}', true))).toEqual([['iou.update', 'is not read', 'body:a body in chunks']]);
  expect(unread(taken(`"${'n'.repeat(20_000)}"`))).toHaveLength(1);
  expect(unread(taken('{}'))).toHaveLength(2);
});

test('single values that a strict parser refuses as it refuses malformed JSON are no cause of their own', () => {
  const both = (operation: OperationId, scalars: readonly string[], outcome = crash) => [
    ...['truncated', 'single quotes'].map((kind) => malformed(operation, kind, crash)),
    ...scalars.map((kind) => code(operation, [noObject, `body:${kind}`], outcome, duty)),
    code(operation, [noObject, 'body:{"a":1}'], undefined, duty),
  ];
  expect(causes(...both('iou.update', ['a string', 'null']))).toHaveLength(1);
  // What gets as far as a check of types is no JSON error.
  expect(causes(...both('iou.update', ['a string', 'an array']))).toHaveLength(2);
  expect(causes(...both('iou.update', ['a string', 'null'], 'status 409'))).toHaveLength(2);
});
