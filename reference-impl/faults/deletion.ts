/** Deletions that delete nothing, and resources that outlive them (section 4). */
import { type Operation, type OperationId, operations } from '../../schemas/index.js';
import { instanceKinds } from '../kinds.js';
import type { Answer } from '../pipeline/answer.js';
import { empty, json, refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import type { Entry } from '../store.js';
import { type Seeded, seed } from './fault.js';
import { memory } from './recipes.js';

const deletions = operations.filter(({ method }) => method === 'DELETE');
const sibling = ({ id }: Operation, verb: string) =>
  operations.find((each) => each.id === id.replace('delete', verb))?.id;

/** Keeps what was deleted, for `afterwards` to answer from. */
function haunted(
  deletion: OperationId,
  afterwards: OperationId,
  answer: (exchange: Exchange, ghost: Entry) => Answer,
): Hooks {
  const ghosts = memory(() => new Map<string, Entry>());
  return {
    locate(exchange, next) {
      const refusal = next(exchange);
      const ghost = ghosts(exchange.store).get(exchange.path);
      return refusal && ghost && exchange.route.id === afterwards ? answer(exchange, ghost) : refusal;
    },
    act(exchange, next) {
      if (exchange.route.id === deletion) ghosts(exchange.store).set(exchange.path, exchange.entry);
      return next(exchange);
    },
  };
}

export const undead: readonly Seeded[] = deletions.flatMap((operation) => {
  const { id } = operation;
  const get = sibling(operation, 'get') as OperationId;
  const update = sibling(operation, 'update');
  const success: Answer =
    id === 'compute.projects.delete'
      ? { ...empty(204), headers: { 'content-type': 'application/octet-stream', 'content-length': '0' } }
      : empty(204);
  return [
    seed(
      id,
      'deletes-nothing',
      'answers 204 and deletes nothing.',
      ['then-gone', 'twice', ...(update ? ['then-no-update'] : [])],
      {
        act: () => success,
      },
    ),
    seed(
      id,
      'succeeds-twice',
      'answers 204 also when the resource was deleted before.',
      ['twice'],
      haunted(id, id, () => success),
    ),
    seed(
      id,
      'crashes-the-second-time',
      'answers 500 when the resource was deleted before.',
      ['twice'],
      haunted(id, id, crash),
    ),
    seed(
      [id, get],
      'leaves-it-readable',
      `lets ${get} show what was deleted.`,
      ['then-gone'],
      haunted(id, get, (_, { record }) => json(200, record)),
    ),
    seed(
      [id, get],
      'breaks-reading',
      `lets ${get} answer 500 for what was deleted.`,
      ['then-gone'],
      haunted(id, get, crash),
    ),
    ...(update
      ? [
          seed(
            [id, update],
            'leaves-it-writable',
            `lets ${update} succeed on what was deleted.`,
            ['then-no-update'],
            haunted(id, update, (_, { record }) => json(200, record)),
          ),
          seed(
            [id, update],
            'breaks-writing',
            `lets ${update} answer 500 for what was deleted.`,
            ['then-no-update'],
            haunted(id, update, crash),
          ),
        ]
      : []),
  ];
});

/** Something that lags behind writes back what was deleted. */
export const comesBack: readonly Seeded[] = deletions.map(({ id }) =>
  seed(id, 'comes-undone', 'is undone after a moment.', ['then-gone'], {
    act(exchange, next) {
      const { collection, entry } = exchange;
      const answer = next(exchange);
      setTimeout(() => collection.set(exchange.id, entry), 60);
      return answer;
    },
  }),
);

export const toldInHtml: readonly Seeded[] = deletions.map((operation) => {
  const get = sibling(operation, 'get') as OperationId;
  const answer: Answer = { status: 404, headers: { 'content-type': 'text/html' }, raw: '<h1>Gone</h1>' };
  const { id } = operation;
  return seed(
    [id, get],
    'tells-of-it-in-html',
    `lets ${get} answer 404 with a page of HTML for what was deleted.`,
    [`${get}:errors.media-type`, `${get}:errors.json`],
    haunted(id, get, () => answer),
  );
});

function crash(): never {
  throw new Error('it is gone');
}

/** What is not listed for a deletion, or not shown for its answer, where there is something special about the resource. */
/** As `splice` does with the index of what was not found. */
export const takesTheLast: readonly Seeded[] = (['projects.delete', 'compute.projects.delete'] as const).map(
  (id) =>
    seed(
      id,
      'takes-the-last-for-an-unknown-one',
      'answers 404 to an unknown id and removes the youngest project.',
      ['deletes-nothing-elsewhere'],
      {
        locate(exchange, next) {
          const refusal = next(exchange);
          const { store, route } = exchange;
          const projects = store.collection(
            id === 'projects.delete' ? 'projects' : 'compute.projects',
            undefined,
          );
          const youngest = [...(projects?.keys() ?? [])].at(-1);
          if (refusal && route.id === id && youngest !== undefined) projects?.delete(youngest);
          return refusal;
        },
      },
    ),
);

const deletedProjects = memory(() => new Map<string, Entry>());

/** What is created in a project that was deleted brings it back. */
export const revives: readonly Seeded[] = [
  seed(
    ['drawings.create', 'projects.delete'],
    'revives-its-project',
    'makes a deleted project again for a drawing.',
    ['projects.delete:then-gone'],
    {
      locate(exchange, next) {
        const { route, store, projectId = '' } = exchange;
        const ghost = deletedProjects(store).get(projectId);
        if (route.id === 'drawings.create' && ghost)
          store.collection('projects', undefined)?.set(projectId, ghost);
        return next(exchange);
      },
      act(exchange, next) {
        const { route, store, id, entry } = exchange;
        if (route.id === 'projects.delete') deletedProjects(store).set(id, entry);
        return next(exchange);
      },
    },
  ),
];

export const special: readonly Seeded[] = [
  ...instanceKinds.map((kind) =>
    seed(`${kind}.delete`, 'refuses-started', 'answers 409 where the status is started.', ['started'], {
      act: (exchange, next) =>
        exchange.entry.record.status === 'started' ? refuse(409, 'It is running') : next(exchange),
    }),
  ),
  seed(
    'compute.projects.delete',
    'declares-json-with-content',
    'declares JSON where there was an instance in the project.',
    ['content-type'],
    {
      act(exchange, next) {
        const isFull = instanceKinds.some((kind) => exchange.entry.parts.get(kind)?.size);
        const answer = next(exchange);
        return isFull
          ? { ...answer, headers: { ...answer.headers, 'content-type': 'application/json' } }
          : answer;
      },
    },
  ),
];
