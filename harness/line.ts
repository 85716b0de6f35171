import { Client, type Dispatcher, ProxyAgent } from 'undici';
import { proxyFor } from './proxy.js';
import { listeningConnector, type Tls } from './wire.js';

export interface LineOptions {
  readonly origin: string;
  /** Time to connect in milliseconds. */
  readonly timeoutMs: number;
  readonly tls?: Tls;
}

/** Longest head of an answer in bytes. */
const maxHead = 64 * 1024;
/** Bytes before the end of a head, interim answers and all, after which it is a flood: the client counts fields only. */
const maxBefore = 4 * maxHead;
/** What is kept of the bytes of one exchange. */
const maxRecorded = 64 * 1024;

/**
 * A way to the target that carries one exchange at a time over a connection that is kept. Lines instead of a
 * pool: whether a connection was used before, and whether anything came over it, decides who is to blame when
 * it breaks.
 */
export class Line {
  readonly dispatcher: Dispatcher;
  readonly #recorded: Buffer[] | undefined;
  #kept = 0;
  #carried = 0;
  #heard = 0;
  #onFlood: (() => void) | undefined;

  /** @param record Whether the bytes that come in are kept, see {@link bytes}. */
  constructor({ origin, timeoutMs, tls }: LineOptions, record = false) {
    this.#recorded = record ? [] : undefined;
    const settings = { pipelining: 1, headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: maxHead };
    const ear = {
      opened: () => {
        this.#carried = 0;
      },
      heard: (bytes: Buffer) => this.#hear(bytes),
    };
    const proxy = proxyFor(new URL(origin), process.env);
    this.dispatcher = proxy
      ? new ProxyAgent({
          ...settings,
          uri: proxy,
          proxyTunnel: false,
          connections: 1,
          requestTls: { ...tls },
        })
      : new Client(origin, {
          ...settings,
          connect: listeningConnector({ ...tls, timeout: timeoutMs }, ear),
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

  /** Whether the connection of this exchange had carried another before. */
  get reused(): boolean {
    return this.#carried > 1;
  }

  /** Whether nothing came in since the exchange began. */
  get silent(): boolean {
    return this.#heard === 0;
  }

  /** What came in, cut where nobody looks on; empty through a proxy, whose bytes are not the target's. */
  get bytes(): Buffer {
    return Buffer.concat(this.#recorded ?? []);
  }

  close(): void {
    this.dispatcher.destroy().catch(() => {});
  }

  #hear(bytes: Buffer): void {
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
