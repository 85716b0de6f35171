/** One of several of the same name is deleted: what is deleted goes by its id (section 4). */
import { status, succeeded } from '../../harness/expect.js';
import { heldInstances } from '../../harness/explain/features/ids.js';
import type { Exchange, JsonObject } from '../../harness/http/exchange.js';
import { typeAlone } from '../../harness/http/request.js';
import { Judge } from '../../harness/judge.js';
import { inconclusive, notExercised, type Outcome } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { nameFrom } from '../../harness/values/placeholders.js';
import type { Fixture } from '../../harness/worlds/index.js';
import { type InstanceKind, instanceKinds, isInstance } from '../../harness/worlds/resource.js';
import { siblingOf } from '../../schemas/groups.js';
import { type OperationId, operation } from '../../schemas/index.js';
import { family, got, last } from '../define.js';
import { gerund, noun, one } from '../words.js';
import { spared, type Watched, watching } from './bystanders.js';
import type { ProjectDeletion } from './content.js';
import { draw } from './draw.js';
import { typed } from './http.js';
import { removed, removing, withOneField } from './removal.js';
import { namesTaken } from './same-name.js';

export type Deletion = ProjectDeletion | `${InstanceKind}.delete`;

export const isDeletion = (id: OperationId): id is Deletion => operation(id).method === 'DELETE';

/** What is made to have a name that is written: that of a compute project is written by no operation. */
const kindOf = (id: Deletion) =>
  (id === 'compute.projects.delete' ? 'cloud' : operation(id).fixture) as 'project' | InstanceKind;

export const namesake = 'another of the same name';
export const beside = 'another of the same name in the project';
const instances = 'an instance of another project';

export type Story = Awaited<ReturnType<typeof namesakesDeleted>>;

/**
 * A name was written to one, and to one in another project.
 * @throws Unavailable The instances are those that the user named: their projects are not to be deleted.
 */
export async function namesakesDeleted(run: Run, id: Deletion) {
  const kind = kindOf(id);
  const update = kind === 'project' ? 'projects.update' : (`${kind}.update` as const);
  if (id === 'compute.projects.delete') run.fixtures.requireOwnProject(kind);
  return run.once(`${id} of one of two with one name`, () =>
    run.withTwo(kind, 'destroy', async (older, younger) => {
      // Compute projects have one name from the start, by which the older may be found.
      const [own, other] = id === 'compute.projects.delete' ? [younger, older] : [older, younger];
      const name = nameFrom(own.project_id, 'b');
      // What is in a project may keep it from being read or deleted.
      const peculiar = id === 'compute.projects.delete' && { name: `${name}\u00e9`, status: 'started' };
      const bodies = [...(peculiar ? [peculiar] : []), { name }];
      const written = await writtenOne(run, update, own, bodies);
      const { json } = written;
      const holding = json === peculiar ? heldInstances.peculiar : heldInstances.plain;
      const write = (fixture: Fixture) => run.send(update, fixture, { json }, 'write a name');
      const writes = [written.first, await write(other)];
      const drawing = kind === 'project' ? await draw(run, other, 'a drawing') : undefined;
      const list = drawing && (await run.send('drawings.list', own, undefined, 'list'));
      const shows = kind === 'project' ? 'drawings.list' : (`${kind}.get` as const);
      const watched: Watched[] = [{ input: namesake, read: shows, of: other }];
      const watch = (input: string, read: Watched['read'], of: Fixture | undefined) => {
        if (of) watched.push({ input, read, of });
      };
      const isOfInstance = isInstance(kind) && id === `${kind}.delete`;
      const its = isOfInstance ? await run.fixtures.besideIfAny(own, kind, json) : undefined;
      if (isOfInstance) watch(beside, `${kind}.get`, its);
      else if (id === 'compute.projects.delete')
        for (const each of instanceKinds.filter((other) => other !== kind))
          watch(instances, `${each}.get`, await run.fixtures.besideIfAny(other, each));
      const get = siblingOf(id, 'get');
      const read = (of: Fixture, purpose: string) => run.send(get, of, undefined, purpose);
      const two = [own, isOfInstance ? its : other].filter((each) => each !== undefined);
      const readings = await Promise.all(
        two.map(async (of) => [of, await read(of, 'read at once')] as const),
      );
      if (kind === 'project') await draw(run, own, 'a drawing of its own');
      const deed = await watching(run, watched, () => run.send(id, own, typeAlone, 'delete'));
      const gone = await read(own, 'read afterwards');
      // The list of a project that is gone may be the same.
      const still = kind === 'project' ? await read(other, 'read the other') : undefined;
      const later = its ? [await write(its), await read(own, 'read after a write to the other')] : [];
      const twin = isOfInstance && its ? await run.fixtures.besideIfAny(own, kind, json) : undefined;
      // With a third one there, what goes by places in a list takes another than the last two.
      const newest = isOfInstance && twin ? await run.fixtures.besideIfAny(own, kind) : undefined;
      const ofTwin = its &&
        twin && {
          before: readings.find(([of]) => of === its)?.[1],
          act: await run.send(id, twin, undefined, 'delete the younger'),
          older: await read(its, 'read the older'),
        };
      const removeAtOnce = (all: readonly Fixture[]) =>
        Promise.all(all.map((of) => run.send(id, of, undefined, 'delete at once')));
      const pair = its && newest ? [its, newest] : [];
      const [both, deletions] = await Promise.all([removeAtOnce([other, other]), removeAtOnce(pair)]);
      const left = await Promise.all(pair.map((each) => read(each, 'read afterwards')));
      return {
        ...deed,
        writes,
        name,
        /** A drawing of the other project, and the list of the one. */
        listed: drawing && list && { drawing, list },
        /** What a compute project has in it. */
        holding,
        /** Both projects, or two instances of one, at the same time before anything was deleted. */
        readings,
        gone,
        still,
        /** Once the other one in its project was written to. */
        later,
        ofTwin,
        /** The other one, deleted twice at the same time. */
        both,
        /** Two in one project, deleted at that time as well. */
        pair: { deletions, left },
      };
    }),
  );
}

