/** Deletions of instances that something was done to before: what was written, started, or not found (4.2, 4.5 to 4.7). */
import { randomUUID } from 'node:crypto';
import { succeeded } from '../../harness/expect.js';
import type { Exchange } from '../../harness/http/exchange.js';
import type { Run } from '../../harness/run.js';
import { plainPayload } from '../../harness/samples.js';
import { mainType, soundInterfaces, unusedConsole } from '../../harness/values/fields.js';
import { otherUniqueName } from '../../harness/values/placeholders.js';
import { typesOf } from '../../harness/values/shapes.js';
import { writeOperations } from '../../harness/values/write-operations.js';
import type { Fixture } from '../../harness/worlds/index.js';
import type { InstanceKind } from '../../harness/worlds/resource.js';
import { noun, one } from '../words.js';
import { ports } from './ports.js';
import { isLeft, type Removal, withOneField } from './removal.js';
import { whenStarted } from './started-instances.js';

export const isNotFound = (exchange: Exchange) => exchange.answer?.status === 404;

/** Written to an instance before it is deleted, with its booleans; new ones are stopped. */
const booleanBeside = { started: true, suspended: false } as const;
export type Status = keyof typeof booleanBeside;
export const statuses: readonly Status[] = ['started', 'suspended'];

/** What is done to instances of a kind before they are deleted. */
export function storiesOf(kind: InstanceKind) {
  const [get, update, id] = [`${kind}.get`, `${kind}.update`, `${kind}.delete`] as const;
  const isCloud = kind === 'cloud';
  const { fields } = writeOperations[update];
  const booleans = fields.filter(({ schema }) => mainType(schema) === 'boolean');
  const nulls = Object.fromEntries(
    fields
      .filter((each) => typesOf(each.schema).includes('null') && !booleans.includes(each))
      .map(({ name }) => [name, null]),
  );
  const extras: Record<Status, string> = isCloud
    ? { started: 'interfaces', suspended: 'interfaces' }
    : {
        started: 'true in each boolean',
        suspended: 'false, null and another console',
      };
  const inputOf = (status: Status, write: Exchange) =>
    succeeded(write) ? `a ${status} ${noun[kind]} with ${extras[status]}` : 'after a status that was refused';
  const writingTo = async (run: Run, status: Status, fixture: Fixture, isNamed = false) => {
    const others = Object.fromEntries(booleans.map(({ name }) => [name, booleanBeside[status]]));
    const name = otherUniqueName.of(fixture);
    const whole: Record<string, unknown> = {
      ...{ status, ...others },
      ...(isCloud && { interfaces: soundInterfaces }),
      // What goes by the console, or by what is null, finds it no more.
      ...(!isCloud && status === 'suspended' && { ...nulls, console: unusedConsole }),
      ...(isNamed && { name }),
    };
    const writing = async (json: Record<string, unknown>) => ({
      json,
      write: await run.send(update, fixture, { json }, 'write the status'),
    });
    // What is in an entry of it is not shown: a target may refuse ours.
    const fuller = isCloud ? await writing({ ...whole, ports_mapping: ports(1) }) : undefined;
    const first = fuller && succeeded(fuller.write) ? fuller : await writing(whole);
    if (succeeded(first.write) || isNotFound(first.write)) return { write: first.write, written: first };
    const { write } = await writing({ status });
    return { write, written: await writing({ name, ...others }) };
  };
  type Writes = Awaited<ReturnType<typeof writingTo>>;
  const deleting = async (run: Run, fixture: Fixture, writes: Writes, isRemade: boolean) => {
    const node_id = String(fixture.node_id);
    const read = (purpose: string) => run.send(get, fixture, undefined, purpose);
    const deletion = await run.send(id, fixture, undefined, 'delete');
    const gone = await read('read afterwards');
    const again =
      isRemade && succeeded(deletion) && (await run.fixtures.besideIfAny(fixture, kind, { node_id }));
    const isSame = again && again.node_id === node_id;
    const { resource } = fixture;
    return {
      ...{ ...writes, resource, deletion, gone },
      ...(isSame && {
        creation: again.made.at(-1),
        reading: await read('read what was made again'),
        update: await run.send(update, fixture, plainPayload(update, fixture), 'update what was made again'),
      }),
    };
  };
  const deletingNobody = (run: Run, { project_id }: Fixture) =>
    run.send(id, { project_id, node_id: randomUUID() }, undefined, 'delete an unknown one');
  /** After a deletion that found nothing. */
  const afterUnknown = (run: Run) =>
    run.once(`${id} after one that found nothing`, () =>
      run.with(kind, 'destroy', async (fixture): Promise<Removal> => {
        const unknown = await deletingNobody(run, fixture);
        const deletion = await run.send(id, fixture, undefined, 'delete');
        const gone = await run.send(get, fixture, undefined, 'read afterwards');
        return {
          input: `${one(kind)} after a deletion that found nothing`,
          writes: [unknown],
          deletion,
          gone,
        };
      }),
    );
  // Its start as a node, what is written later and a deletion of nothing are tried together.
  const running = (run: Run, status: Status) =>
    whenStarted(run, kind, async (node, start) => {
      const writes = await writingTo(run, status, node, true);
      if (isNotFound(writes.write)) return undefined;
      const shown = await run.send(get, node, undefined, 'read what was written');
      const unknown = await deletingNobody(run, node);
      return { ...(await deleting(run, node, writes, false)), running: { start, shown, unknown } };
    });
  const story = (run: Run, status: Status) =>
    run.once(`${id} of a ${status} one`, async () => {
      const used = status === 'suspended' ? await running(run, status) : undefined;
      const work = async (fixture: Fixture) => {
        const writes = await writingTo(run, status, fixture);
        return { ...(await deleting(run, fixture, writes, status === 'started')), running: undefined };
      };
      return used ?? run.with(kind, 'destroy', work);
    });
  /** What was done with it, narrowed down where that goes wrong. */
  const told = async (run: Run, status: Status, isWrong: (one: Removal) => boolean = isLeft) => {
    const { written, write, running, deletion, gone } = await story(run, status);
    const writes = running ? [running.start, write] : [write];
    const whole = { input: inputOf(status, write), writes, deletion, gone };
    const narrowed = await withOneField(run, kind, written.json, whole, isWrong);
    if (!running || narrowed !== whole || !isWrong(whole)) return narrowed;
    const other = await afterUnknown(run);
    return isWrong(other) ? other : whole;
  };
  return { story, told, afterUnknown };
}
