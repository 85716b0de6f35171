/** What a deletion that succeeded has removed is not found any more (section 4). */
import { status, succeeded } from '../../harness/expect.js';
import type { Exchange } from '../../harness/http/exchange.js';
import { Judge } from '../../harness/judge.js';
import { inState, notRemoved, type Outcome } from '../../harness/outcome.js';
import type { Run } from '../../harness/run.js';
import { otherUniqueName } from '../../harness/values/placeholders.js';
import type { InstanceKind } from '../../harness/worlds/resource.js';
import type { OperationId } from '../../schemas/index.js';
import { got } from '../define.js';
import { whenStarted } from './started-instances.js';

/**
 * Fails where one of the readings still finds what was deleted.
 * @param led What came before the readings.
 */
export function removing(
  run: Run,
  id: OperationId,
  input: string,
  led: readonly Exchange[],
  deletions: readonly Exchange[],
  readings: readonly Exchange[],
): Outcome {
  const refused = deletions.find((each) => !succeeded(each));
  if (refused) return got(id, refused);
  const judge = new Judge(id, run);
  for (const reading of readings) {
    const miss = succeeded(reading) && status(404)(reading);
    if (miss) judge.miss(inState(miss), input, [...led, reading], notRemoved, undefined, id);
  }
  return judge.outcome();
}

/** A deletion, and the reading behind it. */
export interface Removal {
  readonly input: string;
  /** What was sent to it, or to others, before. */
  readonly writes: readonly Exchange[];
  readonly deletion: Exchange;
  readonly gone: Exchange;
}

export const removed = (run: Run, id: OperationId, { input, writes, deletion, gone }: Removal) =>
  removing(run, id, input, [...writes, deletion], [deletion], [gone]);

export const isLeft = ({ deletion, gone }: Removal) => succeeded(deletion) && succeeded(gone);

/**
 * Looks for the one written field after which the deletion of an instance goes wrong: each is tried by itself, and so is
 * its start as a node.
 * @param json What was written before the deletion that went wrong.
 * @param isWrong What is wrong; unless given, that the instance is still there.
 * @returns the deletion after that field alone; `whole` where it takes several fields or none, or where instances cannot
 * be made again.
 */
export async function withOneField(
  run: Run,
  kind: InstanceKind,
  json: Readonly<Record<string, unknown>>,
  whole: Removal,
  isWrong: (each: Removal) => boolean = isLeft,
): Promise<Removal> {
  if (!isWrong(whole) || !run.fixtures.renews(kind)) return whole;
  if (isWrong(await deletedWith(run, kind))) return whole;
  const shown: Removal[] = [];
  for (const field of Object.entries(json)) {
    const one = await deletedWith(run, kind, field);
    if (one.writes.every(succeeded) && isWrong(one)) shown.push(one);
  }
  const started = shown.length === 0 && (await deletedWhenStarted(run, kind));
  if (started && isWrong(started)) return started;
  const [first = whole] = shown;
  return shown.length > 1 ? { ...first, input: 'an instance that was updated' } : first;
}

function deletedWith(run: Run, kind: InstanceKind, written?: [field: string, value: unknown]) {
  const [field = 'nothing', value = null] = written ?? [];
  return run.once(`${kind} deleted with ${field} ${JSON.stringify(value)}`, () =>
    run.with(kind, 'destroy', async (fixture): Promise<Removal> => {
      const json = { [field]: field === 'name' ? otherUniqueName.of(fixture) : value };
      const writes = written ? [await run.send(`${kind}.update`, fixture, { json }, `write ${field}`)] : [];
      const deletion = await run.send(`${kind}.delete`, fixture, undefined, 'delete');
      const gone = await run.send(`${kind}.get`, fixture, undefined, 'read afterwards');
      return { input: instanceWith(field, value), writes, deletion, gone };
    }),
  );
}

export const ofStarted = 'an instance that was started';

const deletedWhenStarted = (run: Run, kind: InstanceKind) =>
  run.once(`${kind} deleted when it was started`, () =>
    whenStarted(run, kind, async (fixture, start): Promise<Removal | undefined> => {
      const read = await run.send(`${kind}.get`, fixture, undefined, 'read it as an instance');
      if (!succeeded(read)) return undefined;
      const deletion = await run.send(`${kind}.delete`, fixture, undefined, 'delete');
      const gone = await run.send(`${kind}.get`, fixture, undefined, 'read afterwards');
      return { input: ofStarted, writes: [start], deletion, gone };
    }),
  );

function instanceWith(field: string, value: unknown): string {
  if (field === 'status') return `a ${value} instance`;
  const isTold = value === null || typeof value === 'boolean';
  return `an instance ${isTold ? `with ${field} ${value}` : `after an update of its ${field}`}`;
}
