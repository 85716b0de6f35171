/** Readings that change what they read. */
import type { OperationId } from '../../schemas/index.js';
import type { JsonRecord } from '../kinds.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import { type Seeded, seed } from './fault.js';
import { isSuccess } from './recipes.js';

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
  ['compute.projects.get', 'closes the project', () => ({ status: 'closed' })],
  ['iou.get', 'adds memory', ({ ram }) => ({ ram: Number(ram) + 1 })],
  ['vmware.get', 'changes headless', ({ headless }) => ({ headless: !headless })],
  ['cloud.get', 'renames the node', ({ name }) => ({ name: `${name}+` })],
];

const vanish = afterwards(({ collection, id }) => collection.delete(id));
const gets = ['projects.get', 'compute.projects.get', 'iou.get', 'vmware.get', 'cloud.get'] as const;

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
