/** Readings that say that nothing has changed (304), though nobody has asked: one cause, whichever check meets that. */
import { inOrder } from '../../../schemas/groups.js';
import { decidingOf } from '../../outcome.js';
import { type Cause, causeOfAll, shownBy } from '../cause.js';
import { sharedBy } from '../features/feature.js';
import type { Sighting } from '../sighting.js';

/** With fewer operations, each may do it by itself. */
const leastOperations = 3;

/** The cause, of all operations that answered so. */
export function unmodifiedIn(broken: readonly Sighting[]): Cause[] {
  const sightings = broken.filter(({ failure }) => decidingOf(failure)?.answer?.status === 304);
  const operations = inOrder(sightings.flatMap((each) => shownBy(each) ?? []));
  // What the requests have in common tells when.
  if (operations.length < leastOperations || sharedBy(sightings, 'case') !== undefined) return [];
  return [causeOfAll({ operations, aspect: 'code', expected: 'valid', outcome: 'status 304' }, sightings)];
}
