/** Resources that get no answer any more once a request to them was refused, as behind a lock that nobody gives back. */
import { inOrder } from '../../../schemas/groups.js';
import type { OperationId } from '../../../schemas/index.js';
import { isRefused } from '../../expect.js';
import { type Exchange, status } from '../../http/exchange.js';
import { operationOf } from '../../http/request.js';
import { type Cause, causeOfAll } from '../cause.js';
import type { Sighting } from '../sighting.js';

export const silentOnceRefused = 'gives no answer once a request to the same resource was refused';

/** With fewer unanswered requests behind a refusal, they may have something else in common. */
const leastUnanswered = 5;
/** The share of exceptions: answers behind a refusal, and requests without an answer that nothing was refused before. */
const mostOthers = 0.1;

/** The requests of an operation: without an answer behind a refusal and not, and with one behind a refusal. */
const none = { unanswered: 0, others: 0, answered: 0 };

const isUnanswered = ({ failure }: Exchange) => failure?.kind === 'timeout';
/** What does not exist has no lock. */
const isTurnedDown = (exchange: Exchange) => isRefused(exchange) && status(exchange) !== 404;

/** Requests to each resource, by whether one to it was refused before. */
export class Jammed {
  readonly #refused = new Set<string>();
  readonly #counts = new Map<OperationId, typeof none>();

  add(exchange: Exchange): void {
    const path = exchange.request.path.toLowerCase();
    const id = operationOf(exchange.request);
    const isBehind = this.#refused.has(path);
    if (exchange.answer && isTurnedDown(exchange)) this.#refused.add(path);
    const answered = exchange.answer && isBehind ? 'answered' : undefined;
    const of = isUnanswered(exchange) ? (isBehind ? 'unanswered' : 'others') : answered;
    // What was not sent tells nothing of the target.
    if (!id || !of || exchange.unsent) return;
    const counts = this.#counts.get(id) ?? none;
    this.#counts.set(id, { ...counts, [of]: counts[of] + 1 });
  }

  /** The operations that get no answer then, and hardly ever otherwise. */
  get operations(): OperationId[] {
    const isSo = ({ answered, others, unanswered }: typeof none) =>
      unanswered >= leastUnanswered && Math.max(answered, others) <= mostOthers * unanswered;
    return inOrder([...this.#counts].flatMap(([id, counts]) => (isSo(counts) ? id : [])));
  }
}

/** One cause of all that such operations show by giving no answer, and of what was not sent for that. */
export function jammedIn(broken: readonly Sighting[], operations: readonly OperationId[]): Cause[] {
  if (operations.length === 0) return [];
  const isOfThem = (each: Exchange) =>
    isUnanswered(each) && operations.some((id) => id === operationOf(each.request));
  const sightings = broken.filter(({ failure }) => failure?.exchanges.some(isOfThem));
  return [causeOfAll({ operations, expected: 'valid', outcome: silentOnceRefused }, sightings)];
}
