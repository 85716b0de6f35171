/** What was deleted is gone: for reading, for writing, for deleting again (section 4). */
import { setTimeout as sleep } from 'node:timers/promises';
import { headerIs, status, succeeded } from '../../harness/expect.js';
import { type Exchange, header } from '../../harness/http/exchange.js';
import type { Judge } from '../../harness/judge.js';
import { notExercised } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { plainPayload, unlikeNew } from '../../harness/samples.js';
import { writeOperation } from '../../harness/values/write-operations.js';
import { type Fixture, unlessUnavailable } from '../../harness/worlds/index.js';
import { type InstanceKind, isInstance } from '../../harness/worlds/resource.js';
import { siblingOf } from '../../schemas/groups.js';
import { type OperationId, operation } from '../../schemas/index.js';
import { family, got, last } from '../define.js';
import { gerund, noun, one } from '../words.js';
import { contentKinds, deletedWithContent, isWithContent, withContent, withContentKind } from './content.js';
import { draw } from './draw.js';
import { deletionOfInstance } from './instance-deletion.js';
import { type Deletion, namesakesDeleted } from './namesakes.js';

/** What is removed for a moment only, or written back by something that lags behind, is there again by then. */
const settleMs = 200;

type Deleted = Awaited<ReturnType<typeof deleted>>;

export function deleted(run: Run, id: Deletion) {
  const [get, update] = [siblingOf(id, 'get'), siblingOf(id, 'update')];
  const { fixture: kind } = operation(id);
  const isEmptied = kind === 'cloud' && run.fixtures.renews(kind);
  const story = async (fixture: Fixture) => {
    const send = (other: OperationId, purpose: string) =>
      run.send(other, fixture, plainPayload(other, fixture), purpose);
    const before = await send(get, 'read before');
    const written = isInstance(kind) && update && writeOperation(update);
    if (written) await run.send(update, fixture, { json: unlikeNew(written) }, 'update before');
    // What is read twice may be kept to be shown later.
    await send(get, 'read before');
    const first = {
      deletion: await send(id, 'delete'),
      read: await send(get, 'read afterwards'),
      ...(update && { update: await send(update, 'update afterwards') }),
      // Nothing else was in it.
      ...(isInstance(kind) && { project: await send('compute.projects.get', 'read the project') }),
    };
    // May be refused by any code, but makes no project.
    if (kind === 'project') await draw(run, fixture, 'create a drawing afterwards');
    await sleep(settleMs);
    return {
      before,
      ...first,
      later: await send(get, 'read later'),
      again: await send(id, 'delete again'),
      ...(isEmptied && { emptied: await send('compute.projects.delete', 'delete the project') }),
    };
  };
  const told = () => run.with(kind, 'destroy', story);
  return run.once(`deleted ${id}`, async () => {
    const first = await told();
    // A deletion of another check may have taken it.
    const isTaken = succeeded(first.before) && first.deletion.answer?.status === 404;
    return isTaken && run.fixtures.renews(kind) ? told() : first;
  });
}

export function deletion(id: Deletion): Requirement[] {
  const { should } = family(id, 'deletion');
  const { fixture: kind } = operation(id);
  const what = noun[kind];
  const gone = (
    name: string,
    statement: string,
    pick: (trace: Deleted) => readonly (Exchange | undefined)[],
    ofContent?: (trace: Awaited<ReturnType<typeof deletedWithContent>>) => Exchange,
  ) =>
    should(name, statement, async (run, judge) => {
      const trace = await deleted(run, id);
      if (!succeeded(trace.deletion)) return got(id, trace.deletion);
      for (const exchange of pick(trace))
        if (exchange) judge.expect(exchange, status(404), exchange.purpose, [trace.deletion]);
      if (!ofContent || !isWithContent(id) || !run.fixtures.renews(withContentKind(id))) return;
      const filled = await deletedWithContent(run, id);
      const { deletion: emptied } = filled;
      if (succeeded(emptied))
        judge.expect(ofContent(filled), status(404), `a deleted ${withContent(id)}`, [emptied]);
    });
  const atOnce = should(
    'at-once',
    `Deleting ${one(kind)} twice at the same time answers 204 once, and 204 or a listed error the other time.`,
    async (run, judge) => {
      const kinds = (isWithContent(id) ? contentKinds[id] : []).filter((each) => run.fixtures.renews(each));
      const [{ bystanders, both, holding, still }, other] = await Promise.all([
        namesakesDeleted(run, id),
        deletedAtOnce(run, id, kinds),
      ]);
      const after = still ?? bystanders[0]?.after;
      if (after && !succeeded(after)) return got(siblingOf(id, 'get'), after);
      const of = id === 'compute.projects.delete' ? ` of a project with ${holding}` : '';
      const bothFit = (both: readonly Exchange[], input: string) => {
        // Whichever comes first meets what is there, though its answer may be lost.
        const isMet = both.some((each) => succeeded(each) || each.lostBefore);
        const codes = new Set([204, ...(isMet ? operation(id).listed : [])]);
        for (const exchange of both) judge.expect(exchange, status(...codes), input);
      };
      bothFit(both, `deletions at once${of}`);
      const what = kinds[0] === 'node' ? 'a node' : 'an IOU or VMware instance';
      if (other) bothFit(other, `deletions at once of a project with ${what}`);
    },
  );
  return [
    gone(
      'then-gone',
      `A deleted ${what} is no longer found.`,
      ({ read, later }) => [read, later],
      ({ read }) => read,
    ),
    gone(
      'twice',
      `Deleting ${one(kind)} that was already deleted answers 404.`,
      ({ again }) => [again],
      ({ again }) => again,
    ),
    last(atOnce),
    ...(isInstance(kind) ? deletionOfInstance(kind) : []),
    ...(siblingOf(id, 'update')
      ? [gone('then-no-update', `Updating a deleted ${what} answers 404.`, ({ update }) => [update])]
      : []),
  ];
}

