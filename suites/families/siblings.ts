/** What is done to one instance is not done to those beside it in its project. */
import type { Exchange } from '../../harness/exchange.js';
import { seen, succeeded } from '../../harness/expect.js';
import { type Fixture, Unavailable } from '../../harness/fixtures/index.js';
import { type InstanceKind, instanceKinds } from '../../harness/fixtures/kinds.js';
import { harmed, isTelling } from '../../harness/harmed.js';
import { Judge } from '../../harness/judge.js';
import { knowledge } from '../../harness/knowledge.js';
import { inconclusive, notExercised, passed } from '../../harness/outcome.js';
import { ownedFields } from '../../harness/read-back.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { type Subject, subjects } from '../../harness/subjects.js';
import { materialise } from '../../harness/values/from-fixture.js';
import { family } from '../define.js';
import { doing, noun } from '../words.js';

const untold = 'the target shows no field that a write to another could have changed';
const refused = 'the target does not take a body that names another instance';

interface Deed {
  readonly verb: 'update' | 'delete';
  readonly name: string;
  /** Completes "Updating an IOU instance…". */
  readonly leaves: string;
  /** An update that names another instance in its body need not be taken. */
  readonly namesAnother?: true;
}

const theOthers = ' leaves the other instances of its project as they were';
const deeds: readonly Deed[] = [
  {
    verb: 'update',
    name: 'spares-siblings',
    leaves: theOthers,
  },
  {
    verb: 'update',
    name: 'spares-node-of-body',
    leaves: ', with the node_id of another instance in the body, leaves that one as it was',
    namesAnother: true,
  },
  {
    verb: 'delete',
    name: 'spares-siblings',
    leaves: theOthers,
  },
];

export function sparesSiblings(kind: InstanceKind): Requirement[] {
  return deeds.map(({ verb, name, leaves, namesAnother }) => {
    const id = `${kind}.${verb}` as const;
    const should = family(id, 'state');
    return should('should', name, `${doing[id]}${leaves}.`, async (run) => {
      const values = verb === 'update' ? await everyField(run, subjects[`${kind}.update`]) : undefined;
      return run.with(kind, verb === 'update' ? 'write' : 'destroy', async (fixture) => {
        const siblings = namesAnother
          ? [await run.fixtures.beside(fixture, kind)]
          : await siblingsOf(run, fixture, kind);
        const before = await Promise.all(siblings.map((each) => look(run, each)));
        const named = namesAnother && { node_id: siblings[0]?.node_id };
        const body = values && { json: { ...(materialise(values, fixture) as object), ...named } };
        const act = await run.send(id, fixture, body, verb);
        if (!namesAnother && !succeeded(act)) return inconclusive(`${doing[id]} got ${seen(act)}`, [act]);
        const judge = new Judge(id);
        let told = false;
        for (const [index, sibling] of siblings.entries()) {
          const first = before[index] as Exchange;
          if (!succeeded(first)) continue;
          const after = await look(run, sibling);
          const other = sibling.kind as InstanceKind;
          const subject = subjects[`${other}.update`];
          const miss = harmed(subject, first, after);
          told ||= verb === 'delete' || isTelling(subject, first);
          const exchanges = [...sibling.made, first, act, after];
          if (miss) judge.miss(miss, `another ${noun[other]} in the project`, exchanges);
        }
        if (!before.some(succeeded)) return inconclusive('no other instance could be read before', before);
        if (!succeeded(act)) return judge.outcome(notExercised(refused));
        return judge.outcome(told ? passed : notExercised(untold));
      });
    });
  });
}

/** Fields of the client with values that were taken alone; the last ones differ from defaults the most. */
async function everyField(run: Run, subject: Subject): Promise<Record<string, unknown>> {
  const { pool } = await knowledge(run, subject);
  const owned = ownedFields(subject);
  return Object.fromEntries(
    [...pool].filter(([name]) => !owned.has(name)).map(([name, values]) => [name, values.at(-1)]),
  );
}

/** One of the same kind, and one of each other kind that the target offers. */
async function siblingsOf(run: Run, fixture: Fixture, kind: InstanceKind): Promise<Fixture[]> {
  const siblings = [await run.fixtures.beside(fixture, kind)];
  for (const other of instanceKinds.filter((each) => each !== kind))
    siblings.push(
      ...(await run.fixtures.beside(fixture, other).then(
        (one) => [one],
        (error: unknown) => {
          if (error instanceof Unavailable) return [];
          throw error;
        },
      )),
    );
  return siblings;
}

const look = (run: Run, { kind, ...ids }: Fixture) =>
  run.send(`${kind as InstanceKind}.get`, ids, undefined, 'read the other');
