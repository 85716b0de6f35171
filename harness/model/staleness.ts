/** Whether readings show what was read before, and not what has changed since, as a cache does. */
import { isDeepStrictEqual } from 'node:util';
import { familiesIn, inOrder } from '../../schemas/groups.js';
import type { OperationId } from '../../schemas/index.js';
import { succeeded } from '../expect.js';
import { type Exchange, isObject, type Json, type JsonObject, objectOf, valueIn } from '../http/exchange.js';
import { operationOf } from '../http/request.js';
import { createdId, sentIn } from './state.js';
import { Youngest } from './youngest.js';

/** What changes the next reading: an update, a deletion, or a creation beside others in a list. */
type Kind = 'written' | 'deleted' | 'listed';

interface Change {
  readonly kind: Kind;
  /** Of an update, what it has answered of the fields that it was sent; of a creation, the id. */
  readonly written: JsonObject;
  /** Whether another change may have made a cache forget what was read. */
  readonly isSecond?: true;
}

interface Known {
  /** What it has shown when it was read last. */
  readonly read?: Json | undefined;
  /** What has changed since. */
  readonly change?: Change | undefined;
}

/** How often readings behind a change were as before it, as changed, and, where it was not read before, right or wrong. */
const none = { stale: 0, again: 0, first: 0, lost: 0 };

/** So many resources are remembered, the youngest, each by an answer of so many bytes at most. */
const [mostResources, mostBytes] = [500, 16 * 1024];
/** With fewer stale readings, or fresh ones of what was not read before, nothing is said. */
const fewest = { stale: 3, first: 2 };
/** What was not read before is right when it is so this many times as often as not. */
const mostly = 5;

/** Readings, held against the answers to the writes before them. */
export class Staleness {
  readonly #known = new Youngest<Known>(mostResources);
  readonly #counts = new Map<OperationId, Map<Kind, typeof none>>();
  readonly #stale = new WeakSet<Exchange['request']>();
  /** What was made again after its deletion: of that, nothing is said. */
  readonly #remade = new Set<string>();

