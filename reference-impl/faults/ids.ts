/** Ids that nobody has, ids under addresses that are not theirs, ids that are none (sections 4 and 7). */
import { type IdName, type Operation, type OperationId, operations } from '../../schemas/index.js';
import { type KindName, kinds } from '../kinds.js';
import { type Answer, empty, json, refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import type { Entry } from '../store.js';
import { type Seeded, seed } from './fault.js';
import { isUuid } from './recipes.js';

/** Which id of the path does not lead anywhere. */
function lost({ route, store, projectId, nodeId }: Exchange): IdName | undefined {
  const { kind } = route;
  if (!kind) return undefined;
  const collection = store.collection(kind, projectId);
  if (!kinds[kind].parent) return collection?.has(projectId ?? '') ? undefined : 'project_id';
  if (!collection) return 'project_id';
  return route.item && !collection.has(nodeId ?? '') ? 'node_id' : undefined;
}

/** A success out of nothing. */
function madeUp(exchange: Exchange): Answer {
  const { kind } = exchange.route;
  if (!kind || (exchange.route.method !== 'GET' && exchange.route.method !== 'PUT')) return empty(204);
  const id = exchange.id;
  const birth = { id, name: 'anything', projectId: exchange.projectId ?? '', console: 5000 };
  return json(200, {
    ...kinds[kind].defaults(birth),
    name: 'anything',
    project_id: exchange.projectId,
    [kinds[kind].id]: id,
  });
}

const onLost = (
  position: IdName,
  is: (id: string) => boolean,
  answer: (exchange: Exchange) => Answer,
): Hooks => ({
  locate: (exchange, next) => {
    const id = position === 'project_id' ? exchange.projectId : exchange.nodeId;
    return lost(exchange) === position && is(id ?? '') ? answer(exchange) : next(exchange);
  },
});

const answers: readonly (readonly [name: string, summary: string, answer: (exchange: Exchange) => Answer])[] =
  [
    ['succeeds', 'succeeds', madeUp],
    ['crashes', 'answers 500', () => refuse(500, 'Internal server error')],
    ['forbids', 'answers 403', () => refuse(403, 'Forbidden')],
  ];

const positionsOf = ({ ids }: Operation) => ids;
const word = (position: IdName) => position.replace('_id', '');

export const unknownIds: readonly Seeded[] = operations
  .filter(({ listed }) => listed.includes(404))
  .flatMap((operation) =>
    positionsOf(operation).flatMap((position) =>
      answers.map(([name, summary, answer]) =>
        seed(
          operation.id,
          `${name}-for-unknown-${word(position)}`,
          `${summary} when the ${word(position)} does not exist.`,
          [`unknown-${word(position)}`],
          onLost(position, isUuid, answer),
        ),
      ),
    ),
  );

const isOdd = (id: string) => !/^[\w-]{0,100}$/.test(id);

export const strangeIds: readonly Seeded[] = operations.flatMap((operation) =>
  positionsOf(operation).flatMap((position) =>
    answers.flatMap(([name, summary, answer]) => {
      const drawings = operation.id.startsWith('drawings.');
      const plain = seed(
        operation.id,
        `${name}-for-${word(position)}-that-is-no-uuid`,
        `${summary} when the ${word(position)} is a word or number.`,
        ['no-uuid'],
        onLost(position, (id) => !isUuid(id) && !isOdd(id), answer),
      );
      const odd = seed(
        operation.id,
        `${name}-for-odd-${word(position)}`,
        `${summary} when the ${word(position)} has characters that no id has, or is very long.`,
        ['odd-segments'],
        onLost(position, isOdd, answer),
      );
      if (drawings) return name === 'crashes' ? [odd] : [];
      return name === 'forbids' ? [plain] : [plain, odd];
    }),
  ),
);

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
