import type { Outcome } from '../harness/outcome.js';
import type { Kind, Level, Requirement } from '../harness/requirement.js';
import type { Run } from '../harness/run.js';
import { type OperationId, operation } from '../schemas/index.js';

/** Requirements of one operation and kind: what they share is said once. */
export function family(id: OperationId, kind: Kind, section = operation(id).section) {
  return (
    level: Level,
    name: string,
    statement: string,
    check: (run: Run) => Promise<Outcome>,
    where = section,
  ): Requirement => ({ id: `${id}.${name}`, operation: id, section: where, level, kind, statement, check });
}
