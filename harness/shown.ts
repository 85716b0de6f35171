/** When readings are wrong: what writes have shown of the same resources, held against readings that are right. */
import { isDeepStrictEqual } from 'node:util';
import type { OperationId } from '../schemas/index.js';
import { succeeded, withoutPlaces } from './expect.js';
import { attributes } from './explain/features/attributes.js';
import { noDrawings, oneDrawing, updatedFieldBefore } from './explain/features/ids.js';
import { listsOf } from './explain/features/sizes.js';
import { type Exchange, isObject, type JsonObject, lengthOf, objectOf, valueIn } from './http/exchange.js';
import { sentIn } from './model/state.js';
import { Youngest } from './model/youngest.js';
import type { Violation } from './outcome.js';

/** In which case answers are wrong in one way, and how often each was seen. */
export interface Contrast {
  /** Features of what is read, one of which all wrong answers have and no right one. */
  readonly features: readonly string[];
  readonly wrong: number;
  readonly right: number;
}

/**
 * So many resources are remembered, the youngest, whose answers have no more bytes than this; and so many different
 * values, each as short.
 */
const most = { resources: 500, values: 500, bytes: 16 * 1024 };
const readBefore = 'state:what was read before';
/** With fewer of either, what they have in common says nothing. */
const fewest = 2;

interface Written {
  /** The fields as they were answered last, or sent where the answer leaves them out. */
  readonly told: JsonObject;
  /** The fields as they were sent last. */
  readonly sent: JsonObject;
  /** Those that an update has sent. */
  readonly updated: ReadonlySet<string>;
}

export class Shown {
  /** What writes to a resource have told, by its id. */
  readonly #resources = new Youngest<Written>(most.resources);
  /** How many were created at each path. */
  readonly #created = new Map<string, number>();
  /** Paths that were read. */
  readonly #read = new Set<string>();
  /** By operation, and by the way in which its answers are wrong. */
  readonly #ways = new Map<OperationId, Map<string, Way>>();

  /** Takes note of what a write shows. */
  addWrite(exchange: Exchange): void {
    const { method, path } = exchange.request;
    if (!succeeded(exchange)) return;
    // A project of the same id may be made again.
    if (method === 'DELETE') {
      this.#created.delete(`${path}/drawings`);
      this.#read.delete(path.toLowerCase());
    }
    if (!['POST', 'PUT'].includes(method)) return;
    if (method === 'POST') this.#created.set(path, (this.#created.get(path) ?? 0) + 1);
    const shown = objectOf(exchange);
    const id = shown && idOf(shown);
    if (!shown || id === undefined) return;
    const before = this.#resources.get(id);
    const bytes = Math.max(lengthOf(exchange.request.body), exchange.answer?.body.length ?? 0);
    // An answer may leave out what it was sent, which is there all the same.
    if (bytes > most.bytes) this.#resources.delete(id);
    else {
      const sent = sentIn(exchange);
      const fields = method === 'PUT' ? Object.keys(sent ?? {}) : [];
      this.#resources.note(id, {
        told: { ...before?.told, ...sent, ...shown },
        sent: { ...before?.sent, ...sent },
        updated: new Set([...(before?.updated ?? []), ...fields]),
      });
    }
  }

  /** Takes note of a reading. @param wrong What is wrong with it, by the way in which it is. */
  addReading(id: OperationId, exchange: Exchange, wrong: ReadonlyMap<string, readonly Violation[]>): void {
    const path = exchange.request.path.toLowerCase();
    const isAgain = this.#read.has(path);
    this.#read.add(path);
    const ways = this.#ways.get(id) ?? new Map<string, Way>();
    for (const [name, violations] of wrong) {
      const field = violations[0] && fieldAt(violations[0]);
      if (field !== undefined && !ways.has(name)) ways.set(name, new Way(field));
    }
    if (ways.size === 0) return;
    this.#ways.set(id, ways);
    for (const [name, way] of ways) {
      const violations = wrong.get(name) ?? [];
      way.addTurn(violations.length > 0, isAgain);
      if (way.field === '') this.#addWhole(way, id, exchange, violations.length > 0);
      else this.#addItems(way, exchange, new Set(violations.map(({ pointer = '' }) => pointer)));
    }
  }

  /** Of a whole list it is known how much there is to show; of a whole answer that is none, nothing. */
  #addWhole(way: Way, id: OperationId, exchange: Exchange, isWrong: boolean): void {
    const value = valueIn(exchange);
    const shown = Array.isArray(value) ? value.length : undefined;
    const there = id === 'drawings.list' ? (this.#created.get(exchange.request.path) ?? 0) : undefined;
    way.add(isWrong, shown ?? (isWrong ? there : undefined));
  }

  /** @param wrong Pointers to what is wrong. */
  #addItems(way: Way, exchange: Exchange, wrong: ReadonlySet<string>): void {
    const value = valueIn(exchange);
    const items = Array.isArray(value) ? value : [value];
    for (const [index, item] of items.entries()) {
      if (!isObject(item)) continue;
      const isWrong = wrong.has(`${Array.isArray(value) ? `/${index}` : ''}/${way.field}`);
      const { [way.field]: shown } = item;
      const known = this.#resources.get(idOf(item) ?? '');
      if (known) way.addUpdated(isWrong, known.updated.has(way.field));
      if (!isWrong) {
        way.add(false, shown);
        continue;
      }
      const [due, sent] = [known?.told, known?.sent].map((each) => each?.[way.field]);
      // What is wrong is known from another wrong answer, unless it was sent.
      if (!isDeepStrictEqual(due, shown) || isDeepStrictEqual(due, sent)) way.add(true, due);
    }
  }

  /** How many readings were wrong in one way; 0 where that is not counted. */
  wrong(id: OperationId, symptom: string): number {
    return this.#wayOf(id, symptom)?.times ?? 0;
  }

  /** In which case the answers to an operation are wrong in one way; undefined where that is not known. */
  contrast(id: OperationId, symptom: string): Contrast | undefined {
    return this.#wayOf(id, symptom)?.contrast();
  }

  #wayOf(id: OperationId, symptom: string): Way | undefined {
    return this.#ways.get(id)?.get(withoutPlaces(symptom));
  }
}

