/** Connections to the target, one exchange at a time over each, and who is to blame when one breaks. */
import { setTimeout as sleep } from 'node:timers/promises';
import { attempt, type Outcome } from './attempt.js';
import { Connection, type Tls } from './connection.js';
import type { Exchange, Headers, Request } from './exchange.js';
import type { MemoryBudget } from './limits.js';

export interface ConnectionPoolOptions {
  /** Base URL; its path is a prefix of every request path. Credentials in it are not used here. */
  readonly baseUrl: string;
  /** Time to connect in milliseconds. */
  readonly timeoutMs: number;
  /** Longest answer in bytes, after decompression. */
  readonly maxAnswerBytes: number;
  readonly memory: MemoryBudget;
  /** Sent with every request. */
  readonly headers?: Headers;
  readonly tls?: Tls;
}

export interface Sending {
  readonly purpose: string;
  /** Time-out of the whole exchange in milliseconds. */
  readonly waitMs: number;
  /** Is given the bytes that came in, the head of the answer included; uses a connection of its own. */
  readonly raw?: ((bytes: Buffer) => void) | undefined;
  /** Whether it goes on after {@link ConnectionPool.stop}. */
  readonly evenWhenStopped?: boolean | undefined;
}

/** Bytes that a server wrongly sends behind a 204 may come in a packet of their own, so long after it. */
const afterglowMs = 30;

export class ConnectionPool {
  readonly #options: ConnectionPoolOptions;
  readonly #origin: string;
  readonly #prefix: string;
  readonly #idle: Connection[] = [];
  /** Ends each exchange that is under way. A listener for each on a signal would cost more than the rest here. */
  readonly #stops = new Set<() => void>();
  #stopped = false;
  #closed = false;
  /** Requests sent so far. */
  requests = 0;
  /** Requests that were sent again since a connection that was kept open broke. */
  resent = 0;

  constructor(options: ConnectionPoolOptions) {
    const url = new URL(options.baseUrl);
    this.#options = options;
    this.#origin = url.origin;
    this.#prefix = url.pathname.replace(/\/+$/, '');
  }

  /**
   * A server may close a connection while the next request is on its way, or have sent more than its last answer:
   * this request is not to blame. It is sent once more, on a fresh connection, when it went over a used one and no
   * head of an answer came. What it gets then stands, unless the target is not there any more: then the first
   * failure tells more.
   */
  async send(request: Request, sending: Sending): Promise<Exchange> {
    const used = sending.raw ? this.#openInstead() : (this.#idle.pop() ?? this.#open());
    const first = await this.#once(request, sending, used);
    if (!first.blameless || this.#stopped) return first.exchange;
    this.resent++;
    const second = await this.#once(request, sending, this.#open());
    return second.exchange.failure?.kind === 'refused' ? first.exchange : second.exchange;
  }

  /** Sends a request once, over a connection that nothing was sent over before. */
  async sendAfresh(request: Request, sending: Sending): Promise<Exchange> {
    return (await this.#once(request, sending, this.#open())).exchange;
  }

  /** Ends what is under way. */
  stop(): void {
    this.#stopped = true;
    for (const end of [...this.#stops]) end();
  }

  close(): void {
    this.#closed = true;
    for (const connection of this.#idle.splice(0)) connection.close();
  }

  async #once(
    request: Request,
    { purpose, waitMs, raw, evenWhenStopped }: Sending,
    connection: Connection,
  ): Promise<{ exchange: Exchange; blameless: boolean }> {
    this.requests++;
    const started = performance.now();
    // Finer than a millisecond: of two requests to a fast target it is to be known which came first.
    const startedAt = performance.timeOrigin + started;
    const { headers: own, maxAnswerBytes: maxBytes, memory } = this.#options;
    const stops = evenWhenStopped ? undefined : this.#stops;
    const sent: Request = {
      method: request.method,
      path: this.#prefix + request.path,
      headers: own && own.length > 0 ? [...own, ...request.headers] : request.headers,
      ...(request.body !== undefined && { body: request.body }),
    };
    let came: { outcome: Outcome; head: boolean } | undefined;
    try {
      came = await attempt(connection, this.#origin, sent, { waitMs, maxBytes, memory, stops });
    } finally {
      const fit = came !== undefined && 'answer' in came.outcome && !raw && !this.#closed;
      if (fit) this.#idle.push(connection);
      else if (!raw) connection.close();
    }
    const durationMs = performance.now() - started;
    if (raw) {
      await sleep(afterglowMs);
      raw(connection.bytes);
      connection.close();
    }
    const { head, outcome } = came;
    const kind = 'failure' in outcome ? outcome.failure.kind : undefined;
    const { reused, silent } = connection;
    return {
      exchange: { request, purpose, startedAt, durationMs, ...outcome },
      blameless: reused && !head && ((kind === 'dropped' && silent) || (kind === 'protocol' && !silent)),
    };
  }

  /** One that keeps what comes in, for an idle one: a target is not to see more connections than requests at once. */
  #openInstead(): Connection {
    this.#idle.pop()?.close();
    return this.#open(true);
  }

  #open(record = false): Connection {
    return new Connection(this.#options, record);
  }
}
