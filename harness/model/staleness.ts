/** Whether readings show what was read before, and not what a write of the same resource has answered since. */
import { isDeepStrictEqual } from 'node:util';
import type { OperationId } from '../../schemas/index.js';
import { succeeded } from '../expect.js';
import { type Exchange, type JsonObject, objectOf } from '../http/exchange.js';
import { operationOf } from '../http/request.js';
import { sentIn } from './state.js';

/** How often readings behind a write were as before, and how often as written: of what was read before it, and at first. */
interface Counts {
  stale: number;
  again: number;
  first: number;
}

interface Known {
  /** What it has shown when it was read last. */
  read?: JsonObject | undefined;
  /** What an update has answered since, of the fields that it was sent. */
  written?: JsonObject | undefined;
}

/** So many resources are remembered, the youngest. */
const mostResources = 500;
/** With fewer stale readings, or fresh ones of what was not read before, nothing is said. */
const fewest = { stale: 3, first: 2 };

/** Readings, held against the answers to the updates before them. */
export class Staleness {
  readonly #known = new Map<string, Known>();
  readonly #counts = new Map<OperationId, Counts>();

  /** Takes note of an exchange of the run. */
  add(exchange: Exchange): void {
    const { method, path } = exchange.request;
    const key = path.toLowerCase();
    const shown = succeeded(exchange) ? objectOf(exchange) : undefined;
    if (method === 'GET' && shown) this.#addReading(exchange, key, shown);
    if (method === 'DELETE') this.#known.delete(key);
    if (method !== 'PUT') return;
    const sent = Object.keys(sentIn(exchange) ?? {});
    this.#know(key, { ...this.#known.get(key), written: shown && only(sent, shown) });
  }

  /** Whether an operation shows what it has shown before, and what was written only of what was not read before. */
  isStale(id: OperationId): boolean {
    const { stale, again, first } = this.#counts.get(id) ?? { stale: 0, again: 0, first: 0 };
    return again === 0 && stale >= fewest.stale && first >= fewest.first;
  }

  #addReading(exchange: Exchange, key: string, shown: JsonObject): void {
    const { read, written } = this.#known.get(key) ?? {};
    this.#know(key, { read: shown });
    const id = operationOf(exchange.request);
    const changed = Object.keys(written ?? {}).filter(
      (name) => !isDeepStrictEqual(written?.[name], read?.[name]),
    );
    if (!id || changed.length === 0) return;
    const counts = this.#counts.get(id) ?? { stale: 0, again: 0, first: 0 };
    this.#counts.set(id, counts);
    const showsThatOf = (past: JsonObject | undefined) =>
      past !== undefined && isDeepStrictEqual(only(changed, shown), only(changed, past));
    if (showsThatOf(written)) counts[read ? 'again' : 'first']++;
    else if (showsThatOf(read)) counts.stale++;
  }

  #know(key: string, known: Known): void {
    this.#known.delete(key);
    this.#known.set(key, known);
    const [eldest] = this.#known.keys();
    if (this.#known.size > mostResources && eldest !== undefined) this.#known.delete(eldest);
  }
}

const only = (names: readonly string[], shown: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(shown).filter(([name]) => names.includes(name)));
