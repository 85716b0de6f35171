import { expect, test } from 'vitest';
import type { Json } from '../../../harness/http/exchange.js';
import { hasSent, placeOf } from '../../../harness/model/state.js';
import { answered } from '../by-hand.js';

const exchange = (sent: string | undefined, shown: Json) =>
  answered(200, shown, sent === undefined ? {} : { body: sent });

test.each([
  ['of a resource', { x: 'a' }, '/x', { field: 'x', value: 'a' }],
  ['of one in a list', [{ x: 1 }, { x: 'a' }], '/1/x', { field: 'x', value: 'a' }],
  [
    'with what is within it',
    { interfaces: [{ name: 1 }] },
    '/interfaces/0/name',
    { field: 'interfaces', value: [{ name: 1 }] },
  ],
  ['that is missing', {}, '/x', undefined],
  ['of nothing', [], '/0/x', undefined],
  ['without a pointer', { x: 'a' }, '', undefined],
])('the place %s', (_, shown, pointer, place) => {
  expect(placeOf(exchange(undefined, shown), pointer)).toEqual(place);
});

test.each([
  ['{"x": "a"}', true],
  ['{"x": "b"}', false],
  ['{"y": "a"}', false],
  ['{"x": "a"', false],
  ['null', false],
  [undefined, false],
])('%s has sent it: %s', (body, was) => {
  expect(hasSent(exchange(body, {}), { field: 'x', value: 'a' })).toBe(was);
});
