/** What is done to one instance is not done to those beside it in its project. */
import { isDeepStrictEqual } from 'node:util';
import { seen, status, succeeded } from '../../harness/expect.js';
import { type Exchange, objectOf } from '../../harness/http/exchange.js';
import { Judge } from '../../harness/judge.js';
import { inconclusive, notExercised, type Outcome, passed } from '../../harness/outcome.js';
import { codesFor } from '../../harness/plan/case.js';
import type { FieldSurvey } from '../../harness/plan/facts.js';
import type { Requirement } from '../../harness/requirement.js';
import { isTelling, unexpectedChange } from '../../harness/rules/bystander.js';
import type { Run } from '../../harness/run.js';
import { plainPayload } from '../../harness/samples.js';
import { resolvePlaceholders } from '../../harness/values/placeholders.js';
import { type WriteOperation, writeOperations } from '../../harness/values/write-operations.js';
import { makeIt } from '../../harness/worlds/fixtures-file.js';
import type { Fixture } from '../../harness/worlds/index.js';
import { type InstanceKind, instanceKinds, isInstance } from '../../harness/worlds/resource.js';
import type { OperationId } from '../../schemas/index.js';
import { family } from '../define.js';
import { doing, noun } from '../words.js';
import { asRequirements, rowsOf, type WriteRequirement } from '../writes/requirement.js';
import { deleted } from './deletion.js';
import { otherId } from './state.js';

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

const theOthers = ' leaves its project, and the other instances in it, as they were';
const andWritable = `${theOthers}, to be read and to be written`;
const deeds: readonly Deed[] = [
  { verb: 'update', name: 'spares-siblings', leaves: theOthers },
  {
    verb: 'update',
    name: 'spares-node-of-body',
    leaves:
      ', with the node_id of another instance in the body, answers with its own and leaves that one as it was',
    namesAnother: true,
  },
  { verb: 'delete', name: 'spares-siblings', leaves: andWritable },
];

export function sparesSiblings(kind: InstanceKind): Requirement[] {
  return deeds.flatMap((deed): Requirement[] => {
    const id = `${kind}.${deed.verb}` as const;
    const row = { name: deed.name, statement: `${doing[id]}${deed.leaves}.` };
    if (deed.verb === 'delete')
      return [family(id, 'state').should(row.name, row.statement, (run) => spared(run, kind, deed))];
    const update = `${kind}.update` as const;
    const { should } = rowsOf(update, 'state');
    const needs = [{ kind: 'plain' }] as const;
    const decide: WriteRequirement['decide'] = ({ facts }, written, run) =>
      spared(run, kind, deed, (own, theirs, turn) => everyField(facts, written, own, theirs, turn));
    return asRequirements(update, [should(row.name, row.statement, { needs, decide })]);
  });
}

/** What is done to one instance, with those beside it looked at before and after. */
function spared(
  run: Run,
  kind: InstanceKind,
  { verb, namesAnother }: Deed,
  values?: (own: Fixture, theirs: Exchange, turn: 0 | -1) => object,
): Promise<Outcome> {
  const id = `${kind}.${verb}` as const;
  if (!run.fixtures.renews(kind))
    return Promise.resolve(notExercised('nothing is made beside what the user named', makeIt(kind)));
  return run.with(kind, verb === 'update' ? 'write' : 'destroy', async (fixture) => {
    const siblings = namesAnother
      ? [await run.fixtures.beside(fixture, kind)]
      : await siblingsOf(run, fixture, kind);
    const others = verb === 'update' && !namesAnother ? [...siblings, projectOf(fixture)] : siblings;
    const before = await Promise.all(others.map((each) => look(run, each)));
    const named = namesAnother && { node_id: siblings[0]?.node_id };
    const body = values && before[0] && { json: { ...values(fixture, before[0], -1), ...named } };
    const act = await run.send(id, fixture, body, verb);
    if (!namesAnother && !succeeded(act)) return inconclusive(`${doing[id]} got ${seen(act)}`, [act]);
    const judge = new Judge(id, run);
    const shown = namesAnother && succeeded(act) ? objectOf(act)?.node_id : undefined;
    if (typeof shown === 'string' && shown === named?.node_id) {
      const led = [...fixture.made, act];
      judge.miss(otherId('node_id', shown), 'a body with the node_id of another', led, 'that node_id');
    }
    let told = false;
    // All are read before any is written: a write may harm those beside it, too.
    const later = await Promise.all(others.map((each) => look(run, each)));
    const whereOf = ({ kind: other }: Fixture) => {
      if (namesAnother) return 'the instance that the body names';
      return isInstance(other) ? `another ${noun[other]} in the project` : 'the project';
    };
    const sound: Fixture[] = [];
    for (const [index, sibling] of others.entries()) {
      const [first, after] = [before[index], later[index]] as [Exchange, Exchange];
      if (!isInstance(sibling.kind))
        judge.expect(first, status(200), 'a project with instances', sibling.made);
      if (!succeeded(first)) continue;
      const written = writeOperations[updateOf(sibling)];
      const mismatch = unexpectedChange(written, first, after);
      told ||= isInstance(sibling.kind) && (verb === 'delete' || isTelling(written, first));
      if (mismatch) judge.harm(id, mismatch, whereOf(sibling), [...sibling.made, first, act, after]);
      else sound.push(sibling);
    }
    for (const sibling of verb === 'delete' ? sound : []) {
      const update = updateOf(sibling);
      const write = await run.send(update, sibling, plainPayload(update, sibling), 'write to the other');
      const miss = status(...codesFor(update, 'answered'))(write);
      if (miss) judge.harm(id, miss, whereOf(sibling), [...sibling.made, act, write]);
    }
    if (values && !namesAnother && siblings[0])
      await sparesTheOlder(run, judge, fixture, siblings[0], act, values);
    if (verb === 'delete') await sparesTheProject(run, judge, id);
    if (!before.some(succeeded)) return inconclusive('no other instance could be read before', before);
    if (!succeeded(act)) return judge.outcome(notExercised(refused));
    return judge.outcome(told ? passed : notExercised(untold));
  });
}

