/** Nodes that are found, written or deleted under addresses that are not theirs (sections 4 and 7). */
import { familyOf } from '../../schemas/groups.js';
import { operations } from '../../schemas/index.js';
import { instanceKinds } from '../../schemas/kinds.js';
import type { KindName } from '../kinds.js';
import { refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Entry } from '../store.js';
import { breaking, type Families, type Seeded } from './fault.js';
import { lost } from './ids.js';
import { everywhere, type Found, finding, foundIn, memory, onRefusal, set } from './recipes.js';
import { otherKinds } from './shapes.js';

/** What has the id of the path in any project that may hold its kind. */
const anywhere = (exchange: Exchange, kind: KindName): Found | undefined =>
  everywhere(exchange, kind)
    .map((each) => foundIn(each, exchange.nodeId))
    .find((each) => each !== undefined);

/** What has the id of the path among the nodes of another kind in its project. */
const among = ({ store, projectId, nodeId }: Exchange, kind: KindName) =>
  foundIn(store.collection(kind, projectId), nodeId);

/** The node of a kind that was made last in the project of the path. */
function last({ store, projectId }: Exchange, kind: KindName): Found | undefined {
  const collection = store.collection(kind, projectId);
  const entry = [...(collection?.values() ?? [])].at(-1);
  return collection && entry && [entry, collection];
}

const nodeOperations = operations.filter(({ ids }) => ids.includes('node_id'));

/** Finds the node in a project that is not the one of the path; `which` says when. */
const looksElsewhere = (kind: KindName, which: 'known' | 'unknown') =>
  finding((exchange) =>
    (lost(exchange) === 'project_id') === (which === 'unknown') ? anywhere(exchange, kind) : undefined,
  );

const verbs = ['get', 'update', 'delete'] as const;

/**
 * Says 404 as it should, and does it all the same.
 * @param acts what the names of the faults begin with
 */
const secretly = (
  verb: 'update' | 'delete',
  acts: 'writes' | 'deletes',
  harm: (found: Found) => void,
): readonly Seeded[] => {
  const aim = `${acts}-nothing-elsewhere`;
  const to = acts === 'writes' ? 'writes-to' : acts;
  const harming = (find: (exchange: Exchange) => Found | undefined) =>
    onRefusal('locate', (exchange) => {
      const found = find(exchange);
      if (found) harm(found);
    });
  return instanceKinds.flatMap((kind) => [
    breaking(`${kind}.${verb}`, aim)(
      `${acts}-elsewhere`,
      harming((exchange) => anywhere(exchange, kind)),
    ),
    breaking(`${kind}.${verb}`, aim)(
      `${to}-last`,
      harming((exchange) => (anywhere(exchange, kind) ? undefined : last(exchange, kind))),
    ),
    ...otherKinds(kind).map((other) =>
      breaking(`${kind}.${verb}`, `${other}.${verb}:${aim}`)(
        `${to}-${other}`,
        harming((exchange) => among(exchange, other)),
      ),
    ),
  ]);
};

const started = memory(() => new WeakSet<Entry>());
/** At which place each node of a project was made. */
const places = memory(() => new Map<string, number>());

export const addresses: Families = {
  'started nodes found under other projects': [
    breaking('nodes.start', 'other-project')('ignores-project-once-started', {
      ...finding((exchange) => {
        const found = anywhere(exchange, 'nodes');
        return found && started(exchange.store).has(found[0]) ? found : undefined;
      }),
      act(exchange, next) {
        started(exchange.store).add(exchange.entry);
        return next(exchange);
      },
    }),
  ],
  'nodes counted by their places': [
    breaking('nodes.start', 'answers-each-type')('counts-deleted-nodes', {
      locate(exchange, next) {
        const refusal = next(exchange);
        if (refusal) return refusal;
        const { collection, nodeId = '' } = exchange;
        const known = places(collection);
        for (const id of collection.keys()) if (!known.has(id)) known.set(id, known.size);
        const entry = [...collection.values()][known.get(nodeId) ?? 0];
        if (!entry) return refuse(404, 'There is no node at its place');
        exchange.entry = entry;
        return undefined;
      },
    }),
  ],
  'nodes found under other projects': nodeOperations.flatMap(({ id }) => [
    breaking(
      id,
      'other-project',
      ...(id.endsWith('.delete') ? ['deletes-nothing-elsewhere'] : []),
    )('ignores-project', looksElsewhere(familyOf(id), 'known')),
    breaking(
      id,
      'unknown-project',
      ...(id.endsWith('.delete') ? ['deletes-nothing-elsewhere'] : []),
    )('ignores-unknown-project', looksElsewhere(familyOf(id), 'unknown')),
  ]),
  'nodes found as other kinds': verbs.flatMap((verb) =>
    instanceKinds.flatMap((kind) =>
      otherKinds(kind).map((other) =>
        breaking(
          `${kind}.${verb}`,
          `${other}.${verb}:other-kind`,
          ...(verb === 'delete' ? [`${other}.delete:deletes-nothing-elsewhere`] : []),
        )(
          `finds-${other}`,
          finding((exchange) => among(exchange, other)),
        ),
      ),
    ),
  ),
  'deletions through wrong addresses': secretly('delete', 'deletes', ([entry, collection]) => {
    for (const [id, each] of collection) if (each === entry) collection.delete(id);
  }),
  'updates through wrong addresses': secretly('update', 'writes', ([entry]) => {
    set(entry, { name: 'elsewhere' });
  }),
};
