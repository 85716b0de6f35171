/** What is done to one instance is not done to those beside it in its project. */
import { isDeepStrictEqual } from 'node:util';
import { status, succeeded } from '../../harness/expect.js';
import { type Exchange, objectOf } from '../../harness/http/exchange.js';
import { Judge } from '../../harness/judge.js';
import { inconclusive, notExercised, type Outcome, passed } from '../../harness/outcome.js';
import { codesFor } from '../../harness/plan/case.js';
import type { FieldSurvey } from '../../harness/plan/facts.js';
import type { Requirement } from '../../harness/requirement.js';
import { isTelling } from '../../harness/rules/fields.js';
import type { Run } from '../../harness/run.js';
import { plainPayload } from '../../harness/samples.js';
import { resolvePlaceholders } from '../../harness/values/placeholders.js';
import type { WriteOperation } from '../../harness/values/write-operations.js';
import type { Fixture } from '../../harness/worlds/index.js';
import { makeIt } from '../../harness/worlds/named/fixtures-file.js';
import { type InstanceKind, instanceKinds } from '../../harness/worlds/resource.js';
import { family, got } from '../define.js';
import { gerund, noun } from '../words.js';
import { asRequirements, rowsOf } from '../writes/requirement.js';
import { type Bystander, type Deed, noteHarms, type Watched, watching, writtenTo } from './bystanders.js';
import { deleted } from './deletion.js';
import { purpose, type Values, withIdsInBody } from './ids-of-body.js';
import { shownIn } from './state.js';

const untold = notExercised('the server shows no field that a write to another instance could have changed');
const refused = notExercised('the server refuses a body that names another instance');

export function sparesSiblings(kind: InstanceKind): Requirement[] {
  const [update, remove] = [`${kind}.update`, `${kind}.delete`] as const;
  const theOthers = 'leaves its project and the other instances in it unchanged';
  const ifRenewed = async (run: Run, check: () => Promise<Outcome>) =>
    run.fixtures.renews(kind)
      ? check()
      : notExercised('nothing is created beside resources that you named', makeIt(kind));
  const writing = (name: string, statement: string, check: typeof sparedByUpdate) =>
    rowsOf(update, 'state').should(name, `${gerund[update]} ${statement}.`, [
      [{ kind: 'plain' }],
      ({ seen, written, run }) => ifRenewed(run, () => check(run, kind, everyField(seen.facts, written))),
    ]);
  const itsNode =
    'with the node_id of another instance or of none, or another project_id, in the body answers with its own ids';
  return [
    ...asRequirements(update, [
      writing('spares-siblings', theOthers, sparedByUpdate),
      writing('spares-node-of-body', `${itsNode} and leaves the other instance unchanged`, sparedByIds),
    ]),
    family(remove, 'state').should(
      'spares-siblings',
      `${gerund[remove]} ${theOthers}, readable and writable.`,
      (run) => ifRenewed(run, () => sparedByDeletion(run, kind)),
    ),
  ];
}

const tells = ({ read, before }: Bystander) => isTelling(writtenTo(read), before);

function sparedByUpdate(run: Run, kind: InstanceKind, values: Values): Promise<Outcome> {
  const [id, get] = [`${kind}.update`, `${kind}.get`] as const;
  const project = { input: 'the project', read: 'compute.projects.get' } as const;
  return run.with(kind, 'write', async (own) => {
    // It may have been renamed since it was made.
    const name = shownIn(await run.send(get, own, undefined, purpose), 'name');
    const siblings = await siblingsOf(run, own, kind, name);
    const update = (to: Fixture, json: object) => run.send(id, to, { json }, 'update');
    const watched = [...siblings, { ...project, of: own }];
    const act = (shown: readonly Exchange[]) => update(own, values(own, shown.slice(0, 1), -1));
    const deed = await watching(run, watched, act, purpose);
    if (!succeeded(deed.act)) return got(id, deed.act);
    const judge = new Judge(id, run);
    noteHarms(judge, id, deed);
    const isProject = ({ read }: Bystander) => read === project.read;
    for (const each of deed.bystanders)
      judge.expect(each.before, status(200), isProject(each) ? 'a project with instances' : each.input);
    // What is first in a project is not what is named last: the older one is looked at beside the younger, too.
    const older = `an older ${noun[kind]} in the project`;
    const look = () => run.send(get, own, undefined, purpose);
    const before = await look();
    if (judge.expect(before, status(200), older)) {
      const act = await update(siblings[0].of, values(siblings[0].of, [before], 0));
      judge.expect(act, status(...codesFor(id, 'answered')), siblings[0].input);
      const note = (act: Exchange, before: Exchange, after: Exchange) =>
        noteHarms(judge, id, { act, bystanders: [{ input: older, read: get, of: own, before, after }] });
      const after = await look();
      note(act, before, after);
      // Where names may be shared, the younger one gets that of the older.
      if (name !== undefined && shownIn(deed.bystanders[0]?.before, 'name') === name)
        note(await update(siblings[0].of, { name: shownIn(after, 'name') }), after, await look());
    }
    const isTold = deed.bystanders.some((each) => !isProject(each) && tells(each));
    return outcomeOf(judge, deed, isTold ? passed : untold);
  });
}

