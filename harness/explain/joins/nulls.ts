/** Joins fields that answers show as null, and fields that take it, whatever is documented for each. */
import { groupBy } from '../../../schemas/group-by.js';
import { placeInAnswer } from '../../expect.js';
import { type Cause, isInvalidTaken } from '../cause.js';
import { nullForValue } from '../features/conversions.js';
import { ofKind, partsOf } from '../features/feature.js';
import { wrongPlaceIn } from '../sighting.js';
import { asOne, manyFields } from './fields.js';
import { inEach, together, toldIn, toldOnce } from './together.js';

/** Whether all that answers show wrongly is null; of a long one only the beginning may be left. */
export function isOfNull({ aspect, sightings }: Cause): boolean {
  const shown = sightings.flatMap((each) => wrongPlaceIn(each) ?? []);
  return aspect === 'answer' && shown.length > 0 && shown.every(({ value }) => value === null);
}

/** Joins fields of one operation that answers show as null. */
export function joinedByNull(causes: readonly Cause[]): Cause[] {
  const byOperation = groupBy(causes, (cause) => (isOfNull(cause) ? cause.operations.join() : cause));
  return [...byOperation.values()].flatMap((some) => {
    const places = some.map(({ outcome }) => placeInAnswer(outcome));
    const isOfTypes = new Set(places.map((place) => place?.message)).size > 1;
    const isOfMany = new Set(places.map((place) => place?.pointer)).size >= manyFields;
    return isOfTypes && isOfMany ? asOne(some) : some;
  });
}

/** With fewer fields that take it, each may do so for a reason of its own. */
const fewestTaking = 4;

/** Joins fields of several operations that take null. */
export function joinedByNullTaken(causes: readonly Cause[]): readonly Cause[] {
  const some = causes.filter(isOfNullTaken).toSorted((a, b) => b.operations.length - a.operations.length);
  const [main] = some;
  const taking = some.reduce((sum, each) => sum + each.operations.length * toldIn(each).length, 0);
  if (!main || some.length < 2 || taking < fewestTaking) return causes;
  const joined = together(main, some, inEach(toldOnce(some)));
  return causes.flatMap((each) => (each === main ? joined : some.includes(each) ? [] : each));
}

const isOfNullTaken = (cause: Cause) =>
  cause.aspect === 'code' &&
  isInvalidTaken(cause) &&
  toldIn(cause).every((each) => each.length === 1 && each.every(isNullInField));

const isNullInField = (feature: string) =>
  feature === nullForValue || (ofKind('place', 'type')(feature) && partsOf(feature).value === 'null');
