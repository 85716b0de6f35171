/** Readings that change what they read. */
import type { OperationId } from '../../schemas/index.js';
import type { JsonRecord } from '../kinds.js';
import { refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import { type Seeded, seed } from './fault.js';
import { isSuccess, memory } from './recipes.js';

/** After the answer, so that it shows only in the next one. */
const afterwards = (change: (exchange: Exchange) => void): Hooks => ({
  wire(exchange, answer, next) {
    if (isSuccess(answer)) change(exchange);
    next(exchange, answer);
  },
});

const changing = (change: (record: JsonRecord) => JsonRecord): Hooks =>
  afterwards(({ entry }) => {
    entry.record = { ...entry.record, ...change(entry.record) };
  });

const spoils: readonly (readonly [
  id: OperationId,
  summary: string,
  change: (record: JsonRecord) => JsonRecord,
])[] = [
  [
    'projects.get',
    'makes the scene higher',
    ({ scene_height }) => ({ scene_height: Number(scene_height) + 1 }),
  ],
  ['compute.projects.get', 'renames the project', ({ name }) => ({ name: `${name}+` })],
  ['iou.get', 'adds memory', ({ ram }) => ({ ram: Number(ram) + 1 })],
  ['vmware.get', 'changes headless', ({ headless }) => ({ headless: !headless })],
  ['cloud.get', 'renames the node', ({ name }) => ({ name: `${name}+` })],
];

/** Answers 404 to each reading that is the last of so many: of one resource, or of any. */
const missing = (every: number, counted: (exchange: Exchange) => object = ({ entry }) => entry): Hooks => {
  const times = memory(() => new WeakMap<object, number>());
  return {
    act(exchange, next) {
      const known = times(exchange.store);
      const count = (known.get(counted(exchange)) ?? 0) + 1;
      known.set(counted(exchange), count);
      return count % every === 0 ? refuse(404, 'There is no such resource') : next(exchange);
    },
  };
};

const vanish = afterwards(({ collection, id }) => collection.delete(id));
const gets = ['projects.get', 'compute.projects.get', 'iou.get', 'vmware.get', 'cloud.get'] as const;

/** What is shown most of the time, and is there all the time. */
export const flickers: readonly Seeded[] = gets.flatMap((id) => [
  seed(
    id,
    'misses-every-fifth',
    'answers 404 to every fifth reading of a resource.',
    ['reading-is-safe'],
    missing(5),
  ),
  ...(id === 'compute.projects.get'
    ? []
    : [
        seed(
          id,
          'misses-now-and-then',
          'answers 404 to one reading of 37, whichever resource it is of.',
          [`${id.replace('.get', '.update')}:aftermath.readable`],
          missing(37, ({ store }) => store),
        ),
      ]),
]);

export const unsafeReading: readonly Seeded[] = [
  ...spoils.map(([id, summary, change]) =>
    seed(id, summary.replaceAll(' ', '-'), `${summary} each time.`, ['reading-is-safe'], changing(change)),
  ),
  ...gets.map((id) =>
    seed(id, 'removes-what-it-reads', 'removes what it shows.', ['reading-is-safe'], vanish),
  ),
  seed(
    'drawings.list',
    'removes-a-drawing',
    'removes the first of the drawings that it shows.',
    ['reading-is-safe'],
    afterwards(({ collection }) => {
      const [first] = collection.keys();
      if (first !== undefined) collection.delete(first);
    }),
  ),
  seed(
    'drawings.list',
    'moves-drawings',
    'moves the drawings that it shows.',
    ['reading-is-safe'],
    afterwards(({ collection }) => {
      for (const entry of collection.values())
        entry.record = { ...entry.record, x: Number(entry.record.x) + 1 };
    }),
  ),
];
