/** What an operation does to another one that comes at the same time, or to what stands beside its resource. */
import type { OperationId } from '../../schemas/index.js';
import { instanceKinds } from '../../schemas/kinds.js';
import type { KindName } from '../kinds.js';
import { refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import type { Entry } from '../store.js';
import { breaking, type Families } from './fault.js';
import { blockingMeanwhile, slowly } from './meanwhile.js';
import { counter, memory, set, thereupon } from './recipes.js';
import { otherKinds } from './shapes.js';

/** Long enough for a deletion that is sent together with an update to meet it. */
const workMs = 10;

const isGone = ({ collection, entry, id }: Exchange) => collection.get(id) !== entry;

const count = counter(({ entry }) => entry);

/** What stood beside something that was deleted. */
const bereft = memory(() => new WeakSet<Entry>());

/** Operations on what stood beside something deleted fall over. */
const spoilsBeside = (
  deletion: OperationId,
  kinds: readonly KindName[],
  broken: readonly string[],
): Hooks => ({
  locate(exchange, next) {
    const refusal = next(exchange);
    const { route, store, entry } = exchange;
    if (!refusal && broken.includes(route.id) && bereft(store).has(entry))
      throw new TypeError('it refers to what is gone');
    return refusal;
  },
  act(exchange, next) {
    const { route, store, projectId } = exchange;
    const answer = next(exchange);
    if (route.id === deletion)
      for (const kind of kinds)
        for (const entry of store.collection(kind, projectId)?.values() ?? []) bereft(store).add(entry);
    return answer;
  },
});

/** Projects that are deleted twice with something in them. */
const holders = [
  ['projects.delete', 'nodes'],
  ['compute.projects.delete', 'iou'],
  ['compute.projects.delete', 'vmware'],
] as const;

/** The first deletion takes a while, and a second one fails meanwhile. */
const crashingWhenTwoCome = (
  id: OperationId,
  isConcerned: (exchange: Exchange) => boolean = () => true,
): Hooks => ({
  act(exchange, next) {
    if (!isConcerned(exchange)) return next(exchange);
    if (count(exchange, 1) > 1) return refuse(500, 'It is gone');
    const { collection, entry } = exchange;
    const answer = next(exchange);
    // It is found until the first is done.
    collection.set(exchange.id, entry);
    return answer;
  },
  ...slowly(id, workMs, (exchange, answer) => {
    exchange.collection.delete(exchange.id);
    return answer;
  }),
});

export const together: Families = {
  'other resources changed by a deletion': instanceKinds.flatMap((kind) => {
    const id: OperationId = `${kind}.delete`;
    const verbs = (kinds: readonly string[], verb: string) => kinds.map((each) => `${each}.${verb}`);
    return (
      [
        ['breaks-reading-of-its-kind', [kind], 'get'],
        ['breaks-reading-of-other-kinds', otherKinds(kind), 'get'],
        ['breaks-writing-beside-it', instanceKinds, 'update'],
      ] as const
    ).map(([name, kinds, verb]) =>
      breaking([id, ...verbs(kinds, verb)], 'spares-siblings')(
        name,
        spoilsBeside(id, kinds, verbs(kinds, verb)),
      ),
    );
  }),
  'consoles moved by a deletion': (['iou', 'vmware'] as const).map((kind) =>
    breaking(`${kind}.delete`, 'spares-siblings')(
      'moves-consoles-up',
      thereupon(({ collection, entry }) => {
        for (const other of collection.values())
          if (Number(other.record.console) > Number(entry.record.console))
            set(other, { console: Number(other.record.console) - 1 });
      }),
    ),
  ),
  'updates during a deletion': (['projects', ...instanceKinds] as const).flatMap((kind) => {
    const update: OperationId = `${kind}.update`;
    const deletion: OperationId = `${kind}.delete`;
    return [
      breaking(update, 'sequences')(
        'resurrects',
        slowly(update, workMs, (exchange, answer) => {
          if (isGone(exchange)) exchange.collection.set(exchange.id, exchange.entry);
          return answer;
        }),
      ),
      breaking(update, 'sequences')(
        'crashes-when-overtaken',
        slowly(update, workMs, (exchange, answer) => (isGone(exchange) ? refuse(500, 'It is gone') : answer)),
      ),
      breaking([deletion, update], `${update}:sequences`)(
        'crashes-during-an-update',
        blockingMeanwhile(500, update, workMs, count),
      ),
    ];
  }),
  /** Deletions that come together: what the second one looks for is on its way out. */
  'two deletions at once': [
    ...(['projects', 'compute.projects', ...instanceKinds] as const).map((kind) =>
      breaking(`${kind}.delete`, 'at-once')('crashes-when-two-come', crashingWhenTwoCome(`${kind}.delete`)),
    ),
    ...holders.map(([id, kind]) =>
      breaking(id, 'at-once')(
        `crashes-when-two-come-with-${kind}`,
        crashingWhenTwoCome(id, ({ entry }) => (entry.parts.get(kind)?.size ?? 0) > 0),
      ),
    ),
  ],
};
