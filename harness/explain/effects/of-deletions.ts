/** Failures that follow from deletions that take too much, or leave something behind; or from what undoes them. */
import { familyOf, hostOf, isOfProject } from '../../../schemas/groups.js';
import { type OperationId, operation } from '../../../schemas/index.js';
import { codeIn, succeeded } from '../../expect.js';
import type { Exchange } from '../../http/exchange.js';
import { before, decidingOf, deletesElsewhere, harms, isHarm, notRemoved, removed } from '../../outcome.js';
import {
  type Cause,
  type Follows,
  isAsked,
  isDecidedBy,
  isMet,
  isOfFamilies,
  isShownAsIn,
  isShownBy,
  isWithin,
  isWronglyTaken,
  notStored,
  shownBy,
  undeleted,
} from '../cause.js';
import { ofKind } from '../features/feature.js';
import {
  gone,
  goneAlone,
  idsAgain,
  inDeleted,
  isOfDeleted,
  lacking,
  later,
  unknownIds,
  vagueIds,
} from '../features/ids.js';
import type { Sighting } from '../sighting.js';
import { isBeyond } from './changed.js';

/** Whether only what a deletion of something else has taken is not found. */
export function isOfDeletedElsewhere(effect: Cause, cause: Cause): boolean {
  if (!isTaking(cause) || isOfEachReading(effect, cause)) return false;
  const culprits = cause.operations.filter(isDeletion);
  // Projects are deleted all the time, to leave nothing behind: what they take seems to be taken by others.
  const isRival = (id: OperationId) => isDeletion(id) && !(culprits.some(isOfProject) && !isOfProject(id));
  if (culprits.length === 0 || (isTaking(effect) && effect.operations.some(isRival))) return false;
  if (!isOnHostOf(effect, culprits) && !areNodes(effect)) return false;
  const taken = cause.sightings.flatMap((each) => shownBy(each) ?? []).map(familyOf);
  // A deletion of instances that was seen to take one kind has not taken another kind.
  if (!culprits.some(isOfProject) && !effect.operations.every((id) => taken.includes(familyOf(id))))
    return false;
  return effect.sightings.every(({ failure }) => {
    const shown = decidingOf(failure);
    const all = before(failure);
    // What was made again is no longer gone.
    const since = all.slice(
      all.findLastIndex((each) => each.request.method === 'POST' && succeeded(each)) + 1,
    );
    // What is not found was not deleted by that.
    const isItsOwn = ({ request, answer }: Exchange) =>
      request.method === 'DELETE' && answer?.status !== 404 && shown?.request.path.startsWith(request.path);
    return shown?.answer?.status === 404 && !since.some(isItsOwn);
  });
}

/**
 * Whether a node is gone whenever it is read again, as far as is known: then it is removed by the reading. A project may
 * go with any other that is deleted.
 */
function isOfEachReading(effect: Cause, cause: Cause): boolean {
  if (effect.outcome !== removed || effect.otherwise > 0 || effect.operations.some(isOfProject)) return false;
  const isReading = (each: Exchange) => isAsked(each, effect) && succeeded(each);
  const isReadTwice = ({ failure }: Sighting) => {
    const read = (failure?.exchanges ?? []).filter(isReading).map(({ request }) => request.path);
    return new Set(read).size < read.length;
  };
  return ![...effect.sightings, ...cause.sightings].some(isReadTwice);
}

const isTaking = ({ outcome }: Cause) => outcome === deletesElsewhere || outcome === harms.removed;
const isDeletion = (id: OperationId) => operation(id).method === 'DELETE';
const isDeletionOfProject = (id: OperationId) => isOfProject(id) && isDeletion(id);

/** Whether all operations of an effect are about projects, or what they hold, where some of others are. */
export const isOnHostOf = (effect: Cause, others: readonly OperationId[]) =>
  effect.operations.every((id) => others.some((each) => hostOf(each) === hostOf(id)));

/** A node of the controller stands for an instance on a compute host. */
const areNodes = ({ operations }: Cause) => operations.every((id) => familyOf(id) === 'nodes');

