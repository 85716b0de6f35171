/** Ids that are used a second time, and deletions in special circumstances (sections 4.3 to 4.7). */
import type { OperationId } from '../../schemas/index.js';
import { instanceKinds } from '../../schemas/kinds.js';
import type { JsonRecord } from '../kinds.js';
import { empty, json, refuse } from '../pipeline/answer.js';
import type { Hooks } from '../pipeline/modification.js';
import type { Entry } from '../store.js';
import { breaking, breakingEach, type Families } from './fault.js';
import { beforehand, memory, refusing, sent, set } from './recipes.js';

const deletions = instanceKinds.map((kind): OperationId => `${kind}.delete`);
const readings = (['projects', 'compute.projects', ...instanceKinds] as const).map(
  (kind): OperationId => `${kind}.get`,
);
/** Stores another value of a field than the one that was sent. */
const onSent = (name: string, change: (value: unknown, before: JsonRecord) => unknown): Hooks => ({
  act(exchange, next) {
    const before = exchange.entry.record;
    const answer = next(exchange);
    if (answer.status !== 200 || !Object.hasOwn(sent(exchange), name)) return answer;
    set(exchange.entry, { [name]: change(sent(exchange)[name], before) });
    return json(200, exchange.entry.record);
  },
});

const updates = (['projects', ...instanceKinds] as const).map((kind): OperationId => `${kind}.update`);
const deletedProjects = memory(() => new Map<string, Entry>());
const unknownIds = memory(() => new Set<string>());

const keepingDeleted = (id: OperationId) =>
  beforehand(({ route, store, id: project, entry }) => {
    if (route.id === id) deletedProjects(store).set(project, entry);
  });

/** What is read of a project that was made again is that of the one before. */
const comingBack: Record<'projects.delete' | 'compute.projects.delete', Hooks> = {
  'projects.delete': {
    ...keepingDeleted('projects.delete'),
    answer({ route, store, projectId = '' }, answer) {
      const old = deletedProjects(store).get(projectId)?.parts.get('drawings');
      if (route.id !== 'drawings.list' || !old || answer.status !== 200) return answer;
      return { ...answer, body: [...[...old.values()].map(({ record }) => record), ...[answer.body].flat()] };
    },
  },
  'compute.projects.delete': {
    ...keepingDeleted('compute.projects.delete'),
    locate(exchange, next) {
      const refusal = next(exchange);
      const { route, store, projectId = '', nodeId = '' } = exchange;
      const isThere = store.collection('compute.projects', undefined)?.has(projectId);
      const old = deletedProjects(store).get(projectId)?.parts.get('cloud')?.get(nodeId);
      return refusal && old && isThere && route.id === 'cloud.get' ? json(200, old.record) : refusal;
    },
  },
};

export const secondTime: Families = {
  'content that comes back': [
    breaking(['projects.delete', 'drawings.list'], 'nothing-comes-back')(
      'keeps-drawings',
      'leaves drawings to a project that is made again with its id.',
      comingBack['projects.delete'],
    ),
    breaking(['compute.projects.delete', 'cloud.get'], 'nothing-comes-back')(
      'keeps-instances',
      'leaves cloud instances to a project that is made again with its id.',
      comingBack['compute.projects.delete'],
    ),
  ],
  'ids that stay unknown': breakingEach(readings, 'finds-remade', [
    'remembers-unknown-ids',
    'answers 404 for good to an id that it has answered 404 to.',
    {
      locate(exchange, next) {
        const unknown = unknownIds(exchange.store);
        if (unknown.has(exchange.path)) return refuse(404, 'Not found');
        const refusal = next(exchange);
        if (refusal) unknown.add(exchange.path);
        return refusal;
      },
    },
  ]),
  'deletions by capitals': breakingEach(deletions, 'by-capitals', [
    'succeeds-by-capitals',
    'answers 204 to an id in capitals, and deletes nothing.',
    {
      locate(exchange, next) {
        const { nodeId = '', projectId, route, store } = exchange;
        const small = nodeId.toLowerCase();
        const isIts = route.kind && store.collection(route.kind, projectId)?.has(small);
        return isIts && nodeId !== small ? empty(204) : next(exchange);
      },
    },
  ]),
  'names in other letters kept': breakingEach(updates, 'stores-other-letters', [
    'keeps-the-letters-of-names',
    'keeps a name where the new one differs in small letters and capitals only.',
    onSent('name', (value, { name }) =>
      typeof value === 'string' && value.toLowerCase() === String(name).toLowerCase() ? name : value,
    ),
  ]),
  'names that count as none': breakingEach(updates, 'stores.name', [
    'keeps-names-for-0',
    'keeps a name where the new one is "0".',
    onSent('name', (value, { name }) => (value === '0' ? name : value)),
  ]),
  'second projects without a name': breakingEach(['projects.update'], 'answers-nameless', [
    'crashes-on-the-second-nameless',
    'answers 500 to null for a name where another project has none.',
    refusing(
      500,
      (exchange) =>
        sent(exchange).name === null &&
        [...exchange.collection.values()].some(
          (each) => each !== exchange.entry && each.record.name === null,
        ),
    ),
  ]),
  'projects without a name': breakingEach(['projects.delete'], 'nameless', [
    'crashes-without-a-name',
    'answers 500 where the name of the project is null, and deletes nothing.',
    refusing(500, ({ entry }) => entry.record.name === null),
  ]),
  'started instances': breakingEach(deletions, 'removes-started', [
    'keeps-started',
    'answers 204 where the status is started, and deletes nothing.',
    (exchange, next) => (exchange.entry.record.status === 'started' ? empty(204) : next(exchange)),
  ]),
};
