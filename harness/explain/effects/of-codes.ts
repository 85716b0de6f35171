/** Failures that follow from a wrong status code: later requests that get it too, other spellings of bodies and ids. */
import { besideDeletion, codeIn, isSuccess, isUnanswered, succeeded } from '../../expect.js';
import type { Exchange } from '../../http/exchange.js';
import { sentIn } from '../../model/state.js';
import {
  before,
  changedThoughRefused,
  decidingOf,
  notDeletable,
  notRemoved,
  setByUpdate,
} from '../../outcome.js';
import {
  type Cause,
  type Follows,
  fieldIn,
  fieldOf,
  isCrash,
  isDecidedBy,
  isFailing,
  isInCircumstance,
  isInvalid,
  isInvalidTaken,
  isMet,
  isWithin,
  isWronglyTaken,
  isWrongSuccess,
} from '../cause.js';
import { sorts } from '../features/conversions.js';
import { fieldsNotAccepted, missingBody, unnamed } from '../features/difference.js';
import { ofKind, sharedBy } from '../features/feature.js';
import { holdsSeveral, notEmpty, started, startsAtOnce, toDelete } from '../features/ids.js';
import { nothingNew } from '../features/of-bodies.js';
import { isMalformed } from '../joins/parsers.js';
import { ownOf, type Sighting } from '../sighting.js';
import { isOfUnserved } from '../special/unserved.js';
import { fieldsOfState, within } from './changed.js';

/** Whether a refusal has a wrong code only because all refusals of its kind have it. */
function isRefusal(effect: Cause, cause: Cause): boolean {
  const isOfAll = cause.circumstance.every(ofKind('input'));
  // A missing body is no JSON either; what breaks on one kind of malformed body only may not meet it.
  const isOfMissing =
    effect.circumstance.includes(missingBody) && (cause.also ?? []).length > 2 && isMalformed(cause);
  return (
    (isOfAll || isOfMissing) &&
    cause.expected === '400' &&
    (effect.expected === 'valid' || !isSuccess(cause.outcome)) &&
    effect.aspect === 'code' &&
    effect.outcome === cause.outcome &&
    effect.circumstance.some(isOfBody) &&
    isWithin(effect, cause)
  );
}

/**
 * Whether the same crash was seen in both, or a code that valid bodies get as well where 400 or 404 is due, and every
 * request of the effect has the features that cause it. Of a body that crashes whatever it is sent to, the plain request
 * tells more than that to an unknown id.
 */
function isSameFailure(effect: Cause, cause: Cause): boolean {
  const isOfAny = cause.expected === 'valid' && effect.expected !== 'valid';
  const isAlike =
    isFailing(cause) &&
    (isCrash(cause) || isOfAny) &&
    effect.outcome === cause.outcome &&
    cause.circumstance.length > 0 &&
    isWithin(effect, cause);
  if (!isAlike) return false;
  const duties = [effect.expected, cause.expected];
  if (duties.includes('400') && duties.includes('404') && isOfOneInput([effect, cause]))
    return cause.expected === '400';
  return effect.sightings.every((each) => isInCircumstance(each, cause));
}

/** Whether what was sent is malformed, or no object, in all of them. */
const isOfOneInput = (causes: readonly Cause[]) =>
  sharedBy(
    causes.flatMap(({ sightings }) => sightings),
    'input',
  ) !== undefined;

/**
 * Whether an operation fails in the same way whatever is sent to it: what was sent says nothing then. That what must
 * fail fails in another way is no reason why what must succeed does not.
 */
const isOfAnything = (effect: Cause, cause: Cause): boolean =>
  cause.aspect === 'code' &&
  (cause.expected === 'valid' || effect.expected !== 'valid') &&
  cause.circumstance.length === 0 &&
  (cause.failed >= leastOften || effect.expected === cause.expected) &&
  isCrash(cause) &&
  (effect.aspect === 'code' ? effect.outcome === cause.outcome : isDecidedBy(effect, cause));

/** As often as it has to fail for that. */
const leastOften = 20;

/** Whether the body of the request is to be refused, and has a field, or the one that it is inside. */
const isSentIn = ({ failure }: Sighting, field: string) => {
  const shown = decidingOf(failure);
  return shown && isInvalid(shown) && Object.hasOwn(sentIn(shown) ?? {}, field.split('.')[0] ?? '');
};

/** Whether both causes are about the value of the same field. */
function isOfOneField(effect: Cause, cause: Cause): boolean {
  const field = fieldOf(cause);
  if (field === undefined || !isWithin(effect, cause)) return false;
  // An invalid value that was accepted is shown, or what became of it.
  if (effect.aspect === 'answer' && isInvalidTaken(cause))
    return effect.sightings.every((each) => fieldIn(each) === field && isSentIn(each, field));
  // Storing something despite a refusal does not depend on the value.
  if (effect.outcome === changedThoughRefused) return false;
  return effect.aspect === 'state' && cause.aspect === 'state' && fieldOf(effect) === field;
}

/** Whether a number too large to hold is taken as what is no number at all is, or breaks the same. */
const isOfNoNumber = (effect: Cause, cause: Cause): boolean =>
  cause.expected === '400' &&
  (isSuccess(cause.outcome) || effect.outcome === cause.outcome) &&
  cause.circumstance.some((each) => each.startsWith(notANumber) || each.startsWith('type:integer')) &&
  ownOf(effect).every(({ features }) => features.includes('body:a number written as 1e400'));

