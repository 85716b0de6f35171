/** Whether one cause follows from another: fixing the other would remove it too. */
import { familyOf } from '../../../schemas/groups.js';
import {
  changedThoughRefused,
  deletesElsewhere,
  harms,
  idOfBody,
  isHarm,
  notAllListed,
  nothingListed,
  notOfPath,
  notRemoved,
  readOtherwise,
  sameId,
  setByUpdate,
  theirDrawings,
} from '../../outcome.js';
import {
  type Cause,
  isCrash,
  isFailing,
  isInCircumstance,
  isInvalid,
  isInvalidTaken,
  isMet,
  isOfWhole,
  isWronglyTaken,
  isWrongSuccess,
  notStored,
} from '../cause.js';
import { fieldsNotAccepted } from '../features/difference.js';
import { ofKind } from '../features/feature.js';
import { gone } from '../features/ids.js';
import { unread } from '../joins/parsers.js';
import { isByNobody, type Sighting } from '../sighting.js';
import { isOfWrongCode } from '../special/unrefused.js';
import { isAtOnce } from '../words/states.js';
import { ofAnswers } from './answers/of-answers.js';
import {
  areOfOtherTypes,
  areRefusals,
  isBeyond,
  isNotListed,
  isOfKeptRefusals,
  isOfNamedAlone,
  isOfOtherFields,
} from './changed.js';
import { ofCodes } from './of-codes.js';
import { ofDamage } from './of-damage.js';
import { isOfDeletedElsewhere, isRevived, ofDeletions } from './of-deletions.js';
import { isOfDeletedProject, isOfUnsafeList, isSameDrawing, ofDrawings } from './of-drawings.js';
import { ofIds } from './of-ids.js';
import { isSeenElsewhere, ofReadings } from './of-readings.js';
import { isOfUnsafeReading, ofStates } from './of-states.js';

const effects = [
  ...ofAnswers,
  ...ofCodes,
  ...ofDamage,
  ...ofDeletions,
  ...ofDrawings,
  ...ofIds,
  ...ofReadings,
  isOfKeptRefusals,
  isOfWrongCode,
  ...ofStates,
];

/** Whether a cause follows from another one, judged by what was seen and not by the requirements that failed. */
export function isEffect(effect: Cause, cause: Cause): boolean {
  // What answers show is no reason to refuse later writes; nor are such refusals why a value is there.
  if ((cause.aspect === 'answer' && areRefusals(effect)) || isOfKeptRefusals(cause, effect)) return false;
  return effects.some((holds) => holds(effect, cause));
}

/**
 * Whether a cause brings about another one: a reading that changes things, an update that creates what was deleted, a
 * deletion that takes other things along, a creation that answers with an older drawing.
 */
export const isSourceOf = (source: Cause, cause: Cause): boolean =>
  sources.some((holds) => holds(cause, source));

const sources = [
  isOfUnsafeReading,
  isOfUnsafeList,
  isRevived,
  isOfDeletedElsewhere,
  isOfDeletedProject,
  isSameDrawing,
];

