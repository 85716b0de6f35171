import { Judge } from '../harness/judge.js';
import type { Outcome } from '../harness/outcome.js';
import type { Kind, Level, Requirement, Statement } from '../harness/requirement.js';
import type { Run } from '../harness/run.js';
import type { Fixture, Use } from '../harness/worlds/index.js';
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

/** Says what it came to only where that is not what the judge has noted. */
type Check<With extends unknown[]> = (
  run: Run,
  judge: Judge,
  ...others: With
) => Promise<Outcome | undefined> | Promise<void>;

async function outcomeOf<With extends unknown[]>(
  check: Check<With>,
  id: OperationId,
  run: Run,
  ...others: With
): Promise<Outcome> {
  const judge = new Judge(id, run);
  return (await check(run, judge, ...others)) ?? judge.outcome();
}

/** Requirements that are checked by a script. */
export const family = (id: OperationId, kind: Kind, section?: string) =>
  makers(
    id,
    kind,
    section,
    (statement, check: Check<[]>): Requirement => ({
      ...statement,
      check: (run) => outcomeOf(check, id, run),
    }),
  );

/** The same, each with a resource of its own of the kind that the operation is about. */
export const onFixture = (id: OperationId, kind: Kind, use: Use, section?: string) =>
  makers(
    id,
    kind,
    section,
    (statement, check: Check<[Fixture]>): Requirement => ({
      ...statement,
      check: (run) => run.with(operation(id).fixture, use, (fixture) => outcomeOf(check, id, run, fixture)),
    }),
  );
