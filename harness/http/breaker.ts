import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from './exchange.js';
import { formatRequest } from './request.js';

/** Thrown to every check when the run has ended early; the reason is told once in the report. */
export class RunAborted extends Error {
  override readonly name = 'RunAborted';

  constructor(
    message: string,
    /** What this check had sent last before the target went away, where its answer never came. */
    readonly lost?: Exchange,
  ) {
    super(message);
  }
}

/** What work comes to that the end of the target cut short: `rest`, when that is something, else the rejection. */
export async function salvageOnAbort<T, R = T>(work: Promise<T>, rest: () => R | undefined): Promise<T | R> {
  try {
    return await work;
  } catch (error) {
    const left = error instanceof RunAborted ? rest() : undefined;
    if (left === undefined) throw error;
    return left;
  }
}

/** Failures in a row after which the target is asked whether it is still there. */
const threshold = 6;
/** A server that is started again by its supervisor is back within these pauses, in milliseconds. */
const restart = [0, 300, 700];
/** Requests that the reason names. */
const named = 4;

/**
 * Opens when a target stops answering.
 *
 * A server that drops one kind of request is not gone: after {@link threshold} failures in a row, and at once
 * when a connection is refused, a harmless request decides, several times when it is refused. Any answer to it,
 * whatever its code or length, means that the target lives, and the failures stand as findings of their own.
 *
 * Many requests are under way when a target dies. All of them fail at about the same time; whoever is first
 * asks, the others wait for the same reply, so that no check goes on before it is known. The request that
 * killed the target is among those whose connection broke, not among those that were refused afterwards; when
 * none broke, it is the last one that was answered. That is what the reason names.
 */
export class Breaker {
  /** Why the run ends, once it does. */
  open: string | undefined;
  #failures = 0;
  #broken: string[] = [];
  #answered: string | undefined;
  #asking: Promise<void> | undefined;

  /** @param ask Sends the harmless request; undefined when the run was stopped, so that nobody needs to know. */
  constructor(
    private readonly ask: () => Promise<Exchange | undefined>,
    private readonly pauses: readonly number[] = restart,
  ) {}

  /** Takes note of one exchange; resolves when it is known whether the target is still there. */
  async saw(exchange: Exchange): Promise<void> {
    const { answer, failure, request } = exchange;
    const words = formatRequest(request);
    if (answer || failure?.kind === 'too-large') {
      this.#failures = 0;
      this.#broken = [];
      this.#answered = words;
      return;
    }
    this.#failures++;
    if (failure?.kind !== 'refused' && this.#broken.length < named) this.#broken.push(words);
    if (this.#failures >= threshold || failure?.kind === 'refused') {
      this.#asking ??= this.#decide().finally(() => {
        this.#asking = undefined;
      });
      await this.#asking;
    }
  }

  async #decide(): Promise<void> {
    let last: Exchange | undefined;
    for (const pause of this.pauses) {
      await sleep(pause);
      last = await this.ask();
      if (last?.failure?.kind !== 'refused') break;
    }
    if (!last) return;
    if (last.answer || last.failure?.kind === 'too-large') {
      this.#failures = 0;
      this.#broken = [];
      return;
    }
    const before = this.#broken.length > 0 ? this.#broken.join(', ') : this.#answered;
    const suspects = before === undefined ? '' : `; the last requests before: ${before}`;
    this.open ??=
      last.failure?.kind === 'refused'
        ? `the target refuses connections${suspects}`
        : `the target stopped answering (${last.failure?.message})${suspects}`;
  }
}

/** Connections that break within this time, in milliseconds, break together. */
const togetherMs = 20;

/** The times that a target ended while several requests were under way: it may be there again, without what it had. */
export class Falls {
  readonly #at: number[] = [];
  /** When requests that were under way then broke, in milliseconds since the epoch. */
  readonly times: number[] = [];

  constructor(private readonly breaker: Breaker) {}

  /**
   * Whether an exchange broke as several did, with all connections.
   * @param isCutOff Whether no connection is left.
   */
  async has({ failure }: Exchange, isCutOff: () => boolean): Promise<boolean> {
    if (failure?.kind !== 'dropped') return false;
    const now = performance.now();
    this.#at.push(now);
    await sleep(togetherMs);
    const together = this.#at.filter((at) => Math.abs(at - now) < togetherMs);
    if (together.length < 2 || !isCutOff()) return false;
    this.times.push(performance.timeOrigin + now);
    return true;
  }

  /** Of what was under way, the request that ends the target does so again when it is sent alone, by `send`. */
  async settle(first: Exchange, send: () => Promise<Exchange>): Promise<Exchange> {
    const again = async () => (this.breaker.open === undefined ? send() : first);
    let came = await again();
    while (came.failure?.kind === 'refused') {
      await this.breaker.saw(came);
      came = await again();
    }
    return came.answer && first.request.method !== 'GET' ? { ...came, sentTwice: true } : came;
  }
}
