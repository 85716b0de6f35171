/** Joins what nothing checks: taken in one place, it crashes in another, and answers show it in a third. */
import { groupBy } from '../../../schemas/group-by.js';
import { idOfBody } from '../../outcome.js';
import { type Cause, isCrash, isWronglyTaken } from '../cause.js';
import { constructorAsId } from '../features/difference.js';
import { noObject } from '../features/of-bodies.js';
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
