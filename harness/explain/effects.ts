/** What two causes have in common by which one of them goes once the other is mended. */
import { familyOf } from '../../schemas/groups.js';
import { uuid } from '../../schemas/uuid.js';
import { succeeded } from '../expect.js';
import type { Exchange } from '../http/exchange.js';
import { operationOf } from '../http/request.js';
import { hasSent, placeOf } from '../model/sent.js';
import { removed } from '../outcome.js';
import { writeOperation } from '../values/write-operations.js';
import {
  type Cause,
  fieldIn,
  fieldOf,
  isFailing,
  isMet,
  isWrongSuccess,
  lasting,
  notListed,
  notStored,
} from './cause.js';
import { positions } from './difference.js';
import type { Sighting } from './sighting.js';

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
  ].some((holds) => holds(effect, cause));
}

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

/** Whether a state differs in fields only that an answer does not show wrongly. */
function isOfOtherFields(effect: Cause, { sightings: [first] }: Cause): boolean {
  const wrong = first && fieldIn(first);
  if (effect.aspect !== 'state' || wrong === undefined) return false;
  return effect.sightings.some(({ failure }) => {
    const names =
      failure?.violations.flatMap(({ pointer = '' }) =>
        pointer.split('/').filter((each) => each !== '' && !uuid.test(each)),
      ) ?? [];
    return names.length > 0 && !names.includes(wrong);
  });
}

const isWithin = (effect: Cause, cause: Cause) =>
  effect.operations.every((id) => cause.operations.includes(id));

/** Whether everything that is refused is answered wrongly, this too. */
function isRefusal(effect: Cause, cause: Cause): boolean {
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
function isSameCrash(effect: Cause, cause: Cause): boolean {
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
function isSameId(effect: Cause, cause: Cause): boolean {
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
function isOfOneField(effect: Cause, cause: Cause): boolean {
  const field = fieldOf(cause);
  if (field === undefined || !isWithin(effect, cause)) return false;
  const isTaken = cause.expected === '400' && cause.outcome.startsWith('status 2');
  // What is taken though it is invalid is shown afterwards.
  if (effect.aspect === 'answer' && isTaken) return effect.sightings.every((each) => fieldIn(each) === field);
  // A refusal that stores something is no matter of the value.
  if (effect.outcome === 'changed though refused') return false;
  return effect.aspect === 'state' && cause.aspect === 'state' && fieldOf(effect) === field;
}

/** Whether answers show what was sent in a write that should have been refused, and was taken. */
function isShownAsTaken(effect: Cause, cause: Cause): boolean {
  const isTaken = cause.expected === '400' && cause.outcome.startsWith('status 2');
  const isAnswer = effect.aspect === 'answer' || effect.outcome === 'not readable afterwards';
  if (!isTaken || !isAnswer) return false;
  const isSource = (write: Exchange) => cause.operations.some((id) => id === operationOf(write.request));
  const taken = cause.sightings.flatMap(({ failure }) => failure?.exchanges[failure.deciding] ?? []);
  return effect.sightings.every(({ failure }) => {
    const answer = failure?.exchanges[failure.deciding];
    const place = answer && placeOf(answer, failure.violations[0]?.pointer);
    // What was left by an earlier check is not in the history.
    const writes = failure?.exchanges.filter((each) => isSource(each) && succeeded(each)) ?? [];
    return place && [...writes, ...taken].some((each) => hasSent(each, place));
  });
}

/** Whether both are about drawings that are not listed as they were created. */
const isMissing = (effect: Cause, cause: Cause) =>
  [effect, cause].every(
    ({ outcome, operations }) =>
      notListed.has(outcome) && operations.every((id) => id.startsWith('drawings.')),
  );

/** Whether a write is lost, or undone, whatever the request: what is then found changed has no cause of its own. */
function isLostWrite(effect: Cause, cause: Cause): boolean {
  const isGeneral = (each: Cause) => each.circumstance.length === 0 && each.also === undefined;
  const isLost = notStored.has(cause.outcome) || lasting.has(cause.outcome);
  return (
    isLost && lasting.has(effect.outcome) && isGeneral(cause) && isGeneral(effect) && isWithin(effect, cause)
  );
}

/** Whether a state is told by a reading that shows the field wrongly. */
function isShownWrongly(effect: Cause, cause: Cause): boolean {
  if (effect.aspect !== 'state') return false;
  // A creation is known by its answer until the list shows it otherwise.
  if (effect.outcome === 'changed though refused' && notStored.has(cause.outcome))
    return effect.operations.every((id) => writeOperation(id)?.creates && cause.operations.includes(id));
  if (cause.aspect !== 'answer') return false;
  const isRead = effect.operations.every((id) => {
    const written = writeOperation(id);
    return written && cause.operations.some((each) => each === written.read || each === id);
  });
  return isRead && !isOfOtherFields(effect, cause);
}

/** Whether only what a reading has removed is not found. */
function isOfGone(effect: Cause, cause: Cause): boolean {
  if (cause.outcome !== removed || effect.outcome !== 'status 404') return false;
  return effect.sightings.every(({ failure, operation }) => {
    const before = failure?.exchanges.slice(0, failure.deciding) ?? [];
    const isRemoval = ({ request }: Exchange) => request.method === 'DELETE';
    return (
      familyOf(operation) === familyOf(cause.operations[0] ?? operation) &&
      before.some(succeeded) &&
      !before.some(isRemoval)
    );
  });
}

/** Whether a sequence, or what a reading tells, has met the code that single requests were answered with. */
function isMetLater(effect: Cause, cause: Cause): boolean {
  if (cause.aspect !== 'code' || effect.sightings.some(({ aspect }) => aspect !== 'state')) return false;
  const seen = cause.outcome.startsWith('transport ') ? 'status undefined' : cause.outcome;
  if (/^status /.test(effect.outcome) && effect.outcome.startsWith(seen) && isWithin(effect, cause))
    return true;
  const isAlways = cause.circumstance.length === 0 && cause.expected === 'valid';
  const isDecidedBy = ({ failure }: Sighting) => {
    const last = failure?.exchanges[failure.deciding];
    return last !== undefined && isMet(last, cause);
  };
  return isAlways && effect.sightings.every(isDecidedBy);
}
