/** The only file that talks to the network: lines, bounds, waiting, the breaker. */
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import pThrottle from 'p-throttle';
import { Allowance } from './allowance.js';
import { attempt, type Outcome, outOfRoom } from './attempt.js';
import { Breaker, TargetGone } from './breaker.js';
import type { Exchange, Headers, Request } from './exchange.js';
import { Flood } from './flood.js';
import { Keeper } from './kept.js';
import { Line } from './line.js';
import { Patience } from './patience.js';
import { retryAfter, retryAfterBudgetsMs } from './retry-after.js';
import { failed } from './transport-failure.js';
import type { Tls } from './wire.js';

export interface TargetOptions {
  /** Base URL; its path is a prefix of every request path. Credentials in it are not used here. */
  readonly baseUrl: string;
  /** Requests in flight at most. */
  readonly concurrency: number;
  /** Requests a second at most. */
  readonly rate?: number;
  /** Time-out of one whole exchange in milliseconds. */
  readonly timeoutMs: number;
  /** Longest answer in bytes, after decompression. */
  readonly maxAnswerBytes?: number;
  /** Sent with every request. */
  readonly headers?: Headers;
  readonly tls?: Tls;
}

export interface SendOptions {
  readonly purpose?: string;
  /** Is given the bytes that came in, the head of the answer included; uses a connection of its own. */
  readonly raw?: (bytes: Buffer) => void;
  /** Is called when the request is about to be sent; a run that is stopped while it waits sends nothing. */
  readonly onSending?: () => void;
  /** Clean-up goes on after the run was stopped. */
  readonly evenWhenStopped?: boolean;
}

const defaultMaxAnswer = 8 * 1024 * 1024;
/** Bytes that a server wrongly sends behind a 204 may come in a packet of their own, so long after it. */
const afterglowMs = 30;

export class Target {
  readonly #lines: Line[] = [];
  readonly #origin: string;
  readonly #prefix: string;
  readonly #slot: <T>(task: () => Promise<T>, mayStart: () => void) => Promise<T>;
  readonly #options: TargetOptions;
  readonly #breaker: Breaker;
  readonly #patience: Patience;
  readonly #allowance = new Allowance();
  readonly #flood = new Flood();
  readonly #keeper = new Keeper();
  readonly #stop = new AbortController();
  /** Ends each exchange that is under way. A listener for each on the signal would cost more than the rest here. */
  readonly #stops = new Set<() => void>();
  readonly #waited = { judging: 0, cleanUp: 0 };
  #closed = false;
  /** Requests sent so far. */
  requests = 0;
  /** Every exchange, for those who ask (tests, benches); the run keeps none. */
  onExchange: ((exchange: Exchange) => void) | undefined;
  readonly notices = new Set<string>();

