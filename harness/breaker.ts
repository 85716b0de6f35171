import type { Exchange } from './exchange.js';

/** Thrown to every check when the run has ended early; the reason is told once in the report. */
export class TargetGone extends Error {
  override readonly name = 'TargetGone';
}

/** Failures in a row after which the target is asked whether it is still there. */
const threshold = 6;

/**
 * Opens when a target stops answering. A server that drops one kind of request is not gone:
 * after {@link threshold} failures in a row a harmless request decides.
 */
export class Breaker {
  /** Why the run ends, once it does. */
  open: string | undefined;
  #failures = 0;
  #probing: Promise<void> | undefined;

  constructor(private readonly probe: () => Promise<Exchange>) {}

  /** Takes note of one exchange; resolves when it is known whether the target is still there. */
  async saw(exchange: Exchange): Promise<void> {
    if (exchange.answer) this.#failures = 0;
    else if (++this.#failures >= threshold || exchange.failure?.kind === 'refused') {
      this.#probing ??= this.#ask(exchange);
      await this.#probing;
    }
  }

  async #ask(last: Exchange): Promise<void> {
    const answer = await this.probe();
    this.#failures = 0;
    this.#probing = undefined;
    if (answer.answer || this.open !== undefined) return;
    const request = `${last.request.method} ${last.request.path}`;
    this.open =
      answer.failure?.kind === 'refused'
        ? `the target refuses connections; the last request before was ${request}`
        : `the target stopped answering (${answer.failure?.message}); the last request was ${request}`;
  }
}
