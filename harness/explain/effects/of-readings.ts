/** Failures that only look so because something is read wrongly: another answer, or another resource. */
import { type OperationId, operation } from '../../../schemas/index.js';
import { idsShown } from '../../answers.js';
import { placeInAnswer, succeeded } from '../../expect.js';
import { type Exchange, isObject, objectOf, valueIn } from '../../http/exchange.js';
import { createdId, hasSent, placeOf } from '../../model/state.js';
import {
  answeredOtherwise,
  before,
  changedThoughRefused,
  decidingOf,
  harms,
  isHarm,
  listing,
  notOfPath,
  notRemoved,
  notWhatWasWritten,
  otherName,
  staleReading,
  type Violation,
} from '../../outcome.js';
import { writeOperation } from '../../values/write-operations.js';
import {
  type Cause,
  type Follows,
  fieldIn,
  fieldOf,
  isAsked,
  isDecidedBy,
  isInCircumstance,
  isOfReadings,
  isShownBy,
  isWithin,
  isWronglyTaken,
  isWrongSuccess,
  notStored,
  shownBy,
} from '../cause.js';
import { ofKind } from '../features/feature.js';
import { gone, goneAlone } from '../features/ids.js';
import { manyFields } from '../joins/fields.js';
import { areOfUnsent, type Sighting, wrongPlaceIn } from '../sighting.js';
import { served } from '../special/unserved.js';
import {
  areOfOtherTypes,
  isBesideMisshown,
  isNotListed,
  isOfOtherFields,
  isSpread,
  within,
} from './changed.js';
import { showsOtherId } from './of-ids.js';

/** Whether answers show a field wrongly that is not in the request, because an earlier write has stored it so. */
function isOfStored(effect: Cause, cause: Cause): boolean {
  const field = fieldOf(cause);
  if (effect.aspect !== 'answer' || cause.aspect !== 'answer' || field === undefined) return false;
  const isOfRead = (id: OperationId) => cause.operations.some((each) => each === writeOperation(id)?.read);
  return (
    effect.operations.every(isOfRead) &&
    [...effect.sightings, ...cause.sightings].every((each) => fieldIn(each) === field) &&
    effect.sightings.every(({ features }) => !features.includes(`has:${field}`))
  );
}

/** Whether a state is shown by other operations than those whose answers are wrong, and not held against these answers. */
export function isSeenElsewhere(effect: Cause, cause: Cause): boolean {
  if (effect.aspect !== 'state' || cause.aspect !== 'answer') return false;
  const isHeld = effect.outcome === answeredOtherwise || effect.outcome === 'not echoed';
  if (isHeld || cause.operations.some((id) => writeOperation(id)?.creates)) return false;
  return effect.sightings.every((each) => !cause.operations.some((id) => id === shownBy(each)));
}

/** Whether a state looks wrong only because the answer that shows it is wrong in the same field. */
function isShownWrongly(effect: Cause, cause: Cause): boolean {
  if (effect.aspect !== 'state') return false;
  // A created drawing is expected as the creation answered it; the list may show it differently.
  const isOfId = placeInAnswer(cause.outcome)?.pointer === '/drawing_id';
  if (effect.outcome === changedThoughRefused && (isOfId || notStored.has(cause.outcome)))
    return effect.operations.every((id) => writeOperation(id)?.creates && cause.operations.includes(id));
  if (cause.aspect !== 'answer' || isSeenElsewhere(effect, cause) || areOfOtherTypes(effect, cause))
    return false;
  if (isNotListed(effect, cause)) return false;
  // Another resource is shown whatever was sent.
  if (notOfPath.is(cause.outcome) && effect.circumstance.some(ofKind('is', 'value'))) return false;
  if (placeInAnswer(cause.outcome)?.message === 'is missing' && isThere(effect)) return false;
  // What only some way to write a body brings about does not show where it was written in another.
  const isOfWay = cause.circumstance.some(ofKind('body'));
  if (isOfWay && !effect.sightings.some((each) => isInCircumstance(each, cause))) return false;
  // An answer that is no list at times says nothing of the others.
  if (isOfReadings(cause) && areLists(effect) && !areLists(cause)) return false;
  const isRead = effect.operations.every((id) => {
    const written = writeOperation(id);
    return written && cause.operations.some((each) => each === written.read || each === id);
  });
  return isRead && (isOfAnother(effect, cause) || !isOfOtherFields(effect, cause));
}

