/** What was deleted is gone: for reading, for writing, for deleting again (section 4). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../../harness/exchange.js';
import { header } from '../../harness/exchange.js';
import { type Expectation, seen, status, succeeded } from '../../harness/expect.js';
import { Judge } from '../../harness/judge.js';
import { inconclusive, notExercised, type Outcome } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { plainPayload } from '../../harness/samples.js';
import { sampleDrawing } from '../../harness/subjects.js';
import { type OperationId, operation, operations } from '../../schemas/index.js';
import { family } from '../define.js';
import { doing, lower, noun, one } from '../words.js';

interface Deleted {
  readonly before: readonly Exchange[];
  readonly deletion: Exchange;
  readonly read: Exchange;
  readonly later: Exchange;
  readonly again: Exchange;
  readonly update?: Exchange;
}

/** What is removed for a moment only, or written back by something that lags behind, is there again by then. */
const lateMs = 200;

function deleted(run: Run, id: OperationId): Promise<Deleted> {
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
      later: await sleep(lateMs).then(() => run.send(sibling('get'), fixture, undefined, 'read later')),
      again: await run.send(id, fixture, undefined, 'delete again'),
    })),
  );
}

export function deletion(id: OperationId): Requirement[] {
  const row = family(id, 'deletion');
  const what = noun[operation(id).fixture];
  const gone =
    (pick: (trace: Deleted) => readonly (Exchange | undefined)[]) =>
    async (run: Run): Promise<Outcome> => {
      const trace = await deleted(run, id);
      if (!succeeded(trace.deletion))
        return inconclusive(`the deletion got ${seen(trace.deletion)}`, [trace.deletion]);
      const judge = new Judge(id);
      for (const exchange of pick(trace))
        if (exchange)
          judge.expect(exchange, status(404), exchange.purpose, [...trace.before, trace.deletion]);
      return judge.outcome();
    };
  const hasUpdate = operations.some((each) => each.id === id.replace('delete', 'update'));
  return [
    row(
      'should',
      'then-gone',
      `A deleted ${what} is not found any more.`,
      gone(({ read, later }) => [read, later]),
    ),
    row(
      'should',
      'twice',
      `Deleting ${one(operation(id).fixture)} that was deleted answers 404.`,
      gone(({ again }) => [again]),
    ),
    ...(hasUpdate
      ? [
          row(
            'should',
            'then-no-update',
            `Updating a deleted ${what} answers 404.`,
            gone(({ update }) => [update]),
          ),
        ]
      : []),
  ];
}

/** A project that is not empty is deleted like any other: no other code is listed for it. */
export function deletionWithContent(id: 'projects.delete' | 'compute.projects.delete'): Requirement {
  const compute = id === 'compute.projects.delete';
  const content = compute ? 'a cloud instance' : 'a drawing';
  const must = family(id, 'deletion');
  return must('must', 'with-content', `${doing[id]} with ${content} in it answers 204.`, async (run) => {
    // Nobody named the project of an instance as one to delete.
    if (compute && !run.fixtures.renewable)
      return notExercised('the target is not asked to make projects', '--provision rest, or command');
    return run.with(compute ? 'cloud' : 'project', 'destroy', async (fixture) => {
      const before = [...fixture.made];
      if (!compute)
        before.push(await run.send('drawings.create', fixture, { json: sampleDrawing }, 'content'));
      const judge = new Judge(id);
      const { project_id } = fixture;
      judge.expect(
        await run.send(id, { project_id }, undefined, 'delete'),
        status(204),
        `a project with ${content}`,
        before,
      );
      return judge.outcome();
    });
  });
}

/** What was in a project is gone with it. */
export function contentGone(id: 'projects.delete' | 'compute.projects.delete'): Requirement {
  const compute = id === 'compute.projects.delete';
  const [kind, by] = compute ? (['cloud', 'cloud.get'] as const) : (['node', 'nodes.start'] as const);
  const should = family(id, 'deletion');
  const statement = `${doing[id]} takes ${one(kind)} in it along: ${lower(doing[by])} answers 404 from then on.`;
  return should('should', 'content-gone', statement, async (run) => {
    if (!run.fixtures.renewable)
      return notExercised('the target is not asked to make projects', '--provision rest, or command');
    return run.with(kind, 'destroy', async (fixture) => {
      const use = (purpose: string) => run.send(by, fixture, plainPayload(by, fixture), purpose);
      const before = await use('before the deletion');
      const { project_id } = fixture;
      const deletion = await run.send(id, { project_id }, undefined, 'delete the project');
      if (!succeeded(before)) return inconclusive(`${doing[by]} got ${seen(before)}`, [before]);
      const judge = new Judge(id);
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

/** The head of the empty answer to deleting a compute project (section 4.4). */
export function deletionHead(): Requirement[] {
  const id = 'compute.projects.delete';
  const row = family(id, 'deletion');
  const onHead =
    (name: string, wanted: string, mandatory: boolean) =>
    async (run: Run): Promise<Outcome> => {
      const { deletion, before } = await deleted(run, id);
      if (deletion.answer?.status !== 204)
        return inconclusive(`the deletion got ${seen(deletion)}`, [deletion]);
      const judge = new Judge(id);
      judge.expect(deletion, headerIs(name, wanted, mandatory), 'a plain request', before);
      return judge.outcome();
    };
  const sentence = `${doing[id]}: `;
  return [
    row(
      'must',
      'content-type',
      `${sentence}a Content-Type, where it is sent, is application/octet-stream.`,
      onHead('content-type', 'application/octet-stream', false),
    ),
    row(
      'must',
      'content-length',
      `${sentence}a Content-Length, where it is sent, is 0.`,
      onHead('content-length', '0', false),
    ),
    row(
      'should',
      'sends-content-type',
      `${sentence}the answer carries Content-Type application/octet-stream.`,
      onHead('content-type', 'application/octet-stream', true),
    ),
    row(
      'should',
      'sends-content-length',
      `${sentence}the answer carries Content-Length 0.`,
      onHead('content-length', '0', true),
    ),
  ];
}

function headerIs(name: string, wanted: string, mandatory: boolean): Expectation {
  return ({ answer }) => {
    const value = answer && header(answer, name);
    const plain = value?.split(';')[0]?.trim().toLowerCase();
    if (plain === wanted || (value === undefined && !mandatory)) return undefined;
    return {
      expected: `${name}: ${wanted}`,
      seen: value === undefined ? `no ${name}` : `${name}: ${value}`,
      violations: [{ in: 'header', pointer: name, message: `must be ${wanted}` }],
    };
  };
}