/** The first body that is taken, or else the last one. */
async function writtenOne(
  run: Run,
  update: OperationId,
  own: Fixture,
  [json = {}, ...rest]: readonly JsonObject[],
): Promise<{ readonly json: JsonObject; readonly first: Exchange }> {
  const first = await run.send(update, own, { json }, 'write a name');
  return rest.length === 0 || succeeded(first) ? { json, first } : writtenOne(run, update, own, rest);
}

const alone = notExercised('the server creates no second one in a project');

export function namesakes(id: Deletion): Requirement[] {
  const kind = kindOf(id);
  const isOfProject = kind === 'project';
  const row = (name: string, does: string, check: (run: Run, story: Story) => Outcome | Promise<Outcome>) =>
    // When nobody else deletes: what is gone was deleted here.
    last(
      family(id, 'deletion').should(name, `${gerund[id]} ${does}.`, async (run) =>
        check(run, await namesakesDeleted(run, id)),
      ),
    );
  const leaves = isOfProject ? 'the drawings of another project' : `${one(kind)} in another project`;
  const rows = [
    row('spares-same-name', `leaves ${leaves} with the same name unchanged`, (run, story) =>
      story.writes.every(succeeded)
        ? (removedToo(run, id, story) ?? sparing(run, id, story, namesake))
        : namesTaken,
    ),
    row(
      'accepts.content-type',
      'with a Content-Type but no body answers 204',
      (run, { act, writes, holding }) => {
        const judge = new Judge(id, run);
        const of = id === 'compute.projects.delete' ? `, for a project with ${holding}` : '';
        judge.expect(act, status(...operation(id).success), `${typed}${of}`, writes);
        return judge.outcome();
      },
    ),
  ];
  if (id === 'compute.projects.delete')
    rows.push(
      row('spares-instances', 'leaves the instances of another project unchanged', (run, story) =>
        sparing(run, id, story, instances),
      ),
    );
  else if (isInstance(kind))
    rows.push(
      row(
        'spares-same-name-beside',
        `leaves another ${noun[kind]} with the same name in the same project unchanged`,
        (run, story) => sparing(run, id, story, beside),
      ),
      row(
        'spares-older-of-name',
        'leaves an older one with the same name in the same project',
        (run, story) => {
          const { ofTwin, later } = story;
          if (!ofTwin) return alone;
          const { act, before, older } = ofTwin;
          if (!succeeded(act)) return got(id, act);
          if (!before || !succeeded(before)) return inconclusive('the older one was not found before either');
          const judge = new Judge(id, run);
          const miss = status(200)(older);
          if (miss) judge.harm(id, miss, 'an older one of the same name', [...later.slice(0, 1), act, older]);
          return judge.outcome();
        },
      ),
      row('older-of-two', 'removes it even if its project has a newer one', async (run, story) => {
        const { act, gone, later, writes, name } = story;
        const [write, reading] = later;
        if (!write || !reading) return alone;
        const whole = { input: 'the older of two in a project', writes, deletion: act, gone };
        const told = await withOneField(run, kind, { name }, whole);
        const outcome = removed(run, id, told);
        if (outcome.verdict !== 'passed') return outcome;
        const input = 'the older of two in a project, after a write to the other';
        return removing(run, id, input, [...writes, act, gone, write], [act], [reading]);
      }),
      row(
        'two-at-once',
        'at the same time as another one in its project removes both',
        (run, { pair: { deletions, left } }) => {
          if (left.length === 0) return alone;
          return removing(run, id, 'two instances of a project at once', deletions, deletions, left);
        },
      ),
    );
  return rows;
}

/** Another of the same name that is not found any more, though it was before. */
function removedToo(run: Run, id: Deletion, { readings, act, still }: Story): Outcome | undefined {
  const miss =
    still && succeeded(act) && readings.every(([, before]) => succeeded(before)) && status(200)(still);
  if (!miss || still.answer?.status !== 404) return undefined;
  const judge = new Judge(id, run);
  judge.harm(id, miss, namesake, [act, still]);
  return judge.outcome();
}

function sparing(run: Run, id: Deletion, { act, bystanders }: Story, input: string): Outcome {
  const mine = bystanders.filter((each) => each.input === input);
  if (mine.length === 0) return notExercised('the server creates no other resource that could have changed');
  return spared(run, id, { act, bystanders: mine });
}