/** Whether what most failures are about has their field, though it is wrong. */
function isThere({ sightings }: Cause): boolean {
  const has = (each: Sighting) => {
    const shown = decidingOf(each.failure);
    // Of a long answer only the beginning is left.
    if (shown?.answer?.wholeLength !== undefined) return true;
    const value = shown && valueIn(shown);
    const created = each.failure?.exchanges.map(createdId) ?? [];
    const own = Array.isArray(value)
      ? value.find((item) => isObject(item) && created.includes(String(item.drawing_id)))
      : value;
    return isObject(own) && Object.hasOwn(own, fieldIn(each) ?? '');
  };
  return 2 * sightings.filter(has).length > sightings.length;
}

/** Whether most of what it was seen in are lists. */
const areLists = ({ sightings }: Cause) => {
  const shown = sightings.map(({ failure }) => decidingOf(failure));
  return 2 * shown.filter((each) => each && Array.isArray(valueIn(each))).length > sightings.length;
};

/** Whether most wrong states come from readings of another resource, which has all fields otherwise. */
function isOfAnother({ sightings }: Cause, { operations, outcome }: Cause): boolean {
  const isOfPath = notOfPath.is(outcome);
  if (!/^another (node|project)_id$/.test(outcome) && !isOfPath) return false;
  const readings = sightings.map(
    ({ failure }) => failure?.exchanges.filter((each) => isAsked(each, { operations })) ?? [],
  );
  // An id that is never right may be all that is wrong.
  const isRight = (each: Exchange) => succeeded(each) && !showsOtherId(each);
  if (isOfPath && !readings.flat().some(isRight)) return false;
  // A list that shows others as well shows its own as they are.
  const isOther = (each: Exchange) => objectOf(each) !== undefined && showsOtherId(each);
  return 2 * readings.filter((some) => some.some(isOther)).length > sightings.length;
}

/** Whether a project shows another name because that was written to something else. */
const isRenamed = (effect: Cause, cause: Cause) =>
  effect.outcome === otherName && cause.outcome === harms.written && isShownBy(cause, effect);

/** Whether something else seems to be changed because it is read or written wrongly itself. */
function isSeenWrongly(effect: Cause, cause: Cause): boolean {
  if (!isHarm(effect.outcome) || isSpread(effect) || isRenamed(cause, effect)) return false;
  if (cause.circumstance.length > 0 || cause.also || areOfOtherTypes(effect, cause)) return false;
  if (isWithin(effect, cause) || isHarm(cause.outcome)) return false;
  if (cause.aspect === 'answer' && isOfOtherFields(effect, cause) && !isOfAnother(effect, cause))
    return false;
  return effect.sightings.every((each) => {
    const [shown, reading] = [decidingOf(each.failure), shownBy(each)];
    // The form of errors says nothing of what is found or not, nor that of answers of what is not found.
    if (cause.aspect === 'error' || (shown && !succeeded(shown) && cause.aspect === 'answer')) return false;
    return cause.operations.some((id) => id === reading || writeOperation(id)?.read === reading);
  });
}

/** Whether what was deleted is found, or is as it was long before, since readings show what they have shown before. */
const isOfStale = (effect: Cause, cause: Cause): boolean =>
  cause.outcome === staleReading &&
  (isWronglyTaken(effect)
    ? effect.circumstance.some((each) => each === gone || each === goneAlone) && isWithin(effect, cause)
    : effect.aspect === 'state' &&
      isShownBy(effect, cause) &&
      (effect.failed === 1 || effect.sightings.every(({ inCompany }) => inCompany)));

