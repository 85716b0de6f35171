/** What follows from a wrong state, or from answers that show one wrongly. */
import { familyOf } from '../../../schemas/groups.js';
import { type OperationId, operation } from '../../../schemas/index.js';
import { uuid } from '../../../schemas/uuid.js';
import { succeeded } from '../../expect.js';
import type { Exchange } from '../../http/exchange.js';
import { operationOf } from '../../http/request.js';
import { hasSent, placeOf } from '../../model/sent.js';
import { decidingOf, readOtherwise, removed, type Violation } from '../../outcome.js';
import { writeOperation } from '../../values/write-operations.js';
import {
  attributeOf,
  type Cause,
  fieldIn,
  fieldOf,
  isDecidedBy,
  isMet,
  isUnreadable,
  isWithin,
  isWronglyTaken,
  lasting,
  notListed,
  notStored,
} from '../cause.js';
import { gone, later } from '../difference.js';
import { changedField } from '../words/outcomes.js';

/** The fields that pointers name: the ids of drawings in them are left out. */
const fieldsAt = (violations: readonly Violation[] = []): string[] =>
  violations.flatMap(({ pointer = '' }) =>
    pointer.split('/').filter((each) => each !== '' && !uuid.test(each)),
  );

/** Whether a state differs in fields only that an answer does not show wrongly. */
export function isOfOtherFields(effect: Cause, { sightings: [first] }: Cause): boolean {
  const wrong = first && fieldIn(first);
  if (effect.aspect !== 'state' || wrong === undefined) return false;
  return effect.sightings.some(({ failure }) => {
    const names = fieldsAt(failure?.violations);
    return names.length > 0 && !names.includes(wrong);
  });
}

/** Whether answers show what was sent in a write that should have been refused, and was taken. */
export function isShownAsTaken(effect: Cause, cause: Cause): boolean {
  const isTaken = cause.expected === '400' && cause.outcome.startsWith('status 2');
  const isAnswer = effect.aspect === 'answer' || effect.outcome === 'not readable afterwards';
  if (!isTaken || !isAnswer) return false;
  const isSource = (write: Exchange) => cause.operations.some((id) => id === operationOf(write.request));
  const taken = cause.sightings.flatMap(({ failure }) => decidingOf(failure) ?? []);
  return effect.sightings.every(({ failure }) => {
    const answer = decidingOf(failure);
    const place = answer && placeOf(answer, failure?.violations[0]?.pointer);
    // What was left by an earlier check is not in the history.
    const writes = failure?.exchanges.filter((each) => isSource(each) && succeeded(each)) ?? [];
    return place && [...writes, ...taken].some((each) => hasSent(each, place));
  });
}

/** Whether both are about drawings that are not listed as they were created. */
export const isMissing = (effect: Cause, cause: Cause) =>
  [effect, cause].every(
    ({ outcome, operations }) =>
      notListed.has(outcome) && operations.every((id) => id.startsWith('drawings.')),
  );

/** Whether a write is lost, or undone, whatever the request: what is then found changed has no cause of its own. */
export function isLostWrite(effect: Cause, cause: Cause): boolean {
  const isGeneral = (each: Cause) => each.circumstance.length === 0 && each.also === undefined;
  const isLost = notStored.has(cause.outcome) || lasting.has(cause.outcome);
  return (
    isLost && lasting.has(effect.outcome) && isGeneral(cause) && isGeneral(effect) && isWithin(effect, cause)
  );
}

/** Whether a state is told by a reading that shows the field wrongly. */
export function isShownWrongly(effect: Cause, cause: Cause): boolean {
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
export function isOfGone(effect: Cause, cause: Cause): boolean {
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

/** Fields that a state was found to differ in; empty where it is not known, or where it is gone. */
const fieldsOfState = ({ sightings }: Cause): ReadonlySet<string> =>
  new Set(sightings.flatMap(({ failure }) => fieldsAt(failure?.violations)));

/** Whether a state differs only in what each reading changes. */
export function isOfUnsafeReading(effect: Cause, cause: Cause): boolean {
  if (cause.outcome !== readOtherwise || effect.aspect !== 'state' || effect.outcome === readOtherwise)
    return false;
  const [changed, found] = [fieldsOfState(cause), fieldsOfState(effect)];
  const [reading] = cause.operations;
  const isRead = effect.operations.every(
    (id) => reading && (id === reading || writeOperation(id)?.read === reading),
  );
  return isRead && found.size > 0 && [...found].every((name) => changed.has(name));
}

/** Whether a drawing is not what was created because an older one was answered. */
export const isSameDrawing = (effect: Cause, cause: Cause) =>
  cause.outcome === 'the same drawing_id twice' && notStored.has(effect.outcome) && isWithin(effect, cause);

/** Whether a field that is changed when it is not sent is wrong when it is sent, too. */
export const isAlsoChanged = (effect: Cause, cause: Cause) =>
  cause.outcome === 'other fields changed' &&
  notStored.has(effect.outcome) &&
  isWithin(effect, cause) &&
  fieldOf(effect) !== undefined &&
  fieldOf(effect) === changedField(cause.sightings);

/** Whether a resource cannot be read, or is shown with other values, since no JSON comes of what is stored in it. */
export function isOfUnreadable(effect: Cause, cause: Cause): boolean {
  if (cause.aspect !== 'answer' || !cause.sightings.every(isUnreadable) || !isWithin(effect, cause))
    return false;
  if (notStored.has(effect.outcome))
    return attributeOf(effect) !== undefined && attributeOf(effect) === attributeOf(cause);
  return effect.aspect === 'state' && effect.sightings.every(isUnreadable);
}

/** Whether an update that makes what it does not find is why something deleted is found again. */
export function isRevived(effect: Cause, cause: Cause): boolean {
  const isOf = (each: Cause, ids: readonly string[]) =>
    isWronglyTaken(each) && each.circumstance.every((one) => ids.includes(one));
  if (!isOf(cause, ['ids:unknown ids', gone]) || !isOf(effect, [gone, later])) return false;
  if (isWithin(effect, cause)) return cause.circumstance.join() !== effect.circumstance.join();
  const isOfFamily = (id: OperationId) => cause.operations.some((each) => familyOf(each) === familyOf(id));
  return (
    effect.operations.every(isOfFamily) &&
    effect.sightings.every(({ failure }) => {
      const before = failure?.exchanges.slice(0, failure.deciding) ?? [];
      const deletion = before.findLastIndex(({ request }) => request.method === 'DELETE');
      return before.slice(deletion + 1).some((each) => isMet(each, cause));
    })
  );
}

/** Whether a reading that fails in one circumstance is what tells that a resource cannot be read. */
export const isReadBadly = (effect: Cause, cause: Cause) =>
  ['not readable afterwards', 'cannot be read'].includes(effect.outcome) &&
  cause.aspect === 'code' &&
  cause.expected === 'valid' &&
  cause.operations.every((id) => operation(id).method === 'GET') &&
  isDecidedBy(effect, cause);
