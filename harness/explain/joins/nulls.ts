/** Joins fields of one operation that answers show as null, whatever is documented for each. */
import { groupBy } from '../../../schemas/group-by.js';
import { placeInAnswer } from '../../expect.js';
import type { Cause } from '../cause.js';
import { wrongPlaceIn } from '../sighting.js';
import { asOne, manyFields } from './fields.js';

/** Whether all that answers show wrongly is null; of a long one only the beginning may be left. */
export function isOfNull({ aspect, sightings }: Cause): boolean {
  const shown = sightings.flatMap((each) => wrongPlaceIn(each) ?? []);
  return aspect === 'answer' && shown.length > 0 && shown.every(({ value }) => value === null);
}

export function joinedByNull(causes: readonly Cause[]): Cause[] {
  const byOperation = groupBy(causes, (cause) => (isOfNull(cause) ? cause.operations.join() : cause));
  return [...byOperation.values()].flatMap((some) => {
    const places = some.map(({ outcome }) => placeInAnswer(outcome));
    const isOfTypes = new Set(places.map((place) => place?.message)).size > 1;
    const isOfMany = new Set(places.map((place) => place?.pointer)).size >= manyFields;
    return isOfTypes && isOfMany ? asOne(some) : some;
  });
}
