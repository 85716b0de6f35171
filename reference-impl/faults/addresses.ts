/** Nodes that are found, written or deleted under addresses that are not theirs (sections 4 and 7). */
import { type OperationId, operations } from '../../schemas/index.js';
import { type KindName, kinds } from '../kinds.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import type { Entry } from '../store.js';
import { type Seeded, seed } from './fault.js';
import { lost } from './ids.js';

/** The entry with an id in any project that may hold its kind. */
function anywhere(
  { store, nodeId }: Exchange,
  kind: KindName,
): readonly [Entry, Map<string, Entry>] | undefined {
  const { parent } = kinds[kind];
  for (const { parts } of (parent && store.collection(parent, undefined)?.values()) ?? []) {
    const collection = parts.get(kind);
    const entry = collection?.get(nodeId ?? '');
    if (entry && collection) return [entry, collection];
  }
  return undefined;
}

const nodeOperations = operations.filter(({ ids }) => ids.includes('node_id'));
const kindOf = (id: OperationId) => id.slice(0, id.lastIndexOf('.')) as KindName;

/** Finds the node in a project that is not the one of the path; `which` says when. */
const looksElsewhere = (kind: KindName, which: 'known' | 'unknown'): Hooks => ({
  locate(exchange, next) {
    const refusal = next(exchange);
    if (!refusal) return undefined;
    if ((lost(exchange) === 'project_id') !== (which === 'unknown')) return refusal;
    const found = anywhere(exchange, kind);
    if (!found) return refusal;
    [exchange.entry, exchange.collection] = found as [Entry, Exchange['collection']];
    return undefined;
  },
});

export const otherProject: readonly Seeded[] = nodeOperations.flatMap(({ id }) => [
  seed(
    id,
    'ignores-project',
    'finds a node by its id in whatever project it is.',
    ['other-project', ...(id.endsWith('.delete') ? ['deletes-nothing-elsewhere'] : [])],
    looksElsewhere(kindOf(id), 'known'),
  ),
  seed(
    id,
    'ignores-unknown-project',
    'finds a node by its id under a project that does not exist.',
    ['unknown-project', ...(id.endsWith('.delete') ? ['deletes-nothing-elsewhere'] : [])],
    looksElsewhere(kindOf(id), 'unknown'),
  ),
]);

const instanceKinds = ['iou', 'vmware', 'cloud'] as const;
const verbs = ['get', 'update', 'delete'] as const;

const looksAmong = (other: KindName): Hooks => ({
  locate(exchange, next) {
    const refusal = next(exchange);
    const collection = exchange.store.collection(other, exchange.projectId);
    const entry = collection?.get(exchange.nodeId ?? '');
    if (!refusal || !collection || !entry) return refusal;
    exchange.collection = collection;
    exchange.entry = entry;
    return undefined;
  },
});

export const otherKind: readonly Seeded[] = verbs.flatMap((verb) =>
  instanceKinds.flatMap((kind) =>
    instanceKinds
      .filter((other) => other !== kind)
      .map((other) =>
        seed(
          `${kind}.${verb}`,
          `finds-${other}`,
          `finds nodes of the kind ${other} too.`,
          [
            `${other}.${verb}:other-kind`,
            ...(verb === 'delete' ? [`${other}.delete:deletes-nothing-elsewhere`] : []),
          ],
          looksAmong(other),
        ),
      ),
  ),
);

/** Says 404 as it should, and writes. */
export const writesSecretly: readonly Seeded[] = instanceKinds.flatMap((kind) => [
  seed(
    `${kind}.update`,
    'writes-elsewhere',
    'answers 404 under another project and renames the node all the same.',
    ['writes-nothing-elsewhere'],
    {
      locate(exchange, next) {
        const refusal = next(exchange);
        const entry = refusal && anywhere(exchange, kind)?.[0];
        if (entry) entry.record = { ...entry.record, name: 'elsewhere' };
        return refusal;
      },
    },
  ),
  ...instanceKinds
    .filter((other) => other !== kind)
    .map((other) =>
      seed(
        `${kind}.update`,
        `writes-to-${other}`,
        `answers 404 for the id of a node of the kind ${other} and renames it all the same.`,
        [`${other}.update:writes-nothing-elsewhere`],
        {
          locate(exchange, next) {
            const refusal = next(exchange);
            const entry = exchange.store.collection(other, exchange.projectId)?.get(exchange.nodeId ?? '');
            if (refusal && entry) entry.record = { ...entry.record, name: 'elsewhere' };
            return refusal;
          },
        },
      ),
    ),
]);

/** Says 404 as it should, and deletes. */
export const deletesSecretly: readonly Seeded[] = instanceKinds.flatMap((kind) => [
  seed(
    `${kind}.delete`,
    'deletes-elsewhere',
    'answers 404 under another project and deletes the node all the same.',
    ['deletes-nothing-elsewhere'],
    {
      locate(exchange, next) {
        const refusal = next(exchange);
        if (refusal) anywhere(exchange, kind)?.[1].delete(exchange.nodeId ?? '');
        return refusal;
      },
    },
  ),
  ...instanceKinds
    .filter((other) => other !== kind)
    .map((other) =>
      seed(
        `${kind}.delete`,
        `deletes-${other}`,
        `answers 404 for the id of a node of the kind ${other} and deletes it all the same.`,
        [`${other}.delete:deletes-nothing-elsewhere`],
        {
          locate(exchange, next) {
            const refusal = next(exchange);
            if (refusal) exchange.store.collection(other, exchange.projectId)?.delete(exchange.nodeId ?? '');
            return refusal;
          },
        },
      ),
    ),
]);
