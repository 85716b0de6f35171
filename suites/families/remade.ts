/** A project is made again with the id of one that was deleted: it is found, and is empty (section 4). */
import { isAscii } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import { seen, status, succeeded } from '../../harness/expect.js';
import { idsAgain } from '../../harness/explain/features/ids.js';
import { type Exchange, type JsonObject, objectOf } from '../../harness/http/exchange.js';
import type { Judge } from '../../harness/judge.js';
import { createdId } from '../../harness/model/state.js';
import { mismatch, notExercised, notRemoved, otherName } from '../../harness/outcome.js';
import { shownInstead } from '../../harness/plan/case.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { plainPayload } from '../../harness/samples.js';
import { writeOperation } from '../../harness/values/write-operations.js';
import { type Fixture, unlessUnavailable } from '../../harness/worlds/index.js';
import { instanceKinds, isInstance } from '../../harness/worlds/resource.js';
import { siblingOf } from '../../schemas/groups.js';
import { type OperationId, operation } from '../../schemas/index.js';
import { family, got, last } from '../define.js';
import { gerund } from '../words.js';
import { type ProjectDeletion, withContentKind } from './content.js';
import { draw } from './draw.js';
import { lists } from './lists.js';

/** Unlike those of new projects, and unlike those that are written to the one that is made again. */
const settings = { scene_width: 850, scene_height: 650 };

function remade(run: Run, id: ProjectDeletion) {
  const isController = id === 'projects.delete';
  const kind = withContentKind(id);
  const get = siblingOf(id, 'get');
  const shows = ({ kind }: Fixture) => (isInstance(kind) ? (`${kind}.get` as const) : 'drawings.list');
  run.fixtures.requireOwnProject(kind);
  return run.once(`${id} and made again`, () =>
    run.with(kind, 'destroy', async (fixture) => {
      const drawings: Exchange[] = [];
      for (const each of isController ? ['a drawing', 'another drawing'] : [])
        drawings.push(await draw(run, fixture, each));
      // One of each kind, and a second of the first one's own.
      const beside = isController ? [] : instanceKinds;
      const others = await Promise.all(beside.map((each) => run.fixtures.besideIfAny(fixture, each)));
      const written = isController
        ? await run.send('projects.update', fixture, { json: settings }, 'write settings')
        : undefined;
      const deletion = await run.send(id, fixture, undefined, 'delete');
      const gone = await run.send(get, fixture, undefined, 'read afterwards');
      const creation = await run.fixtures.remake(fixture).catch(unlessUnavailable);
      // A target need not make a project with an id that was used.
      if (!creation) return { deletion, gone };
      const { resource } = fixture;
      const project = await run.send(get, fixture, undefined, 'read what was made again');
      const contents: Exchange[] = [];
      for (const each of [fixture, ...others])
        if (each) contents.push(await run.send(shows(each), each, undefined, 'read what was in it'));
      const write = plainPayload('projects.update', fixture);
      const update = isController
        ? await run.send('projects.update', fixture, write, 'update what was made again')
        : undefined;
      return { resource, drawings, written, deletion, gone, creation, project, contents, update };
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
    isController ? keepsNoSettings() : showsName(id),
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
        const { drawings, deletion, creation, contents } = await remade(run, id);
        if (!creation) return notExercised(unmade('no project'));
        if (!succeeded(deletion)) return got(id, deletion);
        const nameless = drawings?.find((each) => createdId(each) === undefined);
        if (nameless) return got('drawings.create', nameless);
        const isThere = (each: Exchange) =>
          isController ? drawings?.some((one) => lists(each, one)) : succeeded(each);
        const content = contents.find(isThere);
        if (!content) return undefined;
        const seenAs = isController ? 'drawings that nobody made in it' : seen(content);
        const violation = { in: 'state', message: `is there again: ${seenAs}` } as const;
        const miss = mismatch(isController ? 'no drawing' : '404 Not Found', seenAs, violation);
        const led = [...(drawings ?? []), deletion, creation, content];
        const what = 'what was in it, as a new project with its id shows';
        judge.miss(miss, what, led, notRemoved, undefined, id);
        return judge.outcome();
      },
    ),
  ];
}

