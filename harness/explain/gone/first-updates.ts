/** Updates of which only the first few of a resource are stored, whatever they hold. */
import type { OperationId } from '../../../schemas/index.js';
import { succeeded } from '../../expect.js';
import { type Exchange, type Json, type JsonObject, lengthOf, objectOf } from '../../http/exchange.js';
import { operationOf } from '../../http/request.js';
import { sameValue } from '../../model/same-value.js';
import { sentIn } from '../../model/state.js';
import { Youngest } from '../../model/youngest.js';
import { type Cause, causeOfAll, notStored } from '../cause.js';
import type { Sighting } from '../sighting.js';

/** With fewer that are stored, each may be stored for itself. */
const fewestStored = 2;
/** With fewer behind them that are not, it may be what these hold. */
const fewestLost = 10;
/** The share of those that may seem to be stored all the same. */
const mostStored = 0.1;

/** So many resources are remembered, the youngest, each by bodies of so many bytes at most. */
const [mostResources, mostBytes] = [500, 16 * 1024];

/** What is known of a resource. */
interface Known {
  /** How many updates it has taken. */
  readonly taken: number;
  /** The last one, where it was not read since. */
  readonly update?: Exchange;
  /** What it has shown before that. */
  readonly shown: JsonObject;
}

/** Updates that the next reading shows, and those that it does not: each by its place among those of its resource. */
interface Turns {
  readonly stored: number[];
  readonly lost: number[];
}

/** Readings, held against the one update before each of them. */
export class FirstUpdates {
  readonly #known = new Youngest<Known>(mostResources);
  readonly #turns = new Map<OperationId, Turns>();

  add(exchange: Exchange): void {
    const { method, path } = exchange.request;
    if (!succeeded(exchange) || (method !== 'GET' && method !== 'PUT')) return;
    const key = path.toLowerCase();
    const { taken, update, shown } = this.#known.get(key) ?? { taken: 0, shown: {} };
    const isPut = method === 'PUT';
    const body = isPut ? exchange.request.body : exchange.answer?.body;
    const isShort = lengthOf(body) <= mostBytes;
    if (isPut) {
      this.#known.note(key, { taken: taken + 1, ...(isShort && { update: exchange }), shown });
      return;
    }
    const now = (isShort && objectOf(exchange)) || {};
    if (update) this.#judge(update, taken, shown, now);
    this.#known.note(key, { taken, shown: now });
  }

  /** How many updates of each resource an operation stores, where it stores only the first few. */
  stores(id: OperationId): number | undefined {
    const { stored, lost } = this.#turns.get(id) ?? { stored: [], lost: [] };
    const times = (turns: readonly number[], turn: number) => turns.filter((each) => each === turn).length;
    // Of two at once the second may be answered first.
    const last = Math.max(0, ...stored.filter((turn) => times(stored, turn) > times(lost, turn)));
    const [right, wrong] = [stored, lost].map((turns) => turns.filter((turn) => turn > last).length);
    const isFew = last >= fewestStored && wrong !== undefined && wrong >= fewestLost;
    return isFew && right !== undefined && right <= mostStored * wrong ? last : undefined;
  }

  /** A value that was there before, or is not shown, tells nothing. */
  #judge(update: Exchange, turn: number, before: JsonObject, now: JsonObject): void {
    const id = operationOf(update.request);
    const telling = Object.entries(sentIn(update) ?? {}).filter(
      ([name, value]) => name in now && name in before && !sameValue(name, before[name], value),
    );
    if (!id || telling.length === 0) return;
    const turns = this.#turns.get(id) ?? { stored: [], lost: [] };
    this.#turns.set(id, turns);
    const isKept = ([name]: readonly [string, Json]) => sameValue(name, now[name], before[name] ?? null);
    if (telling.some(([name, value]) => sameValue(name, now[name], value))) turns.stored.push(turn);
    else if (telling.every(isKept)) turns.lost.push(turn);
  }
}

/** One cause for each such operation: all that was not stored, and what it seems to change instead. */
export function firstOnly(broken: readonly Sighting[], updates: Pick<FirstUpdates, 'stores'>): Cause[] {
  const lost = broken.filter(({ outcome = '' }) => notStored.has(outcome));
  return [...new Set(lost.map(({ operation }) => operation))].flatMap((id) => {
    const count = updates.stores(id);
    if (count === undefined) return [];
    const outcome = `stores only the first ${count} updates of a resource`;
    const sightings = broken.filter(({ aspect, operation }) => operation === id && aspect === 'state');
    return [causeOfAll({ operations: [id], expected: 'shown later', outcome }, sightings)];
  });
}