/** An update that names another instance, or another project, in its body need not be taken. */
async function sparedByIds(run: Run, kind: InstanceKind, values: Values): Promise<Outcome> {
  const { judge, deed } = await withIdsInBody(run, kind, values);
  if (!succeeded(deed.act)) return outcomeOf(judge, deed, refused);
  return outcomeOf(judge, deed, deed.bystanders.some(tells) ? passed : untold);
}

function sparedByDeletion(run: Run, kind: InstanceKind): Promise<Outcome> {
  const id = `${kind}.delete` as const;
  return run.with(kind, 'destroy', async (own) => {
    const siblings = await siblingsOf(run, own, kind, own.resource.name);
    // A deletion that counts in the order of names takes another one: this name is the last, not the first.
    const json = { name: `z${own.resource.name}` };
    await run.send(`${kind}.update`, own, { json }, 'update');
    const youngest = await run.fixtures.besideIfAny(own, kind);
    const remove = (of = own) => run.send(id, of, undefined, 'delete');
    const deed = await watching(run, siblings, () => remove(), purpose);
    if (!succeeded(deed.act)) return got(id, deed.act);
    const judge = new Judge(id, run);
    for (const { input, read, of } of noteHarms(judge, id, deed)) {
      const { id: update } = writtenTo(read);
      const write = await run.send(update, of, plainPayload(update, of), 'write to the other');
      const miss = status(...codesFor(update, 'answered'))(write);
      if (!miss || succeeded(write)) continue;
      // What takes nothing at all is broken, and does not refuse what it was sent.
      const control = await run.send(update, of, { json: {} }, 'write nothing to the other');
      if (!succeeded(control)) judge.harm(id, miss, input, [deed.act, write]);
    }
    // What counts by places that a deletion has moved takes the one behind. Some readings find nothing in any case.
    const isFound = deed.bystanders.slice(0, 1).every(({ before }) => succeeded(before));
    const next = youngest && isFound && (await remove(siblings[0].of));
    if (next && succeeded(next)) {
      const left = await run.send(`${kind}.get`, youngest, undefined, purpose);
      const miss = status(200)(left);
      const input = `another ${noun[kind]} in the project`;
      if (miss && !judge.failed) judge.harm(id, miss, input, [deed.act, next, left]);
    }
    // The project of another one, which was alone in it.
    const { deletion, project } = await deleted(run, id);
    const miss = project && succeeded(deletion) && status(200)(project);
    const read = (one: Fixture) => run.send('compute.projects.get', one, undefined, purpose);
    const control = miss && (await run.with('compute-project', 'read', read));
    if (miss && control && succeeded(control))
      judge.harm(id, miss, 'a project whose only instance was deleted', [deletion, project]);
    return outcomeOf(judge, deed, passed);
  });
}

function outcomeOf(judge: Judge, { bystanders }: Deed, otherwise: Outcome): Outcome {
  const before = bystanders.map((each) => each.before);
  if (!before.some(succeeded)) return inconclusive('no other instance could be read beforehand', before);
  return judge.outcome(otherwise);
}

/** Fields of the client, with values that are not shown, where there are such. */
function everyField({ pool }: FieldSurvey, { owned }: WriteOperation): Values {
  const mine = [...pool].filter(([name]) => !owned.has(name));
  return (own, exchanges, turn) => {
    const shown = exchanges.map((each) => objectOf(each) ?? {});
    const valueFor = (name: string, values: readonly unknown[]) => {
      const real = values.map((value) => resolvePlaceholders(value, own));
      const isShown = (value: unknown) => shown.some((each) => isDeepStrictEqual(value, each[name]));
      return real.filter((value) => !isShown(value)).at(turn) ?? real.at(turn);
    };
    return Object.fromEntries(mine.map(([name, values]) => [name, valueFor(name, values)]));
  };
}

/** One of the same kind, of the same name where two may have one, and one of each other kind that the target offers. */
async function siblingsOf(
  run: Run,
  own: Fixture,
  kind: InstanceKind,
  name: unknown,
): Promise<[Watched, ...Watched[]]> {
  const watched = (kind: InstanceKind, of: Fixture): Watched => ({
    input: `another ${noun[kind]} in the project`,
    read: `${kind}.get`,
    of,
  });
  const namesake = typeof name === 'string' && (await run.fixtures.besideIfAny(own, kind, { name }));
  const first = watched(kind, namesake || (await run.fixtures.beside(own, kind)));
  const others: Watched[] = [];
  for (const other of instanceKinds.filter((each) => each !== kind)) {
    const sibling = await run.fixtures.besideIfAny(own, other);
    if (sibling) others.push(watched(other, sibling));
  }
  return [first, ...others];
}
