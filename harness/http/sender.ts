/** Sends requests over the open connections, and tells who is to blame when one breaks. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationId } from '../../schemas/index.js';
import { attempt, type Outcome, stoppedRun } from './attempt.js';
import { Connection, type Tls } from './connection.js';
import { Crowding } from './connections/crowding.js';
import { FollowedAnswers } from './connections/followed.js';
import { ConnectionPool } from './connections/pool.js';
import type { Sending, Sent } from './connections/sending.js';
import {
  type Answer,
  type Behind,
  type Exchange,
  failed,
  type Headers,
  lengthOf,
  type Request,
} from './exchange.js';
import type { MemoryBudget } from './limits.js';
import { operationOf } from './request.js';
import { succeeded } from './response.js';

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

/** Bytes that a server wrongly sends behind a 204 may come in a packet of their own, so long after it. */
const afterglowMs = 30;
/** What a method is answered that does not exist, such as one with the rest of a body in front. */
export const misread: readonly number[] = [405, 501];
const isMisread = ({ answer }: Exchange) => answer !== undefined && misread.includes(answer.status);
const stuckNotice =
  'Connections were not kept: requests that were refused on a used connection succeeded on a new one.';
const resentNotice = 'Requests were sent again where a connection that was kept open broke before an answer.';

export class Sender {
  readonly #origin: string;
  readonly #prefix: string;
  readonly #connections: ConnectionPool;
  readonly #crowding: Crowding;
  /** Ends each exchange that is under way. A listener for each on a signal would cost more than the rest here. */
  readonly #stops = new Set<() => void>();
  #stopped = false;
  #answers = 0;
  /** Requests that were sent again since a connection that was kept open broke. */
  #resent = 0;
  readonly followed = new FollowedAnswers();
  /** Operations that were answered {@link misread} over a fresh connection, too. */
  readonly #notServed = new Set<OperationId>();
  /** Requests sent so far. */
  requests = 0;
  /** Writes that may have been carried out twice, since their first answer never came. */
  writesSentTwice = 0;

  constructor(private readonly options: SenderOptions) {
    const url = new URL(options.baseUrl);
    this.#origin = url.origin;
    this.#prefix = url.pathname.replace(/\/+$/, '');
    this.#connections = new ConnectionPool((record) => new Connection(options, record));
    this.#crowding = new Crowding(this.#connections, (...sent) => this.#once(...sent));
  }

