import { status } from '../harness/exchange.js';
import { seen } from '../harness/expect.js';
import { namedIn } from '../harness/fixtures/fixtures-file.js';
import { Unavailable } from '../harness/fixtures/index.js';
import { look } from '../harness/fixtures/look.js';
import { Pool } from '../harness/fixtures/pool.js';
import { requestOf } from '../harness/request.js';
import { useOf } from '../harness/samples.js';
import type { Target } from '../harness/target.js';
import type { FixturesFile } from '../schemas/generated/fixtures.js';
import { type Operation, type OperationId, operations } from '../schemas/index.js';
import { type Finding, judged } from './doctor.js';

/** What the resources of a fixtures file allow; only readings are sent. */
export async function exerciseNamed(target: Target, file: FixturesFile): Promise<Map<OperationId, Finding>> {
  const pool = new Pool(namedIn(file), target);
  const found = new Map<OperationId, Finding>();
  for (const operation of operations) found.set(operation.id, await exercise(target, pool, operation));
  return found;
}

async function exercise(target: Target, pool: Pool, operation: Operation): Promise<Finding> {
  const { id, fixture: kind, method } = operation;
  const use = useOf(method);
  try {
    const entry = await pool.take({ kind, use });
    try {
      if (method === 'GET') {
        const exchange = await target.send(requestOf(id, entry), { purpose: 'doctor: read' });
        return judged(id, exchange);
      }
      const { exchange } = await look(target, entry);
      if (kind === 'node' || status(exchange) !== 404)
        return {
          can: true,
          seen: `not tried, since only ${use === 'write' ? 'a run writes' : 'a run deletes'}`,
        };
      const reason = `GET ${exchange.request.path} answered ${seen(exchange)}`;
      return { can: false, reason, remedy: 'correct the ids in the fixtures file' };
    } finally {
      pool.giveBack(entry, use);
    }
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    return { can: false, reason: error.message, ...(error.remedy && { remedy: error.remedy }) };
  }
}
