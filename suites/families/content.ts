/** A project goes with what is in it (sections 4.3 and 4.4). */
import { status, succeeded } from '../../harness/expect.js';
import type { Exchange } from '../../harness/http/exchange.js';
import type { Judge } from '../../harness/judge.js';
import { inState, notExercised, notRemoved } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { plainPayload } from '../../harness/samples.js';
import { makeIt } from '../../harness/worlds/named/fixtures-file.js';
import { type InstanceKind, projectKindOf } from '../../harness/worlds/resource.js';
import { siblingOf } from '../../schemas/groups.js';
import { type FixtureKind, type OperationId, operation } from '../../schemas/index.js';
import { family, got, last } from '../define.js';
import { gerund, lower, noun, one } from '../words.js';
import { draw } from './draw.js';

/** What each project is made with, to have several things in it. */
const contents = {
  'projects.delete': { kind: 'project', content: 'drawings' },
  'compute.projects.delete': { kind: 'cloud', content: 'cloud instances' },
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

/** A project is deleted with several things in it: what goes through them may end too early. */
export function deletedWithContent(run: Run, id: ProjectDeletion) {
  return run.once(`deleted with content ${id}`, () =>
    run.with(withContentKind(id), 'destroy', async (fixture) => {
      const { project_id } = fixture;
      const isController = id === 'projects.delete';
      const drawn: Exchange[] = [];
      if (isController) for (const each of ['content', 'more']) drawn.push(await draw(run, fixture, each));
      else await run.fixtures.besideIfAny(fixture, 'cloud');
      const send = (other: OperationId, purpose: string) =>
        run.send(other, { project_id }, undefined, purpose);
      const deletion = await send(id, 'delete');
      const read = await send(siblingOf(id, 'get'), 'read afterwards');
      const list = isController ? await send('drawings.list', 'list afterwards') : undefined;
      return { drawn, deletion, read, list, again: await send(id, 'delete again') };
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

/** What may have happened to a project before its deletion, and the requests that do it. */
const histories: Readonly<Record<string, RegExp>> = {
  'with nodes in it': /^POST .*projects\/[^/]+\/nodes$/,
  'with drawings in it': /^POST .*\/drawings$/,
  'with IOU instances in it': /^POST .*\/iou\/nodes$/,
  'with VMware instances in it': /^POST .*\/vmware\/nodes$/,
  'with cloud instances in it': /^POST .*\/cloud\/nodes$/,
  'with instances in it': /^POST .*\/\w+\/nodes$/,
  'that was updated': /^PUT .*projects\/[^/]+$/,
};

interface Removed {
  /** What was sent to it, and to make it. */
  readonly before: readonly Exchange[];
}

/** What has happened to all of some projects, and to none of the others. */
function whatTells(some: readonly Removed[], others: readonly Removed[]): string | undefined {
  const isOf = (requests: RegExp) => (each: Removed) =>
    each.before.some((one) => succeeded(one) && requests.test(`${one.request.method} ${one.request.path}`));
  const told = Object.entries(histories).find(
    ([, requests]) => some.every(isOf(requests)) && !others.some(isOf(requests)),
  );
  return told?.[0];
}

/** A project that the run has deleted is gone, whatever was in it and whatever was sent to it. */
export function removedAlways(id: ProjectDeletion): Requirement {
  const { fixture: kind } = operation(id);
  const statement = `A ${noun[kind]} whose deletion was answered 204, or 404, is not found afterwards, whatever was in it.`;
  const always = family(id, 'deletion').should('always', statement, async (run, judge) => {
    const removals = await run.fixtures.removed(projectKindOf(kind));
    if (removals.length === 0)
      return notExercised(
        `the run has not removed a ${noun[kind]}`,
        run.fixtures.renews(kind) ? undefined : makeIt(kind),
      );
    const seen = removals.map(({ made, deletion, read }) => ({
      before: [...new Set([...made, ...run.target.histories.leadingTo([deletion])])],
      read,
      miss: read && succeeded(read) && status(404)(read),
    }));
    const left = seen.flatMap(({ before, read, miss }) => (read && miss ? [{ before, read, miss }] : []));
    const gone = seen.filter(({ miss }) => !miss);
    const input = `a ${noun[kind]} ${whatTells(left, gone) ?? 'that other requests were sent to'}`;
    // The first failure is the evidence: the one with the fewest requests.
    for (const { miss, before, read } of left.sort((a, b) => a.before.length - b.before.length))
      judge.miss(inState(miss), input, [...before, read], notRemoved, undefined, id);
    return judge.outcome();
  });
  return last(always);
}

/** What is used of a project's content before and after the deletion of the project, and written afterwards. */
function contentUsed(run: Run, id: ProjectDeletion, kind: 'node' | InstanceKind, by: OperationId) {
  run.fixtures.requireOwnProject(kind);
  return run.once(`${id} with ${kind}`, () =>
    run.with(kind, 'destroy', async (fixture) => {
      // One kind of instance will do: whatever goes through them goes through all.
      const isOne = kind === 'iou' || kind === 'vmware';
      const second = isOne ? undefined : await run.fixtures.besideIfAny(fixture, kind);
      const send = (other: OperationId, purpose: string, own = fixture) =>
        run.send(other, own, plainPayload(other, own), purpose);
      const before = await send(by, 'before the deletion');
      const deletion = await run.send(id, fixture, undefined, 'delete the project');
      const after = [await send(by, 'after the deletion')];
      const write = kind === 'node' ? [] : [await send(`${kind}.update`, 'write after the deletion')];
      if (second) after.push(await send(by, 'the second after the deletion', second));
      return { before, deletion, after, write };
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
      else
        for (const each of used)
          judge.expect(each, status(404), `${one(kind)} of the project`, [before, deletion]);
    });
  };
  if (kind === 'node') return [gone('content-gone', 'after', by)];
  return [
    gone(kind === 'cloud' ? 'content-gone' : `content-gone.${kind}`, 'after', by),
    gone(`content-gone.${kind}.update`, 'write', `${kind}.update`),
  ];
}
