/** A request to an operation, with all that is known of it: what holds of it is said here. */
import type { Operation } from '../../schemas/index.js';
import type { Expectation } from '../expect.js';
import type { Exchange } from '../http/exchange.js';
import { labelOf } from '../plan/case.js';
import { type WriteOperation, writeOperation } from '../values/write-operations.js';
import { caseOf, type RecordedCase, type Sent, sentBy } from './body.js';
import type { Event } from './history/event.js';
import type { Known } from './history/knowledge.js';
import type { About, Look, Tally } from './tally.js';

export class Asked {
  readonly sent: Sent;
  readonly written: WriteOperation | undefined;
  /** What was sent to a write operation, where it can be judged. */
  readonly recorded: RecordedCase | undefined;

  /**
   * @param known What is known of the resource that it is sent to.
   * @param history What was recorded of that before.
   */
  constructor(
    readonly event: Event,
    readonly operation: Operation,
    readonly tally: Tally,
    readonly known: Known | undefined,
    readonly history: () => readonly Exchange[],
  ) {
    this.sent = operation.takesBody ? sentBy(event) : { is: 'missing' };
    this.written = writeOperation(operation.id);
    this.recorded = this.written && caseOf(this.written, this.sent);
  }

  /** What is said of some requirements of the operation; of others where `about` says so. */
  look(names: readonly string[], about: Partial<About> & { readonly input?: string } = {}): Look {
    const input = this.recorded ? labelOf(this.recorded.case) : 'a plain request';
    return { operation: this.operation.id, names, input, history: this.history, ...about };
  }

  expect(names: readonly string[], expectation: Expectation, about?: Partial<About>): void {
    this.tally.expect(this.look(names, about), this.event.exchange, expectation);
  }

  /** When something else than the server may have lost the answer. */
  get lost(): Pick<About, 'span'> {
    const { exchange, start, end } = this.event;
    return exchange.failure?.kind === 'dropped' ? { span: { from: start, to: end, isLost: true } } : {};
  }
}
