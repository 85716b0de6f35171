/** Effects on lists of drawings. */
import { uuid } from '../../../schemas/uuid.js';
import { placeInAnswer } from '../../expect.js';
import { type Exchange, isObject, valueIn } from '../../http/exchange.js';
import { createdId } from '../../model/state.js';
import {
  changedThoughRefused,
  decidingOf,
  isHarm,
  listing,
  notAllListed,
  nothingListed,
  notRemoved,
  notWhatWasWritten,
  readOtherwise,
  sameId,
  surplus,
  theirDrawings,
  type Violation,
} from '../../outcome.js';
import {
  type Cause,
  type Follows,
  fieldIn,
  isInvalid,
  isInvalidTaken,
  isMet,
  isOfFamilies,
  isWithin,
  notStored,
  shownBy,
} from '../cause.js';
import { ofKind } from '../features/feature.js';
import { type Sighting, wrongPlaceIn } from '../sighting.js';
import { isBeyond } from './changed.js';

/** Outcomes that a wrong list of drawings can have. */
const notListed: ReadonlySet<string> = new Set([
  listing.without,
  listing.again,
  listing.missing,
  listing.twice,
  notAllListed,
  surplus,
  sameId,
  changedThoughRefused,
  'other fields changed',
]);

/** Whether a list is wrong since reading it changes what is in it. */
export const isOfUnsafeList = (effect: Cause, cause: Cause) =>
  cause.outcome === readOtherwise &&
  isList(cause) &&
  notListed.has(effect.outcome) &&
  effect.operations.every((id) => id.startsWith('drawings.'));

const isList = ({ operations }: Cause) => operations.every((id) => id === 'drawings.list');

/** Whether a list shows drawings of another project only where a creation has put them into it. */
const isOfMisplaced = (effect: Cause, cause: Cause) =>
  cause.outcome === theirDrawings &&
  isList(effect) &&
  effect.sightings.every(({ failure }) => {
    const shown = decidingOf(failure);
    return shown && cause.sightings.some((each) => each.failure?.exchanges.includes(shown));
  });

/** Whether the answer to the creation shows it, too. */
const isOfAnswer = ({ outcome }: Cause) => outcome === 'ignored' || outcome === 'not echoed';

/** Whether drawings are there that should have gone with their project. */
const isOfLists = ({ outcome, sightings }: Cause) =>
  outcome === notRemoved && sightings.every((each) => shownBy(each) === 'drawings.list');

/** Whether an id is shown that is none: then it is nobody else's. */
function isOfNoUuid(each: Sighting): boolean {
  const shown = wrongPlaceIn(each)?.value;
  return shown !== undefined && !uuid.test(String(shown));
}

/** Whether drawings seem to be lost or added because a list shows those of another project. */
const isOfForeignDrawings = (effect: Cause, cause: Cause) =>
  cause.aspect === 'answer' &&
  cause.operations.includes('drawings.list') &&
  cause.sightings.every((each) => ['project_id', 'drawing_id'].includes(fieldIn(each) ?? '')) &&
  !cause.sightings.some(isOfNoUuid) &&
  (effect.outcome === nothingListed || (effect.aspect === 'state' && !isOfAnswer(effect))) &&
  !isOfMisplaced(cause, effect) &&
  (isOfLists(effect) ||
    effect.operations.every((id) => id.startsWith('drawings.') || isHarm(effect.outcome)));

/** Whether drawings seem to be missing because the items of the list are no objects. */
const isOfNoObjects = (effect: Cause, cause: Cause) =>
  cause.aspect === 'answer' &&
  /^\/\d+$/.test(placeInAnswer(cause.outcome)?.pointer ?? '') &&
  notListed.has(effect.outcome) &&
  isWithin(effect, cause);

/** How many drawings a reading shows. */
const lengthOf = (exchange: Exchange | undefined) => {
  const list = exchange && valueIn(exchange);
  return Array.isArray(list) ? list.length : undefined;
};

/** Whether a list shows more behind what was refused than before, and not only what it has left out until then. */
const isAdding = ({ outcome, sightings }: Cause) =>
  outcome === changedThoughRefused &&
  sightings.some(({ failure }) => {
    const shown = decidingOf(failure);
    const before = failure?.exchanges.filter((each) => each !== shown && lengthOf(each) !== undefined).at(-1);
    const isLonger = (lengthOf(shown) ?? 0) > (lengthOf(before) ?? Number.POSITIVE_INFINITY);
    const created = failure?.exchanges.map((each) => `/${createdId(each)}`) ?? [];
    return isLonger && !failure?.violations.every(({ pointer = '' }) => created.includes(pointer));
  });

