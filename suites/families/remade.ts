/** A project is made again with the id of one that was deleted: it is found, and is empty (section 4). */
import { seen, status, succeeded } from '../../harness/expect.js';
import { type Exchange, objectOf } from '../../harness/http/exchange.js';
import { mismatch, notExercised, notRemoved } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { plainPayload } from '../../harness/samples.js';
import { type Fixture, unlessUnavailable } from '../../harness/worlds/index.js';
import type { OperationId } from '../../schemas/index.js';
import { family, got } from '../define.js';
import { gerund } from '../words.js';
import { type ProjectDeletion, withContentKind } from './content.js';
import { draw } from './draw.js';
import { lists } from './lists.js';

interface Story {
  readonly drawing?: Exchange | undefined;
  readonly deletion: Exchange;
  readonly gone: Exchange;
  /** Undefined where the target makes no project with an id that was used. */
  readonly remade?: {
    readonly creation: Exchange;
    readonly project: Exchange;
    /** Readings of what was in it. */
    readonly contents: readonly Exchange[];
    /** Of a project of the controller. */
    readonly update: Exchange | undefined;
  };
}

function remade(run: Run, id: ProjectDeletion): Promise<Story> {
  const isController = id === 'projects.delete';
  const kind = withContentKind(id);
  const get = id.replace('delete', 'get') as OperationId;
  const shows = ({ kind }: Fixture) => (isController ? 'drawings.list' : `${kind}.get`) as OperationId;
  run.fixtures.requireOwnProject(kind);
  return run.once(`${id} and made again`, () =>
    run.with(kind, 'destroy', async (fixture) => {
      const drawing = isController ? await draw(run, fixture, 'a drawing') : undefined;
      const beside = isController ? [] : (['iou', 'vmware'] as const);
      const others = await Promise.all(beside.map((each) => run.fixtures.besideIfAny(fixture, each)));
      const deletion = await run.send(id, fixture, undefined, 'delete');
      const gone = await run.send(get, fixture, undefined, 'read afterwards');
      const creation = await run.fixtures.remake(fixture).catch(unlessUnavailable);
      if (!creation) return { deletion, gone };
      const project = await run.send(get, fixture, undefined, 'read what was made again');
      const contents: Exchange[] = [];
      for (const each of [fixture, ...others])
        if (each) contents.push(await run.send(shows(each), each, undefined, 'read what was in it'));
      const write = plainPayload('projects.update', fixture);
      const update = isController
        ? await run.send('projects.update', fixture, write, 'update what was made again')
        : undefined;
      return { drawing, deletion, gone, remade: { creation, project, contents, update } };
    }),
  );
}

export function projectsRemade(id: ProjectDeletion): Requirement[] {
  const isController = id === 'projects.delete';
  const get = id.replace('delete', 'get') as OperationId;
  const content = isController ? 'A drawing' : 'An instance';
  return [
    family(get, 'state').should(
      'finds-remade',
      `${gerund[get]} that was just created succeeds, even if its id was answered 404 before.`,
      async (run, judge) => {
        const { deletion, gone, remade: again } = await remade(run, id);
        if (!again) return notExercised(unmade);
        if (gone.answer?.status !== 404) return got(get, gone);
        const led = [deletion, gone, again.creation];
        judge.expect(again.project, status(200), 'an id that was answered 404 before', led);
      },
    ),
    ...(isController
      ? [
          updatesRemade('projects.update', async (run) => {
            const { deletion, gone, remade: again } = await remade(run, id);
            return { deletion, gone, creation: again?.creation, update: again?.update };
          }),
        ]
      : []),
    family(id, 'deletion').should(
      'nothing-comes-back',
      `${content} of a deleted project does not reappear in a new project with the same id.`,
      async (run, judge) => {
        const { drawing, deletion, remade: again } = await remade(run, id);
        if (!again) return notExercised(unmade);
        if (!succeeded(deletion)) return got(id, deletion);
        const { creation, contents } = again;
        if (drawing && drawingIdIn(drawing) === undefined) return got('drawings.create', drawing);
        const content = contents.find((each) => (drawing ? lists(each, drawing) : succeeded(each)));
        if (!content) return undefined;
        const seenAs = isController ? 'drawings that nobody made in it' : seen(content);
        const violation = { in: 'state', message: `is there again: ${seenAs}` } as const;
        const miss = mismatch(isController ? 'no drawing' : '404 Not Found', seenAs, violation);
        const led = [...(drawing ? [drawing] : []), deletion, creation, content];
        const what = 'what was in it, as a new project with its id shows';
        judge.miss(miss, what, led, notRemoved, undefined, id);
        return judge.outcome();
      },
    ),
  ];
}

/** What was made again is updated: what is remembered of a deletion says nothing of it. */
export function updatesRemade(
  id: OperationId,
  story: (run: Run) => Promise<{
    readonly deletion: Exchange;
    readonly gone: Exchange;
    readonly creation: Exchange | undefined;
    readonly update?: Exchange | undefined;
  }>,
): Requirement {
  const statement = `${gerund[id]} that was just created succeeds, even if one with its id was deleted before.`;
  return family(id, 'state').should('finds-remade', statement, async (run, judge) => {
    const { deletion, gone, creation, update } = await story(run);
    if (!creation || !update)
      return notExercised('the server creates nothing with an id that was used before');
    if (gone.answer?.status !== 404) return got(id.replace('update', 'get') as OperationId, gone);
    judge.expect(update, status(200), 'an id that was deleted before', [deletion, creation]);
  });
}

const unmade = 'the server creates no project with an id that was used before';

const drawingIdIn = (creation: Exchange) => objectOf(creation)?.drawing_id;