  /** Takes note of an exchange of the run. */
  add(exchange: Exchange): void {
    const { method, path } = exchange.request;
    const key = path.toLowerCase();
    if (this.#remade.has(key)) return;
    if ((exchange.answer?.body.length ?? 0) > mostBytes) this.#known.delete(key);
    else if (method === 'GET') this.#addReading(exchange, key);
    else if (!succeeded(exchange)) return;
    else if (method === 'PUT') this.#addUpdate(exchange, key);
    else if (method === 'DELETE') this.#addDeletion(key);
    else this.#addCreation(exchange, key);
  }

  /** Whether an operation shows what it has shown before, and what was written only of what was not read before. */
  isStale(id: OperationId): boolean {
    const counts = this.#counts.get(id);
    // What is kept with the resource goes with it.
    const kinds = [sumOf([...(counts?.values() ?? [])]), counts?.get('written') ?? none];
    // A list that mostly lacks what is new, read before or not, lacks it for another reason.
    const listed = counts?.get('listed') ?? none;
    const isSo = ({ stale, again, first }: typeof none) =>
      again === 0 && stale >= fewest.stale && first >= fewest.first;
    return kinds.some(isSo) && listed.lost <= listed.first;
  }

  /** Whether a reading showed what was read before. */
  hasShown = ({ request }: Exchange): boolean => this.#stale.has(request);

  /** The operations of several resources that mostly show what was read before, though what was not is right. */
  get inCommon(): OperationId[] {
    const kinds: readonly Kind[] = ['written', 'deleted', 'listed'];
    const found = kinds.flatMap((kind) => {
      const of = [...this.#counts].map(([id, each]) => [id, each.get(kind) ?? none] as const);
      const { stale, again, first, lost } = sumOf(of.map(([, each]) => each));
      const isStale = first >= fewest.first + mostly * lost && stale >= fewest.stale && stale >= again;
      return isStale ? of.flatMap(([id, each]) => (each.stale > 0 ? id : [])) : [];
    });
    return familiesIn(found) > 1 ? inOrder(found) : [];
  }

  #addUpdate(exchange: Exchange, key: string): void {
    const { read, change } = this.#known.get(key) ?? {};
    if (change?.kind === 'deleted') return void this.#remade.add(key);
    const sent = Object.keys(sentIn(exchange) ?? {});
    const written = { ...change?.written, ...only(sent, objectOf(exchange) ?? {}) };
    const before = isObject(read) ? read : {};
    const changed = Object.keys(written).filter((name) => !isDeepStrictEqual(written[name], before[name]));
    const isChanged = changed.length > 0;
    this.#known.note(key, {
      read,
      ...(isChanged && { change: { kind: 'written', written: only(changed, written) } }),
    });
  }

  /** With a project goes all that is in it. */
  #addDeletion(key: string): void {
    const deleted = ({ read, change }: Known): Known => ({
      read,
      change: { kind: 'deleted', written: {}, ...(change && { isSecond: true }) },
    });
    for (const [path, known] of [...this.#known])
      if (path.startsWith(`${key}/`)) this.#known.set(path, deleted(known));
    this.#known.note(key, deleted(this.#known.get(key) ?? {}));
  }

  #addCreation(exchange: Exchange, key: string): void {
    const shown = objectOf(exchange) ?? {};
    const drawing_id = createdId(exchange);
    const { read } = this.#known.get(key) ?? {};
    if (drawing_id) this.#known.note(key, { read, change: { kind: 'listed', written: { drawing_id } } });
    for (const name of ['node_id', 'project_id']) {
      const made = `${key}/${String(shown[name]).toLowerCase()}`;
      if (this.#known.has(made)) this.#remade.add(made);
    }
  }

  #addReading(exchange: Exchange, key: string): void {
    const id = operationOf(exchange.request);
    const { read, change } = this.#known.get(key) ?? {};
    const shown = succeeded(exchange) ? valueIn(exchange) : undefined;
    if (!id || (shown === undefined && exchange.answer?.status !== 404)) return;
    const isSame = change && isAsBefore(shown, read, change);
    this.#known.note(key, { read: shown, ...(isSame && { change }) });
    if (!change) return;
    const counts = this.#counts.get(id) ?? new Map<Kind, typeof none>();
    const count = { ...(counts.get(change.kind) ?? none) };
    if (shows(shown, change)) {
      if (!change.isSecond) count[read === undefined ? 'first' : 'again']++;
    } else if (isSame) count.stale++;
    else if (read === undefined) count.lost++;
    if (isSame) this.#stale.add(exchange.request);
    this.#counts.set(id, counts.set(change.kind, count));
  }
}

/** Whether a reading shows what has changed. */
function shows(shown: Json | undefined, { kind, written }: Change): boolean {
  if (kind === 'deleted') return shown === undefined;
  if (kind === 'listed')
    return Array.isArray(shown) && shown.some((each) => isDeepStrictEqual(partOf(each, written), written));
  return isDeepStrictEqual(partOf(shown, written), written);
}

function isAsBefore(shown: Json | undefined, read: Json | undefined, { kind, written }: Change): boolean {
  if (read === undefined || shown === undefined) return false;
  if (kind !== 'written') return isDeepStrictEqual(shown, read);
  return isDeepStrictEqual(partOf(shown, written), partOf(read, written));
}

const partOf = (value: Json | undefined, fields: JsonObject) =>
  isObject(value) ? only(Object.keys(fields), value) : undefined;

const only = (names: readonly string[], shown: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(shown).filter(([name]) => names.includes(name)));

const sumOf = (all: readonly (typeof none)[]): typeof none =>
  all.reduce(
    (sum, each) => ({
      stale: sum.stale + each.stale,
      again: sum.again + each.again,
      first: sum.first + each.first,
      lost: sum.lost + each.lost,
    }),
    none,
  );
