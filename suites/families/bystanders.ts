/** What stands by while an operation is carried out: it is read before and afterwards, and is to be as it was. */
import { succeeded } from '../../harness/expect.js';
import { type Exchange, status } from '../../harness/http/exchange.js';
import { Judge } from '../../harness/judge.js';
import { shownBy } from '../../harness/model/state.js';
import { inconclusive, type Mismatch, notExercised, type Outcome, passed } from '../../harness/outcome.js';
import { isTelling, unexpectedChange } from '../../harness/rules/fields.js';
import type { Run } from '../../harness/run.js';
import { type WriteOperation, writeOperations } from '../../harness/values/write-operations.js';
import type { Fixture } from '../../harness/worlds/index.js';
import type { InstanceKind } from '../../harness/worlds/resource.js';
import type { OperationId } from '../../schemas/index.js';
import { got } from '../define.js';

/** Readings that show what some operation writes. */
type Reading = 'projects.get' | 'compute.projects.get' | 'drawings.list' | `${InstanceKind}.get`;
/** A compute project shows the fields of a project, which no operation writes to it. */
export const writtenTo = (read: Reading) => shownBy(read) ?? writeOperations['projects.update'];

/** Something that an operation is not about. */
export interface Watched {
  /** What it is, completing "changes …". */
  readonly input: string;
  readonly read: Reading;
  readonly of: Fixture;
}

/** It, as it was before and after. */
export interface Bystander extends Watched {
  readonly before: Exchange;
  readonly after: Exchange;
}

/** An operation that was carried out, with what stood by. */
export interface Deed {
  readonly act: Exchange;
  readonly bystanders: readonly Bystander[];
}

/** Looks at what is watched, carries out `act`, and looks again: twice at what is not found, which readings may miss. */
export async function watching(
  run: Run,
  watched: readonly Watched[],
  act: (before: readonly Exchange[]) => Promise<Exchange>,
  purpose = 'read what is around',
): Promise<Deed> {
  const lookAt = ({ read, of }: Watched) => run.send(read, of, undefined, purpose);
  const before = await Promise.all(watched.map(lookAt));
  const done = await act(before);
  const after = await Promise.all(
    watched.map(async (each, index) => {
      const shown = await lookAt(each);
      return succeeded(before[index] as Exchange) && status(shown) === 404 ? lookAt(each) : shown;
    }),
  );
  const bystanders = watched.map((each, index) => ({
    ...each,
    before: before[index] as Exchange,
    after: after[index] as Exchange,
  }));
  return { act: done, bystanders };
}

/** How something that could be read before has changed. */
export function changeOf({ read, before, after }: Bystander): Mismatch | undefined {
  const written = writtenTo(read);
  return succeeded(before) ? unexpectedChange(written, before, after, ofItsOwn(written)) : undefined;
}

/** Notes what an operation has changed of what could be read before; gives what is as it was. */
export function noteHarms(judge: Judge, id: OperationId, { act, bystanders }: Deed): Bystander[] {
  return bystanders.filter((each) => {
    const change = changeOf(each);
    if (change) judge.harm(id, change, each.input, [each.before, act, each.after]);
    return !change && succeeded(each.before);
  });
}

/** Fields that a server may change by itself; the console of one resource is no matter of another. */
const ofItsOwn = ({ owned }: WriteOperation) => new Set([...owned].filter((name) => name !== 'console'));

/** Fails with what an operation has changed around it. */
export function spared(run: Run, id: OperationId, { act, bystanders }: Deed): Outcome {
  if (!succeeded(act)) return got(id, act);
  const readable = bystanders.filter(({ before }) => before.answer?.status === 200);
  const readings = bystanders.map(({ before }) => before);
  if (readable.length === 0)
    return inconclusive('the neighbouring resources could not be read beforehand', readings);
  const judge = new Judge(id, run);
  noteHarms(judge, id, { act, bystanders: readable });
  // A deletion is judged by what is still there. A list is always there, so what it shows is compared.
  const isTold = ({ read, before }: Bystander) =>
    isTelling(writtenTo(read), before) || (act.request.method === 'DELETE' && read !== 'drawings.list');
  const untold = notExercised('the server shows nothing that could have changed');
  return judge.outcome(readable.some(isTold) ? passed : untold);
}
