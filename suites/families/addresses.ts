/** An id is found under its own project and kind only (sections 4 and 7). */
import { randomUUID } from 'node:crypto';
import { seen, status, succeeded } from '../../harness/expect.js';
import type { Ids } from '../../harness/http/request.js';
import { Judge } from '../../harness/judge.js';
import {
  changesElsewhere,
  deletesElsewhere,
  inconclusive,
  inState,
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
import { type OperationId, operation } from '../../schemas/index.js';
import { family } from '../define.js';
import { doing, noun, one, upper } from '../words.js';
import type { ProjectDeletion } from './deletion.js';
import { unknownProject } from './unknown-ids.js';

/** Node ids under addresses that are not theirs. */
export function addresses(id: OperationId): Requirement[] {
  const { fixture: kind, method } = operation(id);
  const { should } = family(id, 'addresses');
  const use = useOfRefused(method);
  const rows = [
    should('other-project', `${doing[id]} under another project than its own answers 404.`, async (run) => {
      const judge = await run.with(kind, use, (fixture) =>
        withOther(run, fixture, use, (other) => {
          const address = { project_id: other.project_id, node_id: fixture.node_id as string };
          return misaddressed(run, fixture, 'the id under another project', address, id);
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
        async (run) => {
          for (const other of instanceKinds.filter((each) => each !== kind)) {
            const by = `${other}.${verb}` as OperationId;
            const judge = await run.with(kind, use, (fixture) =>
              misaddressed(run, fixture, `the id as ${one(other)}`, fixture, by),
            );
            if (judge.failed) return judge.outcome();
          }
          return besideTwin(run, id, new Judge(id, run));
        },
      ),
    );
    if (method === 'DELETE') rows.push(nothingElsewhere('delete', kind));
    if (method === 'PUT') rows.push(nothingElsewhere('update', kind));
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
  const judge = new Judge(by, run);
  const exchange = await run.send(by, address, plainPayload(by, fixture), input);
  judge.expect(exchange, status(404), input, fixture.made);
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

/** A write or a deletion by a wrong address changes nothing, also where the project does not exist at all. */
function nothingElsewhere(verb: 'update' | 'delete', kind: InstanceKind): Requirement {
  const id = `${kind}.${verb}` as const;
  const { should } = family(id, 'addresses');
  const wrong: readonly Wrong[] = [
    [
      'the id under another project',
      id,
      (f, other) => ({ project_id: other.project_id, node_id: f.node_id as string }),
    ],
    [
      'the id under an unknown project',
      id,
      (f) => ({ project_id: randomUUID(), node_id: f.node_id as string }),
    ],
    ['an unknown node id', id, (f) => ({ project_id: f.project_id, node_id: randomUUID() })],
    ...instanceKinds
      .filter((each) => each !== kind)
      .map((other): Wrong => [`the id as ${one(other)}`, `${other}.${verb}`, (f) => f]),
  ];
  const effect = { update: 'changes', delete: 'deletes' }[verb];
  const outcome = { update: changesElsewhere, delete: deletesElsewhere }[verb];
  const name = { update: 'writes', delete: 'deletes' }[verb];
  const statement = `${doing[id]} by an address that is not its own ${effect} nothing.`;
  return should(`${name}-nothing-elsewhere`, statement, async (run, judge) => {
    let tried = 0;
    let told = false;
    const write = async (fixture: Fixture, other: Fixture, [input, by, address]: Wrong) => {
      const before = await run.send(`${kind}.get`, fixture, undefined, 'read before');
      if (!succeeded(before)) return false;
      tried++;
      told ||= verb === 'delete' || isTelling(writeOperations[`${kind}.update`], before);
      const body = verb === 'update' ? plainBodyOtherThan(`${kind}.update`, fixture, before) : undefined;
      const written = await run.send(by, address(fixture, other), body, input);
      const after = await run.send(`${kind}.get`, fixture, undefined, 'read afterwards');
      // Others may write to it meanwhile; only its own deletion removes it.
      const isThere = verb === 'delete' && succeeded(after);
      const miss = isThere ? undefined : unexpectedChange(writeOperations[`${kind}.update`], before, after);
      const exchanges = [...fixture.made, before, written, after];
      if (miss) judge.miss(miss, input, exchanges, outcome, undefined, by);
      return miss === undefined;
    };
    let left = wrong;
    // What was changed goes no further: the others are tried on another one.
    const writeAll = (fixture: Fixture) => {
      let isSound = true;
      return withOther(run, fixture, verb === 'delete' ? 'risk' : 'write', async (other) => {
        for (let [next] = left; next && isSound; [next] = left) {
          left = left.slice(1);
          isSound = await write(fixture, other, next);
        }
        return judge;
      });
    };
    // Fresh, since what a write elsewhere sets may have been set before.
    while (left.length > 0)
      await run.with(kind, verb === 'update' ? 'write' : 'risk', writeAll, undefined, true);
    if (tried === 0) return inconclusive(`no ${noun[kind]} could be read before`);
    return judge.outcome(
      told ? passed : notExercised('the target shows no field that such a write could have changed'),
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
    return judge.outcome();
  });
  // In the end, when nobody else makes projects that it could delete instead.
  return { ...row, isLast: true };
}
