/** From what rules say of one unit to sightings. */
import { expect, test } from 'vitest';
import { collect } from '../../../harness/explain/collect.js';
import { Sightings } from '../../../harness/explain/sighting.js';
import { changedThoughRefused } from '../../../harness/outcome.js';
import { plainCase } from '../../../harness/plan/case.js';
import { writeOperations } from '../../../harness/values/write-operations.js';
import { answered, failureOf } from '../by-hand.js';

/** The outcomes of a reading that shows a list in a wrong shape, after a creation that was answered with a code. */
function behind(code: number, list: number) {
  const written = writeOperations['drawings.create'];
  const exchanges = [answered(code, {}, { method: 'POST' }), answered(list, [{}], { method: 'GET' })];
  const sightings = new Sightings();
  collect(sightings, written, {
    unit: {},
    observations: [{ rule: 'readable', case: plainCase(written, 0), result: 'broken', exchanges }],
    failureOf: () => failureOf(exchanges),
  });
  return sightings.broken.map(({ outcome }) => outcome);
}

test('a list that is wrong behind a refusal was changed by it, and not behind a creation that succeeded', () => {
  expect(behind(400, 200)).toEqual([changedThoughRefused]);
  expect(behind(201, 200)).toEqual(['not readable afterwards']);
  expect(behind(400, 500)).toEqual(['not readable afterwards']);
});
