/** An id is found under its own project and kind only (sections 4 and 7). */
import { randomUUID } from 'node:crypto';
import { status, succeeded } from '../../harness/expect.js';
import type { Exchange } from '../../harness/http/exchange.js';
import type { Ids } from '../../harness/http/request.js';
import { Judge } from '../../harness/judge.js';
import {
  changesElsewhere,
  deletesElsewhere,
  type Failure,
  failedOr,
  inconclusive,
  inState,
  type Mismatch,
  notExercised,
  passed,
} from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import { isTelling, unexpectedChange } from '../../harness/rules/fields.js';
import type { Run } from '../../harness/run.js';
import { plainBodyOtherThan, plainPayload, unknownProject, useOfRefused } from '../../harness/samples.js';
import { writeOperations } from '../../harness/values/write-operations.js';
import type { Fixture, Use } from '../../harness/worlds/index.js';
import {
  type InstanceKind,
  instanceKinds,
  isInstance,
  projectKindOf,
} from '../../harness/worlds/resource.js';
import { siblingOf } from '../../schemas/groups.js';
import { type OperationId, operation } from '../../schemas/index.js';
import { family, last, served } from '../define.js';
import { gerund, noun, one, upper } from '../words.js';
import type { ProjectDeletion } from './content.js';

const underAnother = 'the id under another project';
const idOf = (kind: InstanceKind) => `the id of ${one(kind)}`;

/** What is done to an instance, what comes of it by a wrong address, and how that is called. */
const verbs = {
  PUT: { verb: 'update', name: 'writes', effect: 'changes', outcome: changesElsewhere },
  DELETE: { verb: 'delete', name: 'deletes', effect: 'deletes', outcome: deletesElsewhere },
} as const;
type Verb = (typeof verbs)[keyof typeof verbs]['verb'];

/** Node ids under addresses that are not theirs. */
export function addresses(id: OperationId): Requirement[] {
  const { fixture: kind, method } = operation(id);
  const { should } = family(id, 'addresses');
  // A node is started here, by its own address, too.
  const use = id === 'nodes.start' ? 'write' : useOfRefused(method);
  const does = method === 'PUT' || method === 'DELETE' ? verbs[method] : undefined;
  const notFound = async (run: Run, by: OperationId, input: string, sent: Exchange | Promise<Exchange>) => {
    const judge = new Judge(by, run);
    judge.expect(await sent, status(404), input);
    return judge;
  };
  const misaddressed = (run: Run, by: OperationId, input: string, fixture: Fixture, address: Ids = fixture) =>
    notFound(run, by, input, run.send(by, address, plainPayload(by, fixture), input));
  const otherProject = should(
    'other-project',
    `${gerund[id]} under a project that is not its own answers 404.`,
    async (run) => {
      const tried = isInstance(kind) && does ? await triedElsewhere(run, kind, does.verb) : [];
      const there = tried.find(({ input }) => input === underAnother);
      const judge = there
        ? await notFound(run, id, underAnother, there.sent)
        : await run.with(kind, use, (fixture) =>
            withOther(run, fixture, use, async ({ project_id }) => {
              const address = { project_id, node_id: fixture.node_id };
              const judge = await misaddressed(run, id, underAnother, fixture, address);
              if (id !== 'nodes.start' || judge.failed) return judge;
              // What was started is known to more than its project.
              await run.send(id, fixture, { json: {} }, 'start');
              return misaddressed(run, id, underAnother, fixture, address);
            }),
          );
      return served(run, id, judge);
    },
  );
  if (!isInstance(kind)) return [otherProject];
  const otherKind = should(
    'other-kind',
    `${upper(one(kind))} is not found by the operations for other kinds of node.`,
    async (run, own) => {
      const failures: Failure[] = [];
      for (const other of instanceKinds.filter((each) => each !== kind)) {
        const by = id.replace(kind, other) as OperationId;
        const judge = await run.with(kind, use, (fixture) => misaddressed(run, by, idOf(kind), fixture));
        const outcome = judge.outcome();
        if (outcome.verdict === 'failed') failures.push(...outcome.failures);
      }
      return failures.length > 0 ? failedOr(failures, passed) : served(run, id, own);
    },
  );
  return [otherProject, otherKind, ...(does ? [nothingElsewhere(does, kind)] : [])];
}

/** With a project that the fixture is not in; whatever is sent under it but a reading may harm it. */
function withOther<T>(
  run: Run,
  { kind, project_id }: Fixture,
  use: Use,
  work: (other: Fixture) => Promise<T>,
) {
  // What was deleted once is not there to be deleted in the company of another project again.
  const [asked, before] = use === 'risk' ? (['write', 'nothing'] as const) : [use];
  return run.with(projectKindOf(kind), asked, work, project_id, before);
}

type Wrong = readonly [input: string, by: OperationId, address: (own: Fixture, other: Fixture) => Ids];

/** A request by a wrong address, and the readings before and after it of what has the node id in it. */
interface Tried {
  readonly input: string;
  readonly by: OperationId;
  readonly before: Exchange;
  readonly sent: Exchange;
  readonly after: Exchange;
}

