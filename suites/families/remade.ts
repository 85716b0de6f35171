/** A project is made again with the id of one that was deleted: it is found, and is empty (section 4). */
import { seen, status, succeeded } from '../../harness/expect.js';
import { idsAgain } from '../../harness/explain/features/ids.js';
import { type Exchange, objectOf } from '../../harness/http/exchange.js';
import { sameValue } from '../../harness/model/same-value.js';
import { mismatch, notExercised, notRemoved } from '../../harness/outcome.js';
import { shownInstead } from '../../harness/plan/case.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { plainPayload } from '../../harness/samples.js';
import { type Fixture, unlessUnavailable } from '../../harness/worlds/index.js';
import { isInstance } from '../../harness/worlds/resource.js';
import { siblingOf } from '../../schemas/groups.js';
import type { OperationId } from '../../schemas/index.js';
import { family, got } from '../define.js';
import { gerund } from '../words.js';
import { type ProjectDeletion, withContentKind } from './content.js';
import { draw } from './draw.js';
import { lists } from './lists.js';

function remade(run: Run, id: ProjectDeletion) {
  const isController = id === 'projects.delete';
  const kind = withContentKind(id);
  const get = siblingOf(id, 'get');
  const shows = ({ kind }: Fixture) => (isInstance(kind) ? (`${kind}.get` as const) : 'drawings.list');
  run.fixtures.requireOwnProject(kind);
  return run.once(`${id} and made again`, () =>
    run.with(kind, 'destroy', async (fixture) => {
      const drawing = isController ? await draw(run, fixture, 'a drawing') : undefined;
      const beside = isController ? [] : (['iou', 'vmware'] as const);
      const others = await Promise.all(beside.map((each) => run.fixtures.besideIfAny(fixture, each)));
      const deletion = await run.send(id, fixture, undefined, 'delete');
      const gone = await run.send(get, fixture, undefined, 'read afterwards');
      const creation = await run.fixtures.remake(fixture).catch(unlessUnavailable);
      // A target need not make a project with an id that was used.
      if (!creation) return { deletion, gone };
      const project = await run.send(get, fixture, undefined, 'read what was made again');
      const contents: Exchange[] = [];
      for (const each of [fixture, ...others])
        if (each) contents.push(await run.send(shows(each), each, undefined, 'read what was in it'));
      const write = plainPayload('projects.update', fixture);
      const update = isController
        ? await run.send('projects.update', fixture, write, 'update what was made again')
        : undefined;
      return { drawing, deletion, gone, creation, project, contents, update };
    }),
  );
}

export function projectsRemade(id: ProjectDeletion): Requirement[] {
  const isController = id === 'projects.delete';
  const get = siblingOf(id, 'get');
  const content = isController ? 'A drawing' : 'An instance';
  return [
    findsRemade(get, 'no project', async (run) => {
      const { project, ...story } = await remade(run, id);
      return { ...story, use: project };
    }),
    ...(isController ? [] : [showsName(id)]),
    ...(isController
      ? [
          findsRemade('projects.update', 'nothing', async (run) => {
            const { update, ...story } = await remade(run, id);
            return { ...story, use: update };
          }),
        ]
      : []),
    family(id, 'deletion').should(
      'nothing-comes-back',
      `${content} of a deleted project does not reappear in a new project with the same id.`,
      async (run, judge) => {
        const { drawing, deletion, creation, contents } = await remade(run, id);
        if (!creation) return notExercised(unmade('no project'));
        if (!succeeded(deletion)) return got(id, deletion);
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

/** No operation writes the name of a compute project: it is shown as its creation has shown it. */
function showsName(deletion: ProjectDeletion): Requirement {
  const id = 'compute.projects.get';
  const statement = `${gerund[id]} shows the name with which it was created, also where that is not ASCII.`;
  return family(id, 'state').should('shows-name', statement, async (run, judge) => {
    const { creation, project } = await remade(run, deletion);
    if (!creation || !project) return notExercised(unmade('no project'));
    const [made, shown] = [creation, project].map((each) => objectOf(each)?.name);
    if (typeof made !== 'string' || typeof shown !== 'string')
      return notExercised('the response has no name to compare');
    if (sameValue('name', shown, made)) return undefined;
    const miss = shownInstead('name', made, 'as at its creation', shown);
    judge.miss(miss, 'a name that is not ASCII', [creation, project], 'another name than at its creation');
    return judge.outcome();
  });
}

/**
 * What was made again is read or updated: what is remembered of a deletion, and of the 404 behind it, says nothing of it.
 * @param none what the server creates where it makes nothing again
 * @param story with the reading or update of what was made again as `use`
 */
export function findsRemade(
  id: Exclude<OperationId, `${'drawings' | 'nodes'}.${string}`>,
  none: string,
  story: (run: Run) => Promise<{
    readonly deletion: Exchange;
    readonly gone: Exchange;
    readonly creation?: Exchange | undefined;
    readonly use?: Exchange | undefined;
  }>,
): Requirement {
  const get = siblingOf(id, 'get');
  const isReading = id === get;
  const [even, input] = isReading
    ? ['its id was answered 404 before', idsAgain.notFound]
    : ['one with its id was deleted before', idsAgain.deleted];
  const statement = `${gerund[id]} that was just created succeeds, even if ${even}.`;
  return family(id, 'state').should('finds-remade', statement, async (run, judge) => {
    const { deletion, gone, creation, use } = await story(run);
    if (!creation || !use) return notExercised(unmade(none));
    if (gone.answer?.status !== 404) return got(get, gone);
    judge.expect(use, status(200), input, [deletion, ...(isReading ? [gone] : []), creation]);
  });
}

/** Why nothing is known of what is made again. */
export const unmade = (none: string) => `the server creates ${none} with an id that was used before`;

const drawingIdIn = (creation: Exchange) => objectOf(creation)?.drawing_id;
