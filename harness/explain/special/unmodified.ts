/** Readings that say that nothing has changed (304), though nobody has asked: one cause, whichever check meets that. */
import { groupBy } from '../../../schemas/group-by.js';
import { inOrder } from '../../../schemas/groups.js';
import { decidingOf } from '../../outcome.js';
import { type Cause, causeOfAll, shownBy } from '../cause.js';
import { sharedBy } from '../features/feature.js';
import type { Sighting } from '../sighting.js';

/** What is seen where 304 answers a request that does not ask whether anything has changed. */
export const unasked = 'answers 304 Not Modified to requests without a condition';

/** With fewer operations, each may do it by itself; and seen less often, a request may bring it about. */
const [fewestOperations, fewestTimes] = [3, 2];

/** The cause, of all operations that answered so, or of one that did so without a reason that shows. */
export function unmodifiedIn(broken: readonly Sighting[]): Cause[] {
  const unmodified = broken.filter(({ failure }) => decidingOf(failure)?.answer?.status === 304);
  const byOperation = groupBy(unmodified, shownBy);
  const groups = byOperation.size < fewestOperations ? [...byOperation.values()] : [unmodified];
  // What the requests have in common tells when.
  const isUntold = (some: readonly Sighting[]) => sharedBy(some, 'case') === undefined;
  return groups
    .filter((some) => some.length >= fewestTimes && isUntold(some))
    .map((some) => {
      const operations = inOrder(some.flatMap((each) => shownBy(each) ?? []));
      return causeOfAll({ operations, expected: 'state', outcome: unasked }, some);
    });
}
