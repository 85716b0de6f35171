/** A reading that shows what was read before is the cause of all that it shows of updates. */
import { expect, test } from 'vitest';
import type { Sighting } from '../../../../harness/explain/sighting.js';
import { staleIn } from '../../../../harness/explain/special/stale.js';
import { staleReading } from '../../../../harness/outcome.js';
import { answered, failureOf } from '../../by-hand.js';

const path = '/v2/projects/00000000-0000-4000-8000-000000000001';
const lost = (method: string): Sighting => ({
  operation: 'projects.update',
  aspect: 'state',
  expected: 'shown later',
  outcome: 'not stored',
  features: ['field:name'],
  succeeded: true,
  failure: failureOf([answered(200, {}, { method, path })]),
});

test('what it shows is its fault, and what the answers to updates show is theirs', () => {
  const all = [lost('GET'), lost('PUT'), lost('GET')];
  const [cause, ...others] = staleIn(all, (id) => id === 'projects.get');
  expect(others).toEqual([]);
  expect(cause).toMatchObject({ operations: ['projects.get'], outcome: staleReading, circumstance: [] });
  expect(cause?.sightings).toEqual([all[0], all[2]]);
  expect(staleIn(all, () => false)).toEqual([]);
});
