/** Targets that serve few connections at once: they let others wait, or close them with nothing said. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '../connection.js';
import type { Exchange, Request } from '../exchange.js';
import type { ConnectionPool } from './pool.js';
import type { Sending, Sent } from './sending.js';

/** Times that fewer connections did not help, after which a request is not sent again: that takes long, or not. */
const maxVain = { unheard: 2, turnedAway: 6 };
/** A connection that was just ended leaves room for another within these pauses, in milliseconds. */
const roomMs = [0, 20, 100, 500, 1500];
/** Connections that are opened at once to see whether some are closed. */
const looksBeside = 3;

export class Crowding {
  readonly #vain = { unheard: 0, turnedAway: 0 };
  /** Requests that were turned away and are being sent again. */
  #open = 0;

  constructor(
    private readonly connections: ConnectionPool,
    private readonly once: (request: Request, sending: Sending, connection: Connection) => Promise<Sent>,
  ) {}

  /** Whether connections that are closed may be those that are too many. */
  get isOpen(): boolean {
    return this.connections.isCrowded || this.#open > 0;
  }

  /** What a request comes to over fewer connections, where that may be why nothing came; else undefined. */
  async again(request: Request, sending: Sending, sent: Sent): Promise<Exchange | undefined> {
    if (sent.isUnheard) return this.#lessCrowded(request, sending, sent.exchange);
    return sent.isTurnedAway ? this.#turnedAway(request, sending, sent.exchange) : undefined;
  }

  /**
   * A server may serve a few connections and let others wait until one of them ends. So a request is sent again, with
   * no more connections than were answered, when it was not heard.
   */
  async #lessCrowded(request: Request, sending: Sending, first: Exchange): Promise<Exchange> {
    const { connections } = this;
    if (this.#vain.unheard >= maxVain.unheard) return first;
    const isWrite = request.method !== 'GET';
    // What is not answered may have been carried out: a write is sent again only where connections do wait.
    if (isWrite && !this.connections.isCrowded && (await this.#isServedBeside(sending))) {
      this.#vain.unheard++;
      return first;
    }
    if (!this.connections.isCrowded)
      connections.most = Math.min(connections.most, Math.max(connections.answered, 1));
    const { exchange } = await this.once(request, sending, await this.connections.lendFor(sending));
    if (exchange.answer) this.connections.isCrowded = true;
    else if (!this.connections.isCrowded) {
      this.#vain.unheard++;
      connections.most = Number.POSITIVE_INFINITY;
    }
    return exchange.answer ? this.#answered(request, exchange) : first;
  }

  /** A server may close what is opened beside some connections. So a request is sent again, with fewer of them. */
  async #turnedAway(request: Request, sending: Sending, first: Exchange): Promise<Exchange> {
    const { connections } = this;
    if (!connections.isCrowded && this.#vain.turnedAway >= maxVain.turnedAway) return first;
    this.#open++;
    const exchange = await this.#behindOthers(request, sending);
    this.#open--;
    if (exchange?.answer) connections.isCrowded = true;
    else this.#vain.turnedAway++;
    // With fewer it is no better.
    if (this.#open === 0 && !connections.isCrowded) connections.most = Number.POSITIVE_INFINITY;
    return exchange?.answer ? this.#answered(request, exchange) : first;
  }

  async #behindOthers(request: Request, sending: Sending): Promise<Exchange | undefined> {
    const { connections } = this;
    const isKnown = request.method === 'GET' || connections.isCrowded;
    // What is not answered may have been carried out: a write is sent again only where others are closed, too.
    if (!isKnown && !(await this.#isClosedBeside(sending))) return undefined;
    connections.most = Math.max(1, Math.min(connections.most - 1, connections.open));
    for (const pause of roomMs) {
      await sleep(pause);
      const { exchange, isTurnedAway } = await this.once(
        request,
        sending,
        await connections.lendFor(sending),
      );
      if (!isTurnedAway) return exchange;
    }
    return undefined;
  }

  /** The answer to a request that was sent again. */
  #answered({ method }: Request, exchange: Exchange): Exchange {
    return method === 'GET' ? exchange : { ...exchange, sentTwice: true };
  }

  /** Whether one more connection is served, beside all that are open: not in the place of one that has ended. */
  async #isServedBeside(sending: Sending): Promise<boolean> {
    const { ended } = this.connections;
    const { answer } = await this.#lookBeside(sending);
    return answer !== undefined && ended === this.connections.ended;
  }

  /** Whether one of some more connections is closed with nothing said. */
  async #isClosedBeside(sending: Sending): Promise<boolean> {
    const looks = await Promise.all(Array.from({ length: looksBeside }, () => this.#lookBeside(sending)));
    return looks.some(({ failure }) => failure?.kind === 'dropped');
  }

  async #lookBeside({ waitMs }: Sending): Promise<Exchange> {
    const look: Request = { method: 'GET', path: '/v2/version', headers: [] };
    const purpose = 'is one more connection served?';
    return (await this.once(look, { purpose, waitMs }, this.connections.lendBeside())).exchange;
  }
}