/** Whether a resource seems unreadable only because a GET fails that is sent to read it. */
const isReadBadly = (effect: Cause, cause: Cause) =>
  ['not readable afterwards', 'cannot be read'].includes(effect.outcome) &&
  cause.aspect === 'code' &&
  (cause.expected === served || (cause.expected === 'valid' && isOfReadings(cause))) &&
  isDecidedBy(effect, cause);

/** Whether what changes, or is answered, is what was written before: it shows later than it should. */
function isOfLate(effect: Cause, cause: Cause): boolean {
  if (!notStored.has(cause.outcome) || !isWithin(effect, cause)) return false;
  if (effect.outcome === answeredOtherwise)
    return new Set(cause.sightings.map(fieldIn)).size >= manyFields && !isBesideMisshown(effect, cause);
  if (effect.outcome !== 'other fields changed' && effect.outcome !== changedThoughRefused) return false;
  return effect.sightings.every(({ failure }) => {
    const [shown, violations] = [decidingOf(failure), failure?.violations ?? []];
    const writes = before(failure).filter((each) => isAsked(each, cause) && succeeded(each));
    const isWritten = ({ pointer }: Violation) => {
      const place = shown && placeOf(shown, pointer);
      return place !== undefined && writes.some((each) => hasSent(each, place));
    };
    return violations.length > 0 && violations.every(isWritten);
  });
}

/** Whether another field changes since it gets what was sent for one that is lost. */
function isOfWrongField(effect: Cause, cause: Cause): boolean {
  const field = fieldOf(cause);
  if (effect.outcome !== 'other fields changed' || !notStored.has(cause.outcome) || field === undefined)
    return false;
  return effect.sightings.every((each) => {
    const place = wrongPlaceIn(each);
    return (
      place && before(each.failure).some((each) => isAsked(each, cause) && hasSent(each, { ...place, field }))
    );
  });
}

/** As often as what is stored has to be wrong, whatever was sent, to be wrong now and then. */
const leastOften = 10;

/** Whether something that was seen once, or by scripts, is one more of many writes that are lost now and then. */
const isOneOfMany = (effect: Cause, cause: Cause): boolean =>
  (notStored.has(cause.outcome) || ['stored otherwise', listing.without].includes(cause.outcome)) &&
  cause.circumstance.length === 0 &&
  cause.sightings.length >= leastOften &&
  cause.otherwise > 0 &&
  (notWhatWasWritten.is(effect.outcome) ||
    (effect.sightings.length === 1 &&
      (notStored.has(effect.outcome) || effect.outcome === changedThoughRefused)));

/** Whether a value that was lost once is one of those that are lost for what is written beside them. */
const isOfLastWritten = (effect: Cause, cause: Cause): boolean =>
  (notStored.has(effect.outcome) || effect.outcome === 'stored otherwise') &&
  effect.failed === 1 &&
  cause.failed > 1 &&
  fieldOf(effect) !== undefined &&
  notWhatWasWritten.fieldIn(cause.outcome) === fieldOf(effect);

/** Whether a deletion has another code of success because it shows what it does not remove: it is taken for a reading. */
const isOfReadInstead = (effect: Cause, cause: Cause): boolean =>
  cause.outcome === notRemoved &&
  cause.otherwise === 0 &&
  isWrongSuccess(effect) &&
  effect.sightings.every(({ operation: id, failure }) => {
    const shown = decidingOf(failure);
    const path = shown?.request.path.toLowerCase() ?? '';
    const isOfPath = ([, value]: readonly [string, string]) => path.includes(value.toLowerCase());
    return shown && operation(id).ids.every((name) => idsShown(shown, name).some(isOfPath));
  });

/** Whether an answer is not read in fields of the server either, as it is not in others that were not sent. */
const isOfUnsent = (effect: Cause, cause: Cause) =>
  effect.outcome === answeredOtherwise && areOfUnsent(cause) && !isBesideMisshown(effect, cause);

export const ofReadings: readonly Follows[] = [
  ...within(isOfReadInstead, isOneOfMany, isOfLastWritten, isOfWrongField, isOfUnsent),
  isOfLate,
  isOfStored,
  isShownWrongly,
  isSeenWrongly,
  isRenamed,
  isReadBadly,
  isOfStale,
];
