/** Requests that are carried out and get no answer on connections that have carried others: one cause. */
import { inOrder } from '../../../schemas/groups.js';
import { outcomeOf } from '../../expect.js';
import { decidingOf } from '../../outcome.js';
import { type Cause, causeOfAll, shownBy } from '../cause.js';
import { onUsed } from '../features/difference.js';
import type { Sighting } from '../sighting.js';

/** The cause of what got no answer and was sent again; what got none then either is not a matter of the connection. */
export function droppedIn(broken: readonly Sighting[]): Cause[] {
  const sightings = broken.filter(({ failure }) => decidingOf(failure)?.resent);
  const lost = decidingOf(sightings[0]?.failure);
  if (!lost) return [];
  const operations = inOrder(sightings.flatMap((each) => shownBy(each) ?? []));
  const circumstance = [`case:${onUsed}`];
  const told = {
    operations,
    aspect: 'code',
    expected: 'valid',
    outcome: outcomeOf(lost),
    circumstance,
  } as const;
  return [causeOfAll(told, sightings)];
}
