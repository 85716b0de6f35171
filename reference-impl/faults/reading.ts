/** Readings that change what they read. */
import { familyOf, siblingOf } from '../../schemas/groups.js';
import type { OperationId } from '../../schemas/index.js';
import type { JsonRecord } from '../kinds.js';
import { type Answer, json } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import { breaking, breakingEach, type Families } from './fault.js';
import { counter, isSuccess, memory, onLost, onResources, refusing, sent, set } from './recipes.js';
import { instanceReadings, readings, updates } from './shapes.js';

/** After the answer, so that it shows only in the next one. */
const afterwards = (change: (exchange: Exchange) => void): Hooks => ({
  wire(exchange, answer, next) {
    if (isSuccess(answer)) change(exchange);
    next(exchange, answer);
  },
});

type Spoiling = readonly [id: OperationId, name: string, change: (record: JsonRecord) => JsonRecord];

const spoils: readonly Spoiling[] = [
  ['projects.get', 'makes-the-scene-higher', ({ scene_height: was }) => ({ scene_height: Number(was) + 1 })],
  ['compute.projects.get', 'renames-the-project', ({ name }) => ({ name: `${name}+` })],
  ['iou.get', 'adds-memory', ({ ram }) => ({ ram: Number(ram) + 1 })],
  ['vmware.get', 'changes-headless', ({ headless }) => ({ headless: !headless })],
  ['cloud.get', 'renames-the-node', ({ name }) => ({ name: `${name}+` })],
];

/** Answers 404 to each reading that is the last of so many: of one resource, or of any. */
const missing = (every: number, counted: (exchange: Exchange) => object = ({ entry }) => entry): Hooks => {
  const readings = counter(counted);
  return refusing(404, (exchange) => readings(exchange, 1) % every === 0);
};

/** A field of the server that each kind has. */
const lagging = [
  ['projects', 'path'],
  ['iou', 'path'],
  ['iou', 'console'],
  ['vmware', 'vmx_path'],
  ['vmware', 'linked_clone'],
  ['cloud', 'ports_mapping'],
] as const;

/** How long an update takes to be shown, in milliseconds. */
const lateMs = 100;

const vanish = afterwards(({ collection, id }) => collection.delete(id));

export const reading: Families = {
  'reads that change something': [
    ...spoils.map(([id, name, change]) =>
      breaking(id, 'reading-is-safe')(
        name,
        afterwards(({ entry }) => set(entry, change(entry.record))),
      ),
    ),
    ...breakingEach(readings, 'reading-is-safe', ['removes-what-it-reads', vanish]),
    ...breakingEach(
      ['drawings.list'],
      'reading-is-safe',
      [
        'removes-a-drawing',
        afterwards(({ collection }) => {
          const [first = ''] = collection.keys();
          collection.delete(first);
        }),
      ],
      [
        'moves-drawings',
        afterwards(({ collection }) => {
          for (const entry of collection.values()) set(entry, { x: Number(entry.record.x) + 1 });
        }),
      ],
    ),
  ],
  'fields of the server that lag behind': lagging.flatMap(([kind, field]) => {
    const [update, read] = [`${kind}.update`, `${kind}.get`] as const;
    const cached = new WeakMap<object, unknown>();
    return [
      breaking(update, 'answers-as-read')(`answers-with-the-old-${field}`, (exchange, next) => {
        const { [field]: old } = exchange.entry.record;
        const answer = next(exchange);
        return isSuccess(answer) ? { ...answer, body: { ...Object(answer.body), [field]: old } } : answer;
      }),
      breaking([read, update], `${update}:answers-as-read`)(
        `shows-the-first-${field}`,
        onResources((record, { route, entry }) => {
          if (route.id !== read) return record;
          if (!cached.has(entry)) cached.set(entry, record[field]);
          return { ...record, [field]: cached.get(entry) };
        }),
      ),
    ];
  }),
  'answers to updates that show the rest as it was at first': updates.map(({ id }) => {
    const first = new WeakMap<object, JsonRecord>();
    return breaking(id, 'answers-as-read')('answers-with-the-rest-of-before', (exchange, next) => {
      const { entry } = exchange;
      if (!first.has(entry)) first.set(entry, { ...entry.record });
      const answer = next(exchange);
      const rest = Object.entries(first.get(entry) ?? {}).filter(
        ([name]) => !Object.hasOwn(sent(exchange), name),
      );
      return isSuccess(answer)
        ? { ...answer, body: { ...Object(answer.body), ...Object.fromEntries(rest) } }
        : answer;
    });
  }),
  'reads that show an update later': instanceReadings.flatMap((id) => {
    const update = siblingOf(id, 'update');
    const replaced = new WeakMap<object, { readonly old: JsonRecord; readonly until: number }>();
    const cached = new WeakMap<object, Answer>();
    const fault = breaking([id, update], `${update}:stores.name`);
    return [
      fault('shows-updates-late', (exchange, next) => {
        const { entry, route } = exchange;
        const before = replaced.get(entry);
        if (route.id === id && before && Date.now() < before.until) return json(200, before.old);
        if (route.id === update)
          replaced.set(entry, { old: { ...entry.record }, until: Date.now() + lateMs });
        return next(exchange);
      }),
      fault('shows-what-it-read-before', (exchange, next) => {
        const { entry, route } = exchange;
        if (route.id !== id) return next(exchange);
        const before = cached.get(entry);
        const answer = next(exchange);
        cached.set(entry, { ...answer, body: { ...entry.record } });
        return before ?? answer;
      }),
    ];
  }),
  'reads that keep what they have shown twice': readings.map(({ id }) => {
    const shown = memory(() => new Map<string, Answer[]>());
    const of = ({ store, path }: Exchange) => shown(store).get(path) ?? [];
    return breaking(id, `${familyOf(id)}.delete:then-gone`)('keeps-what-it-has-shown-twice', {
      ...onLost((exchange) => (exchange.route.id === id ? of(exchange)[1] : undefined)),
      act(exchange, next) {
        const answer = next(exchange);
        if (exchange.route.id === id) shown(exchange.store).set(exchange.path, [...of(exchange), answer]);
        return answer;
      },
    });
  }),
  /** What is shown most of the time, and is there all the time. */
  'reads that fail now and then': readings.flatMap(({ id }) => [
    ...breakingEach([id], 'reading-is-safe', ['misses-every-fifth', missing(5)]),
    ...breakingEach(id === 'compute.projects.get' ? [] : [id], `${familyOf(id)}.update:aftermath.readable`, [
      'misses-now-and-then',
      missing(37, ({ store }) => store),
    ]),
  ]),
};