/** Whether one kind of failure can bring about another kind at all. */
export function mayFollow(effect: Cause, cause: Cause): boolean {
  // An answer of a wrong type is no reason for what is of the right one.
  if (areOfOtherTypes(effect, cause)) return false;
  // What a body does to the instance that it names does not follow from bodies that name none.
  if (isHarm(effect.outcome) && isOfNamedAlone(cause, effect)) return false;
  // A wrong success code only explains the same wrong code elsewhere.
  if (isWrongSuccess(cause)) return effect.expected === cause.expected && effect.outcome === cause.outcome;
  // A refusal or a crash does not change the form of other answers, nor what they find, take or leave.
  const isIndependent =
    effect.aspect === 'answer' ||
    isWronglyTaken(effect) ||
    effect.outcome === notRemoved ||
    notStored.has(effect.outcome);
  if (isFailing(cause) && isIndependent) return false;
  // What is not read of bodies that are sent in one way is no reason for what was sent in another.
  if (cause.outcome === unread) return effect.sightings.every((each) => isInCircumstance(each, cause));
  // What is found by a wrong id does not make other ids crash.
  const isOfOtherIds = cause.expected === '404' && !cause.circumstance.includes(gone);
  if (isWronglyTaken(cause) && isOfOtherIds && isCrash(effect)) return false;
  // That an update sets fields that it should not accept is no reason how it answers what has none of them.
  if (setByUpdate.is(cause.outcome) && effect.aspect === 'code')
    return effect.sightings.every(({ features }) => features.includes(fieldsNotAccepted));
  // Nor why others do not keep what they are written.
  if (setByUpdate.is(cause.outcome) && effect.aspect === 'state' && isBeyond(effect, cause)) return false;
  // Invalid input that is taken shows where it was sent before.
  if (isInvalidTaken(cause) && effect.aspect !== 'code')
    return effect.sightings.some(({ failure }) =>
      failure?.exchanges.some((each) => isMet(each, cause) && isInvalid(each)),
    );
  // A value that is not stored does not bring a deleted resource back, nor take another away.
  const isOfExistence = effect.outcome === 'is still there' || effect.outcome === harms.removed;
  if (notStored.has(cause.outcome) && isOfExistence) return false;
  // Nor does it change other fields of something else.
  if (notStored.has(cause.outcome) && isHarm(effect.outcome) && isBeyond(effect, cause)) return false;
  // Nor does it give two drawings one id, as little as what changes behind a refusal.
  const isOfState = notStored.has(cause.outcome) || cause.outcome === changedThoughRefused;
  if (effect.outcome === sameId && isOfState) return false;
  // Nor does a refusal change the drawings of another project.
  if (effect.outcome === theirDrawings && cause.outcome === changedThoughRefused) return false;
  // An empty list has no ids.
  if (cause.outcome === nothingListed && notOfPath.is(effect.outcome)) return false;
  // Nor is what is not found any more a matter of the form of answers.
  if (cause.aspect === 'answer' && effect.outcome === harms.removed) return false;
  // Nor do drawings come or go elsewhere because a field of one is shown wrongly.
  const isOfField = cause.aspect === 'answer' || cause.outcome === 'not readable afterwards';
  if (isOfField && effect.outcome === theirDrawings && !cause.sightings.some(isOfWhole)) return false;
  // Nor again and again because a list once lacked some of many, or those that were created at once.
  const isOnce = cause.outcome === notAllListed && cause.failed === 1;
  const isOfCrowd = () => cause.sightings.every(({ failure }) => isAtOnce(failure?.symptom.input ?? ''));
  if (effect.outcome === theirDrawings && effect.failed > 1 && (isOnce || isOfCrowd())) return false;
  // That answers show some id wrongly does not make them show that of the body.
  if (cause.aspect === 'answer' && Object.values<string>(idOfBody).includes(effect.outcome)) return false;
  // What readings change does not explain changes of other fields.
  if (cause.outcome === readOtherwise && (effect.aspect === 'code' || isBeyond(effect, cause))) return false;
  // What refused requests change is not changed by those that succeed, here or elsewhere.
  const isChange = effect.outcome === 'other fields changed' || isHarm(effect.outcome);
  if (cause.outcome === changedThoughRefused && isChange && (isBeyond(effect, cause) || isByNobody(cause)))
    return false;
  if (isSeenElsewhere(effect, cause) || isNotListed(effect, cause)) return false;
  // An answer that shows one field wrongly does not explain changes of other fields.
  if (cause.aspect === 'answer' && isOfOtherFields(effect, cause)) return false;
  // A failing request can only explain a state when such a request was sent before.
  const isSent = ({ failure }: Sighting) => failure?.exchanges.some((each) => isMet(each, cause));
  if (isFailing(cause) && cause.circumstance.length > 0 && effect.aspect === 'state') {
    const isOfIt = (each: Sighting) => isInCircumstance(each, cause);
    // Where one way to write ids is refused, requests with plain ids do not fail because of it.
    const isOfIds = cause.expected === 'valid' && cause.circumstance.every(ofKind('ids'));
    return effect.sightings.some(isOfIds || effect.outcome === deletesElsewhere ? isOfIt : isSent);
  }
  // Wrong answers, lost values and drawings that are missing do not change status codes.
  const isOfDrawings =
    cause.aspect === 'state' && cause.operations.every((id) => familyOf(id) === 'drawings');
  if (cause.aspect === 'answer' || notStored.has(cause.outcome) || isOfDrawings)
    return effect.aspect !== 'code';
  return true;
}
