import { type JsonRecord, type KindName, kinds } from './kinds.js';

/** One resource. Its record is replaced, never changed in place: who holds an old one may put it back. */
export interface Entry {
  record: JsonRecord;
  /** What the resource holds, by kind; goes with it when it is deleted. */
  readonly parts: ReadonlyMap<KindName, Collection>;
}

/** Resources of one kind in one place, by id, oldest first. */
export class Collection extends Map<string, Entry> {
  constructor(readonly kind: KindName) {
    super();
  }

  add(id: string, record: JsonRecord): Entry {
    const entry = { record, parts: collectionsWithin(this.kind) };
    this.set(id, entry);
    return entry;
  }
}

/** A resource as {@link Store.snapshot} tells it. */
export interface Existing {
  readonly kind: KindName;
  readonly record: JsonRecord;
}

/** Everything that one server remembers. */
export class Store {
  readonly #roots = collectionsWithin(undefined);
  #lastConsole = 4999;

  /** @returns undefined when the project that would hold the collection does not exist. */
  collection(kind: KindName, projectId: string | undefined): Collection | undefined {
    const { parent } = kinds[kind];
    if (!parent) return this.#roots.get(kind);
    return this.#roots
      .get(parent)
      ?.get(projectId ?? '')
      ?.parts.get(kind);
  }

  nextConsole(): number {
    return ++this.#lastConsole;
  }

  /** @returns every resource that exists now; empty when everything was deleted. */
  snapshot(): Existing[] {
    return [...existing(this.#roots)];
  }
}

const names = Object.keys(kinds) as KindName[];
const partsOf = new Map(
  [undefined, ...names].map((parent) => [parent, names.filter((name) => kinds[name].parent === parent)]),
);

function collectionsWithin(parent: KindName | undefined): ReadonlyMap<KindName, Collection> {
  return new Map(partsOf.get(parent)?.map((name) => [name, new Collection(name)]));
}

function* existing(collections: ReadonlyMap<KindName, Collection>): Generator<Existing> {
  for (const [kind, collection] of collections)
    for (const { record, parts } of collection.values()) {
      yield { kind, record };
      yield* existing(parts);
    }
}
