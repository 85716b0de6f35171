/** Failures of what is stored and shown later: lost writes, readings that change things, updates of others. */
import { isDeepStrictEqual } from 'node:util';
import { familyOf } from '../../../schemas/groups.js';
import type { OperationId } from '../../../schemas/index.js';
import {
  answeredOtherwise,
  changedThoughRefused,
  harms,
  isHarm,
  notWhatWasWritten,
  readOtherwise,
} from '../../outcome.js';
import { countsAsFalse } from '../../values/shapes.js';
import { writeOperation } from '../../values/write-operations.js';
import {
  attributeOf,
  type Cause,
  type Follows,
  fieldOf,
  isInvalidTaken,
  isOfFamilies,
  isShownBy,
  isUnreadable,
  isWithin,
  isWronglyTaken,
  lasting,
  mixedUp,
  notStored,
  shownBy,
} from '../cause.js';
import { nullForValue } from '../features/conversions.js';
import { hasValue, ofKind, saidBy } from '../features/feature.js';
import type { Sighting } from '../sighting.js';
import { changedField } from '../words/changed.js';
import { isOfFields } from '../words/states.js';
import { lettersOf, textsOf } from './answers/of-text.js';
import {
  fieldsAt,
  fieldsOfState,
  isBeyond,
  isOfNamedAlone,
  isSentLast,
  isSpread,
  sentLast,
  within,
} from './changed.js';

/** What was seen so many times as often as a cause hardly follows from that. */
const muchMore = 10;
const isMuchMore = (effect: Cause, cause: Cause) => effect.failed >= muchMore * cause.failed;

/** Whether writes are lost or undone whatever the request: later changes in the state then follow from that. */
function isLostWrite(effect: Cause, cause: Cause): boolean {
  const isGeneral = (each: Cause) => each.circumstance.length === 0 && each.also === undefined;
  const isLost = notStored.has(cause.outcome) || lasting.has(cause.outcome);
  if (!isLost || !isGeneral(cause) || !isWithin(effect, cause)) return false;
  const isOnce = effect.failed === 1;
  // What the server works out is lost or not returned with the rest.
  if (effect.outcome === answeredOtherwise) return notStored.has(cause.outcome);
  if (lasting.has(effect.outcome)) {
    if (isMuchMore(effect, cause)) return false;
    // What refusals change is no reason for what is seen more often.
    if (cause.outcome === changedThoughRefused && effect.failed > cause.failed) return false;
    const name = changedField(effect.sightings);
    return isGeneral(effect) || isOnce || (name !== '' && name === changedField(cause.sightings));
  }
  // What a script finds lost is lost like the rest.
  const isOfScript = ({ features }: Sighting) => features.some(ofKind('case'));
  if (notStored.has(effect.outcome) && effect.sightings.every(isOfScript))
    return notStored.has(cause.outcome) || !effect.sightings.some(isSentLast);
  // What is neither stored nor returned is not returned.
  if (cause.outcome === 'ignored' && effect.outcome === 'not echoed') return true;
  // How a body is written does not matter where what it says is lost in any case, nor whose value is there instead.
  if (effect.outcome === cause.outcome)
    return (
      mixedUp(effect) !== undefined ||
      effect.circumstance.every(ofKind('body')) ||
      (isOnce && cause.sightings.every(({ inCompany }) => inCompany))
    );
  // A field that changes by itself is not found as it was sent either.
  const field = fieldOf(effect);
  const changed = new Set(cause.sightings.flatMap(({ failure }) => fieldsAt(failure?.violations)));
  return (
    cause.outcome === 'other fields changed' &&
    isOfAnyValue(effect) &&
    notStored.has(effect.outcome) &&
    field !== undefined &&
    changed.has(field)
  );
}

/** Whether an update answers with what it was sent, and not with what it has stored in its place. */
const isOfOtherValue = (effect: Cause, cause: Cause): boolean =>
  effect.outcome === answeredOtherwise &&
  cause.outcome === 'stored otherwise' &&
  fieldOf(effect) !== undefined &&
  fieldOf(effect) === changedField(cause.sightings);

