/** Readings that crash in company and not alone: whichever check meets that. */
import { groupBy } from '../../schemas/group-by.js';
import type { OperationId } from '../../schemas/index.js';
import { operationOf } from '../http/request.js';
import { decidingOf } from '../outcome.js';
import { type Cause, stateCause } from './cause.js';
import type { Sighting } from './sighting.js';

export const crashesAtTimes = 'crashes at times, but not while nothing else is under way';

/** With fewer inputs, it may be theirs. */
const fewest = 2;

/**
 * The causes of what was seen in such readings: one for each operation whose own answers show it in several ways.
 * @param rightOf How often an operation succeeded.
 */
export function passingIn(broken: readonly Sighting[], rightOf: (id: OperationId) => number): Cause[] {
  const byOperation = groupBy(broken, ({ failure }) => {
    const shown = decidingOf(failure);
    return shown?.passing && operationOf(shown.request);
  });
  return [...byOperation].flatMap(([id, sightings]) => {
    if (id === undefined) return [];
    const own = sightings.filter(({ aspect }) => aspect === 'code');
    const inputs = new Set(own.map(({ failure }) => failure?.symptom.input));
    if (inputs.size < fewest || 2 * own.length < sightings.length) return [];
    const what = { operations: [id], expected: 'answered', outcome: crashesAtTimes };
    return [stateCause(what, sightings, rightOf(id))];
  });
}
