import { seen } from '../harness/expect.js';
import type { Exchange } from '../harness/http/exchange.js';
import { Judge } from '../harness/judge.js';
import { inconclusive, notExercised, type Outcome, passed } from '../harness/outcome.js';
import type { Kind, Level, Requirement, Statement } from '../harness/requirement.js';
import type { Run } from '../harness/run.js';
import { sample } from '../harness/samples.js';
import { type Fixture, Unavailable, type Use } from '../harness/worlds/index.js';
import { type OperationId, operation } from '../schemas/index.js';
import { gerund, noun } from './words.js';

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

const checking =
  <With extends unknown[]>(id: OperationId, check: Check<With>) =>
  async (run: Run, ...others: With): Promise<Outcome> => {
    const judge = new Judge(id, run);
    return (await check(run, judge, ...others)) ?? judge.outcome();
  };

/** Requirements that are checked by a script. */
export const family = (id: OperationId, kind: Kind, section?: string) =>
  makers(id, kind, section, (statement, check: Check<[]>): Requirement => {
    return { ...statement, check: checking(id, check) };
  });

/** The same, each with a resource of its own of the kind that the operation is about. */
export const onFixture = (id: OperationId, kind: Kind, use: Use, section?: string) =>
  makers(id, kind, section, (statement, check: Check<[Fixture]>): Requirement => {
    const checked = checking(id, check);
    return { ...statement, check: (run) => run.with(operation(id).fixture, use, (own) => checked(run, own)) };
  });

/** And each with two of them, in different projects. */
export const onTwo = (id: OperationId, kind: Kind, use: Use, section?: string) =>
  makers(id, kind, section, (statement, check: Check<[Fixture, Fixture]>): Requirement => {
    const checked = checking(id, check);
    const { fixture } = operation(id);
    return { ...statement, check: (run) => run.withTwo(fixture, use, (...two) => checked(run, ...two)) };
  });

/** Judged in the end, in worlds that the others are done with, or by what all of them have sent. */
export const last = (row: Requirement): Requirement => ({ ...row, turn: 'last' });

/** Judged behind what is plain: it sends what some servers end at. */
export const late = (row: Requirement): Requirement => ({ ...row, turn: 'late' });

/**
 * What is refused as it must be says something only where the same request is served on a resource that exists: it
 * has a fixture of its own, and is sent when the others were given back.
 */
export async function served(run: Run, id: OperationId, judge: Judge): Promise<Outcome> {
  if (judge.failed) return judge.outcome();
  const twin = await sample(run, id).catch((error: unknown) => {
    if (error instanceof Unavailable) return error;
    throw error;
  });
  if (twin instanceof Unavailable)
    return notExercised(
      `Got 404, but with no existing ${noun[operation(id).fixture]} we can't tell that this path is implemented (${twin.message})`,
      twin.remedy,
    );
  const exchange = twin.exchanges[0] as Exchange;
  if (exchange.answer && exchange.answer.status !== 404) return passed;
  return inconclusive(`the same request on an existing resource got ${seen(exchange)}`, [exchange]);
}

/** An operation that a check builds on did not succeed. */
export const got = (id: OperationId, exchange: Exchange | undefined): Outcome =>
  inconclusive(`${gerund[id]} got ${exchange ? seen(exchange) : 'no answer'}`, exchange ? [exchange] : []);