/** Whether one value is not stored, or not shown as it was answered, because all of its kind are not. */
function isOfOneKind(effect: Cause, cause: Cause): boolean {
  const kind = attributeOf(cause);
  if (kind === undefined || !notStored.has(cause.outcome) || !isWithin(effect, cause)) return false;
  const has = lettersOf(kind);
  // A field that was written before shows such a text behind any update.
  const isAnswered = ({ failure }: Sighting) =>
    failure?.exchanges.some((each) => textsOf(each).some((text) => has?.(text)));
  const isOfKind = (each: Sighting) =>
    hasValue(kind)(each) || (effect.outcome === answeredOtherwise && isAnswered(each));
  return (
    (notStored.has(effect.outcome) || effect.outcome === answeredOtherwise) &&
    effect.sightings.every(isOfKind)
  );
}

/** Whether a script finds a value lost that counts as false, or an empty list, as others are that do. */
const isOfFalse = (effect: Cause, cause: Cause) =>
  (cause.circumstance.some(ofKind('truth')) || attributeOf(cause) === 'false') &&
  notStored.has(cause.outcome) &&
  (notStored.has(effect.outcome) || notWhatWasWritten.is(effect.outcome)) &&
  effect.sightings.every((each) => {
    const sent = sentLast(each, cause);
    return countsAsFalse(Array.isArray(sent) ? sent.length : sent);
  });

/** Whether a value does nothing where it may be sent, or is taken where it is none, as it is taken in place of others. */
function isOfLeftOut(effect: Cause, cause: Cause): boolean {
  const isNull = cause.circumstance.includes(nullForValue);
  const value = isNull ? 'null' : saidBy('anyvalue', cause.circumstance)[0];
  if (value === undefined || !isInvalidTaken(cause) || !isWithin(effect, cause)) return false;
  if (isWronglyTaken(effect)) return effect.sightings.every(hasValue(value));
  const isOfValue = (each: Sighting) => JSON.stringify(sentLast(each, cause)) === value;
  return isLost(effect) && effect.sightings.every(isOfValue);
}

/** Whether invalid bodies are taken, whatever is in them, since none is looked at: nothing that is sent is stored. */
const isOfUnreadBody = (effect: Cause, cause: Cause): boolean =>
  isInvalidTaken(effect) &&
  effect.circumstance.length === 0 &&
  effect.failed >= leastTaken &&
  notStored.has(cause.outcome) &&
  cause.circumstance.length === 0;

/** With fewer invalid bodies that are taken, they may have been taken for what is in them. */
const leastTaken = 20;

/** Whether it is not what was written that is shown. */
const isLost = ({ outcome }: Cause) => isOfFields(outcome) || notWhatWasWritten.is(outcome);

/** Whether a state differs only in fields that every reading changes. */
export function isOfUnsafeReading(effect: Cause, cause: Cause): boolean {
  if (cause.outcome !== readOtherwise || effect.aspect !== 'state' || effect.outcome === readOtherwise)
    return false;
  // What a reading shows is not what was sent to something else.
  if (isSpread(effect)) return false;
  const [reading] = cause.operations;
  const isItsOwn = (id: OperationId) => id === reading || writeOperation(id)?.read === reading;
  const isRead = isShownBy(effect, cause) || effect.operations.every(isItsOwn);
  return isRead && fieldsOfState(effect).size > 0 && !isBeyond(effect, cause);
}

/** What happens only with some values of a field has a reason of its own. */
const isOfAnyValue = ({ circumstance }: Cause) => !circumstance.some(ofKind('is'));

/** Whether a field is not stored, or not as answered, that also changes when it is not sent. */
const isAlsoChanged = (effect: Cause, cause: Cause) =>
  cause.outcome === 'other fields changed' &&
  isOfAnyValue(effect) &&
  (notStored.has(effect.outcome) || effect.outcome === answeredOtherwise
    ? fieldOf(effect) !== undefined && fieldOf(effect) === changedField(cause.sightings)
    : effect.outcome === notWhatWasWritten.of(changedField(cause.sightings)));

