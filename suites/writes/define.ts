import type { Kind, Level } from '../../harness/requirement.js';
import { type OperationId, operation } from '../../schemas/index.js';
import type { WriteRequirement } from './requirement.js';

/** Requirements of one operation and kind: what they share is said once. */
export function rowsOf(id: OperationId, kind: Kind, section = operation(id).section) {
  return (
    level: Level,
    name: string,
    statement: string,
    how: Pick<WriteRequirement, 'needs' | 'decide' | 'isLast'>,
    where = section,
  ): WriteRequirement => ({
    id: `${id}.${name}`,
    operation: id,
    section: where,
    level,
    kind,
    statement,
    ...how,
  });
}