type Turns = Readonly<Record<'wrong' | 'right', { first: number; later: number }>>;

/** One way in which answers are wrong at a field: the values that it should have had, and those of right answers. */
class Way {
  readonly #values = { wrong: new Map<string, unknown>(), right: new Map<string, unknown>() };
  readonly #counts = { wrong: 0, right: 0 };
  /** How many answers were the first of a resource, and how many a later one. */
  readonly #turns: Turns = { wrong: { first: 0, later: 0 }, right: { first: 0, later: 0 } };
  /** How many showed what an update had sent, and how many what none had. */
  readonly #updates: Turns = { wrong: { first: 0, later: 0 }, right: { first: 0, later: 0 } };
  #isOpen = true;

  constructor(readonly field: string) {}

  addTurn(isWrong: boolean, isAgain: boolean): void {
    this.#turns[isWrong ? 'wrong' : 'right'][isAgain ? 'later' : 'first']++;
  }

  addUpdated(isWrong: boolean, isUpdated: boolean): void {
    this.#updates[isWrong ? 'wrong' : 'right'][isUpdated ? 'later' : 'first']++;
  }

  /** How many answers were wrong. */
  get times(): number {
    return this.#turns.wrong.first + this.#turns.wrong.later;
  }

  /** @param value Undefined where it is not known: nothing can be told by it. */
  add(isWrong: boolean, value: unknown): void {
    const side = isWrong ? 'wrong' : 'right';
    if (!this.#isOpen || value === undefined) return;
    this.#counts[side]++;
    const values = this.#values[side];
    const text = JSON.stringify(value);
    if (text.length <= most.bytes) {
      values.set(text, value);
      if (values.size <= most.values) return;
    }
    this.#isOpen = false;
    for (const each of Object.values(this.#values)) each.clear();
  }

  contrast(): Contrast | undefined {
    const { wrong, right } = this.#values;
    const isTelling = Object.values(this.#counts).every((count) => count >= fewest);
    const isOfValue = this.#isOpen && isTelling && ![...wrong.keys()].some((each) => right.has(each));
    const features = isOfValue ? this.#features([...wrong.values()], [...right.values()]) : undefined;
    if (features) return { features, ...this.#counts };
    return ofLater(this.#turns, readBefore) ?? ofLater(this.#updates, updatedFieldBefore(this.field));
  }

  #features(wrong: readonly unknown[], right: readonly unknown[]): readonly string[] | undefined {
    if (this.field === '') return ofAmount(wrong.map(Number), right.map(Number));
    const exact = wrong.map((value) => this.#feature(value));
    if (exact.length === 1) return exact;
    const [words] =
      attributes.find(([, has]) => wrong.every((each) => has(each)) && !right.some((each) => has(each))) ??
      [];
    if (words !== undefined) return [`is:${this.field}=${words}`];
    return exact.length === 2 ? exact : undefined;
  }

  #feature(value: unknown): string {
    if (value === null) return `is:${this.field}=null`;
    if (value === '') return `is:${this.field}=empty`;
    if (Array.isArray(value) && value.length === 0) return `is:${this.field}=an empty array`;
    return `value:${this.field}=${JSON.stringify(value)}`;
  }
}

/** The circumstance where it is so with every later reading, and never with a first. */
function ofLater({ wrong, right }: Turns, feature: string): Contrast | undefined {
  const isOfLater = wrong.first + right.later === 0 && wrong.later >= fewest && right.first >= fewest;
  return isOfLater ? { features: [feature], wrong: wrong.later, right: right.first } : undefined;
}

/** What a project is like, by how many drawings it has. */
const amounts: readonly (readonly string[])[] = [[noDrawings], [oneDrawing]];

function ofAmount(wrong: readonly number[], right: readonly number[]): readonly string[] | undefined {
  const known = wrong.length === 1 && amounts[Number(wrong[0])];
  if (known) return known;
  const few = listsOf(Math.max(...right));
  const more = listsOf(Math.min(...wrong)).find((each) => !few.includes(each));
  return more === undefined ? undefined : [more];
}

const idOf = ({ drawing_id, node_id, project_id }: JsonObject): string | undefined => {
  const id = drawing_id ?? node_id ?? project_id;
  return typeof id === 'string' ? id.toLowerCase() : undefined;
};

/** The field that an answer is wrong at, of an item where it is a list; '' for the whole, or a header. */
const fieldAt = ({ in: place, pointer = '' }: Violation): string | undefined =>
  place === 'header' || pointer === '' ? '' : /^(?:\/\d+)?\/(\w+)$/.exec(pointer)?.[1];