/** Whether something is not found only because a reading removed it: it is there otherwise, and nobody deleted it. */
function isOfGone(effect: Cause, cause: Cause): boolean {
  if (cause.outcome !== removed || codeIn(effect.outcome) !== 404) return false;
  const isOfAll = cause.operations.every(isOfProject) && isOnHostOf(effect, cause.operations);
  return (
    (isOfAll || isOfFamilies(effect, cause)) &&
    effect.sightings.every(({ failure }) => {
      const [all, path] = [before(failure), decidingOf(failure)?.request.path];
      const isRemoval = ({ request }: Exchange) =>
        request.method === 'DELETE' && path?.startsWith(request.path);
      return (effect.expected === 'valid' || all.some(succeeded)) && !all.some(isRemoval);
    })
  );
}

/** Whether a deletion that never removes anything does not remove what is special either. */
const isNeverRemoved = (effect: Cause, cause: Cause) =>
  cause.outcome === notRemoved && cause.circumstance.length === 0 && isOfFamilies(effect, cause);

/** Whether a script finds something that was deleted, or was in what was deleted, for a reason that is known. */
const isOfKeptContent = (effect: Cause, cause: Cause) =>
  effect.outcome === notRemoved &&
  effect.expected !== undeleted &&
  [isNeverRemoved, isOfKnownCase, isOfOutlived].some((holds) => holds(effect, cause));

/** Whether it is the project itself that is there in the end, not only what was in it. */
const isOfProjectItself = ({ outcome, sightings }: Cause) =>
  outcome === notRemoved &&
  sightings.map(shownBy).every((shown) => shown !== undefined && isOfProject(shown));

/** Whether what was in a deleted project is there again because all of it outlives the deletion. */
const isOfOutlived = (effect: Cause, cause: Cause) =>
  isWronglyTaken(cause) &&
  !isOfProjectItself(effect) &&
  (cause.circumstance.some((each) => each === gone || each === inDeleted) ||
    cause.sightings.every(({ features }) => features.includes(gone))) &&
  (isShownBy(effect, cause) ||
    (effect.operations.every(isDeletionOfProject) && isOnHostOf(effect, cause.operations)));

/** Whether a project is there in the end because that is so in a case that is known. */
const isOfKnownCase = (effect: Cause, cause: Cause) =>
  cause.expected === undeleted && isWithin(effect, cause);

/** Whether something seems to be there because a reading finds whatever id it is sent. */
const isOfAnyId = (effect: Cause, cause: Cause) =>
  effect.outcome === notRemoved &&
  isWronglyTaken(cause) &&
  cause.circumstance.length > 0 &&
  cause.circumstance.every((each) => unknownIds.includes(each)) &&
  isDecidedBy(effect, cause);

/** Whether a deletion leaves what has another spelling because it does nothing, and says so, wherever it finds nothing. */
const isOfNothingFound = (effect: Cause, cause: Cause) =>
  effect.outcome === notRemoved &&
  isWronglyTaken(cause) &&
  isWithin(effect, cause) &&
  cause.circumstance.some((each) => vagueIds.includes(each)) &&
  effect.sightings.every(({ features }) => features.includes(lacking));

/** Whether what was in a project is found because the project is never removed, or is found itself. */
const isOfUndeleted = (effect: Cause, cause: Cause) =>
  (cause.expected === undeleted ||
    isOfProjectItself(cause) ||
    (isWronglyTaken(cause) && cause.circumstance.includes(gone))) &&
  isWronglyTaken(effect) &&
  effect.sightings.every(({ features }) => features.includes(inDeleted)) &&
  isOnHostOf(effect, cause.operations.filter(isOfProject));

/** Whether an operation fails in its own way where a project was deleted, and is found all the same. */
const isOfFoundDeleted = (effect: Cause, cause: Cause) =>
  isWronglyTaken(cause) &&
  cause.circumstance.includes(gone) &&
  effect.aspect === 'code' &&
  effect.expected === '404' &&
  effect.sightings.every(({ features }) => isOfDeleted(features)) &&
  isOnHostOf(effect, cause.operations.filter(isOfProject));

