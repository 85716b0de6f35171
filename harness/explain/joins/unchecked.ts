/** Joins what nothing checks, or what is checked for something else: taken in one place, it shows in another. */
import { groupBy } from '../../../schemas/group-by.js';
import type { OperationId } from '../../../schemas/index.js';
import { isClientError } from '../../expect.js';
import { idOfBody } from '../../outcome.js';
import { codesOf } from '../../plan/case.js';
import type { Field } from '../../values/fields.js';
import { writeOperation } from '../../values/write-operations.js';
import { type Cause, fieldOf, isCrash, isInvalidTaken, isWronglyTaken } from '../cause.js';
import { timesOf } from '../circumstance.js';
import { nullForValue } from '../features/conversions.js';
import { constructorAsId, fieldsNotAccepted, invalidNowhere } from '../features/difference.js';
import { fieldsOf, ofKind, partsOf, sharedBy } from '../features/feature.js';
import { type Kept, keptOf } from '../features/kept.js';
import { invalidValue, noObject, toBeRefused } from '../features/of-bodies.js';
import type { Sighting } from '../sighting.js';
import { asOne } from './fields.js';
import { inEach, joinedToHosts, together, toldOnce } from './together.js';

/** Joins arrays that are taken for the objects of a field with those that are taken for a whole body. */
export function joinedArrays(causes: readonly Cause[]): Cause[] {
  const isOfArray = ({ circumstance }: Cause) =>
    circumstance.length === 1 && circumstance.every((each) => partsOf(each).value === 'an array');
  const isHost = (cause: Cause) => isTakenCode(cause) && cause.circumstance.join() === 'body:arrays';
  const hostOf = (each: Cause) =>
    isTakenCode(each) && isOfArray(each)
      ? causes.find((other) => isHost(other) && each.operations.every((id) => other.operations.includes(id)))
      : undefined;
  return joinedToHosts(causes, hostOf, (host, mine) => together(host, [host, ...mine]));
}

/** What is to be refused whatever else is asked for. */
const unchecked = [noObject, constructorAsId];

/** Joins what is taken with what crashes, of the same sort, or in one field of an operation. */
export function joinedUnchecked(causes: readonly Cause[]): Cause[] {
  const joinedBy = (some: readonly Cause[], keyOf: (cause: Cause) => string | undefined) =>
    [...groupBy(some, (cause) => keyOf(cause) ?? cause).values()].flatMap((alike) => {
      const [main] = alike.filter(isWronglyTaken);
      const sort = main && (sortOf(main) ?? placeOf(main));
      if (!sort || !alike.some(isCrash)) return alike;
      const { also: _, ...joined } = together(main, alike, { circumstance: [sort] });
      return [joined];
    });
  return joinedBy(joinedBy(causes, sortOf), (cause) => {
    const place = placeOf(cause);
    return place && `${place} ${cause.operations}`;
  });
}

const sortOf = (cause: Cause) =>
  isWronglyTaken(cause) || isCrash(cause)
    ? unchecked.find((sort) => cause.sightings.every(({ features }) => features.includes(sort)))
    : undefined;

/** The one field of which all values are invalid that are taken, or crash. */
function placeOf(cause: Cause): string | undefined {
  if (cause.expected !== '400' || !(isTakenCode(cause) || isCrash(cause))) return undefined;
  const places = cause.sightings.map(({ features }) => fieldsOf(features.filter(isOfPlace)).join());
  const [place = '', ...others] = new Set(places);
  return others.length === 0 && /^\w+$/.test(place) ? `place:${place}` : undefined;
}
const isOfPlace = ofKind('place', 'array');

/** With fewer causes, some bodies are refused in a way of their own. */
const fewestRefused = 3;

