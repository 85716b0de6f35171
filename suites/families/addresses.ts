/** An id is found under its own project and kind only (sections 4 and 7). */
import { randomUUID } from 'node:crypto';
import { seen, status, succeeded } from '../../harness/expect.js';
import type { Exchange } from '../../harness/http/exchange.js';
import type { Ids } from '../../harness/http/request.js';
import { Judge } from '../../harness/judge.js';
import {
  changesElsewhere,
  deletesElsewhere,
  inconclusive,
  inState,
  type Mismatch,
  notExercised,
  type Outcome,
  passed,
} from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import { isTelling, unexpectedChange } from '../../harness/rules/bystander.js';
import type { Run } from '../../harness/run.js';
import { plainBodyOtherThan, plainPayload, sample, useOfRefused } from '../../harness/samples.js';
import { writeOperations } from '../../harness/values/write-operations.js';
import type { Fixture, Use } from '../../harness/worlds/index.js';
import {
  type InstanceKind,
  instanceKinds,
  isInstance,
  projectKindOf,
} from '../../harness/worlds/resource.js';
import { type Method, type OperationId, operation } from '../../schemas/index.js';
import { family } from '../define.js';
import { doing, noun, one, upper } from '../words.js';
import type { ProjectDeletion } from './content.js';
import { unknownProject } from './unknown-ids.js';

const underAnother = 'the id under another project';
const idOf = (kind: InstanceKind) => `the id of ${one(kind)}`;
/** What a method does to an instance. */
const verbOf: Partial<Record<Method, Verb>> = { PUT: 'update', DELETE: 'delete' };

/** Node ids under addresses that are not theirs. */
export function addresses(id: OperationId): Requirement[] {
  const { fixture: kind, method } = operation(id);
  const { should } = family(id, 'addresses');
  const use = useOfRefused(method);
  const rows = [
    should('other-project', `${doing[id]} under another project than its own answers 404.`, async (run) => {
      const verb = verbOf[method];
      const tried = isInstance(kind) && verb ? await triedElsewhere(run, kind, verb) : [];
      const there = tried.find(({ input }) => input === underAnother);
      const judge = there
        ? held(run, there.fixture, underAnother, there.sent, id)
        : await run.with(kind, use, (fixture) =>
            withOther(run, fixture, use, (other) => {
              const address = { project_id: other.project_id, node_id: fixture.node_id as string };
              return misaddressed(run, fixture, underAnother, address, id);
            }),
          );
      return besideTwin(run, id, judge);
    }),
  ];
  if (isInstance(kind)) {
    const verb = id.split('.')[1];
    rows.push(
      should(
        'other-kind',
        `${upper(one(kind))} is not found by the operations of the other kinds of node.`,
        async (run, own) => {
          for (const other of instanceKinds.filter((each) => each !== kind)) {
            const by = `${other}.${verb}` as OperationId;
            const judge = await run.with(kind, use, (fixture) =>
              misaddressed(run, fixture, idOf(kind), fixture, by),
            );
            if (judge.failed) return judge.outcome();
          }
          return besideTwin(run, id, own);
        },
      ),
    );
    const does = verbOf[method];
    if (does) rows.push(nothingElsewhere(does, kind));
  }
  return rows;
}

/** With a project that the fixture is not in; whatever is sent under it but a reading may harm it. */
function withOther<T>(run: Run, fixture: Fixture, use: Use, work: (other: Fixture) => Promise<T>) {
  // What was deleted once is not there to be deleted in the company of another project again.
  const isDeletion = use === 'risk';
  return run.with(
    projectKindOf(fixture.kind),
    isDeletion ? 'write' : use,
    work,
    fixture.project_id,
    isDeletion,
  );
}

async function misaddressed(
  run: Run,
  fixture: Fixture,
  input: string,
  address: Ids,
  by: OperationId,
): Promise<Judge> {
  return held(run, fixture, input, await run.send(by, address, plainPayload(by, fixture), input), by);
}

function held(run: Run, fixture: Fixture, input: string, sent: Exchange, by: OperationId): Judge {
  const judge = new Judge(by, run);
  judge.expect(sent, status(404), input, fixture.made);
  return judge;
}

/** The valid twin needs a fixture of its own: it is sent when the others were given back. */
async function besideTwin(run: Run, id: OperationId, judge: Judge): Promise<Outcome> {
  if (judge.failed) return judge.outcome();
  const twin = (await sample(run, id)).exchanges[0];
  if (twin?.answer && twin.answer.status !== 404) return passed;
  return inconclusive(`the same request by the right address got ${twin ? seen(twin) : 'nothing'}`);
}

type Wrong = readonly [input: string, by: OperationId, address: (fixture: Fixture, other: Fixture) => Ids];
type Verb = 'update' | 'delete';

/** A request by a wrong address, between two readings of what has the node id in it. */
interface Tried {
  readonly input: string;
  readonly by: OperationId;
  readonly fixture: Fixture;
  readonly before: Exchange;
  readonly sent: Exchange;
  readonly after: Exchange;
}