/** Whether what lives on after a series of requests is what the deletion never removes. */
const isOfNotRemoved = (effect: Cause, cause: Cause) =>
  effect.outcome === 'is still there' && cause.outcome === notRemoved && isOfFamilies(effect, cause);

/** Whether one is left, or found, where the deletion takes another in its place. */
const isOfTakenInstead = (effect: Cause, cause: Cause) =>
  cause.outcome === harms.removed &&
  (effect.outcome === notRemoved
    ? effect.expected !== undeleted && effect.failed <= cause.failed && isWithin(effect, cause)
    : isWronglyTaken(effect) &&
      (isOfFamilies(effect, cause) || isOnHostOf(effect, cause.operations.filter(isDeletionOfProject))) &&
      isOfDeleted(effect.circumstance));

/** Whether what was written appears in what is made again only because writes are late, go elsewhere or change more. */
const isOfOtherWrites = (effect: Cause, cause: Cause) =>
  effect.outcome === notRemoved &&
  isOfFamilies(effect, cause) &&
  (notStored.has(cause.outcome)
    ? cause.circumstance.length === 0
    : !isBeyond(effect, cause) &&
      (isHarm(cause.outcome) || (cause.outcome === 'other fields changed' && isShownAsIn(effect, cause))));

/** Whether requests in a deleted project fail as those to the project itself do. */
const isOfGoneProject = (effect: Cause, cause: Cause) =>
  cause.circumstance.some((each) => each === gone || each === goneAlone) &&
  effect.aspect === 'code' &&
  effect.outcome === cause.outcome &&
  effect.sightings.every(({ failure }) => {
    const path = decidingOf(failure)?.request.path;
    const isOfProject = ({ request }: Exchange) =>
      request.method === 'DELETE' && path?.startsWith(`${request.path}/`);
    return before(failure).some((each) => isOfProject(each) && succeeded(each));
  });

const ofRemade = Object.values(idsAgain).map((words) => `case:${words}`);

/** Whether what is made again by an id is refused by its other operations as well. */
const isOfRemade = (effect: Cause, cause: Cause) =>
  [effect, cause].every(({ circumstance }) => circumstance.some((each) => ofRemade.includes(each))) &&
  effect.outcome === cause.outcome &&
  isOfFamilies(effect, cause);

const isOfCase = ofKind('case');
const unknownAlone = ['ids:unknown ids', 'ids:an unknown project id', 'ids:an unknown node id'];

/** Whether a deleted resource is found again only because an update creates what it does not find. */
export function isRevived(effect: Cause, cause: Cause): boolean {
  const isOfScript = (each: Cause, one: string) =>
    isOfCase(one) && each.sightings.every(({ features }) => features.includes(gone));
  const isOf = (each: Cause, ids: readonly string[]) =>
    each.expected === '404' &&
    isWronglyTaken(each) &&
    each.circumstance.every((one) => ids.includes(one) || isOfScript(each, one));
  if (!isOf(cause, [...unknownIds, gone, goneAlone]) || !isOf(effect, [gone, goneAlone, later])) return false;
  if (effect.circumstance.length === 0) return false;
  if (isWithin(effect, cause))
    return (
      isOf(cause, [...unknownAlone, gone, goneAlone]) &&
      cause.circumstance.join() !== effect.circumstance.join()
    );
  const isOfFamily = (id: OperationId) => cause.operations.some((each) => familyOf(each) === familyOf(id));
  return (
    effect.operations.every(isOfFamily) &&
    effect.sightings.every(({ failure }) => {
      const all = before(failure);
      const deletion = all.findLastIndex(({ request }) => request.method === 'DELETE');
      return all.slice(deletion + 1).some((each) => isMet(each, cause));
    })
  );
}

export const ofDeletions: readonly Follows[] = [
  isOfNothingFound,
  isOfGone,
  isOfKeptContent,
  isOfNotRemoved,
  isOfTakenInstead,
  isOfUndeleted,
  isOfFoundDeleted,
  isOfAnyId,
  isOfDeletedElsewhere,
  isOfOtherWrites,
  isOfGoneProject,
  isOfRemade,
  isRevived,
];
