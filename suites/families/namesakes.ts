/** One of several of the same name is deleted: what is deleted goes by its id (section 4). */
import { seen, status, succeeded } from '../../harness/expect.js';
import { type Exchange, objectOf } from '../../harness/http/exchange.js';
import { typeAlone } from '../../harness/http/request.js';
import { inconclusive, notExercised, type Outcome, passed } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { sampleDrawing } from '../../harness/values/write-operations.js';
import type { Fixture } from '../../harness/worlds/index.js';
import { type InstanceKind, isInstance } from '../../harness/worlds/resource.js';
import { operation } from '../../schemas/index.js';
import { family } from '../define.js';
import { doing, noun, one } from '../words.js';
import { type Deed, spared, type Watched, watching } from './bystanders.js';
import { typed } from './http.js';
import { otherId } from './state.js';

export type Deletion = 'projects.delete' | 'compute.projects.delete' | `${InstanceKind}.delete`;

/** What is made to have a name that is written: that of a compute project is written by no operation. */
const kindOf = (id: Deletion): 'project' | InstanceKind => {
  if (id === 'projects.delete') return 'project';
  return id === 'compute.projects.delete' ? 'cloud' : (id.slice(0, id.indexOf('.')) as InstanceKind);
};

const namesake = 'another of the same name';
const beside = 'another of the same name in the project';
const instances = 'an instance of another project';

/** A name was written to one, and to one in another project. */
interface Story extends Deed {
  readonly writes: readonly Exchange[];
  /** The other one, deleted twice at the same time. */
  readonly both: readonly Exchange[];
  readonly made: readonly Exchange[];
}

/** @throws Unavailable The instances are those that the user named: their projects are not to be deleted. */
export async function namesakesDeleted(run: Run, id: Deletion): Promise<Story> {
  const kind = kindOf(id);
  const update = kind === 'project' ? 'projects.update' : (`${kind}.update` as const);
  if (id === 'compute.projects.delete') run.fixtures.requireOwnProject(kind);
  return run.once(`${id} of one of two with one name`, () =>
    run.withTwo(kind, 'destroy', async (own, other) => {
      const json = { name: `Conf${own.project_id.slice(-8)}b` };
      const write = (fixture: Fixture) => run.send(update, fixture, { json }, 'write a name');
      const writes = [await write(own), await write(other)];
      const led = [...own.made, ...other.made, ...writes];
      if (kind === 'project')
        led.push(await run.send('drawings.create', other, { json: sampleDrawing }, 'a drawing'));
      const read = kind === 'project' ? 'drawings.list' : (`${kind}.get` as const);
      const watched: Watched[] = [{ input: namesake, made: led, read, of: other }];
      const watch = (input: string, read: Watched['read'], of: Fixture | undefined) => {
        if (of) watched.push({ input, read, of, made: [...led, ...of.made] });
      };
      if (id === 'compute.projects.delete')
        for (const each of ['iou', 'vmware'] as const)
          watch(instances, `${each}.get`, await run.fixtures.besideIfAny(other, each));
      else if (isInstance(kind))
        watch(beside, `${kind}.get`, await run.fixtures.besideIfAny(own, kind, json));
      const deed = await watching(run, watched, () => run.send(id, own, typeAlone, 'delete'));
      const remove = () => run.send(id, other, undefined, 'delete at once');
      return { ...deed, writes, both: await Promise.all([remove(), remove()]), made: other.made };
    }),
  );
}

export function namesakes(id: Deletion): Requirement[] {
  const kind = kindOf(id);
  const { should } = family(id, 'deletion');
  const is = kind === 'project' ? 'the drawings of another project' : `${one(kind)} in another project`;
  const were = kind === 'project' ? 'they were' : 'it was';
  const rows = [
    should('spares-same-name', `${doing[id]} leaves ${is} of the same name as ${were}.`, (run) =>
      sparing(run, id, namesake),
    ),
    should(
      'accepts.content-type',
      `${doing[id]} with a Content-Type, but without a body, answers 204.`,
      async (run, judge) => {
        const { act, writes } = await namesakesDeleted(run, id);
        const input =
          id === 'compute.projects.delete' ? `${typed}, for a project with a cloud instance` : typed;
        judge.expect(act, status(...operation(id).success), input, writes);
        return judge.outcome();
      },
    ),
  ];
  if (id === 'compute.projects.delete') {
    const statement = `${doing[id]} leaves IOU and VMware instances in another project as they were.`;
    rows.push(should('spares-instances', statement, (run) => sparing(run, id, instances)));
  } else if (isInstance(kind)) {
    const statement = `${doing[id]} leaves ${one(kind)} of the same name in the same project as it was.`;
    rows.push(should('spares-same-name-beside', statement, (run) => sparing(run, id, beside)));
  }
  // In the end, when nobody else deletes: what is gone was deleted here.
  return rows.map((row) => ({ ...row, isLast: true }));
}

async function sparing(run: Run, id: Deletion, input: string): Promise<Outcome> {
  const { act, bystanders, writes } = await namesakesDeleted(run, id);
  const mine = bystanders.filter((each) => each.input === input);
  if (mine.length === 0) return notExercised('the target makes nothing that could be spared');
  if (input === namesake && !writes.every(succeeded))
    return notExercised('the target takes no name that another has');
  return spared(run, id, { act, bystanders: mine });
}

/** What is read goes by its id as well. */
export function answersOwnId(kind: InstanceKind): Requirement {
  const id = `${kind}.get` as const;
  const statement = `Getting one of two ${noun[kind]}s of one name in a project answers with its own node_id.`;
  return family(id, 'state').should('answers-own-id', statement, async (run, judge) => {
    const { bystanders } = await namesakesDeleted(run, `${kind}.delete`);
    const [its] = bystanders.filter((each) => each.input === beside);
    if (!its) return notExercised(`no other ${noun[kind]} of the same name is made in the project`);
    if (!succeeded(its.before)) return inconclusive(`${doing[id]} got ${seen(its.before)}`, [its.before]);
    const shown = objectOf(its.before)?.node_id;
    if (typeof shown !== 'string') return notExercised('the target shows no node_id');
    const isOwn = shown.toLowerCase() === its.of.node_id?.toLowerCase();
    if (!isOwn) judge.miss(otherId('node_id', shown), namesake, [...its.made, its.before], 'another node_id');
    return judge.outcome(passed);
  });
}
