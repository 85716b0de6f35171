/** How a title words an outcome. */
import { expect, test } from 'vitest';
import { stateOf, toldAs } from '../../../harness/explain/words/outcomes.js';
import { changedThoughRefused } from '../../../harness/outcome.js';

test('a title says so where requests came at once', () =>
  expect(stateOf('listed twice', '', 'write x and delete at once')).toMatch(/ when requests come at once$/));

test('a change behind a refusal is not told as its own where it needs other requests', () => {
  const seen = {
    operation: 'drawings.create',
    aspect: 'state',
    expected: '',
    features: [],
    succeeded: false,
  } as const;
  const told = (...inCompany: boolean[]) => {
    const sightings = inCompany.map((is) => ({ ...seen, ...(is && { inCompany: true as const }) }));
    return stateOf(toldAs({ outcome: changedThoughRefused, sightings }), '');
  };
  expect(told(true, true)).toBe('is followed by a change that no request has made');
  expect(told(true, false)).toBe('changes the resource though it refuses the request');
});
