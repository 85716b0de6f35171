/** What is done to one instance is not done to those beside it in its project. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { status, succeeded } from '../../harness/expect.js';
import { type Exchange, objectOf } from '../../harness/http/exchange.js';
import { Judge } from '../../harness/judge.js';
import {
  changedThoughRefused,
  idOfBody,
  inconclusive,
  inState,
  notExercised,
  type Outcome,
  passed,
} from '../../harness/outcome.js';
import { codesFor } from '../../harness/plan/case.js';
import type { FieldSurvey } from '../../harness/plan/facts.js';
import type { Requirement } from '../../harness/requirement.js';
import { isTelling, unexpectedChange } from '../../harness/rules/fields.js';
import type { Run } from '../../harness/run.js';
import { plainPayload } from '../../harness/samples.js';
import { resolvePlaceholders } from '../../harness/values/placeholders.js';
import { type WriteOperation, writeOperations } from '../../harness/values/write-operations.js';
import { makeIt } from '../../harness/worlds/fixtures-file.js';
import type { Fixture } from '../../harness/worlds/index.js';
import { type InstanceKind, instanceKinds, isInstance } from '../../harness/worlds/resource.js';
import { type OperationId, operation } from '../../schemas/index.js';
import { family, got } from '../define.js';
import { gerund, noun } from '../words.js';
import { asRequirements, rowsOf } from '../writes/requirement.js';
import { deleted } from './deletion.js';
import { otherId } from './state.js';

const untold = 'the server shows no field that a write to another instance could have changed';
const refused = 'the server refuses a body that names another instance';

/** What an update writes to one beside another, of the values that were taken alone the first or the last ones. */
type Values = (own: Fixture, theirs: Exchange, turn: 0 | -1) => object;

export function sparesSiblings(kind: InstanceKind): Requirement[] {
  const [update, remove] = [`${kind}.update`, `${kind}.delete`] as const;
  const theOthers = 'leaves its project and the other instances in it unchanged';
  const writing = (name: string, statement: string, namesAnother: boolean) =>
    rowsOf(update, 'state').should(name, `${gerund[update]}${statement}.`, [
      [{ kind: 'plain' }],
      ({ seen, written, run }) => spared(run, update, namesAnother, everyField(seen.facts, written)),
    ]);
  const itsNode =
    ' with the node_id of another instance, or another project_id, in the body answers with its own ids';
  return [
    ...asRequirements(update, [
      writing('spares-siblings', ` ${theOthers}`, false),
      writing('spares-node-of-body', `${itsNode} and leaves the other instance unchanged`, true),
    ]),
    family(remove, 'state').should(
      'spares-siblings',
      `${gerund[remove]} ${theOthers}, readable and writable.`,
      (run) => spared(run, remove, false),
    ),
  ];
}

/**
 * What is done to one instance, with those beside it looked at before and after.
 * @param namesAnother An update that names another instance in its body need not be taken.
 */
