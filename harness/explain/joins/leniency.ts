/** Joins what is taken of one sort in several fields: nothing checks their type, or any value of several operations. */
import { groupBy } from '../../../schemas/group-by.js';
import { familiesIn } from '../../../schemas/groups.js';
import type { OperationId } from '../../../schemas/index.js';
import { type Cause, toldOf } from '../cause.js';
import { countingAsFalse } from '../features/attributes.js';
import { nullForValue } from '../features/conversions.js';
import { fieldsOf, ofKind, partsOf, saidBy } from '../features/feature.js';
import type { Kept } from '../features/kept.js';
import { invalidValue, noObject } from '../features/of-bodies.js';
import type { Sighting } from '../sighting.js';
import { ofFalse } from './habits/values.js';
import { inEach, joinedToHosts, operationsOf, several, together, toldIn, toldOnce } from './together.js';
import { isTakenCode } from './unchecked.js';

/** The type of field that a value was sent for. */
export const typeIn = ({ features }: Pick<Sighting, 'features'>): string =>
  saidBy('type', features).find((each) => !each.includes('=')) ?? '';

/** Invalid values are mostly taken where they are this many times as often as they are refused. */
const mostly = 5;

/** Joins all that becomes of invalid values where hardly any is refused in several kinds of resources: nothing validates them. */
export function joinedByNeglect(causes: readonly Cause[], kept: Kept): readonly Cause[] {
  const isOfValue = ({ features }: Sighting) => features.includes(invalidValue);
  const isOfBody = (each: Sighting) => isOfValue(each) || each.features.includes(noObject);
  const wrong = causes.filter(
    ({ aspect, expected, sightings }) => aspect === 'code' && expected === '400' && sightings.every(isOfBody),
  );
  const refused = (id: OperationId) =>
    kept.reduce((sum, { sighting, times }) => {
      const isOfIt = sighting.operation === id && sighting.aspect === 'code' && isOfValue(sighting);
      return isOfIt ? sum + times : sum;
    }, 0);
  const all = wrong.flatMap(({ sightings }) => sightings).filter(isOfValue);
  const neglecting = operationsOf(wrong).filter(
    (id) => all.filter(({ operation }) => operation === id).length >= mostly * refused(id),
  );
  const some = wrong.filter(({ operations }) => operations.every((id) => neglecting.includes(id)));
  const taken = some.filter(isTakenCode);
  const [main] = taken;
  if (!main || familiesIn(operationsOf(taken)) < several) return causes;
  const spared = neglecting.reduce((sum, id) => sum + refused(id), 0);
  const joined = together(main, some, { circumstance: [invalidValue], spared });
  return [joined, ...causes.filter((each) => !some.includes(each))];
}

/** With fewer sorts of values that are taken for a type, these are taken for reasons of their own. */
const fewestSorts = 4;
const isSort = /^class:an? (?:array|boolean|fraction|integer|object|string)$/;

/** The features `type:boolean` of the types that nothing checks: nearly all is taken for them, and objects cannot be converted. */
export function uncheckedTypes(causes: readonly Cause[]): string[] {
  const all = causes.flatMap(({ sightings }) => sightings);
  const isUnchecked = (some: readonly Sighting[]) => {
    const sorts = new Set(some.flatMap(({ features }) => features.filter((each) => isSort.test(each))));
    return sorts.has('class:an object') && sorts.size >= fewestSorts;
  };
  const byType = groupBy(all, typeIn);
  return [...byType].filter(([, some]) => isUnchecked(some)).map(([type]) => `type:${type}`);
}

/** With fewer fields, each has a leniency of its own. */
const fewestFields = 3;

/**
 * Joins what is taken for one type that nothing checks, or as one conversion, in several fields of which none refuses
 * all of it: what is refused may be out of bounds.
 */
export function joinedByLeniency(causes: readonly Cause[], kept: Kept): readonly Cause[] {
  const invalid = causes.filter(isTakenCode);
  const all = invalid.flatMap(({ sightings }) => sightings);
  const conversions = new Set(all.flatMap(({ features }) => features.filter(ofKind('for'))));
  return [...uncheckedTypes(invalid), ...conversions].reduce(
    (some, feature) => joinedByFeature(some, feature, kept),
    causes,
  );
}

function joinedByFeature(causes: readonly Cause[], feature: string, kept: Kept): readonly Cause[] {
  const has = ({ features }: Sighting) => features.includes(feature);
  const some = causes.filter((each) => isTakenCode(each) && each.sightings.every(has));
  const [main] = some;
  if (!main || some.length < 2) return causes;
  const sightings = some.flatMap((each) => each.sightings);
  const fieldIn = ({ features, operation }: Sighting) =>
    `${operation} ${fieldsOf(features.filter(ofKind('place')))}`;
  const taking = new Set(sightings.map(fieldIn));
  const operations = operationsOf(some);
  const refused = kept.filter(
    ({ sighting }) => sighting.aspect === 'code' && operations.includes(sighting.operation) && has(sighting),
  );
  const isLenient =
    taking.size >= fewestFields && refused.every(({ sighting }) => taking.has(fieldIn(sighting)));
  if (!isLenient) return causes;
  const isType = ofKind('type')(feature);
  const told = isType ? valuesOf(feature, sightings) : [[feature]];
  const spared = isType ? 0 : refused.reduce((sum, { times }) => sum + times, 0);
  return [
    together(main, some, { ...inEach(told), spared }),
    ...causes.filter((each) => !some.includes(each)),
  ];
}

/** What is taken for a type, such as `type:boolean=a string`; numbers of both sorts are numbers. */
function valuesOf(type: string, sightings: readonly Sighting[]): string[][] {
  const all = new Set(
    sightings.flatMap(({ features }) => features.filter((each) => each.startsWith(`${type}=`))),
  );
  const isNumber = (each: string) => all.has(`${type}=a number`) && /=an integer$|=a fraction$/.test(each);
  return [...all].filter((each) => !isNumber(each)).map((each) => [each]);
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
  isTakenCode(cause) && toldIn(cause).every((each) => each.length === 1 && each.every(isNullInField));

const isNullInField = (feature: string) =>
  feature === nullForValue || (ofKind('place', 'type')(feature) && partsOf(feature).value === 'null');

/** Joins null taken for a field with bodies taken that lack it: nothing asks for the field. */
export function joinedByLack(causes: readonly Cause[]): readonly Cause[] {
  const placeOf = (cause: Cause) => (isTakenCode(cause) && !cause.also ? toldOf(cause).join() : undefined);
  const hostOf = (cause: Cause) => {
    const field = /^place:(.+)\.missing=missing$/.exec(placeOf(cause) ?? '')?.[1];
    const isOfNull = (each: Cause) =>
      placeOf(each) === `place:${field}=null` && each.operations.join() === cause.operations.join();
    return field === undefined ? undefined : causes.find(isOfNull);
  };
  return joinedToHosts(causes, hostOf, (host, mine) => {
    const all = [host, ...mine];
    return together(host, all, inEach(all.map(toldOf)));
  });
}

/** Joins invalid values that are taken, and count as false, with valid ones that are lost: the server takes them for none. */
export function joinedByFalse(causes: readonly Cause[]): readonly Cause[] {
  const isFalse = ({ features }: Sighting) => features.includes(countingAsFalse);
  const hostOf = (cause: Cause) =>
    isTakenCode(cause) && cause.sightings.every(isFalse)
      ? causes.find((each) => ofFalse(each) && cause.operations.some((id) => each.operations.includes(id)))
      : undefined;
  return joinedToHosts(causes, hostOf, (host, mine) => together(host, [host, ...mine]));
}
