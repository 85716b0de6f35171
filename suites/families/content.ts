/** A project goes with what is in it (sections 4.3 and 4.4). */
import { status, succeeded } from '../../harness/expect.js';
import type { Judge } from '../../harness/judge.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { plainPayload } from '../../harness/samples.js';
import type { InstanceKind } from '../../harness/worlds/resource.js';
import type { FixtureKind, OperationId } from '../../schemas/index.js';
import { family, got } from '../define.js';
import { gerund, lower, noun, one } from '../words.js';
import { draw } from './draw.js';

/** What each project is made with, to have something in it. */
const contents = {
  'projects.delete': { kind: 'project', content: 'a drawing' },
  'compute.projects.delete': { kind: 'cloud', content: 'a cloud instance' },
} as const;
export type ProjectDeletion = keyof typeof contents;

export const isWithContent = (id: OperationId): id is ProjectDeletion => id in contents;
export const withContentKind = (id: ProjectDeletion) => contents[id].kind;
export const withContent = (id: ProjectDeletion) => `project with ${contents[id].content}`;

/** What is made in a project that is deleted twice at the same time; one with a cloud instance stands elsewhere. */
export const contentKinds = {
  'projects.delete': ['node'],
  'compute.projects.delete': ['iou', 'vmware'],
} as const satisfies Record<ProjectDeletion, readonly FixtureKind[]>;

/** A project is deleted with something in it. */
export function deletedWithContent(run: Run, id: ProjectDeletion) {
  return run.once(`deleted with content ${id}`, () =>
    run.with(withContentKind(id), 'destroy', async (fixture) => {
      const { project_id } = fixture;
      if (id === 'projects.delete') await draw(run, fixture, 'content');
      const deletion = await run.send(id, { project_id }, undefined, 'delete');
      const get = id.replace('delete', 'get') as OperationId;
      const read = await run.send(get, { project_id }, undefined, 'read afterwards');
      return { deletion, read, again: await run.send(id, { project_id }, undefined, 'delete again') };
    }),
  );
}

/** A project that is not empty is deleted like any other: no other code is listed for it. */
export function deletionWithContent(id: ProjectDeletion): Requirement {
  const statement = `${gerund[id]} with ${contents[id].content} in it answers 204.`;
  return family(id, 'deletion').must('with-content', statement, async (run, judge) => {
    if (id === 'compute.projects.delete') run.fixtures.requireOwnProject('cloud');
    judge.expect((await deletedWithContent(run, id)).deletion, status(204), `a ${withContent(id)}`);
  });
}

/** What is used of a project's content before and after the deletion of the project, and written afterwards. */
function contentUsed(run: Run, id: ProjectDeletion, kind: 'node' | InstanceKind, by: OperationId) {
  run.fixtures.requireOwnProject(kind);
  return run.once(`${id} with ${kind}`, () =>
    run.with(kind, 'destroy', async (fixture) => {
      const send = (other: OperationId, purpose: string) =>
        run.send(other, fixture, plainPayload(other, fixture), purpose);
      return {
        before: await send(by, 'before the deletion'),
        deletion: await run.send(id, fixture, undefined, 'delete the project'),
        after: await send(by, 'after the deletion'),
        ...(kind !== 'node' && { write: await send(`${kind}.update`, 'write after the deletion') }),
      };
    }),
  );
}

/** What was in a project is gone with it, whatever its kind. */
export function contentGone(id: ProjectDeletion, kind: 'node' | InstanceKind): Requirement[] {
  const by = kind === 'node' ? 'nodes.start' : (`${kind}.get` as const);
  const gone = (name: string, pick: 'after' | 'write', then: OperationId) => {
    const [verb] = lower(gerund[then]).split(' ');
    const statement = `${gerund[id]} also deletes the ${noun[kind]}s in it: ${verb} one answers 404 afterwards.`;
    return family(id, 'deletion').should(name, statement, async (run: Run, judge: Judge) => {
      const { before, deletion, [pick]: used } = await contentUsed(run, id, kind, by);
      if (!succeeded(before)) return got(by, before);
      if (!succeeded(deletion)) judge.expect(deletion, status(204), `a project with ${one(kind)}`, [before]);
      else if (used) judge.expect(used, status(404), `${one(kind)} of the project`, [before, deletion]);
    });
  };
  if (kind === 'node') return [gone('content-gone', 'after', by)];
  return [
    gone(kind === 'cloud' ? 'content-gone' : `content-gone.${kind}`, 'after', by),
    gone(`content-gone.${kind}.update`, 'write', `${kind}.update`),
  ];
}
