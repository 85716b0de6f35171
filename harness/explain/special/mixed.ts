/** Readings of several resources that sometimes show another resource than their path names: one cause. */
import { familiesIn, inOrder } from '../../../schemas/groups.js';
import { type OperationId, operation } from '../../../schemas/index.js';
import { decidingOf, notOfPath } from '../../outcome.js';
import { type Cause, causeOfAll, shownBy } from '../cause.js';
import { showsOtherId } from '../effects/of-ids.js';
import { readAtOnce } from '../features/ids.js';
import type { Sighting } from '../sighting.js';
import type { TargetSeen } from './whole-run.js';

/** What is seen of such a reading. */
export const mixesUp = 'shows another resource than the path names';

/** With fewer, one kind of resource is found by a wrong id, unless it was seen in parallel. */
const leastFamilies = 2;

/**
 * The cause, of all readings that sometimes show another id than their path.
 * @param answers How many successful answers an operation gave, and how many were wrong in one way.
 */
export function mixedIn(broken: readonly Sighting[], answers: NonNullable<TargetSeen['answers']>): Cause[] {
  const isInParallel = ({ aspect, features }: Sighting) =>
    aspect === 'answer' && features.includes(`case:${readAtOnce}`);
  const wrong = broken.filter((each) => notOfPath.is(each.outcome ?? '') || isInParallel(each));
  const isSometimes = (id: OperationId) =>
    wrong.some(({ operation: own, outcome }) => {
      const counts = answers(id, outcome);
      return own === id && 2 * counts.wrong < counts.all;
    });
  const isReading = (id: OperationId) => operation(id).method === 'GET';
  const mixing = inOrder(wrong.map((each) => each.operation)).filter(
    (id) => isReading(id) && isSometimes(id),
  );
  const isOfOne = wrong.some((each) => isInParallel(each) && mixing.includes(each.operation));
  if (mixing.length === 0 || (familiesIn(mixing) < leastFamilies && !isOfOne)) return [];
  // What such readings show says nothing of a state, nor do their codes of what is there.
  const isOfThem = (each: Sighting) => {
    const { aspect, failure } = each;
    const shown = decidingOf(failure);
    return wrong.includes(each) || aspect === 'code' || aspect === 'state' || (shown && showsOtherId(shown));
  };
  // An update that answers with another resource has found it as the readings do.
  const isOfKind = ({ operation: own, outcome = '' }: Sighting) =>
    notOfPath.is(outcome) && isSometimes(own) && familiesIn([...mixing, own]) === familiesIn(mixing);
  const sightings = broken.filter(
    (each) => isOfKind(each) || (isOfThem(each) && mixing.some((id) => id === shownBy(each))),
  );
  return [causeOfAll({ operations: mixing, expected: 'answer', outcome: mixesUp }, sightings)];
}
