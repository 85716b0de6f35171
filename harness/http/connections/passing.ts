/** Readings that crash in company: whether they do by themselves. */
import type { OperationId } from '../../../schemas/index.js';
import { type Exchange, status } from '../exchange.js';
import { operationOf } from '../request.js';

/** What crashed by itself so often is not asked for again any more. */
const enough = 3;

export class PassingCrashes {
  /** How often an operation crashed by itself, too. */
  readonly #steady = new Map<OperationId, number>();

  /** @returns the exchange, still as the failure that it is; marked as passing where it is answered when sent `alone`. */
  async settle(exchange: Exchange, alone: () => Promise<Exchange>): Promise<Exchange> {
    if (exchange.request.method !== 'GET' || status(exchange) !== 500) return exchange;
    const id = operationOf(exchange.request);
    if (id === undefined || (this.#steady.get(id) ?? 0) >= enough) return exchange;
    const lone = await alone();
    if (lone.answer && status(lone) !== 500) return { ...exchange, passing: true };
    this.#steady.set(id, (this.#steady.get(id) ?? 0) + 1);
    return exchange;
  }
}