  /** What a reader of the report is to know of how the target was asked, a sentence each. */
  get notices(): readonly string[] {
    const own = [...(this.#resent > 0 ? [resentNotice] : []), ...(this.followed.stuck ? [stuckNotice] : [])];
    return [...own, ...this.#connections.notices];
  }

  /**
   * A server may close a connection while the next request is on its way, or have sent more than its last answer:
   * this request is not to blame. It is sent once more, on a fresh connection, when it went over a used one and
   * nothing came that begins as an answer does. What it gets then stands, unless the target is not there any more:
   * then the first failure tells more.
   */
  async send(request: Request, sending: Sending): Promise<Exchange> {
    const first = await this.#once(request, sending, await this.#connections.lendFor(sending));
    if (this.#stopped) return first.exchange;
    if (first.isBlameless) this.#resent++;
    const fresh = first.isBlameless && (await this.#connections.lendNew());
    const second = fresh ? await this.#once(request, sending, fresh) : first;
    const again = await this.#crowding.again(request, sending, second);
    if (again?.sentTwice) this.writesSentTwice++;
    if (again) return again;
    if (second.exchange.failure?.kind === 'refused') return first.exchange;
    // The first may have been carried out, though its connection was closed.
    const isDeleted = request.method === 'DELETE' && second.exchange.answer?.status === 404;
    if (fresh && (isDeleted || request.method === 'POST'))
      return { ...second.exchange, lostBefore: { ...first.exchange, resent: true } };
    const unstuck =
      this.#mayBeStuck(second.exchange, sending) && (await this.#unstuck(second.exchange, sending));
    if (unstuck) {
      this.followed.noteStuck(second.exchange);
      this.#connections.dropIdle((each) => this.followed.isSpoiled(each));
      // A creation is needed by others; a reading keeps its first answer, so that its check fails.
      return sending.again ? unstuck : second.exchange;
    }
    return second.exchange;
  }

  /** Other codes may pass: 409 and 429 of a target that is busy, 404 of one that is late. */
  #mayBeStuck(exchange: Exchange, { again }: Sending): boolean {
    const { request, answer, behind } = exchange;
    const id = operationOf(request);
    // Only readings: what changes something would be carried out though its answer says that it was not.
    const isReading = request.method === 'GET' && id !== undefined && !this.#notServed.has(id);
    // What is left of a body in front of a method may be refused as a request that cannot be read.
    const isRefused = answer?.status === 400;
    const isOdd = isReading && (isMisread(exchange) || (isRefused && behind?.body !== 'none'));
    return behind !== undefined && (isOdd || (again === true && isRefused));
  }

  /** What a request that was refused comes to over a fresh connection, where that is something else. */
  async #unstuck(refused: Exchange, sending: Sending): Promise<Exchange | undefined> {
    const { request } = refused;
    const { exchange } = await this.#once(request, sending, await this.#connections.lendNew());
    const id = operationOf(request);
    if (!isMisread(refused)) return succeeded(exchange) ? exchange : undefined;
    if (exchange.answer && !isMisread(exchange)) return exchange;
    if (id) this.#notServed.add(id);
    return undefined;
  }

  /** Sends a request once, over a connection that nothing was sent over before. */
  async sendAfresh(request: Request, sending: Sending): Promise<Exchange> {
    const sent = await this.#once(request, sending, await this.#connections.lendNew());
    return (await this.#crowding.again(request, sending, sent)) ?? sent.exchange;
  }

  /** Whether all connections have ended, as those of a target that ends. */
  get isCutOff(): boolean {
    return !this.#crowding.isOpen && this.#connections.hasLostAll;
  }

  /** Ends what is under way. */
  stop(): void {
    this.#stopped = true;
    for (const end of [...this.#stops]) end();
  }

  close(): void {
    this.#connections.close();
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
    const { last: behind, refusals } = connection;
    let came: { outcome: Outcome; head: boolean } | undefined;
    try {
      came = await attempt(connection, this.#origin, sent, { waitMs, maxBytes, memory, stops });
      if ('answer' in came.outcome) connection.noteLast(behindOf(request, came.outcome.answer));
    } finally {
      const isUsable = came !== undefined && 'answer' in came.outcome && !this.followed.isSpoiled(connection);
      // The bytes that an answer leaves behind are waited for below.
      if (!raw || !came) this.#connections.takeBack(connection, isUsable);
    }
    const durationMs = performance.now() - started;
    if (raw) {
      await sleep(afterglowMs);
      raw(connection.bytes);
      this.#connections.takeBack(connection, false);
    }
    const { head, outcome } = came;
    const kind = 'failure' in outcome ? outcome.failure.kind : undefined;
    const { reused, silent, hasLeftovers } = connection;
    const othersAnswered = this.#answers > answersBefore;
    if ('answer' in outcome) this.#answers++;
    const exchange: Exchange = {
      ...{ request, purpose, startedAt, durationMs, ...outcome },
      ...(reused && behind && { behind, ...(refusals.size > 0 && { refusals }) }),
    };
    this.followed.add(exchange);
    return {
      exchange,
      isBlameless:
        reused && !head && ((kind === 'dropped' && silent) || (kind === 'protocol' && hasLeftovers)),
      isUnheard: !reused && silent && kind === 'timeout' && othersAnswered,
      isTurnedAway:
        !reused &&
        silent &&
        kind === 'dropped' &&
        (this.#connections.isCrowded || this.#connections.open > 0),
    };
  }
}

/** Of a longer body, in bytes, a server may not have read all when it answers. */
const maxShort = 16 * 1024;
const extentOf = (bytes: number) => (bytes > maxShort ? 'long' : 'short');

const behindOf = ({ method, path, body }: Request, { status }: Answer): Behind => ({
  request: { method, path },
  body: body === undefined ? 'none' : extentOf(lengthOf(body)),
  status,
});

/** What a request comes to that was not sent at all. */
export function unsent(request: Request, purpose: string, why: string): Exchange {
  const startedAt = performance.timeOrigin + performance.now();
  return { request, purpose, startedAt, durationMs: 0, unsent: true, ...failed('timeout', why) };
}
