/** Joins what nothing checks, or what is checked for something else: taken in one place, it shows in another. */
import { groupBy } from '../../../schemas/group-by.js';
import { isClientError } from '../../expect.js';
import { idOfBody } from '../../outcome.js';
import { type Cause, fieldOf, isCrash, isInvalidTaken, isWronglyTaken } from '../cause.js';
import { constructorAsId } from '../features/difference.js';
import { ofKind } from '../features/feature.js';
import { noObject } from '../features/of-bodies.js';
import { joinedToHosts } from './hosts.js';
import { together } from './together.js';

/** What is to be refused whatever else is asked for. */
const unchecked = [noObject, constructorAsId];

/** Joins what is taken with what crashes, of the same sort. */
export function joinedUnchecked(causes: readonly Cause[]): Cause[] {
  const bySort = groupBy(causes, (cause) => sortOf(cause) ?? cause);
  return [...bySort.values()].flatMap((some) => {
    const [main] = some.filter(isWronglyTaken);
    const sort = main && sortOf(main);
    return sort && some.some(isCrash) ? [together(main, some, { circumstance: [sort] })] : some;
  });
}

const sortOf = (cause: Cause) =>
  isWronglyTaken(cause) || isCrash(cause)
    ? unchecked.find((sort) => cause.sightings.every(({ features }) => features.includes(sort)))
    : undefined;

/** Joins a field that an operation refuses with what it takes for it: it is checked for another type, or another word. */
export function joinedMisread(causes: readonly Cause[]): Cause[] {
  const hostOf = (each: Cause) =>
    isRefused(each) ? causes.find((other) => isTakenFor(each, other)) : undefined;
  return joinedToHosts(causes, hostOf, (host, mine) => together(host, [host, ...mine]));
}

/** Whether a field is refused, whatever is beside it. */
const isRefused = ({ circumstance, expected, outcome }: Cause) =>
  expected === 'valid' &&
  isClientError(outcome) &&
  circumstance.length === 1 &&
  circumstance.every(ofKind('has'));

const isTakenFor = (refused: Cause, { also, ...other }: Cause) =>
  isInvalidTaken(other) &&
  other.aspect === 'code' &&
  also === undefined &&
  fieldOf(other) !== undefined &&
  fieldOf(other) === fieldOf(refused) &&
  other.operations.join() === refused.operations.join();

/** Whether some of what is documented is refused where something else is taken. */
export const isMisread = (cause: Cause): boolean =>
  isInvalidTaken(cause) && cause.sightings.some(({ expected }) => expected === 'valid');

/** Joins the ids of a body that answers show in place of their own, where whatever shows one of them shows the other. */
export function joinedByIds(causes: readonly Cause[]): Cause[] {
  const [node, project] = [idOfBody.node_id, idOfBody.project_id].map((outcome) =>
    causes.find((each) => each.outcome === outcome),
  );
  if (!node || !project || !node.operations.every((id) => project.operations.includes(id)))
    return [...causes];
  const both = together(project, [node, project], { also: [node.circumstance] });
  return causes.flatMap((each) => (each === node ? [] : each === project ? both : each));
}

/** Whether some of what nothing checks crashes. */
export const isUnchecked = ({ outcome, sightings }: Cause): boolean =>
  !isCrash({ outcome }) && sightings.some((each) => isCrash({ outcome: each.outcome ?? '' }));
