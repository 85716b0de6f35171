import { Judge } from '../harness/judge.js';
import type { Outcome } from '../harness/outcome.js';
import type { Kind, Level, Requirement } from '../harness/requirement.js';
import type { Run } from '../harness/run.js';
import { type OperationId, operation } from '../schemas/index.js';

/** Requirements of one operation and kind, by their force: what they share is said once. */
export function family(id: OperationId, kind: Kind, section = operation(id).section) {
  const row =
    (level: Level) =>
    (
      name: string,
      statement: string,
      check: (run: Run, judge: Judge) => Promise<Outcome>,
      where = section,
    ): Requirement => ({
      id: `${id}.${name}`,
      operation: id,
      section: where,
      level,
      kind,
      statement,
      check: (run) => check(run, new Judge(id, run)),
    });
  return { must: row('must'), should: row('should'), may: row('may') };
}
