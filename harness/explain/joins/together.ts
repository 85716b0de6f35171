/** One cause of several. */
import { inOrder } from '../../../schemas/groups.js';
import type { OperationId } from '../../../schemas/index.js';
import { type Cause, failuresOf } from '../cause.js';

/** The operations of several causes, in the order of the document. */
export const operationsOf = (causes: readonly Cause[]): OperationId[] =>
  inOrder(causes.flatMap(({ operations }) => operations));

/**
 * All of what several causes were seen by, told as one of them is, in one circumstance.
 * @param own What is told otherwise.
 */
export function together(
  { also: _, ...main }: Cause,
  causes: readonly Cause[],
  own: Partial<Cause> = {},
): Cause {
  return {
    ...main,
    operations: operationsOf(causes),
    sightings: causes.flatMap(({ sightings }) => sightings),
    failed: failuresOf(causes),
    ...own,
  };
}
