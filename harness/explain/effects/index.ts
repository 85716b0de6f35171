/** What two causes have in common by which one of them goes once the other is mended. */
import { type Cause, isFailing, isMet, isWrongSuccess, notStored } from '../cause.js';
import type { Sighting } from '../sighting.js';
import { isMetLater, isOfEmptySuccess, isOfOneField, isRefusal, isSameCrash, isSameId } from './of-codes.js';
import {
  isAlsoChanged,
  isLostWrite,
  isMissing,
  isOfGone,
  isOfOtherFields,
  isOfUnreadable,
  isOfUnsafeReading,
  isReadBadly,
  isRevived,
  isSameDrawing,
  isShownAsTaken,
  isShownWrongly,
} from './of-states.js';

/** Whether a cause goes once another is mended, whatever the requirements that fail by it. */
export function isEffect(effect: Cause, cause: Cause): boolean {
  return [
    isShownWrongly,
    isRefusal,
    isSameCrash,
    isSameId,
    isOfOneField,
    isShownAsTaken,
    isMissing,
    isLostWrite,
    isMetLater,
    isOfGone,
    isOfUnsafeReading,
    isOfEmptySuccess,
    isSameDrawing,
    isAlsoChanged,
    isOfUnreadable,
    isRevived,
    isReadBadly,
  ].some((holds) => holds(effect, cause));
}

/** Whether a cause is where another one comes from: a reading that changes things, or an update that makes deleted ones again. */
export const isSourceOf = (source: Cause, cause: Cause): boolean =>
  isOfUnsafeReading(cause, source) || isRevived(cause, source);

/** Whether one kind of failure can bring about another at all. */
export function mayFollow(effect: Cause, cause: Cause): boolean {
  // A wrong code of success hides nothing else.
  if (isWrongSuccess(cause)) return effect.expected === cause.expected && effect.outcome === cause.outcome;
  // A refusal or a crash says nothing of how other answers look.
  if (isFailing(cause) && effect.aspect === 'answer') return false;
  // What is not stored brings nothing back.
  if (notStored.has(cause.outcome) && effect.outcome === 'is still there') return false;
  // A field that an answer shows wrongly is not another one that is changed.
  if (cause.aspect === 'answer' && isOfOtherFields(effect, cause)) return false;
  // A state that was reached without a request like those that fail is not theirs.
  const isSent = ({ failure }: Sighting) => failure?.exchanges.some((each) => isMet(each, cause));
  if (isFailing(cause) && cause.circumstance.length > 0 && effect.aspect === 'state')
    return effect.sightings.some(isSent);
  // What is wrong in an answer, or with a value, changes no code.
  if (cause.aspect === 'answer' || notStored.has(cause.outcome)) return effect.aspect !== 'code';
  return true;
}
