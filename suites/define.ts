import { Judge } from '../harness/judge.js';
import type { Outcome } from '../harness/outcome.js';
import type { Kind, Level, Requirement, Statement } from '../harness/requirement.js';
import type { Run } from '../harness/run.js';
import { type OperationId, operation } from '../schemas/index.js';

/** Makers of requirements of one operation and kind, by their force: what they share is said once. */
export function makers<How, Made>(
  id: OperationId,
  kind: Kind,
  section = operation(id).section,
  complete: (statement: Statement, how: How) => Made,
) {
  const maker =
    (level: Level) =>
    (name: string, statement: string, how: How, where = section): Made =>
      complete({ id: `${id}.${name}`, operation: id, section: where, level, kind, statement }, how);
  return { must: maker('must'), should: maker('should'), may: maker('may') };
}

type Check = (run: Run, judge: Judge) => Promise<Outcome>;

/** Requirements that are checked by a script. */
export const family = (id: OperationId, kind: Kind, section?: string) =>
  makers(
    id,
    kind,
    section,
    (statement, check: Check): Requirement => ({
      ...statement,
      check: (run) => check(run, new Judge(id, run)),
    }),
  );