/** With one of each kind in it, three times at the same time: two collide more often; undefined where none can be made. */
async function deletedAtOnce(
  run: Run,
  id: Deletion,
  [kind, ...others]: readonly ('node' | InstanceKind)[],
): Promise<readonly Exchange[] | undefined> {
  if (!kind) return undefined;
  const deleting = async (fixture: Fixture) => {
    for (const each of others) await run.fixtures.besideIfAny(fixture, each);
    const remove = () => run.send(id, fixture, undefined, 'delete at once');
    return Promise.all([remove(), remove(), remove()]);
  };
  return (
    (await run.with(kind, 'destroy', deleting).catch(unlessUnavailable)) ?? deletedAtOnce(run, id, others)
  );
}

/** Projects need not have names (2.2). */
function nameless(run: Run) {
  const story = async (own: Fixture, other?: Fixture) => {
    const take = (from: Fixture) =>
      run.send('projects.update', from, { json: { name: null } }, 'take the name');
    const write = await take(own);
    const second = other && (await take(other));
    return { write, second, deletion: await run.send('projects.delete', own, undefined, 'delete') };
  };
  return run.once('projects without a name', () =>
    run.fixtures.renews('project')
      ? run.withTwo('project', 'destroy', story)
      : run.with('project', 'destroy', (own) => story(own)),
  );
}

export function namelessProjects(): Requirement[] {
  const none = notExercised('the server does not accept null as the name of a project');
  const [update, remove] = ['projects.update', 'projects.delete'] as const;
  // When nobody else has one without a name.
  const rows = [
    family(update, 'accepts').should(
      'answers-nameless',
      `${gerund[update]} with null as its name answers 200, 400 or 404, after null was accepted as the name of another project.`,
      async (run, judge) => {
        const { write, second } = await nameless(run);
        if (write.answer?.status !== 200 || !second) return none;
        judge.expect(second, status(200, 400, 404), 'null for the name of a second project', [write]);
      },
    ),
    family(remove, 'deletion').must(
      'nameless',
      `${gerund[remove]} whose name was set to null answers 204, if the server accepted null.`,
      async (run, judge) => {
        const { write, deletion } = await nameless(run);
        if (write.answer?.status !== 200) return none;
        judge.expect(deletion, status(204), 'a project without a name', [write]);
      },
    ),
  ];
  return rows.map(last);
}

/** A project is deleted though something in it was deleted before. */
export function deletionOfEmptied(): Requirement {
  const id = 'compute.projects.delete';
  const statement = `${gerund[id]} whose cloud instance was deleted answers 204.`;
  return family(id, 'deletion').must('emptied', statement, async (run, judge) => {
    run.fixtures.requireOwnProject('cloud');
    const { deletion, emptied } = await deleted(run, 'cloud.delete');
    if (!succeeded(deletion)) return got('cloud.delete', deletion);
    const input = 'a project out of which an instance was deleted';
    if (emptied) judge.expect(emptied, status(204), input, [deletion]);
  });
}

/** The head of the empty answer to deleting a compute project (section 4.4). */
export function deletionHead(): Requirement[] {
  const id = 'compute.projects.delete';
  const { must, should } = family(id, 'deletion');
  const onHead = (name: string, wanted: string, mandatory: boolean) => async (run: Run, judge: Judge) => {
    const { deletion } = await deleted(run, id);
    if (deletion.answer?.status !== 204) return got(id, deletion);
    const isRight = headerIs(name, wanted, mandatory);
    judge.expect(deletion, isRight, 'a plain request');
    if (!run.fixtures.renews('cloud')) return;
    const full = (await deletedWithContent(run, id)).deletion;
    if (full.answer?.status === 204) judge.expect(full, isRight, `a ${withContent(id)}`);
  };
  const [type, sentence] = ['application/octet-stream', `${gerund[id]}: `];
  return [
    must(
      'content-type',
      `${sentence}a Content-Type, if present, is ${type}.`,
      onHead('content-type', type, false),
    ),
    must(
      'content-length',
      `${sentence}a Content-Length, if present, is 0.`,
      onHead('content-length', '0', false),
    ),
    should(
      'sends-content-type',
      `${sentence}the answer has Content-Type ${type}.`,
      onHead('content-type', type, true),
    ),
    family(id, 'observed').may(
      'observed.content-length',
      `${sentence}whether the answer has a Content-Length, as section 4.4 shows and RFC 9110, 8.6 forbids.`,
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
