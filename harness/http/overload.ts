/** A target that answers 429 or 503: it has too much to do, which is no matter of conformance, or it always does so. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Exchange, header } from './exchange.js';

/** What may help where a target has more to do than it can. */
export const gentler = 'ask for less at a time: --concurrency 1, or --rate N';

/**
 * What all waits may take together, in milliseconds: before requests are sent again, those of clean-up (what was
 * made is to be removed all the same), and before requests are sent alone.
 */
const budgetsMs = { judging: 4000, cleanUp: 20_000, alone: 10_000 };
/** Waits before a request is sent again where the target does not say how long, in milliseconds. */
const pausesMs = [100, 400];
/** Shorter waits would be a flood of requests. */
const shortestMs = 50;
/** Requests that are sent alone and answered then, after which the others are not tried any more. */
const maxRescued = 20;

export class Overload {
  readonly #waitedMs = { judging: 0, cleanUp: 0, alone: 0 };
  /** Operations that a request of met it alone as well: it is how they answer. */
  readonly #always = new Set<string>();
  #rescued = 0;
  #claims = 0;
  #underWay = 0;
  #waiting: (() => void)[] = [];

  /** What a reader of the report is to know. */
  get notices(): readonly string[] {
    const { judging, alone } = this.#waitedMs;
    return [
      ...(judging + alone > 0
        ? ['The target answered 429 or 503: such requests were sent again more slowly, as Retry-After asks.']
        : []),
      ...(this.#rescued > 0
        ? [`Requests that got 429 or 503 were answered when they were sent alone: ${gentler}.`]
        : []),
    ];
  }

  /**
   * How long to wait before a request is sent again, in milliseconds; undefined when its answer is to stand.
   * @param times How often it was sent again already.
   */
  pause(
    exchange: Exchange,
    operation: string,
    work: 'judging' | 'cleanUp',
    times: number,
  ): number | undefined {
    if (!isBusy(exchange) || this.#isKnown(operation)) return undefined;
    // Clean-up tries what is still there once more at its end.
    return this.#spend(retryAfter(exchange) ?? (work === 'judging' ? pausesMs[times] : undefined), work);
  }

  /**
   * What a request comes to that got 429 or 503 however often it was sent: it is sent alone, while nothing else is
   * under way. What it gets then is its answer. Where it cannot be tried, nothing can be said of the target.
   */
  async settle(exchange: Exchange, operation: string, send: () => Promise<Exchange>): Promise<Exchange> {
    if (!isBusy(exchange) || this.#isKnown(operation)) return exchange;
    const wait = this.#rescued < maxRescued ? this.#spend(retryAfter(exchange) ?? 0, 'alone') : undefined;
    if (wait === undefined) return { ...exchange, overloaded: true };
    const lone = await this.#alone(async () => {
      await sleep(wait);
      return send();
    });
    if (isBusy(lone)) this.#always.add(operation);
    else this.#rescued++;
    return lone;
  }

  /** Sends side by side with others, but not while a request is sent alone. */
  async beside<T>(send: () => Promise<T>): Promise<T> {
    while (this.#claims > 0) await this.#change();
    this.#underWay++;
    try {
      return await send();
    } finally {
      this.#underWay--;
      this.#changed();
    }
  }

  async #alone<T>(work: () => Promise<T>): Promise<T> {
    this.#claims++;
    try {
      while (this.#underWay > 0) await this.#change();
      this.#underWay++;
      return await work();
    } finally {
      this.#underWay--;
      this.#claims--;
      this.#changed();
    }
  }

  /** A target that was never seen to be overloaded need not be asked again and again. */
  #isKnown(operation: string): boolean {
    return this.#rescued === 0 && this.#always.has(operation);
  }

  #spend(wait: number | undefined, budget: keyof typeof budgetsMs): number | undefined {
    if (wait === undefined || this.#waitedMs[budget] + wait > budgetsMs[budget]) return undefined;
    this.#waitedMs[budget] += wait;
    return wait;
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #changed(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

const isBusy = ({ answer }: Exchange) => answer?.status === 429 || answer?.status === 503;

/** How long the target asks to wait (RFC 9110, 10.2.3), in milliseconds; undefined when it does not. */
export function retryAfter(exchange: Exchange, now: number = Date.now()): number | undefined {
  if (!exchange.answer || !isBusy(exchange)) return undefined;
  const value = header(exchange.answer, 'retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Math.max(Number(value) * 1000, shortestMs);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(date - now, shortestMs);
}
