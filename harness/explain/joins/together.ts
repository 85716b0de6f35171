/** One cause of several. */
import { inOrder } from '../../../schemas/groups.js';
import type { OperationId } from '../../../schemas/index.js';
import { type Cause, failuresOf } from '../cause.js';

/** The operations of several causes, in the order of the document. */
export const operationsOf = (causes: readonly Cause[]): OperationId[] =>
  inOrder(causes.flatMap(({ operations }) => operations));

/**
 * One cause of all that several causes were seen by.
 * @param main The cause whose other parts it has.
 * @param own Parts that replace those of `main`; a circumstance also replaces the further ones in `also`.
 */
export function together(
  { also, ...main }: Cause,
  causes: readonly Cause[],
  own: Partial<Cause> = {},
): Cause {
  return {
    ...main,
    ...(also && !own.circumstance && { also }),
    operations: operationsOf(causes),
    sightings: causes.flatMap(({ sightings }) => sightings),
    failed: failuresOf(causes),
    ...own,
  };
}
