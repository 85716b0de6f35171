/** A reading that shows what was read before, whatever was written since: one cause, and not of the updates. */
import { inOrder } from '../../../schemas/groups.js';
import { staleReading } from '../../outcome.js';
import { type Cause, causeOfAll, shownBy } from '../cause.js';
import type { Sighting } from '../sighting.js';
import type { TargetSeen } from './whole-run.js';

/** A cause for each operation that does so. */
export function staleIn(broken: readonly Sighting[], isStale: NonNullable<TargetSeen['isStale']>): Cause[] {
  const states = broken.filter(({ aspect }) => aspect === 'state');
  return inOrder(states.flatMap((each) => shownBy(each) ?? []))
    .filter(isStale)
    .map((id) =>
      causeOfAll(
        { operations: [id], expected: 'as written', outcome: staleReading },
        states.filter((each) => shownBy(each) === id),
      ),
    );
}
