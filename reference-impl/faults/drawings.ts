/** Drawings that get lost, appear twice or share an id (section 4.1). */
import { randomUUID } from 'node:crypto';
import { json } from '../pipeline/answer.js';
import type { Hooks } from '../pipeline/modification.js';
import type { Collection } from '../store.js';
import { breaking, type Families, type Seeded } from './fault.js';
import { takingTime } from './meanwhile.js';
import { mixesUp } from './mix-ups.js';
import {
  beforehand,
  counter,
  isRecord,
  memory,
  onResources,
  onSuccess,
  refusing,
  sent,
  set,
  thereupon,
} from './recipes.js';

const onList = (change: (list: readonly unknown[]) => readonly unknown[]): Hooks =>
  onSuccess((answer) => (Array.isArray(answer.body) ? { ...answer, body: change(answer.body) } : answer));

const listedOnce = 'drawings.create:listed-once';

type Listing = readonly [name: string, change: Parameters<typeof onList>[0]];

/** Shown by one drawing, and by several that are created at once. */
const listing: readonly Listing[] = [
  ['leaves-out-last', (list) => list.slice(0, -1)],
  ['leaves-out-first', (list) => list.slice(1)],
  ['shows-last-twice', (list) => [...list, ...list.slice(-1)]],
  ['shows-all-twice', (list) => [...list, ...list]],
];

const showsAtMost = (most: number, words: string, aim: string) =>
  breaking('drawings.list', aim)(
    `shows-${words}-at-most`,
    onList((list) => list.slice(0, most)),
  );

const listsKept = memory(() => new WeakMap<Collection, unknown>());

/** Keeps the list that it has shown until a drawing is created without an id. */
const keepingLists: Hooks = {
  act(exchange, next) {
    const kept = listsKept(exchange.store);
    if (exchange.route.id === 'drawings.list' && kept.has(exchange.collection))
      return json(200, kept.get(exchange.collection));
    const answer = next(exchange);
    if (exchange.route.id === 'drawings.list') kept.set(exchange.collection, answer.body);
    else if (sent(exchange).drawing_id === undefined) kept.delete(exchange.collection);
    return answer;
  },
};

const wrongLists: readonly Seeded[] = [
  breaking(['drawings.list', 'drawings.create'], listedOnce)('lags-behind-own-ids', keepingLists),
  ...listing.map(([name, change]) =>
    breaking('drawings.list', listedOnce, 'drawings.create:parallel')(name, onList(change)),
  ),
  showsAtMost(5, 'five', 'drawings.create:parallel'),
  breaking('drawings.list', listedOnce)(
    'shows-lone-drawing-twice',
    onList((list) => (list.length === 1 ? [...list, ...list] : list)),
  ),
  ...[20, 50, 100].map((most) => showsAtMost(most, `${most}`, 'shows-all')),
  breaking(
    'drawings.list',
    'answer.svg',
    listedOnce,
  )(
    'shows-none',
    onList(() => []),
  ),
];

/** Creations that are not answered yet, by the project's drawings. */
const pending = counter(({ collection }) => collection);

/** Answers creations a little later, and loses those that come in the meantime. */
const losingOverlaps: Hooks = {
  act(exchange, next) {
    const answer = next(exchange);
    if (pending(exchange, 1) > 1 && isRecord(answer.body))
      exchange.collection.delete(String(answer.body.drawing_id));
    return answer;
  },
  ...takingTime('drawings.create', 5, pending),
};

const reusingFirstId = onResources((drawing, { collection }) => {
  const own = String(drawing.drawing_id);
  const entry = collection.get(own);
  const other = [...collection.values()].find((each) => each !== entry);
  if (!entry || !other) return drawing;
  const drawing_id = String(other.record.drawing_id);
  collection.delete(own);
  collection.set(drawing_id, entry);
  set(entry, { drawing_id });
  return entry.record;
});

/** The drawings of projects in which the last creation was refused. */
const refused = memory(() => new Set<object>());

/** A program that takes images out of drawings, and loses the rest. */
const keepsImage = beforehand((exchange) => {
  const { svg } = sent(exchange);
  const image = /<image [^>]*>/.exec(String(svg))?.[0];
  if (image) exchange.input = { ...sent(exchange), svg: `<svg>${image}</svg>` };
});

