/** One connection to the target, with an ear on its socket. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import { buildConnector, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { keyOf } from './connections/followed.js';
import type { Behind } from './exchange.js';

/** How to speak TLS with the target. */
export interface Tls {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly rejectUnauthorized?: boolean;
}

export interface ConnectionOptions {
  /** Time to connect in milliseconds. */
  readonly timeoutMs: number;
  readonly tls?: Tls;
}

/** Longest head of an answer in bytes. */
const maxHead = 64 * 1024;
/** Bytes before the end of a head, interim answers and all, after which it is a flood: the client counts fields only. */
const maxBefore = 4 * maxHead;
/** What an answer begins with. */
const http = 'HTTP/1.';
/** A 100 Continue, and where the digit is that tells it from a 102. */
const continuing = /^HTTP\/1\.\d 100/;
const lastDigit = 'HTTP/1.1 10'.length;
/** What is kept of the bytes of one exchange. */
const maxRecorded = 64 * 1024;

/**
 * A way to the target that carries one exchange at a time over a socket that is kept. Not a pool of the HTTP
 * client's: whether a socket was used before, and whether anything came over it, decides who is to blame when it
 * breaks.
 */
export class Connection {
  readonly dispatcher: Dispatcher;
  #socket: Socket | undefined;
  readonly #recorded: Buffer[] | undefined;
  #kept = 0;
  #carried = 0;
  #heard = 0;
  #beginsAsAnswer = false;
  #onFlood: (() => void) | undefined;
  /** The last exchange that was answered. */
  last: Behind | undefined;
  /** Those over it that were refused, one of each sort by its key; another map where one is added. */
  refusals: ReadonlyMap<string, Behind> = new Map();

  /** @param record Whether the bytes that come in are kept, see {@link bytes}. */
  constructor({ timeoutMs, tls }: ConnectionOptions, record = false) {
    this.#recorded = record ? [] : undefined;
    const tap = {
      opened: (socket: Socket) => {
        this.#socket = socket;
        this.#carried = 0;
      },
      heard: (bytes: Buffer) => this.#hear(bytes),
    };
    this.dispatcher = new EnvHttpProxyAgent({
      ...proxies(process.env),
      proxyTunnel: false,
      requestTls: { ...tls },
      connections: 1,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: maxHead,
      connect: tappedConnector({ ...tls, timeout: timeoutMs }, tap),
    });
  }

  /**
   * To be called when an exchange begins on the open connection.
   * @param onFlood Is called when too much comes before the end of the head.
   */
  begin(onFlood: () => void): void {
    this.#carried++;
    this.#heard = 0;
    this.#onFlood = onFlood;
  }

  /** To be called when the head of the answer is there. */
  headEnded(): void {
    this.#onFlood = undefined;
  }

  /** Whether its socket was closed. The client would open another one for each request from then on. */
  get hasEnded(): boolean {
    return this.#socket?.destroyed ?? false;
  }

  /** Whether the connection of this exchange had carried another before. */
  get reused(): boolean {
    return this.#carried > 1;
  }

  /** Whether nothing came in since the exchange began. */
  get silent(): boolean {
    return this.#heard === 0;
  }

  /** Whether what came in since then does not begin as an answer does, but with what was left of the last one. */
  get hasLeftovers(): boolean {
    return !this.silent && !this.#beginsAsAnswer;
  }

  /** What came in, cut where nobody looks on; empty through a proxy, whose bytes are not the target's. */
  get bytes(): Buffer {
    return Buffer.concat(this.#recorded ?? []);
  }

  /** To be called when an exchange was answered. */
  noteLast(last: Behind): void {
    this.last = last;
    if (last.status < 400 || last.status >= 500) return;
    const key = keyOf(last);
    if (!this.refusals.has(key)) this.refusals = new Map([...this.refusals, [key, last]]);
  }

  close(): void {
    this.dispatcher.destroy().catch(() => {});
  }

  #hear(bytes: Buffer): void {
    if (this.silent) {
      const start = bytes.toString('latin1', 0, lastDigit + 1);
      this.#beginsAsAnswer = start.startsWith(http);
      // A server may send one unasked (RFC 9110, 15.2): the client breaks off at a 100 and reads over a 102.
      if (continuing.test(start)) bytes.write('2', lastDigit);
    }
    this.#heard += bytes.length;
    if (this.#onFlood && this.#heard > maxBefore) {
      const tell = this.#onFlood;
      this.#onFlood = undefined;
      // Not now: the client is in the middle of reading.
      queueMicrotask(tell);
    }
    if (!this.#recorded || this.#kept >= maxRecorded) return;
    this.#kept += bytes.length;
    this.#recorded.push(bytes);
  }
}

/** A connection outlives the check that opens it, whose history it would keep otherwise. */
const inNoCheck = AsyncLocalStorage.snapshot();

interface SocketTap {
  /** A connection was opened. */
  opened(socket: Socket): void;
  /** Bytes came in on it. */
  heard(bytes: Buffer): void;
}

/**
 * A connector whose connections tell what comes in. An HTTP client hides what a server sends behind an answer
 * that can have no body (RFC 9112, 6.3), and whether anything came before a connection broke.
 */
function tappedConnector(options: buildConnector.BuildOptions, tap: SocketTap): buildConnector.connector {
  const connect = buildConnector(options);
  return (target, callback) =>
    inNoCheck(connect, target, (...result) => {
      const socket = result[1] as Socket | null;
      if (socket) {
        tap.opened(socket);
        const read = socket.read.bind(socket);
        socket.read = (size) => {
          const bytes = read(size) as Buffer | null;
          if (bytes) tap.heard(bytes);
          return bytes;
        };
      }
      callback(...result);
    });
}

/** The proxies of the usual environment variables, which many write without a scheme. */
function proxies(env: Readonly<Record<string, string | undefined>>) {
  const named = (name: string) => {
    const proxy = env[name] || env[name.toUpperCase()] || '';
    return proxy === '' || proxy.includes('://') ? proxy : `http://${proxy}`;
  };
  return { httpProxy: named('http_proxy'), httpsProxy: named('https_proxy') };
}
