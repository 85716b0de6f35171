/** Deletions that delete nothing, and resources that outlive them (section 4). */
import { type Operation, type OperationId, operations } from '../../schemas/index.js';
import { instanceKinds } from '../kinds.js';
import type { Answer } from '../pipeline/answer.js';
import { empty, json, refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import type { Entry } from '../store.js';
import { breaking, type Families } from './fault.js';
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

function crash(): never {
  throw new Error('it is gone');
}

const deletedProjects = memory(() => new Map<string, Entry>());

export const deletion: Families = {
  'deletions that do not delete': deletions.flatMap((operation) => {
    const { id } = operation;
    const get = sibling(operation, 'get') as OperationId;
    const update = sibling(operation, 'update');
    const success: Answer =
      id === 'compute.projects.delete'
        ? { ...empty(204), headers: { 'content-type': 'application/octet-stream', 'content-length': '0' } }
        : empty(204);
    return [
      breaking(
        id,
        'then-gone',
        'twice',
        ...(update ? ['then-no-update'] : []),
      )('deletes-nothing', 'answers 204 and deletes nothing.', () => success),
      breaking(id, 'twice')(
        'succeeds-twice',
        'answers 204 also when the resource was deleted before.',
        haunted(id, id, () => success),
      ),
      breaking(id, 'twice')(
        'crashes-the-second-time',
        'answers 500 when the resource was deleted before.',
        haunted(id, id, crash),
      ),
      breaking([id, get], 'then-gone')(
        'leaves-it-readable',
        `lets ${get} show what was deleted.`,
        haunted(id, get, (_, { record }) => json(200, record)),
      ),
      breaking([id, get], 'then-gone')(
        'breaks-reading',
        `lets ${get} answer 500 for what was deleted.`,
        haunted(id, get, crash),
      ),
      ...(update
        ? [
            breaking([id, update], 'then-no-update')(
              'leaves-it-writable',
              `lets ${update} succeed on what was deleted.`,
              haunted(id, update, (_, { record }) => json(200, record)),
            ),
            breaking([id, update], 'then-no-update')(
              'breaks-writing',
              `lets ${update} answer 500 for what was deleted.`,
              haunted(id, update, crash),
            ),
          ]
        : []),
    ];
  }),
  /** Something that lags behind writes back what was deleted. */
  'deletions that come undone': deletions.map(({ id }) =>
    breaking(id, 'then-gone')('comes-undone', 'is undone after a moment.', (exchange, next) => {
      const { collection, entry } = exchange;
      const answer = next(exchange);
      setTimeout(() => collection.set(exchange.id, entry), 60);
      return answer;
    }),
  ),
  /** What is not listed for a deletion, or not shown for its answer, where there is something special about the resource. */
  /** As `splice` does with the index of what was not found. */
  'deletions of what is not there': (['projects.delete', 'compute.projects.delete'] as const).map((id) =>
    breaking(id, 'deletes-nothing-elsewhere')(
      'takes-the-last-for-an-unknown-one',
      'answers 404 to an unknown id and removes the youngest project.',
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
  ),
  /** What is created in a project that was deleted brings it back. */
  'deletions undone by a creation': [
    breaking(['drawings.create', 'projects.delete'], 'projects.delete:then-gone')(
      'revives-its-project',
      'makes a deleted project again for a drawing.',
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
  ],
  'special resources not deleted like others': [
    ...instanceKinds.map((kind) =>
      breaking(`${kind}.delete`, 'started')(
        'refuses-started',
        'answers 409 where the status is started.',
        (exchange, next) =>
          exchange.entry.record.status === 'started' ? refuse(409, 'It is running') : next(exchange),
      ),
    ),
    breaking('compute.projects.delete', 'content-type')(
      'declares-json-with-content',
      'declares JSON where there was an instance in the project.',
      (exchange, next) => {
        const isFull = instanceKinds.some((kind) => exchange.entry.parts.get(kind)?.size);
        const answer = next(exchange);
        return isFull
          ? { ...answer, headers: { ...answer.headers, 'content-type': 'application/json' } }
          : answer;
      },
    ),
  ],
  'wrong answers for deleted resources': deletions.map((operation) => {
    const get = sibling(operation, 'get') as OperationId;
    const answer: Answer = { status: 404, headers: { 'content-type': 'text/html' }, raw: '<h1>Gone</h1>' };
    const { id } = operation;
    return breaking([id, get], `${get}:errors.media-type`, `${get}:errors.json`)(
      'tells-of-it-in-html',
      `lets ${get} answer 404 with a page of HTML for what was deleted.`,
      haunted(id, get, () => answer),
    );
  }),
};