/** What an instance can be addressed by that is not its own address. */
function wrongAddresses(kind: InstanceKind, verb: Verb): readonly Wrong[] {
  const id = `${kind}.${verb}` as const;
  return [
    [underAnother, id, ({ node_id }, { project_id }) => ({ project_id, node_id })],
    ['the id under an unknown project', id, ({ node_id }) => ({ project_id: randomUUID(), node_id })],
    ['an unknown node id', id, ({ project_id }) => ({ project_id, node_id: randomUUID() })],
    ...instanceKinds
      .filter((each) => each !== kind)
      .map((other): Wrong => [idOf(kind), `${other}.${verb}`, (own) => own]),
  ];
}

/** What a wrong address has done. Others may write to it meanwhile; only its own deletion removes it. */
function doneBy({ before, after }: Tried, kind: InstanceKind, verb: Verb): Mismatch | undefined {
  const isThere = verb === 'delete' && succeeded(after);
  return isThere ? undefined : unexpectedChange(writeOperations[`${kind}.update`], before, after);
}

/** Sends by every wrong address of an instance between two readings; where it was changed, by each between two of its own. */
function triedElsewhere(run: Run, kind: InstanceKind, verb: Verb): Promise<readonly Tried[]> {
  const use = verb === 'delete' ? 'risk' : 'write';
  return run.once(`${kind}.${verb} elsewhere`, async () => {
    const tried: Tried[] = [];
    const left = [...wrongAddresses(kind, verb)];
    let together = left.length;
    const sendSome = async (fixture: Fixture, other: Fixture) => {
      const some = left.slice(0, together);
      const these = await sendBetween(run, kind, verb, some, fixture, other);
      const failed = these.some((each) => doneBy(each, kind, verb));
      if (failed && together > 1) together = 1;
      else {
        left.splice(0, together);
        tried.push(...these);
      }
      return { failed };
    };
    const beside = (fixture: Fixture) => withOther(run, fixture, use, (other) => sendSome(fixture, other));
    // Fresh, since what a write elsewhere sets may have been set before.
    while (left.length > 0) await run.with(kind, use, beside, undefined, 'nothing');
    return tried;
  });
}

async function sendBetween(
  run: Run,
  kind: InstanceKind,
  verb: Verb,
  some: readonly Wrong[],
  fixture: Fixture,
  other: Fixture,
): Promise<readonly Tried[]> {
  const read = (when: string) => run.send(`${kind}.get`, fixture, undefined, when);
  const before = await read('read before');
  if (!succeeded(before)) return [];
  const body = verb === 'update' ? plainBodyOtherThan(`${kind}.update`, fixture, before) : undefined;
  const acts: Omit<Tried, 'after'>[] = [];
  for (const [input, by, address] of some)
    acts.push({ input, by, before, sent: await run.send(by, address(fixture, other), body, input) });
  const after = await read('read afterwards');
  return acts.map((each) => ({ ...each, after }));
}

/** A write or a deletion by a wrong address changes nothing, also where the project does not exist at all. */
function nothingElsewhere(
  { verb, name, effect, outcome }: (typeof verbs)['PUT' | 'DELETE'],
  kind: InstanceKind,
) {
  const id = `${kind}.${verb}` as const;
  const statement = `${gerund[id]} through a wrong address ${effect} nothing.`;
  return family(id, 'addresses').should(`${name}-nothing-elsewhere`, statement, async (run, judge) => {
    const tried = await triedElsewhere(run, kind, verb);
    for (const each of tried) {
      const miss = doneBy(each, kind, verb);
      const { before, sent, after } = each;
      if (miss) judge.miss(miss, each.input, [before, sent, after], outcome, undefined, each.by);
    }
    if (tried.length === 0) return inconclusive(`no ${noun[kind]} could be read beforehand`);
    const tells = ({ before }: Tried) => isTelling(writeOperations[`${kind}.update`], before);
    const untold = notExercised('the server shows no field that such a write could have changed');
    return judge.outcome(verb === 'delete' || tried.some(tells) ? passed : untold);
  });
}

const maxRounds = 5;

/** A deletion by an id that nothing has deletes nothing: neither the first project nor the last. */
export function sparesProjects(id: ProjectDeletion): Requirement {
  const get = siblingOf(id, 'get');
  const kind = operation(id).fixture;
  const statement = `${gerund[id]} by an id that does not exist deletes nothing.`;
  const row = family(id, 'addresses').should('deletes-nothing-elsewhere', statement, async (run, judge) => {
    const read = (fixture: Fixture, when: string) => run.send(get, fixture, undefined, when);
    // Some readings find nothing twice.
    const readTwice = async (fixture: Fixture) => {
      await read(fixture, 'read before');
      return read(fixture, 'read again');
    };
    let seen = false;
    const once = async (fixture: Fixture) => {
      const before = await read(fixture, 'read before');
      if (!succeeded(before)) return judge;
      seen = true;
      const deletion = await run.send(id, { project_id: randomUUID() }, undefined, unknownProject);
      const after = await read(fixture, 'read afterwards');
      const miss = status(200)(after);
      const history = [before, deletion, after];
      if (miss && succeeded(await run.with(kind, 'risk', readTwice, undefined, 'nothing')))
        judge.miss(inState(miss), unknownProject, history, deletesElsewhere, undefined, id);
      return judge;
    };
    // It may take another one that is made meanwhile: where something is wrong, a second look is worth it.
    for (let round = 1; round === 1 || (round <= maxRounds && run.sightings.broken.length > 0); round++)
      if ((await run.with(kind, 'risk', once, undefined, 'nothing')).failed) break;
    return seen ? undefined : inconclusive(`no ${noun[kind]} could be read beforehand`);
  });
  // When nobody else makes projects that it could delete instead.
  return last(row);
}