/** Joins what an operation refuses with one wrong code: what refuses its bodies does not know the right one. */
export function joinedByRefusal(causes: readonly Cause[], kept: Kept): Cause[] {
  const byCode = groupBy(causes, (cause) => {
    const { aspect, operations, outcome, sightings } = cause;
    const isRefused = aspect === 'code' && isClientError(outcome) && sightings.every(mayBeRefused);
    return isRefused ? JSON.stringify([operations, outcome]) : cause;
  });
  return [...byCode.values()].flatMap((some) => {
    const due = some.filter(isOfBodies);
    const [main] = due;
    const [id] = main?.operations ?? [];
    const isOfAll = due.some(({ circumstance }) => circumstance.join() === toBeRefused);
    if (!main || !id || some.length < 2 || !(isOfAll || due.length >= fewestRefused)) return some;
    const circumstance = [toBeRefused];
    return [together(main, some, { circumstance, spared: timesOf(circumstance, keptOf(kept, id, main)) })];
  });
}

/** Whether all of its bodies are to be refused. */
const isOfBodies = ({ expected, sightings }: Cause) =>
  expected === '400' && sightings.every(({ features }) => features.includes(toBeRefused));

/** Whether a 400 would have been right. */
function mayBeRefused({ expected, features, failure, operation }: Sighting): boolean {
  const each = failure?.observation?.case;
  const isOpen = features.includes(invalidNowhere) || (each && codesOf(operation, each).includes(400));
  return expected === '400' || isOpen === true;
}

/** Joins the fields that an update takes though its input does not accept them, where only their null is refused. */
export function joinedNotAccepted(causes: readonly Cause[], kept: Kept): Cause[] {
  const isOfIt = ({ features }: { readonly features: readonly string[] }) =>
    features.includes(fieldsNotAccepted);
  const some = causes.filter((cause) => isTakenCode(cause) && cause.sightings.every(isOfIt));
  const [main] = some;
  const [id] = main?.operations ?? [];
  if (!main || !id || some.length < 2) return [...causes];
  const refused = keptOf(kept, id, main).filter(isOfIt);
  if (!refused.every(({ features }) => features.includes('any:null'))) return [...causes];
  const circumstance = [fieldsNotAccepted];
  const one = together(main, some, { circumstance, spared: timesOf(circumstance, refused) });
  return causes.flatMap((each) => (each === main ? one : some.includes(each) ? [] : each));
}

/** With fewer fields that nothing checks, each may be a mistake of its own. */
const fewestUnchecked = 4;

/** Joins what an operation takes for all of its fields, or for many: it looks at none of them, or one value is none to it. */
export function joinedUnvalidated(causes: readonly Cause[], kept: Kept): Cause[] {
  const byOperation = groupBy(causes, (cause) => {
    const isOfInvalid = ({ features }: Sighting) => features.includes(invalidValue);
    return isTakenCode(cause) && cause.sightings.every(isOfInvalid) ? cause.operations.join() : cause;
  });
  return [...byOperation.values()].flatMap((some) => {
    const [main] = some;
    const [id] = main?.operations ?? [];
    const all = some.flatMap(({ sightings }) => sightings);
    const fields = (id && writeOperation(id)?.fields) ?? [];
    if (!main || some.length < 2) return some;
    // A server that takes null for no value does so in any field: what else it takes tells what it checks.
    const others = some.filter((each) => !isOfNull(each));
    const places = placesIn(others.length > 0 ? others : some);
    if (!fields.every(({ name }) => places.includes(name))) return withManyJoined(some, fields);
    const value = sharedBy(all, 'anyvalue');
    const circumstance = [value === undefined ? invalidValue : `anyvalue:${value}`];
    const spared = timesOf(circumstance, keptOf(kept, id as OperationId, main));
    return [together(main, some, { circumstance, spared })];
  });
}

/** The same, with those of fields that nothing checks joined where there are many. */
function withManyJoined(causes: readonly Cause[], fields: readonly Field[]): readonly Cause[] {
  const whole = causes.filter(isOfWholeField);
  const names = fields.filter(({ name }) => placesIn(whole).includes(name));
  if (names.length < fewestUnchecked) return causes;
  return [...asOne(whole), ...causes.filter((each) => !whole.includes(each))];
}

const isOfNull = ({ sightings }: Cause) => sightings.every(({ features }) => features.includes(nullForValue));

