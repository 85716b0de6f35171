/** Resources that get no answer any more once a request to them was refused. */
import { expect, test } from 'vitest';
import { Jammed, jammedIn, silentOnceRefused } from '../../../../harness/explain/gone/jammed.js';
import type { Sighting } from '../../../../harness/explain/sighting.js';
import { type Exchange, failed } from '../../../../harness/http/exchange.js';
import { answered, exchangeOf, failureOf } from '../../by-hand.js';

const path = '/v2/projects/3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e';
const of = (last: number) => ({ method: 'GET', path: `${path}${last}` });
const silent = (last: number, more: Partial<Exchange> = {}): Exchange =>
  exchangeOf(of(last), undefined, { ...failed('timeout', ''), ...more });
const refusing = (last: number) => answered(400, {}, { method: 'PUT', path: `${path}${last}` });

const jammed = (...exchanges: Exchange[]) => {
  const seen = new Jammed();
  for (const each of exchanges) seen.add(each);
  return seen.operations;
};
const five = [1, 2, 3, 4, 5];
const behind = five.flatMap((last) => [answered(200, {}, of(last)), refusing(last), silent(last)]);

test('an operation is named if it gives no answer only after a refusal', () => {
  expect(jammed(...behind)).toEqual(['projects.get']);
  expect(jammed(...behind.slice(0, -1))).toEqual([]);
});

test('it is not if it answers after a refusal, or gives no answer without one', () => {
  expect(jammed(...behind, refusing(6), answered(200, {}, of(6)))).toEqual([]);
  expect(jammed(...behind, silent(7))).toEqual([]);
  // What was not sent says nothing.
  expect(jammed(...behind, silent(7, { unsent: true }))).toEqual(['projects.get']);
});

test('all that got no answer from such operations is one cause', () => {
  const seen = (exchange: Exchange): Sighting => ({
    operation: 'projects.update',
    ...{
      aspect: 'state',
      expected: 'state',
      outcome: 'not readable afterwards',
      features: [],
      succeeded: false,
    },
    failure: failureOf([exchange]),
  });
  const broken = [seen(silent(1)), seen(silent(1, { unsent: true })), seen(refusing(1))];
  expect(jammedIn(broken, [])).toEqual([]);
  expect(jammedIn(broken, ['projects.get'])).toMatchObject([
    { operations: ['projects.get'], outcome: silentOnceRefused, sightings: broken.slice(0, 2) },
  ]);
});
