/** Failures that follow from wrong ids: those that answers show, and misspelled ones in paths. */
import { isOfProject } from '../../../schemas/groups.js';
import { operation } from '../../../schemas/index.js';
import { otherIdIn } from '../../answers.js';
import { codeIn, isSuccess, succeeded } from '../../expect.js';
import { type Exchange, status } from '../../http/exchange.js';
import { operationOf } from '../../http/request.js';
import { hasSent, placeOf } from '../../model/state.js';
import {
  before,
  createsProject,
  decidingOf,
  deletesElsewhere,
  isHarm,
  notOfPath,
  notRemoved,
} from '../../outcome.js';
import {
  type Cause,
  type Follows,
  isAsked,
  isFailing,
  isInCircumstance,
  isInvalidTaken,
  isOfFamilies,
  isOfReadings,
  isWithin,
  isWronglyTaken,
} from '../cause.js';
import { oddIdIn, ofKind } from '../features/feature.js';
import {
  anyLacking,
  atOnce,
  gone,
  isOfDeleted,
  nothing,
  otherKind,
  positions,
  started,
  unknownIds,
} from '../features/ids.js';
import type { Sighting } from '../sighting.js';
import { within } from './changed.js';
import { isOnHostOf } from './of-deletions.js';

/** The id in the path that is misspelled in every request of a cause. */
const oddId = ({ sightings }: Cause) =>
  positions.find((id) => sightings.every(({ features }) => features.some((each) => oddIdIn(each) === id)));

/** Whether misspelled ids are answered wrongly just as unknown ids are. */
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

/** Whether the id of something else is shown only because no answer shows that of the path. */
const isOfOtherId = (effect: Cause, cause: Cause): boolean => {
  const name = notOfPath.fieldIn(cause.outcome);
  const others = [`another ${name}`, `the ${name} of another node`, `the ${name} of another resource`];
  // An answer about another node has the project of that, too.
  const ofNodes = ['another node_id', 'the node_id of another node'];
  const isOfNode = name === 'project_id' && ofNodes.includes(effect.outcome);
  return name !== undefined && (isOfNode || others.includes(effect.outcome)) && isWithin(effect, cause);
};

/** Whether an answer shows any other id than its path. */
export function showsOtherId(exchange: Exchange): boolean {
  const id = operationOf(exchange.request);
  return id !== undefined && operation(id).ids.some((name) => otherIdIn(id, exchange, name) !== undefined);
}

/** Whether values seem not to be stored since an answer is at times, or in company, that to another request. */
function isOfOtherAnswer(effect: Cause, cause: Cause): boolean {
  const isSometimes = notOfPath.is(cause.outcome) && cause.otherwise > 0;
  if (!isSometimes || effect.aspect !== 'state' || !isWithin(effect, cause)) return false;
  const isShown = ({ operation: id, failure }: Sighting) =>
    failure?.exchanges.some((each) => operationOf(each.request) === id && showsOtherId(each)) === true;
  const others = effect.sightings.filter((each) => !isShown(each));
  return others.length < effect.sightings.length && others.every(({ inCompany }) => inCompany);
}

/** Whether what does not exist is found only because the answer is that to another request. */
const isOfOtherFound = (effect: Cause, cause: Cause): boolean =>
  notOfPath.is(cause.outcome) &&
  isWronglyTaken(effect) &&
  effect.sightings.every(({ failure }) => {
    const shown = decidingOf(failure);
    return shown !== undefined && showsOtherId(shown);
  });

/** Whether something is not found any more since an answer gave it another id. */
const isOfNewId = (effect: Cause, cause: Cause): boolean =>
  notOfPath.is(cause.outcome) &&
  effect.expected === 'valid' &&
  codeIn(effect.outcome) === 404 &&
  effect.sightings.every(({ failure }) => {
    const path = decidingOf(failure)?.request.path;
    return before(failure).some((each) => each.request.path === path && showsOtherId(each));
  });

/** A success without a body shows nothing that might still be there. */
const isFound = (outcome: string) => isSuccess(outcome) && codeIn(outcome) !== 204;

/** Whether it is sent to what may not be there (any more): a server may tell ids in capitals apart. */
const isOfNone = (feature: string) => feature === atOnce || feature === anyLacking;

/** Whether what does not exist is answered by a wrong code as other ids are that nothing has. */
const isOfUnknown = (effect: Cause, cause: Cause): boolean =>
  cause.aspect === 'code' &&
  cause.expected === '404' &&
  cause.circumstance.every((each) => unknownIds.includes(each)) &&
  effect.aspect === 'code' &&
  effect.outcome === cause.outcome &&
  effect.sightings.every((seen) => {
    const isGone = !isFound(cause.outcome) && seen.features.includes(gone);
    const isUnknown = unknownIds.some((each) => seen.features.includes(each));
    return isGone || (isUnknown && isInCircumstance(seen, cause)) || seen.features.some(isOfNone);
  });

