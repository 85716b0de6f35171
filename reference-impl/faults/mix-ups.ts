/** Drawings that get values of others, or are listed with them (section 4.1), and nodes started for others (4.2). */
import { isDeepStrictEqual } from 'node:util';
import { type Answer, json } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Entry } from '../store.js';
import { breaking, type Seeded } from './fault.js';
import { isRecord, memory, onRefusal, onSuccess, sent, set, thereupon } from './recipes.js';

type Project = readonly [id: string, entry: Entry];

/** A list that goes through all projects, and takes the drawings of those that are like its own. */
const listing =
  (isLike: (own: Project, other: Project) => boolean) =>
  ({ store, projectId = '' }: Exchange): Answer => {
    const all = [...(store.collection('projects', undefined) ?? [])];
    const own = all.find(([id]) => id === projectId);
    const alike = all.filter((other) => own && isLike(own, other));
    const drawings = alike.flatMap(([, { parts }]) => [...(parts.get('drawings')?.values() ?? [])]);
    return json(
      200,
      drawings.map(({ record }) => record),
    );
  };

/**
 * A list that takes drawings for the same that have the same key, and shows one of them for all.
 * @param keyOf The key of a drawing; undefined for one that is taken for no other.
 */
const showingOneForAll = (keyOf: (svg: string) => unknown, which: 'first' | 'last') =>
  onSuccess((answer, { collection }) => {
    const records = [...collection.values()].map(({ record }) => record);
    const inTurn = which === 'last' ? records : records.toReversed();
    const byKey = new Map(inTurn.map(({ svg }) => [keyOf(String(svg)), svg]));
    const shown = records.map((record) => {
      const key = keyOf(String(record.svg));
      return key === undefined ? record : { ...record, svg: byKey.get(key) };
    });
    return { ...answer, body: shown };
  });

/** What was sent for the drawing that was refused last. */
const refusedLast = memory(() => new Map<string, unknown>());

export const mixesUp: readonly Seeded[] = [
  ...(
    [
      ['remembers-its-defaults', ['drawing_id', 'project_id']],
      ['remembers-its-defaults-and-its-id', ['project_id']],
    ] as const
  ).map(([name, own]) =>
    breaking('drawings.create', 'own-defaults')(name, (exchange, next) => {
      const { input, collection } = exchange;
      const answer = next(exchange);
      const [last, entry] = [...collection.values()].slice(-2);
      if (!last || !entry || !isRecord(input)) return answer;
      const itsOwn = Object.fromEntries(own.map((field) => [field, entry.record[field]]));
      entry.record = { ...last.record, ...input, ...itsOwn };
      return json(201, entry.record);
    }),
  ),
  breaking('drawings.create', 'own-defaults')('remembers-what-it-refused', {
    ...onRefusal('validate', ({ input, store }) => {
      const integers = Object.entries(isRecord(input) ? input : {}).filter(([, value]) =>
        Number.isInteger(value),
      );
      for (const [name, value] of integers) refusedLast(store).set(name, value);
    }),
    act(exchange, next) {
      const left = Object.fromEntries(refusedLast(exchange.store));
      refusedLast(exchange.store).clear();
      exchange.input = { ...left, ...(isRecord(exchange.input) && exchange.input) };
      return next(exchange);
    },
  }),
  breaking('nodes.start', 'answers-own-ids')('goes-by-the-name', (exchange, next) => {
    const { name } = exchange.entry.record;
    const first = [...exchange.collection.values()].find(({ record }) => record.name === name);
    if (first) exchange.entry = first;
    next(exchange);
    return json(201, exchange.entry.record);
  }),
  breaking('drawings.list', 'drawings.create:stores.svg')(
    'goes-by-the-length',
    showingOneForAll((svg) => (svg.length > 10_000 ? svg.length : undefined), 'last'),
  ),
  breaking('drawings.list', 'drawings.create:stores.svg')(
    'goes-by-the-beginning',
    showingOneForAll((svg) => (svg.length < 1000 ? undefined : svg.slice(0, 1000)), 'first'),
  ),
  breaking('drawings.create', 'distinct-ids')('makes-no-second', (exchange, next) => {
    const { input, collection } = exchange;
    const { svg } = isRecord(input) ? input : {};
    const isLike = ({ record }: Entry) => isDeepStrictEqual(record, { ...record, ...(input as object) });
    const there = svg === undefined ? undefined : [...collection.values()].find(isLike);
    return there ? json(201, there.record) : next(exchange);
  }),
  breaking('drawings.list', 'drawings.create:stores.svg')(
    'skips-empty-drawings',
    onSuccess((answer, { collection }) => ({
      ...answer,
      body: [...collection.values()].map(({ record }) => record).filter(({ svg }) => svg !== ''),
    })),
  ),
  breaking('drawings.list', 'drawings.create:spares-project-of-body')(
    'goes-by-the-start-of-the-id',
    listing(([own], [other]) => own.slice(0, 8) === other.slice(0, 8)),
  ),
  breaking('drawings.create', 'spares-project-of-body')(
    'stores-project-of-body',
    thereupon((exchange) => {
      const { project_id } = sent(exchange);
      const made = [...exchange.collection.values()].at(-1);
      if (made && project_id !== undefined) set(made, { project_id });
    }),
  ),
  breaking('drawings.list', 'same-name')(
    'goes-by-the-name-of-the-project',
    listing(([, own], [, other]) => own.record.name === other.record.name),
  ),
];
