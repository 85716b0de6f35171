/** How long to wait for a kind of request that keeps getting no answer. */
import type { Exchange, Request } from './exchange.js';

/** Unanswered requests of a kind in a row after which most of that kind are not sent any more. */
const hopeless = 12;
/** Of those, one in so many is sent all the same: the target may have come round. */
const oneIn = 100;
/** Unanswered requests of a kind, answered ones between them or not, after which the wait is shorter. */
const slow = 24;
/** How much shorter, and how many times longer than the slowest answer it stays. */
const shorter = 8;
const margin = 4;

interface Waits {
  inARow: number;
  inAll: number;
  withheld: number;
}

/**
 * A target may never answer one kind of request, or never some requests of a kind, and be sound otherwise.
 * Waiting the whole time-out for each of thousands would use up the run, so that nothing else is judged.
 */
export class Patience {
  readonly #kinds = new Map<string, Waits>();
  #slowestMs = 0;

  constructor(private readonly timeoutMs: number) {}

  /** How long this request may take in milliseconds, or how many before it got no answer when it is not worth sending. */
  before(request: Request): { readonly waitMs: number } | { readonly unanswered: number } {
    const waits = this.#waits(request);
    if (!waits) return { waitMs: this.timeoutMs };
    if (waits.inARow >= hopeless && ++waits.withheld % oneIn !== 0) return { unanswered: waits.inARow };
    if (waits.inAll < slow) return { waitMs: this.timeoutMs };
    return { waitMs: Math.min(this.timeoutMs, Math.max(this.timeoutMs / shorter, margin * this.#slowestMs)) };
  }

  /** Takes note of an exchange that was sent. Only what costs time counts: a connection dropped at once does not. */
  saw({ request, answer, failure, durationMs }: Exchange): void {
    if (answer) {
      this.#slowestMs = Math.max(this.#slowestMs, durationMs);
      const waits = this.#waits(request);
      if (waits) waits.inARow = 0;
    } else if (failure?.kind === 'timeout' || durationMs > this.timeoutMs / 2) {
      const kind = kindOf(request);
      const waits = this.#kinds.get(kind) ?? { inARow: 0, inAll: 0, withheld: 0 };
      this.#kinds.set(kind, waits);
      waits.inARow++;
      waits.inAll++;
    }
  }

  /** Most targets answer everything: then the kind of a request need not be worked out. */
  #waits(request: Request): Waits | undefined {
    return this.#kinds.size === 0 ? undefined : this.#kinds.get(kindOf(request));
  }
}

/** Requests that differ in their ids and bodies only are of one kind. */
function kindOf({ method, path }: Request): string {
  return `${method} ${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '{id}').slice(0, 200)}`;
}
