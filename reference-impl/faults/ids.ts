/** Ids that nobody has, ids under addresses that are not theirs, ids that are none (sections 4 and 7). */
import { type IdName, type Operation, operations } from '../../schemas/index.js';
import { kinds } from '../kinds.js';
import { type Answer, empty, json, refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import { type Seeded, seed } from './fault.js';
import { isUuid } from './recipes.js';

/** Which id of the path does not lead anywhere. */
export function lost({ route, store, projectId, nodeId }: Exchange): IdName | undefined {
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

/** Operations that look for one resource. */
const lookups = operations.filter(({ method, listed }) => method === 'GET' && listed.includes(404));

/** What is asked for comes to be, and is there the second time. */
export const madeByAsking: readonly Seeded[] = lookups.map((operation) => {
  const position = positionsOf(operation).at(-1) as IdName;
  return seed(
    operation.id,
    `makes-unknown-${word(position)}`,
    `answers 404 for a ${word(position)} that does not exist, and makes it.`,
    [`unknown-${word(position)}`],
    onLost(position, isUuid, ({ route: { kind }, store, projectId, id }) => {
      if (kind) store.collection(kind, projectId)?.add(id, { [kinds[kind].id]: id, project_id: projectId });
      return refuse(404, 'Not found');
    }),
  );
});

/** Falls over some requests for what does not exist. */
const crashesOnLost = (is: (exchange: Exchange) => boolean): Hooks => ({
  locate(exchange, next) {
    const refusal = next(exchange);
    return refusal && is(exchange) ? refuse(500, 'Internal server error') : refusal;
  },
});

/** Looks for a node in what a project has none of. */
export const crashesWithoutNodes: readonly Seeded[] = operations
  .filter(({ ids, listed }) => ids.includes('node_id') && listed.includes(404))
  .map(({ id }) =>
    seed(
      id,
      'crashes-without-nodes',
      'answers 500 in a project without nodes of its kind.',
      ['unknown-node'],
      crashesOnLost(
        ({ store, route: { kind }, projectId }) =>
          kind !== undefined && store.collection(kind, projectId)?.size === 0,
      ),
    ),
  );

const nil = '00000000-0000-0000-0000-000000000000';

/** The UUID of nothing is taken for something. */
export const nilIds: readonly Seeded[] = lookups.map(({ id }) =>
  seed(
    id,
    'crashes-for-nil',
    'answers 500 for the nil UUID.',
    ['unknown-project'],
    onLost(
      'project_id',
      (each) => each === nil,
      () => refuse(500, 'Internal server error'),
    ),
  ),
);

/** Looks at the body before the id, and falls over it. */
export const wrongBeforeUnknown: readonly Seeded[] = operations
  .filter(({ takesBody, listed }) => takesBody && listed.includes(404))
  .flatMap(({ id }) => [
    seed(
      id,
      'crashes-on-malformed-for-unknown',
      'answers 500 to malformed JSON under an id that does not exist.',
      ['unknown-and-wrong'],
      crashesOnLost((exchange) => parsed(exchange) === undefined),
    ),
    seed(
      id,
      'crashes-on-arrays-for-unknown',
      'answers 500 to an array under an id that does not exist.',
      ['unknown-and-wrong'],
      crashesOnLost((exchange) => Array.isArray(parsed(exchange))),
    ),
  ]);

function parsed({ bytes }: Exchange): unknown {
  try {
    return JSON.parse(bytes?.toString() ?? '');
  } catch {
    return undefined;
  }
}

/** Finds what has an id like the one of the path. */
export const vagueIds: readonly Seeded[] = lookups.flatMap(({ id }) =>
  (
    [
      [
        'finds-by-prefix',
        'finds what has an id that begins like the one of the path.',
        (own, asked) => own.startsWith(asked),
      ],
      [
        'finds-by-more',
        'finds what has an id that the one of the path begins with.',
        (own, asked) => asked.startsWith(own),
      ],
    ] as const satisfies readonly (readonly [string, string, (own: string, asked: string) => boolean])[]
  ).map(([name, summary, isLike]) =>
    seed(id, name, summary, ['no-uuid'], {
      locate(exchange, next) {
        const refusal = next(exchange);
        const { route, store, projectId } = exchange;
        if (!refusal || !route.kind) return refusal;
        const among = store.collection(route.kind, projectId);
        const found = [...(among ?? [])].find(([own]) => isLike(own, exchange.id));
        if (!found || exchange.id === '') return refusal;
        exchange.entry = found[1];
        return undefined;
      },
    }),
  ),
);