const placesIn = (causes: readonly Cause[]) =>
  causes.flatMap(({ sightings }) =>
    sightings.flatMap(({ features }) => fieldsOf(features.filter(ofKind('place')))),
  );

/** Whether all that is invalid is taken, for one field or one type. */
const isOfWholeField = ({ also, circumstance }: Cause) =>
  also === undefined &&
  circumstance.length === 1 &&
  circumstance.every((each) => ofKind('place', 'type')(each) && partsOf(each).value === '');

/** Whether a body is taken that is to be refused. */
export const isTakenCode = (cause: Cause) => isInvalidTaken(cause) && cause.aspect === 'code';

/** With fewer, each may be a mistake of its own. */
const manySorts = 3;

/** Joins sorts of values that are taken for one type of field. */
export function joinedByType(causes: readonly Cause[]): Cause[] {
  const byType = groupBy(causes, (cause) => {
    const [feature = '', ...more] = cause.circumstance;
    const { kind, name, value } = partsOf(feature);
    const isOfSort = kind === 'type' && value !== '' && more.length === 0 && cause.also === undefined;
    return isTakenCode(cause) && isOfSort ? JSON.stringify([cause.operations, name]) : cause;
  });
  return [...byType.values()].flatMap((some) => (some.length < manySorts ? some : asOne(some)));
}

/** Joins a field that an operation refuses with what it takes for it: it is checked for another type, or another word. */
export function joinedMisread(causes: readonly Cause[]): Cause[] {
  const hostOf = (each: Cause) =>
    isRefused(each) ? causes.find((other) => isTakenFor(each, other)) : undefined;
  return joinedToHosts(causes, hostOf, (host, mine) => together(host, [host, ...mine]));
}

/** Whether a field is refused, whatever is beside it. */
const isRefused = ({ circumstance, expected, outcome }: Cause) =>
  expected === 'valid' &&
  isClientError(outcome) &&
  circumstance.length === 1 &&
  circumstance.every(ofKind('has'));

const isTakenFor = (refused: Cause, { also, ...other }: Cause) =>
  isTakenCode(other) &&
  also === undefined &&
  fieldOf(other) !== undefined &&
  fieldOf(other) === fieldOf(refused) &&
  other.operations.join() === refused.operations.join();

/** Whether what is documented is refused where something else is taken. */
export const isMisread = (cause: Cause): boolean =>
  isInvalidTaken(cause) &&
  cause.sightings.some(
    ({ expected, inCompany, outcome }) => expected === 'valid' && !inCompany && isClientError(outcome),
  );

/** Joins the ids of a body that answers show in place of their own, where whatever shows one of them shows the other. */
export function joinedByIds(causes: readonly Cause[]): Cause[] {
  const [node, project] = [idOfBody.node_id, idOfBody.project_id].map((outcome) =>
    causes.find((each) => each.outcome === outcome),
  );
  if (!node || !project || !node.operations.every((id) => project.operations.includes(id)))
    return [...causes];
  const both = together(project, [node, project], { also: [node.circumstance] });
  return causes.flatMap((each) => (each === node ? [] : each === project ? both : each));
}

/** Whether some of what nothing checks crashes. */
export const isUnchecked = ({ outcome, sightings }: Cause): boolean =>
  !isCrash({ outcome }) && sightings.some((each) => isCrash({ outcome: each.outcome ?? '' }));

/** Whether what was sent is no object: which of such bodies an operation meets is its own affair. */
export const isOfWholeBody = ({ expected, sightings }: Cause) =>
  expected === '400' && sightings.every(({ features }) => features.includes(noObject));

/** One cause of several that take what is no object, with every form of that. */
export function withForms(one: Cause, causes: readonly Cause[]): Cause {
  const { also: _, ...rest } = one;
  const isSome = (each: readonly string[]) => each.length > 0 && !each.includes(noObject);
  const told = toldOnce(causes).filter(isSome);
  return { ...rest, ...inEach(told.length > 0 ? told : [[noObject]]) };
}