function spared(
  run: Run,
  id: `${InstanceKind}.${'update' | 'delete'}`,
  namesAnother: boolean,
  values?: Values,
): Promise<Outcome> {
  const kind = operation(id).fixture as InstanceKind;
  if (!run.fixtures.renews(kind))
    return Promise.resolve(notExercised('nothing is created beside resources that you named', makeIt(kind)));
  return run.with(kind, values ? 'write' : 'destroy', async (fixture) => {
    const siblings = namesAnother
      ? [await run.fixtures.beside(fixture, kind)]
      : await siblingsOf(run, fixture, kind);
    const others = values && !namesAnother ? [...siblings, projectOf(fixture)] : siblings;
    const own = namesAnother ? await look(run, fixture) : undefined;
    const before = await Promise.all(others.map((each) => look(run, each)));
    const named = namesAnother && { node_id: siblings[0]?.node_id };
    const body = values && before[0] && { json: { ...values(fixture, before[0], -1), ...named } };
    const act = await run.send(id, fixture, body, values ? 'update' : 'delete');
    if (!namesAnother && !succeeded(act)) return got(id, act);
    const judge = new Judge(id, run);
    const shown = namesAnother && succeeded(act) ? objectOf(act)?.node_id : undefined;
    if (typeof shown === 'string' && named && shown === named.node_id)
      judge.miss(otherId('node_id', shown), 'a body with the node_id of another', [act], idOfBody.node_id);
    if (namesAnother) {
      const project_id = randomUUID();
      const moved = await run.send(id, fixture, { json: { project_id } }, 'update');
      const answered = succeeded(moved) ? objectOf(moved)?.project_id : undefined;
      if (answered === project_id)
        judge.miss(
          otherId('project_id', project_id),
          'a body with another project_id',
          [moved],
          idOfBody.project_id,
        );
      const refusals = [act, moved].filter((each) => each.answer && !succeeded(each));
      if (own && succeeded(own) && refusals.length === 2) {
        const after = await look(run, fixture);
        const change = unexpectedChange(writeOperations[updateOf(fixture)], own, after);
        const [input, led] = ['a body that names another instance or project', [own, ...refusals, after]];
        if (change) judge.miss(inState(change), input, led, changedThoughRefused, undefined, id);
      }
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
      if (!isInstance(sibling.kind)) judge.expect(first, status(200), 'a project with instances');
      if (!succeeded(first)) continue;
      const written = writeOperations[updateOf(sibling)];
      const mismatch = unexpectedChange(written, first, after);
      told ||= isInstance(sibling.kind) && (!values || isTelling(written, first));
      if (mismatch) judge.harm(id, mismatch, whereOf(sibling), [first, act, after]);
      else sound.push(sibling);
    }
    for (const sibling of values ? [] : sound) {
      const update = updateOf(sibling);
      const write = await run.send(update, sibling, plainPayload(update, sibling), 'write to the other');
      const miss = status(...codesFor(update, 'answered'))(write);
      if (miss && !succeeded(write)) judge.harm(id, miss, whereOf(sibling), [act, write]);
    }
    if (values && !namesAnother && siblings[0])
      await sparesTheOlder(run, judge, fixture, siblings[0], values);
    if (!values) await sparesTheProject(run, judge, id);
    if (!before.some(succeeded)) return inconclusive('no other instance could be read beforehand', before);
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
  values: Values,
): Promise<void> {
  const update = `${older.kind as InstanceKind}.update` as const;
  const input = `an older ${noun[older.kind]} in the project`;
  const first = await look(run, older);
  if (!judge.expect(first, status(200), input)) return;
  const write = await run.send(update, younger, { json: values(younger, first, 0) }, 'update');
  const after = await look(run, older);
  const mismatch = unexpectedChange(writeOperations[update], first, after);
  if (mismatch) judge.harm(update, mismatch, input, [first, write, after]);
}

/** The project of an instance that was the only one in it. */
async function sparesTheProject(run: Run, judge: Judge, id: OperationId): Promise<void> {
  const { deletion, project } = await deleted(run, id);
  const miss = project && succeeded(deletion) && status(200)(project);
  if (miss) judge.harm(id, miss, 'a project whose only instance was deleted', [deletion, project]);
}

const updateOf = ({ kind }: Fixture) => (isInstance(kind) ? (`${kind}.update` as const) : 'projects.update');

const projectOf = ({ project_id, made }: Fixture): Fixture => ({
  kind: 'compute-project',
  project_id,
  resource: {},
  made,
});

/** Fields of the client, with values that are not what the other one shows. */
function everyField({ pool }: FieldSurvey, { owned }: WriteOperation): Values {
  const mine = [...pool].filter(([name]) => !owned.has(name));
  return (own, theirs, turn) => {
    const shown = objectOf(theirs) ?? {};
    const valueFor = (name: string, values: readonly unknown[]) => {
      const real = values.map((value) => resolvePlaceholders(value, own));
      return real.filter((value) => !isDeepStrictEqual(value, shown[name])).at(turn) ?? real.at(turn);
    };
    return Object.fromEntries(mine.map(([name, values]) => [name, valueFor(name, values)]));
  };
}

/** One of the same kind, of the same name where two may have one, and one of each other kind that the target offers. */
async function siblingsOf(run: Run, fixture: Fixture, kind: InstanceKind): Promise<Fixture[]> {
  const { name } = fixture.resource;
  const namesake = name === undefined ? undefined : await run.fixtures.besideIfAny(fixture, kind, { name });
  const siblings: (Fixture | undefined)[] = [namesake ?? (await run.fixtures.beside(fixture, kind))];
  for (const other of instanceKinds.filter((each) => each !== kind))
    siblings.push(await run.fixtures.besideIfAny(fixture, other));
  return siblings.filter((each) => each !== undefined);
}

const look = (run: Run, { kind, ...ids }: Fixture) =>
  run.send(isInstance(kind) ? `${kind}.get` : 'compute.projects.get', ids, undefined, 'read the other');
