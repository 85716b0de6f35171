/** How long to wait for an operation that keeps getting no answer, and which of its requests to send at all. */
import pLimit, { type LimitFunction } from 'p-limit';
import type { Exchange, Request } from './exchange.js';

/** Time-outs of an operation in a row after which most of its requests are not sent any more. */
const maxLosses = 3;
/** Of those, one in so many is sent all the same: the target may have come round. */
const oneIn = 100;
/** Requests of an operation under way at once, as long as the last one to end got no answer. */
const maxInDoubt = 3;
const anyNumber = Number.POSITIVE_INFINITY;
/** Behind so many unanswered requests of an operation, answered ones between them or not, the wait is shorter, … */
const maxWaits = 8;
/** … by this factor, and again behind as many more. */
const shorter = 8;
/** It stays this many times as long as the slowest answer took, … */
const margin = 4;
/** … and this long. */
const leastWaitMs = 250;

interface Operation {
  /** Times that were lost by waiting, in a row and in all: requests that waited at once lost the same time. */
  lossesInARow: number;
  losses: number;
  /** Requests without an answer, in a row and in all. */
  unansweredInARow: number;
  unanswered: number;
  withheld: number;
  /** Few at once are under way as long as the last one to end got no answer. */
  readonly limit: LimitFunction;
}

/** The turn of one request. */
export interface Turn {
  /** Name of its operation. */
  readonly operation: string;
  /** How long it may take in milliseconds, or how many before it got no answer when it is not worth sending. */
  begin(): { readonly waitMs: number } | { readonly unanswered: number };
  /** Takes note of what came of it. Only what costs time counts: a connection dropped at once does not. */
  end(exchange: Exchange): void;
}

/**
 * A target may never answer one operation, or never some requests of it, and be sound otherwise. Waiting the whole
 * time-out for each of thousands would use up the run, so that nothing else is judged.
 */
export class AdaptiveTimeout {
  readonly #operations = new Map<string, Operation>();
  #slowestMs = 0;
  #stopped = false;

  constructor(private readonly timeoutMs: number) {}

  /** Carries out what sends a request; waits while several of its operation are under way that may never be answered. */
  inTurn<T>(request: Request, work: (turn: Turn) => Promise<T>): Promise<T> {
    const name = operationOf(request);
    const operation = this.#operation(name);
    return operation.limit(() => {
      let lossesBefore = operation.losses;
      return work({
        operation: name,
        begin: () => {
          lossesBefore = operation.losses;
          return this.#begin(operation);
        },
        end: (exchange) => this.#end(operation, exchange, lossesBefore),
      });
    });
  }

  /** Nobody waits for a turn any more. */
  stop(): void {
    this.#stopped = true;
    for (const { limit } of this.#operations.values()) limit.concurrency = anyNumber;
  }

  #begin(operation: Operation): ReturnType<Turn['begin']> {
    if (operation.lossesInARow >= maxLosses && ++operation.withheld % oneIn !== 0)
      return { unanswered: operation.unansweredInARow };
    const shortened = this.timeoutMs / shorter ** Math.floor(operation.unanswered / maxWaits);
    return {
      waitMs: Math.min(this.timeoutMs, Math.max(shortened, margin * this.#slowestMs, leastWaitMs)),
    };
  }

  #end(operation: Operation, { answer, failure, durationMs }: Exchange, lossesBefore: number): void {
    if (answer) {
      this.#slowestMs = Math.max(this.#slowestMs, durationMs);
      operation.lossesInARow = 0;
      operation.unansweredInARow = 0;
      operation.limit.concurrency = anyNumber;
    } else if (failure?.kind === 'timeout' || durationMs > this.timeoutMs / 2) {
      operation.limit.concurrency = this.#stopped ? anyNumber : maxInDoubt;
      operation.unansweredInARow++;
      operation.unanswered++;
      // One that began before the last loss was over lost the same time.
      if (lossesBefore < operation.losses) return;
      operation.losses++;
      operation.lossesInARow++;
    }
  }

  #operation(name: string): Operation {
    const counts = { lossesInARow: 0, losses: 0, unansweredInARow: 0, unanswered: 0, withheld: 0 };
    const operation = this.#operations.get(name) ?? { ...counts, limit: pLimit(anyNumber) };
    this.#operations.set(name, operation);
    return operation;
  }
}

/** Requests that differ in their ids and bodies only are of one operation, however an id is spelled. */
function operationOf({ method, path }: Request): string {
  return `${method} ${path.replace(/\/(projects|nodes|drawings)\/[^/?]+/g, '/$1/{id}').slice(0, 200)}`;
}
