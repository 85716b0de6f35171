/** Sends requests over the open connections, and tells who is to blame when one breaks. */
import { setTimeout as sleep } from 'node:timers/promises';
import { attempt, type Outcome, stoppedRun } from './attempt.js';
import { Connection, type Tls } from './connection.js';
import { ConnectionPool } from './connection-pool.js';
import { type Answer, type Behind, type Exchange, failed, type Headers, type Request } from './exchange.js';
import type { MemoryBudget } from './limits.js';

export interface SenderOptions {
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

export interface SendOptions {
  readonly purpose?: string;
  /** Is given the bytes that came in, the head of the answer included; uses a connection of its own. */
  readonly raw?: (bytes: Buffer) => void;
  /** Is called when the request is about to be sent; a run that is stopped while it waits sends nothing. */
  readonly onSending?: () => void;
  /** Clean-up goes on after the run was stopped. */
  readonly evenWhenStopped?: boolean;
}

interface Sending extends SendOptions {
  /** Time-out of the whole exchange in milliseconds. */
  readonly waitMs: number;
}

/** Bytes that a server wrongly sends behind a 204 may come in a packet of their own, so long after it. */
const afterglowMs = 30;
/** Times that fewer connections did not help, after which a request without an answer is not asked again. */
const maxVain = 2;

/** A connection that was just ended leaves room for another within these pauses, in milliseconds. */
const roomMs = [0, 20, 100, 500];

const resentNotice = 'Requests were sent again where a connection that was kept open broke before an answer.';

/** An exchange, and the connection that it went over. */
interface Sent {
  readonly exchange: Exchange;
  /** Whether the connection was closed under the request, which is not to blame. */
  readonly isBlameless: boolean;
  /** Whether nothing ever came over its connection in all the time, in which others were answered. */
  readonly isUnheard: boolean;
  /** Whether a connection that was just opened was closed with nothing said, while others were open. */
  readonly isTurnedAway: boolean;
}

export class Sender {
  readonly #origin: string;
  readonly #prefix: string;
  readonly #connections: ConnectionPool;
  /** Ends each exchange that is under way. A listener for each on a signal would cost more than the rest here. */
  readonly #stops = new Set<() => void>();
  #stopped = false;
  #vain = 0;
  #answers = 0;
  /** Requests that were sent again since a connection that was kept open broke. */
  #resent = 0;
  /** Requests sent so far. */
  requests = 0;
  /** Writes that may have been carried out twice, since their first answer never came. */
  writesSentTwice = 0;

  constructor(private readonly options: SenderOptions) {
    const url = new URL(options.baseUrl);
    this.#origin = url.origin;
    this.#prefix = url.pathname.replace(/\/+$/, '');
    this.#connections = new ConnectionPool((record) => new Connection(options, record));
  }