/** Whether what is deleted seems to be there, since ids that nothing has are found by readings, or by its deletion. */
const isOfUnfound = (effect: Cause, cause: Cause): boolean =>
  effect.outcome === notRemoved &&
  cause.expected === '404' &&
  isWronglyTaken(cause) &&
  (isOfReadings(cause)
    ? isOfFamilies(effect, cause) &&
      cause.spared === 0 &&
      cause.sightings.every(({ features }) => features.includes(nothing))
    : isWithin(effect, cause) &&
      effect.sightings.every(
        ({ features, operation: id }) => features.includes(anyLacking) && cause.operations.includes(id),
      ));

/** Whether a known id fails in another spelling, by which a server need not find it, just as unknown ids do. */
const isOfOtherSpelling = (effect: Cause, cause: Cause): boolean =>
  cause.expected === '404' &&
  cause.circumstance.some((each) => unknownIds.includes(each)) &&
  effect.expected === 'valid' &&
  isFailing(effect) &&
  effect.outcome === cause.outcome &&
  effect.circumstance.length > 0 &&
  effect.circumstance.every((each) => ofKind('ids')(each) && each !== started);

/** Whether what is found or made by an id that nothing has conflicts with what is there. */
const isOfConflict = (effect: Cause, cause: Cause): boolean =>
  [effect, cause].every(({ expected }) => expected === '404') &&
  isWronglyTaken(cause) &&
  codeIn(effect.outcome) === 409;

/** Whether an invalid id conflicts with that of the path only because nothing has refused it before. */
const isOfUnchecked = (effect: Cause, cause: Cause): boolean =>
  effect.expected === '400' &&
  codeIn(effect.outcome) === 409 &&
  isInvalidTaken(cause) &&
  cause.circumstance.length > 0 &&
  cause.circumstance.every(isOfSort) &&
  effect.sightings.every((each) => isInCircumstance(each, cause));

const isOfSort = ofKind('anyvalue', 'class', 'for', 'truth', 'type');

/**
 * Whether an id of something else is found because one's own is looked for there, and is not; or anything happens to an
 * id that nothing has where what there is is never found.
 */
const isOfOtherPlace = (effect: Cause, cause: Cause): boolean =>
  cause.expected === 'valid' &&
  codeIn(cause.outcome) === 404 &&
  cause.circumstance.length === 0 &&
  (effect.outcome === deletesElsewhere ||
    (cause.otherwise === 0 && effect.expected === '404' && (isWronglyTaken(effect) || isFailing(effect))) ||
    (isWronglyTaken(effect) &&
      effect.circumstance.length > 0 &&
      effect.circumstance.every((each) => each === otherKind || each.startsWith('case:the id of '))));

/** Whether what was deleted is there again since a reading makes what it does not find. */
const isMadeByReading = (effect: Cause, cause: Cause): boolean => {
  /** Whether the same was not found by a reading before. */
  const isMade = ({ failure }: Sighting) => {
    const path = decidingOf(failure)?.request.path;
    return before(failure).some(
      (each) => isAsked(each, cause) && each.request.path === path && status(each) === 404,
    );
  };
  const isThere = ({ features }: Sighting) =>
    effect.outcome === notRemoved || (isWronglyTaken(effect) && isOfDeleted(features));
  return (
    isOfReadings(cause) &&
    isWronglyTaken(cause) &&
    isOfFamilies(effect, cause) &&
    cause.sightings.some(isMade) &&
    effect.sightings.every((each) => isThere(each) && isMade(each))
  );
};

/** Whether it shows the id that an update of another resource has sent, which changes this one. */
const isOfSentId = (effect: Cause, cause: Cause): boolean =>
  isHarm(cause.outcome) &&
  notOfPath.is(effect.outcome) &&
  effect.sightings.every(({ failure }) => {
    const shown = decidingOf(failure);
    const place = shown && placeOf(shown, failure?.violations[0]?.pointer);
    return place && before(failure).some((each) => isAsked(each, cause) && hasSent(each, place));
  });

/** Whether a deleted project is found because what was asked of it afterwards has made it again. */
const isMadeAgain = (effect: Cause, cause: Cause): boolean =>
  cause.outcome === createsProject &&
  effect.operations.every(isOfProject) &&
  isOnHostOf(effect, cause.operations) &&
  (effect.outcome === notRemoved ||
    (isWronglyTaken(effect) && effect.sightings.every(({ features }) => isOfDeleted(features))));

/** Whether what is made again by an id is not removed because its deletion takes what was deleted before for gone. */
const isOfDeletedBefore = (effect: Cause, cause: Cause): boolean =>
  effect.outcome === notRemoved &&
  isWronglyTaken(cause) &&
  cause.circumstance.includes(gone) &&
  effect.sightings.every(({ failure }) => {
    const deletions = before(failure).filter((each) => isAsked(each, cause) && succeeded(each));
    return new Set(deletions.map(({ request }) => request.path)).size < deletions.length;
  });

export const ofIds: readonly Follows[] = [
  ...within(
    isOfOtherFound,
    isOfNewId,
    isOfUnknown,
    isOfOtherSpelling,
    isOfConflict,
    isOfOtherPlace,
    isOfDeletedBefore,
  ),
  isSameId,
  isOfOtherId,
  isOfOtherAnswer,
  isOfUnfound,
  isMadeAgain,
  isMadeByReading,
  isOfUnchecked,
  isOfSentId,
];
