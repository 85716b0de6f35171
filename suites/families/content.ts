/** A project goes with what is in it (sections 4.3 and 4.4). */
import { seen, status, succeeded } from '../../harness/expect.js';
import type { Judge } from '../../harness/judge.js';
import { inconclusive } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { plainPayload } from '../../harness/samples.js';
import { sampleDrawing } from '../../harness/values/write-operations.js';
import type { InstanceKind } from '../../harness/worlds/resource.js';
import type { OperationId } from '../../schemas/index.js';
import { family } from '../define.js';
import { doing, lower, one } from '../words.js';

export type ProjectDeletion = 'projects.delete' | 'compute.projects.delete';

export const isWithContent = (id: OperationId): id is ProjectDeletion =>
  id === 'projects.delete' || id === 'compute.projects.delete';
/** What is made to have a project with something in it. */
export const withContentKind = (id: ProjectDeletion) => (id === 'projects.delete' ? 'project' : 'cloud');
export const withContent = (id: ProjectDeletion) =>
  id === 'projects.delete' ? 'project with a drawing' : 'project with a cloud instance';
export const contentOf = (id: ProjectDeletion) => `a ${withContent(id)}`;

/** A project is deleted with something in it. */
export function deletedWithContent(run: Run, id: ProjectDeletion) {
  return run.once(`deleted with content ${id}`, () =>
    run.with(withContentKind(id), 'destroy', async (fixture) => {
      const { project_id, made } = fixture;
      const before = [...made];
      if (id === 'projects.delete')
        before.push(await run.send('drawings.create', fixture, { json: sampleDrawing }, 'content'));
      const deletion = await run.send(id, { project_id }, undefined, 'delete');
      const get = id === 'projects.delete' ? 'projects.get' : 'compute.projects.get';
      return { before, deletion, read: await run.send(get, { project_id }, undefined, 'read afterwards') };
    }),
  );
}

/** A project that is not empty is deleted like any other: no other code is listed for it. */
export function deletionWithContent(id: ProjectDeletion): Requirement {
  const compute = id === 'compute.projects.delete';
  const content = compute ? 'a cloud instance' : 'a drawing';
  const { must } = family(id, 'deletion');
  return must('with-content', `${doing[id]} with ${content} in it answers 204.`, async (run, judge) => {
    if (compute) run.fixtures.requireOwnProject('cloud');
    const { before, deletion: deleting } = await deletedWithContent(run, id);
    judge.expect(deleting, status(204), contentOf(id), before);
  });
}

/** What is used of a project's content before and after the deletion of the project, and written afterwards. */
function contentUsed(run: Run, id: ProjectDeletion, kind: 'node' | InstanceKind) {
  run.fixtures.requireOwnProject(kind);
  const by = kind === 'node' ? 'nodes.start' : (`${kind}.get` as const);
  return run.once(`${id} with ${kind}`, () =>
    run.with(kind, 'destroy', async (fixture) => {
      const use = (purpose: string) => run.send(by, fixture, plainPayload(by, fixture), purpose);
      const update = kind === 'node' ? undefined : (`${kind}.update` as const);
      const { project_id, made } = fixture;
      return {
        made,
        before: await use('before the deletion'),
        deletion: await run.send(id, { project_id }, undefined, 'delete the project'),
        after: await use('after the deletion'),
        write:
          update &&
          (await run.send(update, fixture, plainPayload(update, fixture), 'write after the deletion')),
      };
    }),
  );
}

/** What was in a project is gone with it, whatever its kind. */
export function contentGone(id: ProjectDeletion, kind: 'node' | InstanceKind): Requirement[] {
  const by = kind === 'node' ? 'nodes.start' : (`${kind}.get` as const);
  const { should } = family(id, 'deletion');
  const judged = (pick: 'after' | 'write') => async (run: Run, judge: Judge) => {
    const { made, before, deletion, [pick]: used } = await contentUsed(run, id, kind);
    if (!succeeded(before)) return inconclusive(`${doing[by]} got ${seen(before)}`, [before]);
    const led = [...made, before];
    if (!succeeded(deletion)) judge.expect(deletion, status(204), `a project with ${one(kind)}`, led);
    else if (used) judge.expect(used, status(404), `${one(kind)} of the project`, [...led, deletion]);
  };
  const name = kind === 'node' || kind === 'cloud' ? 'content-gone' : `content-gone.${kind}`;
  const along = `${doing[id]} takes ${one(kind)} in it along:`;
  const gone = should(name, `${along} ${lower(doing[by])} answers 404 from then on.`, judged('after'));
  if (kind === 'node') return [gone];
  const write = `${along} ${lower(doing[`${kind}.update`])} answers 404 from then on.`;
  return [gone, should(`content-gone.${kind}.update`, write, judged('write'))];
}