export const drawings: Families = {
  'drawings with images': [breaking('drawings.create', 'stores.svg')('keeps-images-only', keepsImage)],
  /** The body says where a drawing goes, and the path does not. */
  'drawings in the wrong project': [
    breaking('drawings.create', 'spares-project-of-body')(
      'puts-into-project-of-body',
      beforehand((exchange) => {
        const named = exchange.store.collection('drawings', String(sent(exchange).project_id));
        exchange.collection = named ?? exchange.collection;
      }),
    ),
    breaking('drawings.create', 'spares-project-of-body')(
      'shows-project-of-body',
      onResources((drawing, { input }) =>
        isRecord(input) && 'project_id' in input ? { ...drawing, project_id: input.project_id } : drawing,
      ),
    ),
    breaking('drawings.create', 'answers-project-of-body')(
      'looks-up-project-of-body',
      refusing(404, (exchange) => {
        const { project_id: named } = sent(exchange);
        return typeof named === 'string' && !exchange.store.collection('drawings', named);
      }),
    ),
    breaking('drawings.create', 'spares-same-id')(
      'takes-drawings-from-others',
      beforehand((exchange) => {
        for (const { parts } of exchange.store.collection('projects', undefined)?.values() ?? []) {
          const others = parts.get('drawings');
          if (others !== exchange.collection) others?.delete(String(sent(exchange).drawing_id));
        }
      }),
    ),
    breaking('drawings.create', 'spares-same-id')(
      'ignores-ids-of-others',
      thereupon((exchange) => {
        const { collection, store } = exchange;
        const id = String(sent(exchange).drawing_id);
        for (const { parts } of store.collection('projects', undefined)?.values() ?? []) {
          const others = parts.get('drawings');
          const made = [...collection.keys()].at(-1);
          if (others !== collection && others?.has(id)) collection.delete(made ?? '');
        }
      }),
    ),
  ],
  'drawings lost, duplicated or sharing an id': [
    ...wrongLists,
    breaking('drawings.create', 'parallel')('loses-parallel', losingOverlaps),
    breaking('drawings.create', 'distinct-ids')('reuses-id', reusingFirstId),
    breaking('drawings.create', 'distinct-ids')('reuses-id-after-a-refusal', {
      answer({ collection, store }, answer) {
        if (!collection) return answer;
        const known = refused(store);
        if (answer.status === 400) known.add(collection);
        if (answer.status !== 201 || !known.delete(collection)) return answer;
        const [last, own] = [...collection.values()].slice(-2);
        if (!last || !own) return answer;
        set(own, { drawing_id: last.record.drawing_id });
        return { ...answer, body: own.record };
      },
    }),
    breaking('drawings.create', 'distinct-ids')(
      'answers-with-first-id',
      onResources((drawing, { collection }) => {
        const [first] = collection.values();
        return { ...drawing, drawing_id: first?.record.drawing_id };
      }),
    ),
    breaking('drawings.create', 'parallel')(
      'replaces-drawings',
      thereupon(({ collection }) => {
        for (const id of [...collection.keys()].slice(0, -1)) collection.delete(id);
      }),
    ),
    breaking('drawings.create', 'stores.svg')(
      'stores-long-drawings-twice',
      onResources((drawing, { collection }) => {
        if (String(drawing.svg).length <= 16_384) return drawing;
        const drawing_id = randomUUID();
        collection.add(drawing_id, { ...drawing, drawing_id });
        return drawing;
      }),
    ),
    breaking('drawings.create', 'answers-edges.svg')(
      'forbids-scripts',
      refusing(403, (exchange) => /<script|<!DOCTYPE/.test(String(sent(exchange).svg))),
    ),
    breaking('drawings.create', 'listed-once')(
      'stores-twice',
      onResources((drawing, { collection }) => {
        const drawing_id = String(drawing.drawing_id).replace(/^./, (c) => (c === '0' ? '1' : '0'));
        collection.add(drawing_id, { ...drawing, drawing_id });
        return drawing;
      }),
    ),
  ],
  'drawings mixed up': mixesUp,
};
