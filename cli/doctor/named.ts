import { notServedCodes, seen } from '../../harness/expect.js';
import { type Exchange, status } from '../../harness/http/exchange.js';
import { requestOf } from '../../harness/http/request.js';
import { notExercised, type Outcome } from '../../harness/outcome.js';
import type { Run } from '../../harness/run.js';
import { useOf } from '../../harness/samples.js';
import { namedIn } from '../../harness/worlds/named/fixtures-file.js';
import { Pool } from '../../harness/worlds/named/pool.js';
import { readResource } from '../../harness/worlds/resource.js';
import type { FixturesFile } from '../../schemas/generated/fixtures.js';
import { type Operation, type OperationId, operation } from '../../schemas/index.js';

/** Tries operations on resources from a fixtures file. Only GET requests are sent. */
export function exerciseNamed(file: FixturesFile) {
  let pool: Pool | undefined;
  return async ({ target }: Run, { id, fixture: kind, method }: Operation): Promise<Outcome> => {
    pool ??= new Pool(namedIn(file), target);
    const use = useOf(method);
    const entry = await pool.take({ kind, use });
    try {
      const isRead = method === 'GET';
      const exchange = isRead
        ? await target.send(requestOf(id, entry), { purpose: 'doctor: read' })
        : (await readResource(target, entry)).exchange;
      if (kind !== 'node' && status(exchange) === 404) {
        const reason = `GET ${exchange.request.path} answered ${seen(exchange)}`;
        const more = isRead ? `, or leave the operation out with --skip ${id}` : '';
        return notExercised(reason, `correct the ids in the fixtures file${more}`);
      }
      const by = use === 'write' ? 'a run writes' : 'a run deletes';
      return isRead ? told(id, exchange) : passedOn(`not tried, since only ${by}`);
    } finally {
      pool.giveBack(entry, use);
    }
  };
}

/** The outcome of trying an operation. Any code but those of what a server does not have can be judged, whether it is correct or not. */
export function told(id: OperationId, exchange: Exchange | undefined): Outcome {
  const what = exchange ? seen(exchange) : 'nothing was sent';
  const code = exchange && status(exchange);
  if (code !== undefined && !notServedCodes.includes(code)) return passedOn(what + documented(id, code));
  return notExercised(
    `answered ${what} for an existing resource: the server may not implement this operation`,
    `leave it out with --skip ${id}`,
  );
}

function documented(id: OperationId, code: number): string {
  const { listed, success } = operation(id);
  return listed.includes(code) ? '' : ` (the document: ${success.join(', ')})`;
}

const passedOn = (observation: string): Outcome => ({ verdict: 'passed', observation });
