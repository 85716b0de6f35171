/** What follows from a wrong code: other requests that meet it, other spellings of what is refused or found. */
import { decidingOf } from '../../outcome.js';
import { type Cause, fieldIn, fieldOf, isDecidedBy, isOfWhole, isWithin, isWrongSuccess } from '../cause.js';
import { positions } from '../difference.js';

/** Whether everything that is refused is answered wrongly, this too. */
export function isRefusal(effect: Cause, cause: Cause): boolean {
  const isOfAll = cause.circumstance.every((each) => each.startsWith('input:'));
  return (
    isOfAll &&
    cause.expected === '400' &&
    (effect.expected === 'valid' || !cause.outcome.startsWith('status 2')) &&
    effect.aspect === 'code' &&
    effect.outcome === cause.outcome &&
    effect.circumstance.some((each) => each.startsWith('body:')) &&
    isWithin(effect, cause)
  );
}

/** Whether bodies that are to be refused meet a crash that valid ones like them meet as well. */
export function isSameCrash(effect: Cause, cause: Cause): boolean {
  return (
    cause.aspect === 'code' &&
    cause.circumstance.length > 0 &&
    effect.outcome === cause.outcome &&
    /^(status 5|transport )/.test(cause.outcome) &&
    effect.sightings.every(({ features }) => cause.circumstance.every((each) => features.includes(each))) &&
    isWithin(effect, cause)
  );
}

/** The id of the path that every request of a cause spells oddly. */
const oddId = ({ sightings }: Cause) =>
  positions.find((id) =>
    sightings.every(({ features }) => features.some((each) => each.startsWith(`case:${id}: `))),
  );

/** Whether something is found by another spelling of an id as it is by ids that nothing has. */
export function isSameId(effect: Cause, cause: Cause): boolean {
  const id = oddId(cause);
  return (
    id !== undefined &&
    oddId(effect) === id &&
    cause.expected === '404' &&
    effect.outcome === cause.outcome &&
    isWithin(effect, cause)
  );
}

/** Whether both are about the value of one field. */
export function isOfOneField(effect: Cause, cause: Cause): boolean {
  const field = fieldOf(cause);
  if (field === undefined || !isWithin(effect, cause)) return false;
  const isTaken = cause.expected === '400' && cause.outcome.startsWith('status 2');
  // What is taken though it is invalid is shown afterwards.
  if (effect.aspect === 'answer' && isTaken) return effect.sightings.every((each) => fieldIn(each) === field);
  // A refusal that stores something is no matter of the value.
  if (effect.outcome === 'changed though refused') return false;
  return effect.aspect === 'state' && cause.aspect === 'state' && fieldOf(effect) === field;
}

/** Whether a sequence, or what a reading tells, has met the code that single requests were answered with. */
export function isMetLater(effect: Cause, cause: Cause): boolean {
  if (cause.aspect !== 'code' || effect.sightings.some(({ aspect }) => aspect !== 'state')) return false;
  const seen = cause.outcome.startsWith('transport ') ? 'status undefined' : cause.outcome;
  if (/^status /.test(effect.outcome) && effect.outcome.startsWith(seen) && isWithin(effect, cause))
    return true;
  const isAlways = cause.circumstance.length === 0 && cause.expected === 'valid';
  return isAlways && isDecidedBy(effect, cause);
}

/** Whether the body is missing from answers under a code that wants none. */
export const isOfEmptySuccess = (effect: Cause, cause: Cause) =>
  isWrongSuccess(cause) &&
  effect.aspect === 'answer' &&
  isWithin(effect, cause) &&
  isDecidedBy(effect, cause) &&
  effect.sightings.every((each) => isOfWhole(each) && decidingOf(each.failure)?.answer?.body.length === 0);