/** What a project had that was deleted is not that of a new one. */
function keepsNoSettings(): Requirement {
  const id = 'projects.delete';
  const statement =
    'What was written to a project that was deleted is not shown by a new one with its project_id.';
  return family(id, 'deletion').should('keeps-nothing', statement, async (run, judge) => {
    const { resource, written, deletion, gone, creation, project, update } = await remade(run, id);
    if (!creation || !project || !update) return notExercised(unmade('no project'));
    if (gone.answer?.status !== 404) return got('projects.get', gone);
    if (!written || !succeeded(written)) return got('projects.update', written);
    const isShown = Object.keys(settings).some((name) => Object.hasOwn(objectOf(update) ?? {}, name));
    if (!isShown) return notExercised('the response has none of the fields that were written');
    await noteKept(run, judge, id, settings, resource, [written, deletion, creation], [project, update]);
    return judge.outcome();
  });
}

/**
 * Notes answers of what was made again that show what was written to what was deleted, where new ones are as they were.
 * @param resource what a new one shows at first
 * @param led from the write to the second creation
 */
export async function noteKept(
  run: Run,
  judge: Judge,
  id: OperationId,
  json: object,
  resource: JsonObject,
  led: readonly Exchange[],
  answers: readonly Exchange[],
): Promise<void> {
  // A status may change by itself (3.1).
  const written = Object.entries(json).filter(
    ([name, value]) => name !== 'status' && !isDeepStrictEqual(resource[name] ?? value, value),
  );
  const keptIn = (answer: Exchange) => {
    const shown = objectOf(answer) ?? {};
    return written.filter(([name, value]) => isDeepStrictEqual(shown[name], value));
  };
  if (answers.every((each) => keptIn(each).length === 0)) return;
  const kind = operation(id).fixture;
  const anyNew = await run.with(kind, 'write', async (one) => one.resource, undefined, 'nothing');
  // What it chooses for each, such as a console, differs.
  const update = siblingOf(id, 'update');
  const owned = (update && writeOperation(update))?.owned;
  const isOfOld = ([name, value]: readonly [string, unknown]) =>
    owned?.has(name)
      ? !isDeepStrictEqual(anyNew[name], value)
      : isDeepStrictEqual(anyNew[name], resource[name]);
  for (const answer of answers) {
    const [name, value] = keptIn(answer).find(isOfOld) ?? [];
    if (name === undefined) continue;
    const miss = shownInstead(name, resource[name], 'as at first', value);
    const its = operation(id).ids.at(-1);
    const what = `what was written to it, as a new one with its ${its} shows`;
    judge.miss(miss, what, [...led, answer], notRemoved, undefined, id);
  }
}

/** No operation writes the name of a compute project: every reading shows it as its creation has. */
function showsName(deletion: ProjectDeletion): Requirement {
  const id = 'compute.projects.get';
  const statement = `${gerund[id]} shows the name with which it was created, also where that is not ASCII.`;
  const row = family(id, 'state').should('shows-name', statement, async (run, judge) => {
    const { creation, project } = await remade(run, deletion);
    for (const { creation, reading, made, shown } of run.answers.names.wrong) {
      const input = isAscii(Buffer.from(made)) ? 'a plain request' : 'a name that is not ASCII';
      const miss = shownInstead('name', made, 'as at its creation', shown);
      judge.miss(miss, input, [creation, reading], otherName);
    }
    if (judge.failed) return judge.outcome();
    if (!creation || !project) return notExercised(unmade('no project'));
    const isShown = [creation, project].every((each) => typeof objectOf(each)?.name === 'string');
    return isShown ? undefined : notExercised('the response has no name to compare');
  });
  return last(row);
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
    // What is still being made may be busy: when there is a conflict is not shown (section 7).
    if (operation(id).listed.includes(409) && status(409)(use) === undefined) return got(id, use);
    judge.expect(use, status(200), input, [deletion, ...(isReading ? [gone] : []), creation]);
  });
}

/** Why nothing is known of what is made again. */
export const unmade = (none: string) => `the server creates ${none} with an id that was used before`;