/** Whether a state is not what it was, or was to be, where updates of others change it. */
function isOfOthers(effect: Cause, cause: Cause): boolean {
  if (!isHarm(cause.outcome) || !isOfFamilies(effect, cause) || isOfNamedAlone(effect, cause)) return false;
  const { failed, otherwise, outcome } = effect;
  // What others change is mostly not read just then.
  if (notStored.has(outcome) && isMuchMore(effect, cause) && failed > otherwise) return false;
  if (outcome === answeredOtherwise) return isWithin(effect, cause);
  const isChanged = lasting.has(outcome) || notAsWritten.includes(outcome) || notWhatWasWritten.is(outcome);
  return (
    fieldsOfState(effect).size > 0 &&
    (isSpread(cause)
      ? effect.aspect === 'state'
      : isChanged && isWithin(effect, cause) && !isBeyond(effect, cause))
  );
}

const notAsWritten: readonly string[] = ['not stored', 'stored otherwise', harms.changed];

/**
 * Whether what an update changes elsewhere, or unasked, seems to be changed by something that goes on beside it. What
 * shows it is a reading of its own family.
 */
function isOfUpdatesBeside(effect: Cause, cause: Cause): boolean {
  const isOfCause = (id: OperationId | undefined) =>
    id !== undefined &&
    cause.operations.every((own) => writeOperation(own) && familyOf(own) === familyOf(id));
  return (
    isHarm(effect.outcome) &&
    (isHarm(cause.outcome) || cause.outcome === 'other fields changed') &&
    !isWithin(effect, cause) &&
    fieldsOfState(effect).size > 0 &&
    !isBeyond(effect, cause) &&
    effect.sightings.every((each) => isOfCause(shownBy(each)))
  );
}

/** Whether a resource cannot be read, or shows other values, because the server writes a stored value as invalid JSON. */
function isOfUnreadable(effect: Cause, cause: Cause): boolean {
  if (cause.aspect !== 'answer' || !cause.sightings.every(isUnreadable) || !isWithin(effect, cause))
    return false;
  if (notStored.has(effect.outcome))
    return attributeOf(effect) !== undefined && attributeOf(effect) === attributeOf(cause);
  return effect.aspect === 'state' && effect.sightings.every(isUnreadable);
}

/** Whether bodies are lost, or taken though they are invalid, for how they are written, or for their name, as others are. */
function isOfSameBody(effect: Cause, cause: Cause): boolean {
  const isOfBodies = (each: Cause) => notStored.has(each.outcome) || isWronglyTaken(each);
  if (!notStored.has(cause.outcome) || !isOfBodies(effect) || !isWithin(effect, cause)) return false;
  const all = [...cause.sightings, ...effect.sightings];
  const isOfAll = (each: string) => all.every(({ features }) => features.includes(each));
  const own = all[0]?.features.filter((each) => isOfBody(each) && !each.startsWith('body:a body of '));
  return own?.some(isOfAll) ?? false;
}

const isOfBody = ofKind('body', 'state');

/** Whether the same fields get the values of each other, stored or only shown. */
function isMixedUp(effect: Cause, cause: Cause): boolean {
  const [one, other] = [mixedUp(effect), mixedUp(cause)];
  return isWithin(effect, cause) && one !== undefined && isDeepStrictEqual(one, other);
}

export const ofStates: readonly Follows[] = [
  ...within(isOfOtherValue, isOfFalse, isOfUnreadBody, isAlsoChanged),
  isLostWrite,
  isOfOneKind,
  isOfLeftOut,
  isOfUnsafeReading,
  isOfOthers,
  isOfUpdatesBeside,
  isOfUnreadable,
  isOfSameBody,
  isMixedUp,
];