const isLacking = ({ outcome }: Cause) =>
  outcome === listing.without || outcome === notAllListed || outcome === nothingListed;

/** Whether lists of few drawings that were created at once are cut where a long list is. */
function isAsLong(effect: Cause, cause: Cause): boolean {
  const [long] = cause.sightings.map(({ failure }) => lengthOf(decidingOf(failure)));
  return effect.sightings.every(({ failure }) => lengthOf(decidingOf(failure)) === long);
}

/** Whether both are about drawings that the list does not show as they were created. */
const isMissing = (effect: Cause, cause: Cause) =>
  [effect, cause].every(
    ({ outcome, operations }) =>
      (notListed.has(outcome) || outcome === nothingListed) &&
      operations.every((id) => id.startsWith('drawings.')),
  ) &&
  !(cause.outcome === changedThoughRefused && (effect.outcome === sameId || isLacking(effect))) &&
  !(cause.outcome === notAllListed && effect.outcome === listing.missing && !isAsLong(effect, cause)) &&
  !(isAdding(effect) && isLacking(cause)) &&
  !(isAdding(cause) && isLacking(effect));

/** Whether a drawing looks wrong only because the server answered with the id of an older one. */
export function isSameDrawing(effect: Cause, cause: Cause): boolean {
  if (cause.outcome === 'values of another' && notListed.has(effect.outcome))
    return isOfFamilies(effect, cause) && cause.sightings.some(isOfOneId);
  if (!isWithin(effect, cause)) return false;
  return cause.outcome === sameId
    ? (notStored.has(effect.outcome) && !isOfValues(effect)) ||
        notWhatWasWritten.is(effect.outcome) ||
        effect.outcome === surplus
    : cause.outcome === 'values of another' &&
        effect.aspect === 'state' &&
        !isOfValues(effect) &&
        !isBeyond(effect, cause);
}

/** Whether two creations were answered with one id. */
function isOfOneId({ failure }: Sighting): boolean {
  const ids = (failure?.exchanges ?? []).flatMap((each) => createdId(each) ?? []);
  return new Set(ids).size < ids.length;
}

/** Whether a list shows a drawing that should have been refused. */
const isOfUnrefused = (effect: Cause, cause: Cause) =>
  effect.outcome === surplus &&
  isInvalidTaken(cause) &&
  effect.sightings.every(({ failure }) =>
    failure?.exchanges.some((each) => isMet(each, cause) && isInvalid(each)),
  );

/** Whether a drawing is missing from the list. */
function isGone(each: Sighting): boolean {
  const shown = decidingOf(each.failure);
  const list = shown && valueIn(shown);
  if (shownBy(each) !== 'drawings.list' || !Array.isArray(list)) return false;
  const ids = list.filter(isObject).map(({ drawing_id }) => drawing_id);
  const isMissing = ({ pointer = '' }: Violation) => !ids.includes(pointer.slice(1));
  return gone.has(each.outcome ?? '') || each.failure?.violations.every(isMissing) === true;
}

const gone: ReadonlySet<string> = new Set([listing.without, listing.missing, listing.lost]);

/** Whether drawings are missing that the deletion of a project takes along, which was seen to do that to another one. */
export const isOfDeletedProject = (effect: Cause, cause: Cause) =>
  isHarm(cause.outcome) &&
  cause.operations.every((id) => id === 'projects.delete') &&
  cause.sightings.every(isGone) &&
  effect.aspect === 'state' &&
  !effect.operations.includes('projects.delete') &&
  effect.sightings.every(isGone);

/** Whether it depends on the values that were sent: those of another drawing come in place of what was not. */
const isOfValues = ({ circumstance }: Cause) => circumstance.some(ofKind('is', 'value', 'any'));

export const ofDrawings: readonly Follows[] = [
  isOfNoObjects,
  isOfDeletedProject,
  isOfUnsafeList,
  isMissing,
  isOfForeignDrawings,
  isOfMisplaced,
  isSameDrawing,
  isOfUnrefused,
];
