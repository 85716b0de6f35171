/** A failure follows from a cause only where a request of the cause was sent before it. */
import { expect, test } from 'vitest';
import type { Cause } from '../../../../harness/explain/cause.js';
import { isPresent } from '../../../../harness/explain/effects/presence.js';
import type { Exchange } from '../../../../harness/http/exchange.js';
import { answered, causeOf, failureOf } from '../../by-hand.js';

const project = '/v2/projects/3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';

const put = (body: string, status = 200) => answered(status, {}, { path: project, body });

/** A cause of projects.update, seen behind some requests. */
const cause = (circumstance: string[], exchanges: Exchange[], own: Partial<Cause> = {}) =>
  causeOf(
    'projects.update',
    { aspect: 'state', expected: 'shown later', outcome: 'not stored', circumstance, ...own },
    { failure: failureOf(exchanges) },
  );

const emptyName = cause(['value:name=""'], [put('{"name": ""}')]);

test.each<[string, Exchange[], boolean]>([
  ['the same value was sent before', [put('{"name": "", "scene_width": 5}'), put('{}')], true],
  ['only other values were', [put('{"name": "a"}'), put('{}')], false],
  ['nothing was', [], false],
])('where one value is not stored, and %s', (_, exchanges, is) => {
  expect(isPresent(emptyName, cause([], exchanges))).toBe(is);
});

test('an empty body lacks every field', () => {
  const lacking = cause(['without:name'], [put('{"scene_width": 5}')]);
  expect(isPresent(lacking, cause([], [put('{}')]))).toBe(true);
  expect(isPresent(lacking, cause([], [put('{"name": "a"}')]))).toBe(false);
});

test('every failure must have such a request behind it', () => {
  const [with_, without] = [cause([], [put('{"name": ""}')]), cause([], [put('{"name": "a"}')])];
  const both = { ...with_, sightings: [...with_.sightings, ...without.sightings] };
  expect(isPresent(emptyName, both)).toBe(false);
});

test('what is wrong with a body is not known afterwards, but that it is invalid', () => {
  const taken = cause(['place:scene_width=a text'], [put('{"scene_width": "5"}')]);
  expect(isPresent(taken, cause([], [put('{"scene_width": [5]}')]))).toBe(true);
  expect(isPresent(taken, cause([], [put('{"scene_width": 5}')]))).toBe(false);
});

test('a code counts where it was the answer', () => {
  const crash = cause([], [put('{}', 500)], { aspect: 'code', expected: 'valid', outcome: 'status 500' });
  expect(isPresent(crash, cause([], [put('{}', 500), put('{}')]))).toBe(true);
  expect(isPresent(crash, cause([], [put('{}'), put('{}')]))).toBe(false);
});

test('of what finds something by a wrong id, any success counts: operations have different codes', () => {
  const found = { aspect: 'code', expected: '404', outcome: 'status 200' } as const;
  expect(isPresent(cause([], [put('{}')], found), cause([], [put('{}', 204)]))).toBe(true);
  expect(isPresent(cause([], [put('{}')], found), cause([], [put('{}', 404)]))).toBe(false);
});
