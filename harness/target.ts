/** The only file that talks to the network: undici pools, bounds, retries, the breaker. */
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import pLimit from 'p-limit';
import pThrottle from 'p-throttle';
import { type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import { Breaker, TargetGone } from './breaker.js';
import type { Answer, Exchange, FailureKind, Headers, Request, TransportFailure } from './exchange.js';
import { recordingConnector, type Tls } from './wire.js';

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
  /** Keep the bytes that follow the head of the answer (see {@link Exchange}); uses a connection of its own. */
  readonly raw?: (bytes: Buffer) => void;
  /** Clean-up goes on after the run was stopped. */
  readonly evenWhenStopped?: boolean;
}

const defaultMaxAnswer = 8 * 1024 * 1024;
/** What all waits for Retry-After may take together, in milliseconds. */
const retryAfterBudgetMs = 4000;
const emptyBody = Buffer.alloc(0);

export class Target {
  readonly #pool: Dispatcher;
  readonly #origin: string;
  readonly #prefix: string;
  readonly #slot: <T>(task: () => Promise<T>) => Promise<T>;
  readonly #options: TargetOptions;
  readonly #breaker: Breaker;
  readonly #stop = new AbortController();
  #waited = 0;
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
    this.#pool = this.#dispatcher();
    const limit = pLimit(options.concurrency);
    const throttled = options.rate
      ? pThrottle({ limit: options.rate, interval: 1000 })(() => Promise.resolve())
      : undefined;
    this.#slot = (task) =>
      limit(async () => {
        await throttled?.();
        return task();
      });
    this.#breaker = new Breaker(() => this.#attempt(probe, {}));
  }

  /** Sends one request and waits for the whole answer. Rejects with {@link TargetGone} once the run has ended. */
  async send(request: Request, options: SendOptions = {}): Promise<Exchange> {
    return this.#slot(async () => {
      if (!options.evenWhenStopped) this.#check();
      const exchange = await this.#patient(request, options);
      if (!options.evenWhenStopped) {
        await this.#breaker.saw(exchange);
        this.#check();
      }
      this.onExchange?.(exchange);
      return exchange;
    });
  }

  /** Ends the run: what is under way is aborted, what follows is rejected. */
  stop(reason: string): void {
    this.#stop.abort(new TargetGone(reason));
  }

  /** Why the run has ended, when it has. */
  get gone(): string | undefined {
    if (this.#stop.signal.aborted) return (this.#stop.signal.reason as TargetGone).message;
    return this.#breaker.open;
  }

  /** Whether it was the target that ended the run. */
  get broken(): string | undefined {
    return this.#breaker.open;
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  #check(): void {
    const reason = this.gone;
    if (reason !== undefined) throw new TargetGone(reason);
  }

  #dispatcher(recorder?: (socketBytes: Buffer) => void): Dispatcher {
    const { concurrency, tls } = this.#options;
    const settings = {
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: 64 * 1024,
      connectTimeout: this.#options.timeoutMs,
    };
    const env = process.env;
    if (!recorder && (env.HTTP_PROXY || env.http_proxy || env.HTTPS_PROXY || env.https_proxy))
      return new EnvHttpProxyAgent({ ...settings, connections: concurrency, connect: tls ?? {} });
    return new Pool(this.#origin, {
      ...settings,
      connections: recorder ? 1 : concurrency,
      connect: recorder
        ? recordingConnector({ ...tls, timeout: this.#options.timeoutMs }, recorder)
        : { ...tls, timeout: this.#options.timeoutMs },
    });
  }

  /** Honours Retry-After, and asks once more when a kept-alive connection was closed under the request. */
  async #patient(request: Request, options: SendOptions): Promise<Exchange> {
    let exchange = await this.#attempt(request, options);
    if (exchange.failure?.kind === 'dropped' && !options.raw && !this.#stop.signal.aborted)
      exchange = await this.#attempt(request, options, true);
    for (let wait = retryAfter(exchange); wait !== undefined; wait = retryAfter(exchange)) {
      if (this.#waited + wait > retryAfterBudgetMs) break;
      this.#waited += wait;
      this.notices.add('The target asked to wait (Retry-After); the suite waited up to 4 s in all.');
      await sleep(wait);
      exchange = await this.#attempt(request, options);
    }
    return exchange;
  }

  async #attempt(request: Request, options: SendOptions, fresh = false): Promise<Exchange> {
    this.requests++;
    const startedAt = Date.now();
    const started = performance.now();
    const chunks: Buffer[] = [];
    const dispatcher = options.raw ? this.#dispatcher((bytes) => chunks.push(bytes)) : this.#pool;
    const signal = options.evenWhenStopped ? undefined : this.#stop.signal;
    const outcome = await this.#dispatch(dispatcher, request, signal, fresh);
    if (options.raw) {
      // Bytes that a server wrongly sends behind a 204 may come in a packet of their own.
      await sleep(30);
      await dispatcher.destroy();
      options.raw(Buffer.concat(chunks));
    }
    return {
      request,
      purpose: options.purpose ?? '',
      startedAt,
      durationMs: performance.now() - started,
      ...outcome,
    };
  }

  #dispatch(
    dispatcher: Dispatcher,
    request: Request,
    signal: AbortSignal | undefined,
    fresh: boolean,
  ): Promise<{ answer: Answer } | { failure: TransportFailure }> {
    const max = this.#options.maxAnswerBytes ?? defaultMaxAnswer;
    const { timeoutMs } = this.#options;
    return new Promise((resolve) => {
      let controller: Dispatcher.DispatchController | undefined;
      let status = 0;
      let reason = '';
      let headers: Headers = [];
      let bytes = 0;
      const chunks: Buffer[] = [];
      let settled = false;
      const settle = (outcome: { answer: Answer } | { failure: TransportFailure }) => {
        if (settled) return;
        settled = true;
        clearTimeout(timer);
        signal?.removeEventListener('abort', onStop);
        resolve(outcome);
      };
      const fail = (kind: FailureKind, message: string) => {
        settle({ failure: { kind, message } });
        controller?.abort(new Error(message));
      };
      const timer = setTimeout(() => fail('timeout', `no whole answer within ${timeoutMs} ms`), timeoutMs);
      const onStop = () => fail('timeout', 'the run was stopped');
      signal?.addEventListener('abort', onStop, { once: true });
      const body = request.body;
      const handler: Dispatcher.DispatchHandler = {
        onRequestStart: (c) => {
          controller = c;
          if (settled) c.abort(new Error('too late'));
        },
        onResponseStart: (c, code, _headers, message) => {
          if (code < 200) return;
          status = code;
          reason = message ?? '';
          headers = rawPairs(c.rawHeaders);
        },
        onResponseData: (_c, chunk) => {
          bytes += chunk.length;
          if (bytes > max) fail('too-large', `the answer is longer than ${max} bytes`);
          else chunks.push(chunk);
        },
        onResponseEnd: () => settle(finish(status, reason, headers, concat(chunks), max)),
        onResponseError: (_c, error) => {
          // A 204 with a Content-Length is an answer to judge, not a broken connection.
          if (status === 204 && codeOf(error) === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH')
            settle({ answer: { status, reason, headers, body: emptyBody } });
          else settle({ failure: transportFailure(error, status) });
        },
      };
      try {
        dispatcher.dispatch(
          {
            origin: this.#origin,
            path: this.#prefix + request.path,
            method: request.method as Dispatcher.HttpMethod,
            headers: [...(this.#options.headers ?? []), ...request.headers].flat(),
            body: body ?? null,
            reset: fresh,
          },
          handler,
        );
      } catch (error) {
        settle({ failure: transportFailure(error as Error, 0) });
      }
    });
  }
}

/** An id that nobody has: any HTTP answer to it shows that the target is alive. */
const probe: Request = {
  method: 'GET',
  path: '/v2/projects/00000000-0000-4000-8000-000000000000',
  headers: [],
};

function concat(chunks: Buffer[]): Buffer {
  return chunks.length === 1 ? (chunks[0] as Buffer) : chunks.length ? Buffer.concat(chunks) : emptyBody;
}

function rawPairs(raw: unknown): Headers {
  const flat = (raw ?? []) as (Buffer | string)[];
  const pairs: [string, string][] = [];
  for (let i = 0; i + 1 < flat.length; i += 2)
    pairs.push([latin1(flat[i] as Buffer), latin1(flat[i + 1] as Buffer)]);
  return pairs;
}

const latin1 = (value: Buffer | string) => (typeof value === 'string' ? value : value.toString('latin1'));

const decoders: Record<string, (body: Buffer, options: { maxOutputLength: number }) => Buffer> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

function finish(status: number, reason: string, headers: Headers, body: Buffer, max: number) {
  const encoding = headers
    .find(([n]) => n.toLowerCase() === 'content-encoding')?.[1]
    .trim()
    .toLowerCase();
  const decode = encoding && body.length > 0 ? decoders[encoding] : undefined;
  if (!decode) return { answer: { status, reason, headers, body } };
  try {
    return { answer: { status, reason, headers, body: decode(body, { maxOutputLength: max }) } };
  } catch (error) {
    return codeOf(error as Error) === 'ERR_BUFFER_TOO_LARGE'
      ? failed('too-large', `the answer is longer than ${max} bytes after decompression`)
      : failed('protocol', `the body is not valid ${encoding}`);
  }
}

const failed = (kind: FailureKind, message: string) => ({ failure: { kind, message } });

function codeOf(error: Error): string {
  return String((error as NodeJS.ErrnoException).code ?? '');
}

const failureByCode: Record<string, readonly [FailureKind, string]> = {
  ECONNREFUSED: ['refused', 'the connection was refused'],
  EHOSTUNREACH: ['refused', 'the host cannot be reached'],
  ENETUNREACH: ['refused', 'the network cannot be reached'],
  ENOTFOUND: ['dns', 'the host name is not known'],
  EAI_AGAIN: ['dns', 'the host name could not be looked up'],
  ECONNRESET: ['dropped', 'the connection was reset'],
  EPIPE: ['dropped', 'the connection was closed while the request was sent'],
  UND_ERR_SOCKET: ['dropped', 'the connection was closed before the answer was complete'],
  UND_ERR_CONNECT_TIMEOUT: ['timeout', 'no connection in time'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['protocol', 'the body is not as long as Content-Length says'],
  UND_ERR_HEADERS_OVERFLOW: ['too-large', 'the head of the answer is longer than 64 KiB'],
};

function transportFailure(error: Error, status: number): TransportFailure {
  const code = codeOf(error);
  const known = failureByCode[code];
  const head = status ? ` (after the head of a ${status})` : '';
  if (known) return { kind: known[0], message: known[1] + head };
  if (code.startsWith('HPE_')) return { kind: 'protocol', message: `not valid HTTP (${code})${head}` };
  if (/CERT|TLS|SSL/.test(code)) return { kind: 'tls', message: `the TLS handshake failed (${code})` };
  return { kind: 'protocol', message: `${error.message || error.name}${head}` };
}

function retryAfter({ answer }: Exchange): number | undefined {
  if (answer?.status !== 429 && answer?.status !== 503) return undefined;
  const value = answer.headers.find(([n]) => n.toLowerCase() === 'retry-after')?.[1].trim() ?? '';
  if (/^\d{1,4}$/.test(value)) return Math.max(Number(value) * 1000, 50);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(date - Date.now(), 50);
}
