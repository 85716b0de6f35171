/** Ids that are used a second time, and deletions in special circumstances (sections 4.3 to 4.7). */
import { randomUUID } from 'node:crypto';
import { siblingOf } from '../../schemas/groups.js';
import type { OperationId } from '../../schemas/index.js';
import { type InstanceKind, instanceKinds } from '../../schemas/kinds.js';
import type { JsonRecord } from '../kinds.js';
import { empty, json, refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import type { Entry } from '../store.js';
import { breaking, breakingEach, type Families } from './fault.js';
import { leavingContent } from './leaving-content.js';
import { memory, onLost, onResources, outliving, pretending, refusing, sent, without } from './recipes.js';
import { instanceDeletions as deletions, readings, updates } from './shapes.js';
import { initial, twisted } from './state.js';

const deletedIds = memory(() => new Set<string>());
const unknownIds = memory(() => new Set<string>());

const isOfRunningNode = ({ store, projectId, id }: Exchange) =>
  store.collection('nodes', projectId)?.get(id)?.record.status === 'started';

/** What a deleted resource was like, by its id. */
const recordOf = (id: OperationId) => outliving(id, (exchange) => [[exchange.id, exchange.entry.record]]);

const oldNodes = outliving('nodes.delete', ({ nodeId = '', entry }) =>
  entry ? [[nodeId, entry.record] as const] : [],
);

/** Readings of what was made again show of the deleted one what is picked. */
function leavingSettings(kind: 'projects' | InstanceKind, pick: (old: JsonRecord) => JsonRecord): Hooks {
  const old = recordOf(`${kind}.delete`);
  return {
    ...old.hooks,
    ...onResources((record, exchange) => {
      const left = exchange.route.id === `${kind}.get` ? old.of(exchange, exchange.id) : undefined;
      return left ? { ...record, ...pick(left) } : record;
    }),
  };
}

export const secondTime: Families = {
  'content that comes back': leavingContent,
  'names of compute projects': breakingEach(['compute.projects.get'], 'shows-name', [
    'escapes-its-name',
    onResources((record) => ({ ...record, name: encodeURIComponent(String(record.name)) })),
  ]),
  'settings that come back': [
    ...(['projects', ...instanceKinds] as const).map((kind) =>
      breaking([`${kind}.delete`, `${kind}.get`], 'keeps-nothing')(
        'leaves-its-settings',
        leavingSettings(kind, (old) => without(old, 'name')),
      ),
    ),
    breaking(['cloud.delete', 'cloud.get'], 'keeps-nothing')(
      'leaves-its-ports',
      leavingSettings('cloud', ({ ports_mapping = null }) => ({ ports_mapping })),
    ),
  ],
  'updates of what was deleted': instanceKinds.map((kind) => {
    const old = recordOf(`${kind}.delete`);
    return breaking([`${kind}.delete`, `${kind}.update`], 'keeps-nothing')('goes-on-with-the-deleted', {
      ...old.hooks,
      ...onResources((record, exchange) => {
        const deleted = exchange.route.id === `${kind}.update` && old.of(exchange, exchange.id);
        return deleted ? { ...deleted, ...sent(exchange) } : record;
      }),
    });
  }),
  'deletions by what was written before': [
    ...(['iou', 'vmware'] as const).map((kind) => {
      const first = memory(() => new WeakMap<Entry, unknown>());
      return breaking([`${kind}.delete`, `${kind}.update`], 'started')('looks-for-the-first-console', {
        act(exchange, next) {
          const { entry, route, store } = exchange;
          const known = first(store);
          if (!known.has(entry)) known.set(entry, entry.record.console);
          const isLost = route.id === `${kind}.delete` && known.get(entry) !== entry.record.console;
          return isLost ? refuse(404, 'Not found') : next(exchange);
        },
      });
    }),
    ...instanceKinds.map((kind) =>
      breaking(`${kind}.delete`, 'spares-siblings')('counts-by-name', {
        act(exchange, next) {
          const { collection, entry, id } = exchange;
          const all = [...collection];
          const nameOf = (each: Entry) => String(each.record.name);
          const byName = all.map(([, each]) => each).toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
          const answer = next(exchange);
          collection.set(id, entry);
          collection.delete(all[byName.indexOf(entry)]?.[0] ?? id);
          return answer;
        },
      }),
    ),
  ],
  'deleted nodes that start': [
    breaking(['nodes.start', 'nodes.delete'], 'deleted-node')('starts-deleted-nodes', {
      ...oldNodes.hooks,
      ...onLost((exchange) => {
        const old = oldNodes.of(exchange, exchange.nodeId);
        return old && exchange.route.id === 'nodes.start' ? json(201, old) : undefined;
      }),
    }),
  ],
  'ids that stay unknown': breakingEach(readings, 'finds-remade', [
    'remembers-unknown-ids',
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
  'ids that stay deleted': updates.map(({ id }) =>
    breaking([id, siblingOf(id, 'delete')], 'finds-remade')('remembers-deletions', {
      locate(exchange, next) {
        const { path, route, store } = exchange;
        const deleted = deletedIds(store);
        if (route.id === id) return deleted.has(path) ? refuse(404, 'Not found') : next(exchange);
        deleted.add(path);
        return next(exchange);
      },
    }),
  ),
  'deletions by capitals': breakingEach(deletions, 'by-capitals', [
    'succeeds-by-capitals',
    {
      locate(exchange, next) {
        const { nodeId = '', projectId, route, store } = exchange;
        const small = nodeId.toLowerCase();
        const isIts = route.kind && store.collection(route.kind, projectId)?.has(small);
        return isIts && nodeId !== small ? empty(204) : next(exchange);
      },
    },
  ]),
  'creations by capitals': [
    breaking('drawings.create', 'by-capitals')('files-by-capitals', {
      locate(exchange, next) {
        const { projectId = '', route, store } = exchange;
        const project_id = projectId.toLowerCase();
        const isOther = route.id === 'drawings.create' && projectId !== project_id;
        if (!isOther || !store.collection('drawings', project_id)) return next(exchange);
        return json(201, { ...initial, drawing_id: randomUUID(), project_id });
      },
    }),
  ],
  'names in other letters kept': breakingEach(updates, 'stores-other-letters', [
    'keeps-the-letters-of-names',
    twisted('stored and shown', ({ before, sent: { name } }) =>
      typeof name === 'string' && name.toLowerCase() === String(before.name).toLowerCase()
        ? { name: before.name }
        : {},
    ),
  ]),
  'names that count as none': breakingEach(updates, 'stores.name', [
    'keeps-names-for-0',
    twisted('stored and shown', ({ before, sent: { name } }) => (name === '0' ? { name: before.name } : {})),
  ]),
  'second projects without a name': breakingEach(['projects.update'], 'answers-nameless', [
    'crashes-on-the-second-nameless',
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
    refusing(500, ({ entry }) => entry.record.name === null),
  ]),
  'started instances': breakingEach(deletions, 'removes-started', [
    'keeps-started',
    pretending(({ entry }) => entry.record.status === 'started'),
  ]),
  'instances whose node was started': [
    ...breakingEach(deletions, 'started', ['refuses-what-runs', refusing(409, isOfRunningNode)]),
    ...breakingEach(deletions, 'removes-started', ['keeps-what-runs', pretending(isOfRunningNode)]),
    ...breakingEach(
      instanceKinds.map((kind) => `${kind}.update` as const),
      'of-started',
      [
        'ignores-what-runs',
        (exchange, next) => (isOfRunningNode(exchange) ? json(200, exchange.entry.record) : next(exchange)),
      ],
    ),
  ],
  'instances without a directory': breakingEach(['vmware.delete'], 'removes-started', [
    'keeps-what-has-no-directory',
    pretending(({ entry }) => entry.record.node_directory === null),
  ]),
  'instances with a boolean that is false': [
    breaking('vmware.delete', 'removes-started')(
      'keeps-what-is-no-clone',
      pretending(({ entry: { record } }) => record.linked_clone === false && record.status !== 'stopped'),
    ),
  ],
};
