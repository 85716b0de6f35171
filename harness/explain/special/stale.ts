/** Readings that show what was read before, whatever has changed since: one cause, and not of what changed it. */
import { inOrder } from '../../../schemas/groups.js';
import type { OperationId } from '../../../schemas/index.js';
import type { Staleness } from '../../model/staleness.js';
import { decidingOf, staleReading } from '../../outcome.js';
import { type Cause, causeOfAll, shownBy } from '../cause.js';
import type { Sighting } from '../sighting.js';

/** A cause for each operation that does so, and one for all of those that have a cache in common. */
export function staleIn(
  broken: readonly Sighting[],
  staleness: Pick<Staleness, 'hasShown' | 'inCommon' | 'isStale'>,
): Cause[] {
  const { inCommon } = staleness;
  const isStale = (each: Sighting) => {
    const [shown, id] = [decidingOf(each.failure), shownBy(each)];
    const isOfCache = shown && staleness.hasShown(shown) && inCommon.some((other) => other === id);
    return id && ((each.aspect === 'state' && staleness.isStale(id)) || isOfCache);
  };
  const stale = broken.filter(isStale);
  const operations = inOrder(stale.flatMap((each) => shownBy(each) ?? []));
  const causeOf = (ids: readonly OperationId[]) =>
    causeOfAll(
      { operations: ids, expected: 'as written', outcome: staleReading },
      stale.filter((each) => ids.some((id) => id === shownBy(each))),
    );
  const shared = operations.filter((id) => inCommon.includes(id));
  const own = operations.filter((id) => !inCommon.includes(id)).map((id) => [id]);
  return [...(shared.length > 0 ? [shared] : []), ...own].map(causeOf);
}
