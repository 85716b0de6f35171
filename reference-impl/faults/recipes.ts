/** What families of faults are put together from. */
import { uuid } from '../../schemas/uuid.js';
import { type JsonRecord, type KindName, kinds } from '../kinds.js';
import { type Answer, empty, json, refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import type { Collection, Entry, Store } from '../store.js';

export const isSuccess = ({ status }: Answer) => status >= 200 && status < 300;

/** Changes answers that mean success. */
export const onSuccess = (change: (answer: Answer, exchange: Exchange) => Answer): Hooks => ({
  answer: (exchange, answer) => (isSuccess(answer) ? change(answer, exchange) : answer),
});

/** Goes on after a success. */
export const thereupon = (more: (exchange: Exchange) => void): Hooks => ({
  act(exchange, next) {
    const answer = next(exchange);
    if (isSuccess(answer)) more(exchange);
    return answer;
  },
});

/** Changes answers that mean an error; with codes, only theirs. */
export const onErrors = (
  change: (answer: Answer, exchange: Exchange) => Answer,
  ...codes: number[]
): Hooks => ({
  answer: (exchange, answer) =>
    isSuccess(answer) || (codes.length > 0 && !codes.includes(answer.status))
      ? answer
      : change(answer, exchange),
});

/** Changes the resource that a successful answer shows, or each of those that it lists. */
export const onResources = (change: (record: JsonRecord, exchange: Exchange) => unknown): Hooks =>
  onSuccess((answer, exchange) => {
    const { body } = answer;
    if (Array.isArray(body)) return { ...answer, body: body.map((each) => change(each, exchange)) };
    return isRecord(body) ? { ...answer, body: change(body, exchange) } : answer;
  });

type Wire = NonNullable<Hooks['wire']>;
type Case = (exchange: Exchange, answer: Answer) => boolean;

/** Does something else than to send the answer. */
export const instead = (is: Case, wire: Wire): Hooks => ({
  wire: (exchange, answer, next) =>
    is(exchange, answer) ? wire(exchange, answer, next) : next(exchange, answer),
});

export const isAnswered: Case = (_, answer) => isSuccess(answer);

/** Drops the connection instead of answering. */
export const dropping = (is: Case): Hooks => instead(is, ({ outgoing }) => outgoing.destroy());

/** Lets a node start answer with the node, which is where its fields can be seen. */
export const showsNode: Hooks = {
  act(exchange, next) {
    next(exchange);
    return json(201, exchange.entry.record);
  },
};

/** The hooks of a fault in what an operation shows. */
export const showing = (id: string, hooks: Hooks): Hooks =>
  id === 'nodes.start' ? { ...showsNode, ...hooks } : hooks;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const without = (record: JsonRecord, ...names: readonly string[]): JsonRecord =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** Whether any text or number in a value, at any depth, is of a class. */
export function contains(value: unknown, isOne: (scalar: unknown) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return isOne(value);
  return Object.values(value).some((item) => contains(item, isOne));
}

/** The fields of the request; none where its body is no object. */
export const sent = ({ input }: Exchange): JsonRecord => (isRecord(input) ? input : {});

export const set = (entry: Entry, fields: JsonRecord): void => {
  entry.record = { ...entry.record, ...fields };
};

export type Is = (exchange: Exchange) => unknown;
type Step = 'locate' | 'decode' | 'validate' | 'act';

/** Answers with a code in some cases, instead of doing anything or instead of an earlier step. */
export const refusing = (status: number, is: Is, step: Step = 'act'): Hooks => ({
  [step]: (exchange: Exchange, next: (exchange: Exchange) => Answer) =>
    is(exchange) ? refuse(status, 'Refused') : next(exchange),
});

/** Answers in some cases as if it had done something, and does nothing. */
export const pretending =
  (is: Is, answer = empty(204)): NonNullable<Hooks['act']> =>
  (exchange, next) =>
    is(exchange) ? answer : next(exchange);

/** Does something besides refusing, where a step refuses. */
export const onRefusal = (step: Exclude<Step, 'act'>, more: (exchange: Exchange) => void): Hooks => ({
  [step](exchange: Exchange, next: (exchange: Exchange) => Answer | undefined) {
    const refusal = next(exchange);
    if (refusal) more(exchange);
    return refusal;
  },
});

/** A resource with the collection that it is in. */
export type Found = readonly [Entry, Collection];

/** The collections of a kind that all projects have. */
export function everywhere({ store }: Exchange, kind: KindName): Collection[] {
  const { parent } = kinds[kind];
  const holders = (parent && store.collection(parent, undefined)?.values()) ?? [];
  return [...holders].flatMap(({ parts }) => parts.get(kind) ?? []);
}

/** Writes a field that it is sent to others as well. */
export const writingToAll = (field: string, others: (exchange: Exchange) => Iterable<Entry>) =>
  thereupon((exchange) => {
    const { [field]: value } = sent(exchange);
    if (value === undefined) return;
    for (const other of others(exchange)) set(other, { [field]: value });
  });

export function foundIn(collection: Collection | undefined, id: string | undefined): Found | undefined {
  const entry = collection?.get(id ?? '');
  return collection && entry && [entry, collection];
}

/** Finds something else where the path leads nowhere. */
export const finding = (find: (exchange: Exchange) => Found | undefined): Hooks => ({
  locate(exchange, next) {
    const refusal = next(exchange);
    const found = refusal && find(exchange);
    if (!found) return refusal;
    [exchange.entry, exchange.collection] = found;
    return undefined;
  },
});

/** Does something before the operation, such as giving it something else to work on. */
export const beforehand = (more: (exchange: Exchange) => void): Hooks => ({
  act(exchange, next) {
    more(exchange);
    return next(exchange);
  },
});

/** Reads a body as other bytes than those that came. */
export const rereading = (read: (exchange: Exchange) => Buffer | undefined): Hooks => ({
  decode(exchange, next) {
    exchange.bytes = read(exchange);
    return next(exchange);
  },
});

/** Takes no notice of some bodies, as if they were {}. */
export const disregarding = (is: Is) =>
  rereading((exchange) => (is(exchange) ? Buffer.from('{}') : exchange.bytes));

/** Answers where the path leads nowhere, unless it has nothing to say. */
export const onLost = (answer: (exchange: Exchange) => Answer | undefined): Hooks => ({
  locate(exchange, next) {
    const refusal = next(exchange);
    return refusal && (answer(exchange) ?? refusal);
  },
});

/** Something that is remembered for a fault, about one server or one of its collections; each server starts anew. */
export function memory<T>(make: () => T): (owner: Store | Collection) => T {
  const kept = new WeakMap<Store | Collection, T>();
  return (owner) => {
    const value = kept.get(owner) ?? make();
    kept.set(owner, value);
    return value;
  };
}

/** What outlives a deletion: the hooks that keep it, and how to ask for it later. */
export const outliving = <T>(
  deletion: string,
  kept: (exchange: Exchange) => Iterable<readonly [key: string, T]>,
) => {
  const ghosts = memory(() => new Map<string, T>());
  return {
    hooks: beforehand((exchange) => {
      if (exchange.route.id !== deletion) return;
      for (const [key, each] of kept(exchange)) ghosts(exchange.store).set(key, each);
    }),
    of: ({ store }: Exchange, key = '') => ghosts(store).get(key),
  };
};

/** Counts for a fault; what is counted apart is told by `keyOf`, such as the resource. */
export const counter = (keyOf: (exchange: Exchange) => unknown) => {
  const counts = memory(() => new Map<unknown, number>());
  return (exchange: Exchange, more: number): number => {
    const count = (counts(exchange.store).get(keyOf(exchange)) ?? 0) + more;
    counts(exchange.store).set(keyOf(exchange), count);
    return count;
  };
};

export const isUuid = (value: unknown) => typeof value === 'string' && uuid.test(value);

/** A value of the same type that differs; a text by what `mark` makes of it. */
export const another = (value: unknown, mark: (text: unknown) => string) =>
  typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : mark(value);
