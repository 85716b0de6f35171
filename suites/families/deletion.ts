/** What was deleted is gone: for reading, for writing, for deleting again (section 4). */
import { setTimeout as sleep } from 'node:timers/promises';
import { headerIs, seen, status, succeeded } from '../../harness/expect.js';
import { type Exchange, header } from '../../harness/http/exchange.js';
import type { Judge } from '../../harness/judge.js';
import { inconclusive, notExercised } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { plainPayload } from '../../harness/samples.js';
import { sampleDrawing } from '../../harness/values/write-operations.js';
import { makeIt } from '../../harness/worlds/fixtures-file.js';
import { unlessUnavailable } from '../../harness/worlds/index.js';
import { type InstanceKind, isInstance } from '../../harness/worlds/resource.js';
import { type FixtureKind, type OperationId, operation, operations } from '../../schemas/index.js';
import { family } from '../define.js';
import { doing, noun, one } from '../words.js';
import {
  contentOf,
  deletedWithContent,
  isWithContent,
  type ProjectDeletion,
  withContent,
  withContentKind,
} from './content.js';
import { type Deletion, namesakesDeleted, removing } from './namesakes.js';

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
  /** Its deletion, in the end. */
  readonly emptied?: Exchange;
}

/** What is made in a project that is deleted twice at the same time; one with a cloud instance stands elsewhere. */
const contentKinds = {
  'projects.delete': ['node'],
  'compute.projects.delete': ['iou', 'vmware'],
} as const satisfies Record<ProjectDeletion, readonly FixtureKind[]>;

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
      ...(fixture.kind === 'cloud' &&
        run.fixtures.renews('cloud') && {
          emptied: await run.send(
            'compute.projects.delete',
            { project_id: fixture.project_id },
            undefined,
            'delete the project',
          ),
        }),
    })),
  );
}

export function deletion(id: OperationId): Requirement[] {
  const { should } = family(id, 'deletion');
  const what = noun[operation(id).fixture];
  const gone =
    (pick: (trace: Deleted) => readonly (Exchange | undefined)[], alsoWithContent = false) =>
    async (run: Run, judge: Judge) => {
      const trace = await deleted(run, id);
      if (!succeeded(trace.deletion))
        return inconclusive(`the deletion got ${seen(trace.deletion)}`, [trace.deletion]);
      for (const exchange of pick(trace))
        if (exchange)
          judge.expect(exchange, status(404), exchange.purpose, [...trace.before, trace.deletion]);
      if (alsoWithContent && isWithContent(id) && run.fixtures.renews(withContentKind(id))) {
        const { before, deletion: emptied, read } = await deletedWithContent(run, id);
        if (succeeded(emptied))
          judge.expect(read, status(404), `a deleted ${withContent(id)}`, [...before, emptied]);
      }
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
          const bothFit = (both: readonly Exchange[], input: string, made: readonly Exchange[]) => {
            // Whichever comes first meets what is there.
            const codes = new Set([204, ...(both.some(succeeded) ? operation(id).listed : [])]);
            for (const exchange of both) judge.expect(exchange, status(...codes), input, made);
          };
          bothFit(both, input, made);
          if (!isWithContent(id)) return;
          for (const kind of contentKinds[id])
            if (run.fixtures.renews(kind))
              await run
                .with(kind, 'destroy', async (fixture) => {
                  const remove = () => run.send(id, fixture, undefined, 'delete at once');
                  const what = kind === 'node' ? 'a node' : 'an IOU or VMware instance';
                  const input = `deletions at once of a project with ${what}`;
                  bothFit(await Promise.all([remove(), remove()]), input, fixture.made);
                })
                .catch(unlessUnavailable);
        },
      ),
      isLast: true,
    },
    ...(isInstance(kind) ? [...deletionOfStarted(id, kind), deletionByCapitals(id, kind)] : []),
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
function deletionOfStarted(id: OperationId, kind: InstanceKind): Requirement[] {
  const { must, should } = family(id, 'deletion');
  const started = `a started ${noun[kind]}`;
  const story = (run: Run) =>
    run.once(`${id} of a started one`, () =>
      run.with(kind, 'destroy', async (fixture) => ({
        made: fixture.made,
        write: await run.send(`${kind}.update`, fixture, { json: { status: 'started' } }, 'write the status'),
        deletion: await run.send(id, fixture, undefined, 'delete'),
        after: await run.send(`${kind}.get`, fixture, undefined, 'read afterwards'),
      })),
    );
  return [
    must(
      'started',
      `${doing[id]} after its status was written as started answers 204 or 400: no other code is listed for it.`,
      async (run, judge) => {
        const { made, write, deletion } = await story(run);
        const [input, ...codes] = succeeded(write)
          ? ([started, 204, 400] as const)
          : (['after a status that was refused', 204] as const);
        judge.expect(deletion, status(...codes), input, [...made, write]);
      },
    ),
    should(
      'removes-started',
      `${doing[id]} after its status was written as started removes it, where it succeeds.`,
      async (run) => {
        const { made, write, deletion, after } = await story(run);
        return removing(run, id as Deletion, started, [...made, write, deletion], [deletion], [after]);
      },
    ),
  ];
}

