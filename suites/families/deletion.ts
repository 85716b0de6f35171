/** What was deleted is gone: for reading, for writing, for deleting again (section 4). */
import { setTimeout as sleep } from 'node:timers/promises';
import { seen, status, succeeded } from '../../harness/expect.js';
import type { Exchange } from '../../harness/http/exchange.js';
import { Judge } from '../../harness/judge.js';
import { inconclusive, type Outcome } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { plainPayload } from '../../harness/samples.js';
import { sampleDrawing } from '../../harness/values/write-operations.js';
import { type InstanceKind, isInstance } from '../../harness/worlds/resource.js';
import { type OperationId, operation, operations } from '../../schemas/index.js';
import { family } from '../define.js';
import { doing, lower, noun, one } from '../words.js';
import { type Deletion, namesakesDeleted } from './namesakes.js';

interface Deleted {
  readonly before: readonly Exchange[];
  readonly deletion: Exchange;
  readonly read: Exchange;
  readonly later: Exchange;
  readonly again: Exchange;
  readonly update?: Exchange;
  /** May be refused by any code, but makes no project. */
  readonly drawing?: Exchange;
  /** The compute project of a deleted instance, read afterwards: nothing else was in it. */
  readonly project?: Exchange;
}

/** What is removed for a moment only, or written back by something that lags behind, is there again by then. */
const lateMs = 200;

export function deleted(run: Run, id: OperationId): Promise<Deleted> {
  const sibling = (verb: string) =>
    operations.find((each) => each.id === id.replace('delete', verb))?.id as OperationId;
  const update = sibling('update');
  return run.once(`deleted ${id}`, () =>
    run.with(operation(id).fixture, 'destroy', async (fixture) => ({
      before: [...fixture.made, await run.send(sibling('get'), fixture, undefined, 'read before')],
      deletion: await run.send(id, fixture, undefined, 'delete'),
      read: await run.send(sibling('get'), fixture, undefined, 'read afterwards'),
      ...(update && {
        update: await run.send(update, fixture, plainPayload(update, fixture), 'update afterwards'),
      }),
      ...(isInstance(fixture.kind) && {
        project: await run.send('compute.projects.get', fixture, undefined, 'read the project'),
      }),
      ...(fixture.kind === 'project' && {
        drawing: await run.send(
          'drawings.create',
          fixture,
          { json: sampleDrawing },
          'create a drawing afterwards',
        ),
      }),
      later: await sleep(lateMs).then(() => run.send(sibling('get'), fixture, undefined, 'read later')),
      again: await run.send(id, fixture, undefined, 'delete again'),
    })),
  );
}

export function deletion(id: OperationId): Requirement[] {
  const { should } = family(id, 'deletion');
  const what = noun[operation(id).fixture];
  const gone =
    (pick: (trace: Deleted) => readonly (Exchange | undefined)[], alsoWithContent = false) =>
    async (run: Run): Promise<Outcome> => {
      const trace = await deleted(run, id);
      if (!succeeded(trace.deletion))
        return inconclusive(`the deletion got ${seen(trace.deletion)}`, [trace.deletion]);
      const judge = new Judge(id, run);
      for (const exchange of pick(trace))
        if (exchange)
          judge.expect(exchange, status(404), exchange.purpose, [...trace.before, trace.deletion]);
      if (alsoWithContent && isWithContent(id) && run.fixtures.renews(withContentKind(id))) {
        const { before, deletion: emptied, read } = await deletedWithContent(run, id);
        if (succeeded(emptied))
          judge.expect(read, status(404), `a deleted ${withContent(id)}`, [...before, emptied]);
      }
      return judge.outcome();
    };
  const { fixture: kind } = operation(id);
  const hasUpdate = operations.some((each) => each.id === id.replace('delete', 'update'));
  return [
    should(
      'then-gone',
      `A deleted ${what} is not found any more.`,
      gone(({ read, later }) => [read, later], true),
    ),
    should(
      'twice',
      `Deleting ${one(operation(id).fixture)} that was deleted answers 404.`,
      gone(({ again }) => [again]),
    ),
    {
      ...should(
        'at-once',
        `Deleting ${one(operation(id).fixture)} twice at the same time answers 204, and the other time that or an error of its row.`,
        async (run, judge) => {
          const { bystanders, both, made } = await namesakesDeleted(run, id as Deletion);
          const after = bystanders[0]?.after;
          if (after && !succeeded(after))
            return inconclusive(`there was nothing to delete: reading it got ${seen(after)}`, [after]);
          const input =
            isWithContent(id) && id !== 'projects.delete'
              ? `deletions at once of ${contentOf(id)}`
              : 'deletions at once';
          // Whichever comes first meets what is there.
          const codes = both.some(succeeded) ? [204, ...operation(id).listed] : [204];
          for (const exchange of both) judge.expect(exchange, status(...codes), input, made);
          return judge.outcome();
        },
      ),
      isLast: true,
    },
    ...(isInstance(kind) ? [deletionOfStarted(id, kind)] : []),
    ...(hasUpdate
      ? [
          should(
            'then-no-update',
            `Updating a deleted ${what} answers 404.`,
            gone(({ update }) => [update]),
          ),
        ]
      : []),
  ];
}

