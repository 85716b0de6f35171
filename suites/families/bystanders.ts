/** What is not spoken of in a request is looked at before and after it. */
import { succeeded } from '../../harness/expect.js';
import type { Exchange } from '../../harness/http/exchange.js';
import { Judge } from '../../harness/judge.js';
import { shownBy } from '../../harness/model/state.js';
import { inconclusive, notExercised, type Outcome, passed } from '../../harness/outcome.js';
import { isTelling, unexpectedChange } from '../../harness/rules/bystander.js';
import type { Run } from '../../harness/run.js';
import type { WriteOperation } from '../../harness/values/write-operations.js';
import type { Fixture } from '../../harness/worlds/index.js';
import type { InstanceKind } from '../../harness/worlds/resource.js';
import type { OperationId } from '../../schemas/index.js';
import { got } from '../define.js';

/** Readings that show what some operation writes. */
type Reading = 'projects.get' | 'drawings.list' | `${InstanceKind}.get`;
const writtenTo = (read: Reading) => shownBy(read) as WriteOperation;

/** Something that an operation is not about. */
export interface Watched {
  /** What it is, completing "changes …". */
  readonly input: string;
  readonly read: Reading;
  readonly of: Fixture;
}

/** It, as it was before and after. */
interface Bystander extends Watched {
  readonly before: Exchange;
  readonly after: Exchange;
}

/** An operation that was carried out, with what stood by. */
export interface Deed {
  readonly act: Exchange;
  readonly bystanders: readonly Bystander[];
}

/** Looks at what is watched, carries out `act`, and looks again. */
export async function watching(
  run: Run,
  watched: readonly Watched[],
  act: (before: readonly Exchange[]) => Promise<Exchange>,
): Promise<Deed> {
  const look = () =>
    Promise.all(watched.map(({ read, of }) => run.send(read, of, undefined, 'read what is around')));
  const before = await look();
  const done = await act(before);
  const after = await look();
  const bystanders = watched.map((each, index) => ({
    ...each,
    before: before[index] as Exchange,
    after: after[index] as Exchange,
  }));
  return { act: done, bystanders };
}

/** Fails with what an operation has changed around it. */
export function spared(run: Run, id: OperationId, { act, bystanders }: Deed): Outcome {
  if (!succeeded(act)) return got(id, act);
  const readable = bystanders.filter(({ before }) => before.answer?.status === 200);
  const readings = bystanders.map(({ before }) => before);
  if (readable.length === 0) return inconclusive('what is around could not be read before', readings);
  const judge = new Judge(id, run);
  for (const { input, read, before, after } of readable) {
    const change = unexpectedChange(writtenTo(read), before, after);
    if (change) judge.harm(id, change, input, [before, act, after]);
  }
  // A deletion is judged by what is still there. A list is always there, so what it shows is compared.
  const isTold = ({ read, before }: Bystander) =>
    isTelling(writtenTo(read), before) || (act.request.method === 'DELETE' && read !== 'drawings.list');
  const untold = notExercised('the target shows nothing that could have changed');
  return judge.outcome(readable.some(isTold) ? passed : untold);
}