/** What is first in a project is not what is named last: the older one is looked at beside the younger, too. */
async function sparesTheOlder(
  run: Run,
  judge: Judge,
  older: Fixture,
  younger: Fixture,
  act: Exchange,
  values: (own: Fixture, theirs: Exchange, turn: 0 | -1) => object,
): Promise<void> {
  const update = `${older.kind as InstanceKind}.update` as const;
  const input = `an older ${noun[older.kind]} in the project`;
  const first = await look(run, older);
  const led = [...older.made, ...younger.made, act];
  if (!judge.expect(first, status(200), input, led)) return;
  const write = await run.send(update, younger, { json: values(younger, first, 0) }, 'update');
  const after = await look(run, older);
  const mismatch = unexpectedChange(writeOperations[update], first, after);
  if (mismatch) judge.harm(update, mismatch, input, [...led, first, write, after]);
}

/** The project of an instance that was the only one in it. */
async function sparesTheProject(run: Run, judge: Judge, id: OperationId): Promise<void> {
  const { before, deletion, project } = await deleted(run, id);
  const miss = project && succeeded(deletion) && status(200)(project);
  if (miss) judge.harm(id, miss, 'a project whose only instance was deleted', [...before, deletion, project]);
}

const updateOf = ({ kind }: Fixture) => (isInstance(kind) ? (`${kind}.update` as const) : 'projects.update');

const projectOf = ({ project_id, made }: Fixture): Fixture => ({
  kind: 'compute-project',
  project_id,
  resource: {},
  made,
});

/** Fields of the client with values that were taken alone, and are not what the other one shows. */
function everyField(
  { pool }: FieldSurvey,
  { owned }: WriteOperation,
  own: Fixture,
  theirs: Exchange,
  turn: 0 | -1,
): object {
  const shown = objectOf(theirs) ?? {};
  const fields = [...pool].filter(([name]) => !owned.has(name));
  return Object.fromEntries(
    fields.map(([name, values]) => {
      const real = values.map((value) => resolvePlaceholders(value, own));
      const other = real.filter((value) => !isDeepStrictEqual(value, shown[name]));
      return [name, other.at(turn) ?? real.at(turn)];
    }),
  );
}

/** One of the same kind, and one of each other kind that the target offers. */
async function siblingsOf(run: Run, fixture: Fixture, kind: InstanceKind): Promise<Fixture[]> {
  const siblings: (Fixture | undefined)[] = [await run.fixtures.beside(fixture, kind)];
  for (const other of instanceKinds.filter((each) => each !== kind))
    siblings.push(await run.fixtures.besideIfAny(fixture, other));
  return siblings.filter((each) => each !== undefined);
}

const look = (run: Run, { kind, ...ids }: Fixture) =>
  run.send(isInstance(kind) ? `${kind}.get` : 'compute.projects.get', ids, undefined, 'read the other');