/**
 * Whether it is stopped first, or refused as an invalid request, is not shown (3.2). Where the status is not taken, it
 * is a deletion like any other.
 */
function deletionOfStarted(id: OperationId, kind: InstanceKind): Requirement {
  const statement = `${doing[id]} after its status was written as started answers 204 or 400: no other code is listed for it.`;
  return family(id, 'deletion').must('started', statement, (run) =>
    run.with(kind, 'destroy', async (fixture) => {
      const json = { status: 'started' };
      const write = await run.send(`${kind}.update`, fixture, { json }, 'write the status');
      const deletion = await run.send(id, fixture, undefined, 'delete');
      const judge = new Judge(id, run);
      const [input, ...codes] = succeeded(write)
        ? ([`a started ${noun[kind]}`, 204, 400] as const)
        : (['after a status that was refused', 204] as const);
      judge.expect(deletion, status(...codes), input, [...fixture.made, write]);
      return judge.outcome();
    }),
  );
}

export type ProjectDeletion = 'projects.delete' | 'compute.projects.delete';

const isWithContent = (id: OperationId): id is ProjectDeletion =>
  id === 'projects.delete' || id === 'compute.projects.delete';
/** What is made to have a project with something in it. */
const withContentKind = (id: ProjectDeletion) => (id === 'projects.delete' ? 'project' : 'cloud');
const withContent = (id: ProjectDeletion) =>
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
    return judge.outcome();
  });
}

/** What was in a project is gone with it, whatever its kind. */
export function contentGone(id: ProjectDeletion, kind: 'node' | InstanceKind): Requirement {
  const by = kind === 'node' ? 'nodes.start' : (`${kind}.get` as const);
  const { should } = family(id, 'deletion');
  const name = kind === 'node' || kind === 'cloud' ? 'content-gone' : `content-gone.${kind}`;
  const statement = `${doing[id]} takes ${one(kind)} in it along: ${lower(doing[by])} answers 404 from then on.`;
  return should(name, statement, async (run) => {
    run.fixtures.requireOwnProject(kind);
    return run.with(kind, 'destroy', async (fixture) => {
      const use = (purpose: string) => run.send(by, fixture, plainPayload(by, fixture), purpose);
      const before = await use('before the deletion');
      const { project_id } = fixture;
      const deletion = await run.send(id, { project_id }, undefined, 'delete the project');
      if (!succeeded(before)) return inconclusive(`${doing[by]} got ${seen(before)}`, [before]);
      const judge = new Judge(id, run);
      const led = [...fixture.made, before];
      if (!succeeded(deletion)) {
        judge.expect(deletion, status(204), `a project with ${one(kind)}`, led);
        return judge.outcome();
      }
      const after = await use('after the deletion');
      judge.expect(after, status(404), `${one(kind)} of the project`, [...led, deletion]);
      return judge.outcome();
    });
  });
}
