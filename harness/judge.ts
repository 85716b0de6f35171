import type { Exchange } from './exchange.js';
import { type Expectation, symptomOf } from './expect.js';
import { type Failure, failedOr, failure, type Miss, type Outcome, passed } from './outcome.js';

/** Collects what goes wrong in one check, and says what came of it. */
export class Judge {
  readonly #operation: string;
  readonly #failures: Failure[] = [];

  constructor(operation: string) {
    this.#operation = operation;
  }

  /** Holds an exchange against an expectation; `before` is what led to it. True when it is kept. */
  expect(
    exchange: Exchange,
    expectation: Expectation,
    input: string,
    before: readonly Exchange[] = [],
  ): boolean {
    const miss = expectation(exchange);
    if (miss) this.miss(miss, input, [...before, exchange], symptomOf(miss, exchange));
    return miss === undefined;
  }

  /** Notes a miss that shows in the last of the exchanges. */
  miss(miss: Miss, input: string, exchanges: readonly Exchange[], outcome = miss.seen): void {
    this.#failures.push(failure(miss, { operation: this.#operation, input, outcome }, exchanges));
  }

  get failed(): boolean {
    return this.#failures.length > 0;
  }

  /** Failed with what was noted, or `otherwise`. */
  outcome(otherwise: Outcome = passed): Outcome {
    return failedOr(this.#failures, otherwise);
  }
}
