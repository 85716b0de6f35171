/** Readings that crash in company: whether they do by themselves. */
import type { OperationId } from '../../../schemas/index.js';
import type { Exchange } from '../exchange.js';
import { operationOf } from '../request.js';

/** What crashed by itself so often is not asked for again any more. */
const enough = 3;

export class PassingCrashes {
  /** How often an operation crashed by itself, too. */
  readonly #steady = new Map<OperationId, number>();

  /** @returns the exchange: marked where it failed, and does not when it is `alone`. It is told all the same. */
  async settle(exchange: Exchange, alone: () => Promise<Exchange>): Promise<Exchange> {
    const { request, answer } = exchange;
    const id = request.method === 'GET' && answer?.status === 500 ? operationOf(request) : undefined;
    const steady = id && (this.#steady.get(id) ?? 0);
    if (id === undefined || steady === undefined || steady >= enough) return exchange;
    const lone = await alone();
    if (lone.answer && lone.answer.status !== 500) return { ...exchange, passing: true };
    this.#steady.set(id, steady + 1);
    return exchange;
  }
}
