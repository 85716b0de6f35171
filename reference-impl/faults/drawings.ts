/** Drawings that get lost, appear twice or share an id (section 4.1). */
import { refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import type { Entry } from '../store.js';
import { breaking, type Families, type Seeded } from './fault.js';
import { mixesUp } from './mix-ups.js';
import { isRecord, memory, onResources, onSuccess } from './recipes.js';

const onList = (change: (list: readonly unknown[]) => readonly unknown[]): Hooks =>
  onSuccess((answer) => (Array.isArray(answer.body) ? { ...answer, body: change(answer.body) } : answer));

const listedOnce = 'drawings.create:listed-once';

type Listing = readonly [name: string, summary: string, change: Parameters<typeof onList>[0]];

/** Shown by one drawing, and by several that are created at once. */
const listing: readonly Listing[] = [
  ['leaves-out-last', 'leaves out the drawing that was created last.', (list) => list.slice(0, -1)],
  ['leaves-out-first', 'leaves out the drawing that was created first.', (list) => list.slice(1)],
  [
    'shows-last-twice',
    'shows the drawing that was created last twice.',
    (list) => [...list, ...list.slice(-1)],
  ],
  ['shows-all-twice', 'shows every drawing twice.', (list) => [...list, ...list]],
];

/** Shows no more drawings than so many. */
const showsAtMost = (most: number, words: string, aim: string) =>
  breaking('drawings.list', aim)(
    `shows-${words}-at-most`,
    `shows ${words} drawings at most.`,
    onList((list) => list.slice(0, most)),
  );

const wrongLists: readonly Seeded[] = [
  ...listing.map(([name, summary, change]) =>
    breaking('drawings.list', listedOnce, 'drawings.create:parallel')(name, summary, onList(change)),
  ),
  showsAtMost(5, 'five', 'drawings.create:parallel'),
  breaking('drawings.list', listedOnce)(
    'shows-lone-drawing-twice',
    'shows a drawing twice when it is the only one.',
    onList((list) => (list.length === 1 ? [...list, ...list] : list)),
  ),
  ...[20, 50, 100].map((most) => showsAtMost(most, `${most}`, 'shows-all')),
  breaking('drawings.list', 'answer.svg', listedOnce)(
    'shows-none',
    'shows no drawing.',
    onList(() => []),
  ),
];

/** Creations that are not answered yet, by the project's drawings. */
const pending = memory(() => new WeakMap<object, number>());

/** Answers creations a little later, and tells those apart that come in the meantime. */
const overlapping = (meanwhile: (exchange: Exchange, id: string) => void): Hooks => ({
  act(exchange, next) {
    const { collection, store } = exchange;
    const running = pending(store);
    const answer = next(exchange);
    const busy = (running.get(collection) ?? 0) > 0;
    running.set(collection, (running.get(collection) ?? 0) + 1);
    if (busy && isRecord(answer.body)) meanwhile(exchange, String(answer.body.drawing_id));
    return answer;
  },
  wire(exchange, answer, next) {
    setTimeout(() => {
      const { collection, store } = exchange;
      const running = pending(store);
      if (collection && running.has(collection))
        running.set(collection, Math.max(0, (running.get(collection) ?? 0) - 1));
      next(exchange, answer);
    }, 5);
  },
});

const reusing = (pick: (entries: readonly Entry[]) => Entry | undefined): Hooks =>
  onSuccess((answer, { collection }) => {
    const { body } = answer;
    if (!isRecord(body)) return answer;
    const own = String(body.drawing_id);
    const entry = collection.get(own);
    const other = pick([...collection.values()].filter((each) => each !== entry));
    if (!entry || !other) return answer;
    const drawing_id = String(other.record.drawing_id);
    collection.delete(own);
    collection.set(drawing_id, entry);
    entry.record = { ...entry.record, drawing_id };
    return { ...answer, body: entry.record };
  });

/** The drawings of projects in which the last creation was refused. */
const refused = memory(() => new Set<object>());

export const drawings: Families = {
  /** The body says where a drawing goes, and the path does not. */
  'drawings in the wrong project': [
    breaking('drawings.create', 'spares-project-of-body')(
      'puts-into-project-of-body',
      'puts a drawing into the project that its body names, when there is one.',
      (exchange, next) => {
        const { input, store } = exchange;
        const named = isRecord(input) && store.collection('drawings', String(input.project_id));
        if (named) exchange.collection = named;
        return next(exchange);
      },
    ),
    breaking('drawings.create', 'spares-project-of-body')(
      'shows-project-of-body',
      'answers with the project_id of the body.',
      onResources((drawing, { input }) =>
        isRecord(input) && 'project_id' in input ? { ...drawing, project_id: input.project_id } : drawing,
      ),
    ),
    breaking('drawings.create', 'answers-project-of-body')(
      'looks-up-project-of-body',
      'answers 404 where the body names a project that does not exist.',
      (exchange, next) => {
        const { input, store } = exchange;
        const named = isRecord(input) ? input.project_id : undefined;
        return typeof named !== 'string' || store.collection('drawings', named)
          ? next(exchange)
          : refuse(404, 'There is no such project');
      },
    ),
    breaking('drawings.create', 'spares-same-id')(
      'takes-drawings-from-others',
      'takes a drawing with the drawing_id that was sent away from another project.',
      (exchange, next) => {
        const { input, store, collection } = exchange;
        for (const { parts } of store.collection('projects', undefined)?.values() ?? []) {
          const drawings = parts.get('drawings');
          if (drawings !== collection && isRecord(input)) drawings?.delete(String(input.drawing_id));
        }
        return next(exchange);
      },
    ),
  ],
  'drawings lost, duplicated or sharing an id': [
    ...wrongLists,
    breaking('drawings.create', 'parallel')(
      'loses-parallel',
      'loses a drawing that is created while another one is being created.',
      overlapping(({ collection }, id) => collection.delete(id)),
    ),
    breaking('drawings.create', 'distinct-ids')(
      'reuses-id',
      'gives the second drawing of a project the id of the first, in whose place it is stored.',
      reusing((entries) => entries[0]),
    ),
    breaking('drawings.create', 'distinct-ids')(
      'reuses-id-after-a-refusal',
      'gives the drawing that is created after a refused creation the id of the last one.',
      {
        answer({ collection, store }, answer) {
          if (!collection) return answer;
          const known = refused(store);
          if (answer.status === 400) known.add(collection);
          if (answer.status !== 201 || !known.delete(collection)) return answer;
          const [last, own] = [...collection.values()].slice(-2);
          if (!last || !own) return answer;
          own.record = { ...own.record, drawing_id: last.record.drawing_id };
          return { ...answer, body: own.record };
        },
      },
    ),
    breaking('drawings.create', 'distinct-ids')(
      'answers-with-first-id',
      'answers every creation with the id of the first drawing.',
      onSuccess((answer, { collection }) => {
        const [first] = collection.values();
        return isRecord(answer.body)
          ? { ...answer, body: { ...answer.body, drawing_id: first?.record.drawing_id } }
          : answer;
      }),
    ),
    breaking('drawings.create', 'parallel')(
      'replaces-drawings',
      'removes the other drawings of the project.',
      onSuccess((answer, { collection }) => {
        for (const id of [...collection.keys()].slice(0, -1)) collection.delete(id);
        return answer;
      }),
    ),
    breaking('drawings.create', 'listed-once')(
      'stores-twice',
      'stores a drawing twice, the second time under another id.',
      onSuccess((answer, { collection }) => {
        if (!isRecord(answer.body)) return answer;
        const drawing_id = String(answer.body.drawing_id).replace(/^./, (c) => (c === '0' ? '1' : '0'));
        collection.add(drawing_id, { ...answer.body, drawing_id });
        return answer;
      }),
    ),
  ],
  'drawings mixed up': mixesUp,
};