/** Letters of a UUID are read in either case (RFC 9562, 4): what answers success has found it. */
function deletionByCapitals(id: OperationId, kind: InstanceKind): Requirement {
  const statement = `${doing[id]} by its node_id in capitals removes it, or finds nothing.`;
  const input = 'a node_id in capitals';
  return family(id, 'deletion').should('by-capitals', statement, async (run, judge) => {
    if (!run.fixtures.renews(kind))
      return notExercised('what the user named is deleted no more often than needed', makeIt(kind));
    return run.with(kind, 'destroy', async (fixture) => {
      const { project_id, node_id, made } = fixture;
      const capitals = { project_id, node_id: node_id?.toUpperCase() };
      const deletion = await run.send(id, capitals, undefined, input);
      if (!judge.expect(deletion, status(204, 400, 404), input, made) || !succeeded(deletion))
        return judge.outcome();
      const after = await run.send(`${kind}.get`, fixture, undefined, 'read afterwards');
      return removing(run, id as Deletion, input, [...made, deletion], [deletion], [after]);
    });
  });
}

/** A project is deleted though something in it was deleted before. */
export function deletionOfEmptied(): Requirement {
  const id = 'compute.projects.delete';
  const statement = `${doing[id]} out of which a cloud instance was deleted answers 204.`;
  return family(id, 'deletion').must('emptied', statement, async (run, judge) => {
    run.fixtures.requireOwnProject('cloud');
    const { before, deletion, emptied } = await deleted(run, 'cloud.delete');
    if (!succeeded(deletion)) return inconclusive(`the deletion got ${seen(deletion)}`, [deletion]);
    const input = 'a project out of which an instance was deleted';
    if (emptied) judge.expect(emptied, status(204), input, [...before, deletion]);
  });
}

/** The head of the empty answer to deleting a compute project (section 4.4). */
export function deletionHead(): Requirement[] {
  const id = 'compute.projects.delete';
  const { must, should } = family(id, 'deletion');
  const onHead = (name: string, wanted: string, mandatory: boolean) => async (run: Run, judge: Judge) => {
    const { deletion, before } = await deleted(run, id);
    if (deletion.answer?.status !== 204)
      return inconclusive(`the deletion got ${seen(deletion)}`, [deletion]);
    const isRight = headerIs(name, wanted, mandatory);
    judge.expect(deletion, isRight, 'a plain request', before);
    if (run.fixtures.renews('cloud')) {
      const full = await deletedWithContent(run, id);
      if (full.deletion.answer?.status === 204)
        judge.expect(full.deletion, isRight, contentOf(id), full.before);
    }
  };
  const sentence = `${doing[id]}: `;
  return [
    must(
      'content-type',
      `${sentence}a Content-Type, where it is sent, is application/octet-stream.`,
      onHead('content-type', 'application/octet-stream', false),
    ),
    must(
      'content-length',
      `${sentence}a Content-Length, where it is sent, is 0.`,
      onHead('content-length', '0', false),
    ),
    should(
      'sends-content-type',
      `${sentence}the answer carries Content-Type application/octet-stream.`,
      onHead('content-type', 'application/octet-stream', true),
    ),
    family(id, 'observed').may(
      'observed.content-length',
      `${sentence}whether the answer carries a Content-Length, as section 4.4 shows and RFC 9110, 8.6 forbids.`,
      async (run) => {
        const { answer } = (await deleted(run, id)).deletion;
        const length = answer && header(answer, 'content-length');
        return {
          verdict: 'passed',
          observation: length === undefined ? 'none' : `Content-Length: ${length}`,
        };
      },
    ),
  ];
}