  /** What a reader of the report is to know of how the target was asked, a sentence each. */
  get notices(): readonly string[] {
    return [...(this.#resent > 0 ? [resentNotice] : []), ...this.#connections.notices];
  }

  /**
   * A server may close a connection while the next request is on its way, or have sent more than its last answer:
   * this request is not to blame. It is sent once more, on a fresh connection, when it went over a used one and no
   * head of an answer came. What it gets then stands, unless the target is not there any more: then the first
   * failure tells more.
   */
  async send(request: Request, sending: Sending): Promise<Exchange> {
    const first = await this.#once(request, sending, await this.#lent(sending));
    if (this.#stopped) return first.exchange;
    if (first.isBlameless) this.#resent++;
    const fresh = first.isBlameless && (await this.#connections.lendNew());
    const second = fresh ? await this.#once(request, sending, fresh) : first;
    if (second.isUnheard) return this.#lessCrowded(request, sending, second.exchange);
    if (second.isTurnedAway) return this.#turnedAway(request, sending, second.exchange);
    return second.exchange.failure?.kind === 'refused' ? first.exchange : second.exchange;
  }

  /** Sends a request once, over a connection that nothing was sent over before. */
  async sendAfresh(request: Request, sending: Sending): Promise<Exchange> {
    return (await this.#once(request, sending, await this.#connections.lendNew())).exchange;
  }

  /** Whether some connections were answered, and all of them have ended, as those of a target that ends. */
  get isCutOff(): boolean {
    return !this.#connections.isCrowded && this.#connections.answered === 0 && this.#answers > 0;
  }

  /** Ends what is under way. */
  stop(): void {
    this.#stopped = true;
    for (const end of [...this.#stops]) end();
  }

  close(): void {
    this.#connections.close();
  }

  /**
   * A server may serve a few connections and let others wait until one of them ends. So a request is sent again, with
   * no more connections than were answered, when it was not heard.
   */
  async #lessCrowded(request: Request, sending: Sending, first: Exchange): Promise<Exchange> {
    const connections = this.#connections;
    if (this.#vain >= maxVain) return first;
    const isWrite = request.method !== 'GET';
    // What is not answered may have been carried out: a write is sent again only where connections do wait.
    if (isWrite && !this.#connections.isCrowded && (await this.#isServedBeside(sending))) {
      this.#vain++;
      return first;
    }
    if (!this.#connections.isCrowded)
      connections.most = Math.min(connections.most, Math.max(connections.answered, 1));
    const { exchange } = await this.#once(request, sending, await this.#lent(sending));
    if (exchange.answer) this.#connections.isCrowded = true;
    else if (!this.#connections.isCrowded) {
      this.#vain++;
      connections.most = Number.POSITIVE_INFINITY;
    }
    return exchange.answer ? this.#again(request, exchange) : first;
  }

  /** A server may close what is opened beside some connections. So a request is sent again, with fewer of them. */
  async #turnedAway(request: Request, sending: Sending, first: Exchange): Promise<Exchange> {
    if (this.#vain >= maxVain) return first;
    const connections = this.#connections;
    const most = Math.max(1, Math.min(connections.most - 1, connections.open));
    for (const pause of roomMs) {
      await sleep(pause);
      const { exchange, isTurnedAway } = await this.#once(request, sending, await this.#lent(sending));
      if (isTurnedAway) continue;
      if (!exchange.answer) break;
      connections.most = Math.min(connections.most, most);
      this.#connections.isCrowded = true;
      return this.#again(request, exchange);
    }
    this.#vain++;
    return first;
  }

  /** The answer to a request that was sent again. */
  #again({ method }: Request, exchange: Exchange): Exchange {
    if (method === 'GET') return exchange;
    this.writesSentTwice++;
    return { ...exchange, sentTwice: true };
  }

  #lent({ raw }: Sending): Promise<Connection> {
    return raw ? this.#connections.lendNew(true) : this.#connections.lend();
  }

  /** Whether one more connection is served, beside all that are open: not in the place of one that has ended. */
  async #isServedBeside({ waitMs }: Sending): Promise<boolean> {
    const { ended } = this.#connections;
    const look: Request = { method: 'GET', path: '/v2/version', headers: [] };
    const purpose = 'is one more connection served?';
    const { exchange } = await this.#once(look, { purpose, waitMs }, this.#connections.lendBeside());
    return exchange.answer !== undefined && ended === this.#connections.ended;
  }

  async #once(request: Request, sending: Sending, connection: Connection): Promise<Sent> {
    const { purpose = '', waitMs, raw, evenWhenStopped } = sending;
    if (this.#stopped && !evenWhenStopped) {
      this.#connections.takeBack(connection, false);
      const exchange = unsent(request, purpose, stoppedRun);
      return { exchange, isBlameless: false, isUnheard: false, isTurnedAway: false };
    }
    this.requests++;
    const answersBefore = this.#answers;
    const started = performance.now();
    // Finer than a millisecond: of two requests to a fast target it is to be known which came first.
    const startedAt = performance.timeOrigin + started;
    const { headers: own, maxAnswerBytes: maxBytes, memory } = this.options;
    const stops = evenWhenStopped ? undefined : this.#stops;
    const sent: Request = {
      method: request.method,
      path: this.#prefix + request.path,
      headers: own && own.length > 0 ? [...own, ...request.headers] : request.headers,
      ...(request.body !== undefined && { body: request.body }),
    };
    const behind = connection.last;
    let came: { outcome: Outcome; head: boolean } | undefined;
    try {
      came = await attempt(connection, this.#origin, sent, { waitMs, maxBytes, memory, stops });
      if ('answer' in came.outcome) connection.last = behindOf(request, came.outcome.answer);
    } finally {
      // The bytes that an answer leaves behind are waited for below.
      if (!raw || !came)
        this.#connections.takeBack(connection, came !== undefined && 'answer' in came.outcome);
    }
    const durationMs = performance.now() - started;
    if (raw) {
      await sleep(afterglowMs);
      raw(connection.bytes);
      this.#connections.takeBack(connection, false);
    }
    const { head, outcome } = came;
    const kind = 'failure' in outcome ? outcome.failure.kind : undefined;
    const { reused, silent } = connection;
    const othersAnswered = this.#answers > answersBefore;
    if ('answer' in outcome) this.#answers++;
    return {
      exchange: { request, purpose, startedAt, durationMs, ...outcome, ...(reused && behind && { behind }) },
      isBlameless: reused && !head && ((kind === 'dropped' && silent) || (kind === 'protocol' && !silent)),
      isUnheard: !reused && silent && kind === 'timeout' && othersAnswered,
      isTurnedAway:
        !reused &&
        silent &&
        kind === 'dropped' &&
        (this.#connections.isCrowded || this.#connections.open > 0),
    };
  }
}

const behindOf = ({ method, path, body }: Request, { status }: Answer): Behind => ({
  request: { method, path },
  hasBody: body !== undefined,
  status,
});

/** What a request comes to that was not sent at all. */
export function unsent(request: Request, purpose: string, why: string): Exchange {
  const startedAt = performance.timeOrigin + performance.now();
  return { request, purpose, startedAt, durationMs: 0, ...failed('timeout', why) };
}
