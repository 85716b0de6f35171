/** Plain requests that were answered with a code that their operation does not list. */
import { expect, test } from 'vitest';
import { Answers } from '../../harness/answers.js';
import type { Exchange, Request } from '../../harness/http/exchange.js';
import { answered } from './by-hand.js';

const id = 'iou.update';
const project = '/v2/compute/projects/0cf2b0f1-3d2f-4a3c-9f52-6a1b8d7c1e20';
const path = `${project}/iou/nodes/5b2f7a8e-0c41-4d62-8f0e-2a9d3c4b5e6f`;

const update = (code: number, request: Partial<Request> = {}) =>
  answered(code, undefined, { path, body: '{"name":"a"}', ...request });

function seenOf(exchange: Exchange, kept = exchange): readonly Exchange[] {
  const codes = new Answers();
  codes.add(exchange, kept);
  return codes.of(id).unlisted;
}

test('what is remembered of an exchange is kept where its code is not listed', () => {
  const kept = update(500);
  expect(seenOf(update(500), kept)).toEqual([kept]);
  expect(seenOf(update(302), kept)).toEqual([kept]);
});

test.each([
  ['a listed success', update(200)],
  ['a listed error', update(409)],
  ['a code of access', update(401)],
  ['what is answered under load', { ...update(500), overloaded: true as const }],
  ['an id that is no UUID', update(500, { path: `${project}/iou/nodes/a` })],
  ['another header', update(500, { headers: [['Connection', 'close']] })],
  ['a field that is not documented', update(500, { body: '{"conformance_unknown":1}' })],
  ['an invalid value', update(500, { body: '{"name":1}' })],
  ['no body', answered(500, undefined, { path })],
])('not kept: %s', (_words, exchange) => expect(seenOf(exchange)).toEqual([]));

test('of many that are alike the first few are kept', () => {
  const codes = new Answers();
  for (let times = 0; times < 100; times++) codes.add(update(500), update(500));
  expect(codes.of(id).unlisted).toHaveLength(20);
});