/** Whether an answer is wrong, or what is there unreadable, behind what should have been refused only. */
const isOfTaken = (effect: Cause, cause: Cause): boolean =>
  (effect.aspect === 'answer' || effect.outcome === 'not readable afterwards') &&
  cause.expected === '400' &&
  cause.circumstance.length > 0 &&
  isWronglyTaken(cause) &&
  [cause.circumstance, ...(cause.also ?? [])].some((circumstance) =>
    ownOf(effect).every(
      (each) =>
        isInCircumstance(each, { circumstance }) ||
        (circumstance.join() === notANumber && each.features.some((one) => one.startsWith(notANumber))),
    ),
  );

/** Wherever in the body it is. */
const notANumber = 'body:NaN';

/** Whether invalid input gets 409 instead of 400 since the server takes it, as a value that is in use. */
const isOfConverted = (effect: Cause, cause: Cause): boolean =>
  effect.expected === '400' &&
  codeIn(effect.outcome) === 409 &&
  isWronglyTaken(cause) &&
  cause.circumstance.some((each) => isOfBody(each) || sorts.some((sort) => sort === each)) &&
  effect.sightings.every((each) => isInCircumstance(each, cause));

/** Whether a check of the state failed only because of a code that single requests get as well. */
function isMetLater(effect: Cause, cause: Cause): boolean {
  if (cause.aspect !== 'code' || effect.sightings.some(({ aspect }) => aspect !== 'state')) return false;
  const isLater = effect.outcome === cause.outcome || effect.outcome === besideDeletion(cause.outcome);
  if (isLater && isWithin(effect, cause)) return true;
  // Any code but 404 seems to show what was deleted.
  if (['is still there', notDeletable].includes(effect.outcome) && isDecidedBy(effect, cause)) return true;
  // Another code of success shows the same values.
  if (isWrongSuccess(cause) && fieldsOfState(effect).size > 0) return false;
  const isAlways = cause.circumstance.length === 0 && cause.expected === 'valid';
  // What comes later may be the same once more.
  const isSame = cause.circumstance.some(ofKind('state')) && isWithin(effect, cause);
  return (isAlways || isSame) && isDecidedBy(effect, cause);
}

/**
 * Whether deletions at once fail as one alone does, of what is not empty, not there or deleted already; or do not find
 * what one has removed whose answer does not arrive.
 */
const isOfDeletionAlone = (effect: Cause, cause: Cause) =>
  effect.sightings.every(({ failure }) => failure?.symptom.input.startsWith('deletions at once')) &&
  (effect.outcome === cause.outcome
    ? cause.expected === '404' || toDelete.some((each) => cause.circumstance.includes(each))
    : isUnanswered(cause.outcome) && cause.circumstance.length === 0 && codeIn(effect.outcome) === 404);

/** Whether a project that holds something else fails as every one does that holds several instances. */
const isOfFilled = (effect: Cause, cause: Cause) =>
  cause.circumstance.includes(holdsSeveral) &&
  effect.outcome === cause.outcome &&
  effect.sightings.every(({ features }) => features.includes(notEmpty));

/** Whether starts of a node that was started, or is being started, fail as any second start does. */
const isOfStarted = (effect: Cause, cause: Cause) =>
  cause.circumstance.includes(started) &&
  effect.outcome === cause.outcome &&
  effect.sightings.every(({ failure }) => {
    // Whichever project the path names.
    const nodeIn = (each?: Exchange) => each?.request.path.split('/nodes/')[1];
    const isFirst = (each: Exchange) => nodeIn(each) === nodeIn(decidingOf(failure)) && succeeded(each);
    return failure?.symptom.input === startsAtOnce || before(failure).some(isFirst);
  });

/** Whether an empty object, which changes nothing, is refused as what is there already is. */
const isOfNoChange = (effect: Cause, cause: Cause) =>
  cause.circumstance.includes(nothingNew) &&
  effect.circumstance.includes('body:{}') &&
  effect.outcome === cause.outcome;

/** Whether fields that are not accepted are taken because an update sets them, or fare as those that nobody names. */
const isOfFieldsNotAccepted = (effect: Cause, cause: Cause) =>
  effect.circumstance.includes(fieldsNotAccepted) &&
  (cause.circumstance.includes(unnamed)
    ? effect.outcome === cause.outcome
    : setByUpdate.is(cause.outcome) && isWronglyTaken(effect));

/** Whether null is answered as a body without the field is. */
const isOfAbsence = (effect: Cause, cause: Cause): boolean =>
  effect.outcome === cause.outcome &&
  cause.circumstance.join() === `without:${fieldOf(effect)}` &&
  effect.circumstance.join() === `place:${fieldOf(effect)}=null`;

/** Whether NaN in a list is answered as every item is that is of another kind than the others. */
const isOfItem = (effect: Cause, cause: Cause): boolean => {
  const [, array] = /^place:(\w+)\.item$/.exec(cause.circumstance.join()) ?? [];
  return (
    effect.outcome === cause.outcome &&
    effect.circumstance.join() === `${notANumber} in ${array}` &&
    isWithin(effect, cause)
  );
};

/** Whether something is left since its deletion fails as others do. */
const isOfFailedDeletion = (effect: Cause, cause: Cause): boolean =>
  effect.outcome === notRemoved &&
  isFailing(cause) &&
  effect.sightings.every(({ failure }) => failure?.exchanges.some((each) => isMet(each, cause)));

const isOfBody = ofKind('body');

export const ofCodes: readonly Follows[] = [
  ...within(
    isOfAbsence,
    isOfFieldsNotAccepted,
    isOfDeletionAlone,
    isOfFilled,
    isOfAnything,
    isOfNoNumber,
    isOfTaken,
    isOfConverted,
    isOfStarted,
    isOfNoChange,
    isOfFailedDeletion,
  ),
  isOfItem,
  isOfUnserved,
  isRefusal,
  isSameFailure,
  isOfOneField,
  isMetLater,
];