/** What an instance can be addressed by that is not its own address. */
function wrongAddresses(kind: InstanceKind, verb: Verb): readonly Wrong[] {
  const id = `${kind}.${verb}` as const;
  return [
    [underAnother, id, (f, other) => ({ project_id: other.project_id, node_id: f.node_id as string })],
    [
      'the id under an unknown project',
      id,
      (f) => ({ project_id: randomUUID(), node_id: f.node_id as string }),
    ],
    ['an unknown node id', id, (f) => ({ project_id: f.project_id, node_id: randomUUID() })],
    ...instanceKinds
      .filter((each) => each !== kind)
      .map((other): Wrong => [idOf(kind), `${other}.${verb}`, (f) => f]),
  ];
}

/** What a wrong address has done. Others may write to it meanwhile; only its own deletion removes it. */
function doneBy({ before, after }: Tried, kind: InstanceKind, verb: Verb): Mismatch | undefined {
  const isThere = verb === 'delete' && succeeded(after);
  return isThere ? undefined : unexpectedChange(writeOperations[`${kind}.update`], before, after);
}

/** Sends an instance by every wrong address, as long as it can be read; what was changed is not used for more. */
function triedElsewhere(run: Run, kind: InstanceKind, verb: Verb): Promise<readonly Tried[]> {
  const use = verb === 'delete' ? 'risk' : 'write';
  return run.once(`${kind}.${verb} elsewhere`, async () => {
    const tried: Tried[] = [];
    let left = wrongAddresses(kind, verb);
    const read = (fixture: Fixture, when: string) => run.send(`${kind}.get`, fixture, undefined, when);
    const sendAll = async (fixture: Fixture, other: Fixture) => {
      let before = await read(fixture, 'read before');
      for (let [next] = left; next; [next] = left) {
        left = left.slice(1);
        if (!succeeded(before)) continue;
        const [input, by, address] = next;
        const body = verb === 'update' ? plainBodyOtherThan(`${kind}.update`, fixture, before) : undefined;
        const sent = await run.send(by, address(fixture, other), body, input);
        const after = await read(fixture, 'read afterwards');
        const one = { input, by, fixture, before, sent, after };
        tried.push(one);
        if (doneBy(one, kind, verb)) return { failed: true };
        before = after;
      }
      return { failed: false };
    };
    // Fresh, since what a write elsewhere sets may have been set before.
    while (left.length > 0)
      await run.with(
        kind,
        use,
        (fixture) => withOther(run, fixture, use, (other) => sendAll(fixture, other)),
        undefined,
        true,
      );
    return tried;
  });
}

/** A write or a deletion by a wrong address changes nothing, also where the project does not exist at all. */
function nothingElsewhere(verb: Verb, kind: InstanceKind): Requirement {
  const id = `${kind}.${verb}` as const;
  const { should } = family(id, 'addresses');
  const effect = { update: 'changes', delete: 'deletes' }[verb];
  const outcome = { update: changesElsewhere, delete: deletesElsewhere }[verb];
  const name = { update: 'writes', delete: 'deletes' }[verb];
  const statement = `${doing[id]} by an address that is not its own ${effect} nothing.`;
  return should(`${name}-nothing-elsewhere`, statement, async (run, judge) => {
    const tried = await triedElsewhere(run, kind, verb);
    for (const each of tried) {
      const miss = doneBy(each, kind, verb);
      const exchanges = [...each.fixture.made, each.before, each.sent, each.after];
      if (miss) judge.miss(miss, each.input, exchanges, outcome, undefined, each.by);
    }
    if (tried.length === 0) return inconclusive(`no ${noun[kind]} could be read before`);
    const tells = ({ before }: Tried) => isTelling(writeOperations[`${kind}.update`], before);
    return judge.outcome(
      verb === 'delete' || tried.some(tells)
        ? passed
        : notExercised('the target shows no field that such a write could have changed'),
    );
  });
}

const maxRounds = 5;

/** A deletion by an id that nothing has deletes nothing: neither the first project nor the last. */
export function sparesProjects(id: ProjectDeletion): Requirement {
  const get = id === 'projects.delete' ? 'projects.get' : 'compute.projects.get';
  const kind = operation(id).fixture;
  const statement = `${doing[id]} by an id that does not exist deletes nothing.`;
  const row = family(id, 'addresses').should('deletes-nothing-elsewhere', statement, async (run, judge) => {
    const once = async (fixture: Fixture) => {
      const deletion = await run.send(id, { project_id: randomUUID() }, undefined, unknownProject);
      const after = await run.send(get, fixture, undefined, 'read afterwards');
      const miss = status(200)(after);
      const exchanges = [...fixture.made, deletion, after];
      if (miss) judge.miss(inState(miss), unknownProject, exchanges, deletesElsewhere, undefined, id);
      return judge;
    };
    // It may take another one that is made meanwhile: where something is wrong, a second look is worth it.
    for (let round = 1; round === 1 || (round <= maxRounds && run.sightings.broken.length > 0); round++)
      if ((await run.with(kind, 'risk', once, undefined, true)).failed) break;
  });
  // In the end, when nobody else makes projects that it could delete instead.
  return { ...row, isLast: true };
}