  constructor(options: TargetOptions) {
    const url = new URL(options.baseUrl);
    this.#options = options;
    this.#origin = url.origin;
    this.#prefix = url.pathname.replace(/\/+$/, '');
    setMaxListeners(0, this.#stop.signal);
    const limit = pLimit(options.concurrency);
    const throttled = options.rate
      ? pThrottle({ limit: options.rate, interval: 1000 })(() => Promise.resolve())
      : undefined;
    this.#slot = (task, mayStart) =>
      limit(async () => {
        // Asked first: a stopped run does not wait for its turn at a low rate.
        mayStart();
        await throttled?.();
        return task();
      });
    this.#patience = new Patience(options.timeoutMs);
    this.#breaker = new Breaker(() => this.#isThere());
  }

  /** Sends one request and waits for the whole answer. Rejects with {@link TargetGone} once the run has ended. */
  send(request: Request, options: SendOptions = {}): Promise<Exchange> {
    const check = options.evenWhenStopped ? () => {} : () => this.#check();
    return this.#slot(async () => {
      check();
      options.onSending?.();
      let came = await this.#watched(request, options);
      // What was refused never reached the target, which is there again by now.
      if (came.failure?.kind === 'refused' && !options.evenWhenStopped)
        came = await this.#watched(request, options);
      this.onExchange?.(came);
      return came;
    }, check);
  }

  /** Ends the run when the exchange shows that there is nobody to talk to any more. */
  async #watched(request: Request, options: SendOptions): Promise<Exchange> {
    const { exchange, sent } = await this.#patient(request, options);
    if (options.evenWhenStopped) return exchange;
    this.#check();
    if (!sent) return exchange;
    if (exchange.failure?.message === outOfRoom) throw new TargetGone(outOfRoom);
    const flooded = this.#flood.saw(exchange, this.#maxAnswerBytes);
    if (flooded !== undefined) this.stop(flooded);
    await this.#breaker.saw(exchange);
    // What was under way when the target went down is told; it may be what the target died of.
    if (exchange.failure?.kind !== 'dropped') this.#check();
    return exchange;
  }

  /** An exchange as it is kept for evidence, when it was judged: long bodies cut. */
  keep(exchange: Exchange): Exchange {
    return this.#keeper.keep(exchange);
  }

  /** To be called when nobody looks at the exchange any more, if that is known: its room is free again. */
  done({ answer }: Exchange): void {
    if (answer) this.#allowance.letGo(answer.body);
  }

  /** Ends the run: what is under way is aborted, what follows is rejected. */
  stop(reason: string): void {
    this.#stop.abort(new TargetGone(reason));
    for (const end of [...this.#stops]) end();
  }

  /** Why the run has ended, when it has. */
  get gone(): string | undefined {
    if (this.#stop.signal.aborted) return (this.#stop.signal.reason as TargetGone).message;
    return this.#breaker.open;
  }

  get #maxAnswerBytes(): number {
    return this.#options.maxAnswerBytes ?? defaultMaxAnswer;
  }

  /** Time-out of one exchange in milliseconds. */
  get timeoutMs(): number {
    return this.#options.timeoutMs;
  }

  /** Whether it was the target that ended the run. */
  get broken(): string | undefined {
    return this.#breaker.open;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const line of this.#lines.splice(0)) line.close();
  }

  #check(): void {
    const reason = this.gone;
    if (reason !== undefined) throw new TargetGone(reason);
  }

  /** Leaves out what is hopeless, and honours Retry-After. */
  async #patient(request: Request, options: SendOptions): Promise<{ exchange: Exchange; sent: boolean }> {
    for (;;) {
      const patience = this.#patience.before(request);
      if ('unanswered' in patience)
        return { exchange: this.#unsent(request, options, patience.unanswered), sent: false };
      const exchange = await this.#fairly(request, options, patience.waitMs);
      this.#patience.saw(exchange);
      const wait = retryAfter(exchange);
      const work = options.evenWhenStopped ? 'cleanUp' : 'judging';
      if (wait === undefined || this.#waited[work] + wait > retryAfterBudgetsMs[work])
        return { exchange, sent: true };
      this.#waited[work] += wait;
      this.notices.add('The target asked to wait (Retry-After); the suite waited up to 4 s in all.');
      await sleep(wait);
      if (!options.evenWhenStopped) this.#check();
    }
  }

  /**
   * A server may close a connection while the next request is on its way, or have sent more than its last answer:
   * this request is not to blame. It is sent once more, on a fresh connection, when it went over a used one and no
   * head of an answer came. What it gets then stands, unless the target is not there any more: then the first
   * failure tells more.
   */
  async #fairly(request: Request, options: SendOptions, waitMs: number): Promise<Exchange> {
    const first = await this.#once(request, options, waitMs);
    if (!first.blameless || this.#stop.signal.aborted) return first.exchange;
    this.notices.add(
      'Requests were sent again where a connection that was kept open broke before an answer.',
    );
    const second = await this.#once(request, options, waitMs, this.#open());
    return second.exchange.failure?.kind === 'refused' ? first.exchange : second.exchange;
  }

  async #once(
    request: Request,
    options: SendOptions,
    waitMs: number,
    line = options.raw ? this.#openInstead() : (this.#lines.pop() ?? this.#open()),
  ): Promise<{ exchange: Exchange; blameless: boolean }> {
    this.requests++;
    const startedAt = Date.now();
    const started = performance.now();
    const bounds = {
      waitMs,
      maxBytes: this.#maxAnswerBytes,
      allowance: this.#allowance,
      stops: options.evenWhenStopped ? undefined : this.#stops,
    };
    const own = this.#options.headers;
    const sent: Request = {
      method: request.method,
      path: this.#prefix + request.path,
      headers: own && own.length > 0 ? [...own, ...request.headers] : request.headers,
      ...(request.body !== undefined && { body: request.body }),
    };
    let came: { outcome: Outcome; head: boolean } | undefined;
    try {
      came = await attempt(line, this.#origin, sent, bounds);
    } finally {
      const fit = came !== undefined && 'answer' in came.outcome && !options.raw && !this.#closed;
      if (fit) this.#lines.push(line);
      else if (!options.raw) line.close();
    }
    const durationMs = performance.now() - started;
    if (options.raw) {
      await sleep(afterglowMs);
      options.raw(line.bytes);
      line.close();
    }
    const { head, outcome } = came;
    const kind = 'failure' in outcome ? outcome.failure.kind : undefined;
    return {
      exchange: { request, purpose: options.purpose ?? '', startedAt, durationMs, ...outcome },
      blameless:
        line.reused &&
        !head &&
        ((kind === 'dropped' && line.silent) || (kind === 'protocol' && !line.silent)),
    };
  }

  /** The answer to a harmless request, or how the last one failed; undefined when the run was stopped. */
  async #isThere(): Promise<Exchange | undefined> {
    let last: Exchange | undefined;
    for (const request of probes) {
      last = (await this.#once(request, {}, this.#options.timeoutMs, this.#open())).exchange;
      if (this.#stop.signal.aborted) return undefined;
      if (last.answer || last.failure?.kind === 'too-large' || last.failure?.kind === 'refused') break;
    }
    return last;
  }

  /** One that keeps what comes in, for an idle one: a target is not to see more connections than requests at once. */
  #openInstead(): Line {
    this.#lines.pop()?.close();
    return this.#open(true);
  }

  #open(record = false): Line {
    const { timeoutMs, tls } = this.#options;
    return new Line({ origin: this.#origin, timeoutMs, ...(tls && { tls }) }, record);
  }

  #unsent(request: Request, options: SendOptions, unanswered: number): Exchange {
    this.notices.add('Requests of a kind that never got an answer were not all sent.');
    const message = `not sent: the ${unanswered} requests of this kind before got no answer`;
    const purpose = options.purpose ?? '';
    return { request, purpose, startedAt: Date.now(), durationMs: 0, ...failed('timeout', message) };
  }
}

/**
 * Any HTTP answer shows that the target is alive. The first asks for an id that nobody has, which is itself under
 * test: a target that answers everything but this is told by the second.
 */
const probes = ['/v2/projects/00000000-0000-4000-8000-000000000000', '/v2/version'].map(
  (path): Request => ({ method: 'GET', path, headers: [] }),
);
