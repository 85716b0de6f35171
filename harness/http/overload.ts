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
/** Before a lone request is sent a second time, to a target that was seen to be overloaded and to one that was not. */
const againMs = { overloaded: 1000, unknown: 300 };
/** Between two requests to a target that is overloaded even one by one: at first, and after that again and again. */
const gapsMs = { first: 25, longest: 100 };
/** Requests that are sent alone and answered then, after which the others are not tried any more. */
const maxRescued = 20;

export class Overload {
  readonly #waitedMs = { judging: 0, cleanUp: 0, alone: 0 };
  /** Operations that a request of met it alone as well: it is how they answer. */
  readonly #always = new Set<string>();
  #rescued = 0;
  /** Whether requests go one by one: what is answered alone may only be too much beside others. */
  #isOneByOne = false;
  /** Between the beginnings of two requests, in milliseconds. */
  #gapMs = 0;
  /** When the next request may be sent, on the clock of {@link performance}. */
  #nextAt = 0;
  #claims = 0;
  #underWay = 0;
  #waiting: (() => void)[] = [];

  /** What a reader of the report is to know. */
  get notices(): readonly string[] {
    const { judging, alone } = this.#waitedMs;
    return [
      judging + alone > 0 &&
        'The target answered 429 or 503: such requests were sent again more slowly, as Retry-After asks.',
      this.#rescued > 0 &&
        `Requests that got 429 or 503 were answered when they were sent alone, so the suite slowed down: ${gentler}.`,
    ].filter((each) => each !== false);
  }

  /**
   * Whether a request is to be sent again, after a pause in which no other is sent either; else its answer stands.
   * @param times How often it was sent again already.
   */
  isWorthAnother(exchange: Exchange, operation: string, work: 'judging' | 'cleanUp', times: number): boolean {
    if (!isBusy(exchange) || this.#isKnown(operation)) return false;
    // Clean-up tries what is still there once more at its end.
    return this.#pause(retryAfter(exchange) ?? (work === 'judging' ? pausesMs[times] : undefined), work);
  }

  /**
   * What a request comes to that got 429 or 503 however often it was sent: it is sent alone, while nothing else is
   * under way. What it gets then is its answer. Where it cannot be tried, nothing can be said of the target.
   */
  async settle(exchange: Exchange, operation: string, send: () => Promise<Exchange>): Promise<Exchange> {
    if (!isBusy(exchange) || this.#isKnown(operation)) return exchange;
    const isTried = this.#rescued < maxRescued && this.#pause(retryAfter(exchange) ?? 0, 'alone');
    if (!isTried) return { ...exchange, overloaded: true };
    const lone = await this.alone(async () => {
      await this.#turn();
      const first = await send();
      // It may have asked for too short a wait, or turn away one request in so many.
      const waitMs = this.#rescued > 0 ? againMs.overloaded : againMs.unknown;
      if (!isBusy(first) || !this.#pause(waitMs, 'alone')) return first;
      await this.#turn();
      return send();
    });
    if (isBusy(lone)) this.#always.add(operation);
    else if (lone.answer) {
      this.#rescued++;
      if (this.#isOneByOne)
        this.#gapMs = this.#gapMs === 0 ? gapsMs.first : Math.min(2 * this.#gapMs, gapsMs.longest);
      this.#isOneByOne = true;
    }
    return lone;
  }

  /** Sends side by side with others, but not while a request is sent alone, nor before its turn. */
  async beside<T>(send: () => Promise<T>): Promise<T> {
    if (this.#gapMs > 0 || this.#wait() > 0) await this.#turn();
    if (this.#isOneByOne) return this.alone(send);
    while (this.#claims > 0) await this.#change();
    this.#underWay++;
    try {
      return await send();
    } finally {
      this.#underWay--;
      this.#changed();
    }
  }

  /** Sends while nothing else is under way. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
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

  /** Lets nothing be sent for so long; false where that is more than may still be waited. */
  #pause(waitMs: number | undefined, budget: keyof typeof budgetsMs): boolean {
    if (waitMs === undefined) return false;
    const until = performance.now() + waitMs;
    // What several requests wait together counts once.
    const more = Math.max(0, until - Math.max(this.#nextAt, performance.now()));
    if (this.#waitedMs[budget] + more > budgetsMs[budget]) return false;
    this.#waitedMs[budget] += more;
    this.#nextAt = Math.max(this.#nextAt, until);
    return true;
  }

  async #turn(): Promise<void> {
    for (let wait = this.#wait(); wait > 0; wait = this.#wait()) await sleep(wait);
    this.#nextAt = Math.max(this.#nextAt, performance.now()) + this.#gapMs;
  }

  #wait = () => this.#nextAt - performance.now();

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
