/** Deletions that delete nothing, and resources that outlive them (section 4). */
import { siblingOf } from '../../schemas/groups.js';
import type { OperationId } from '../../schemas/index.js';
import { instanceKinds } from '../../schemas/kinds.js';
import { type Answer, empty, json } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import { octetStream } from '../routes/verbs.js';
import type { Entry } from '../store.js';
import { breaking, breakingEach, type Families } from './fault.js';
import {
  beforehand,
  everywhere,
  memory,
  onLost,
  onRefusal,
  outliving,
  pretending,
  refusing,
} from './recipes.js';
import { instanceDeletions } from './shapes.js';

const projectDeletions = ['projects.delete', 'compute.projects.delete'] as const;
const deletions = [...projectDeletions, ...instanceDeletions];

/** Keeps what was deleted, for `afterwards` to answer from. */
function haunted(
  deletion: OperationId,
  afterwards: OperationId,
  answer: (exchange: Exchange, ghost: Entry) => Answer,
): Hooks {
  const ghosts = outliving(deletion, ({ path, entry }) => [[path, entry]]);
  const answers = onLost((exchange) => {
    const ghost = exchange.route.id === afterwards && ghosts.of(exchange, exchange.path);
    return ghost ? answer(exchange, ghost) : undefined;
  });
  return { ...ghosts.hooks, ...answers };
}

function crash(): never {
  throw new Error('it is gone');
}

const successOf = (id: OperationId) => (id === 'compute.projects.delete' ? octetStream : empty(204));
const shown = (_: Exchange, { record }: Entry) => json(200, record);
const inHtml = { status: 404, headers: { 'content-type': 'text/html' }, raw: '<h1>Gone</h1>' };

const deletedProjects = outliving('projects.delete', ({ id, entry }) => [[id, entry]]);

/** Where the path leads nowhere, the youngest project goes. */
const takingTheYoungest = onRefusal('locate', ({ store, route }) => {
  const projects = route.kind && store.collection(route.kind, undefined);
  projects?.delete([...projects.keys()].at(-1) ?? '');
});

/** Whether something was made in a project. */
const isFilled = ({ entry }: Exchange) => [...entry.parts.values()].some(({ size }) => size > 0);

const firstMade = memory(() => ({}) as { id?: string | undefined });

export const deletion: Families = {
  'projects with content deleted twice': projectDeletions.map((id) => {
    const ghosts = outliving(id, (exchange) => (isFilled(exchange) ? [[exchange.path, exchange.entry]] : []));
    const answers = onLost((exchange) =>
      exchange.route.id === id && ghosts.of(exchange, exchange.path) ? successOf(id) : undefined,
    );
    return breaking(id, 'twice')('succeeds-twice-with-content', { ...ghosts.hooks, ...answers });
  }),
  'deletions that do not delete': deletions.flatMap((id) => {
    const [get, update] = [siblingOf(id, 'get'), siblingOf(id, 'update')];
    const success = successOf(id);
    const again = breaking(id, 'twice');
    const reading = breaking([id, get], 'then-gone');
    const writing = update && breaking([id, update], 'then-no-update');
    return [
      breaking(
        id,
        'then-gone',
        'twice',
        ...(update ? ['then-no-update'] : []),
      )('deletes-nothing', () => success),
      again(
        'succeeds-twice',
        haunted(id, id, () => success),
      ),
      again('crashes-the-second-time', haunted(id, id, crash)),
      reading('leaves-it-readable', haunted(id, get, shown)),
      reading('breaks-reading', haunted(id, get, crash)),
      ...(update && writing
        ? [
            writing('leaves-it-writable', haunted(id, update, shown)),
            writing('breaks-writing', haunted(id, update, crash)),
          ]
        : []),
    ];
  }),
  'deletions taken for readings': breakingEach(deletions, 'then-gone', [
    'reads-instead',
    { act: ({ entry }) => json(200, entry.record) },
  ]),
  'projects that no deletion finds': projectDeletions.map((id) =>
    breaking(id, 'always')(
      'does-not-find-the-first',
      refusing(404, ({ route, store, collection, id: own }) => {
        if (route.id !== id) return false;
        const first = firstMade(store);
        first.id ??= [...collection.keys()][0];
        return own === first.id;
      }),
    ),
  ),
  'the first of all deleted': instanceKinds.map((kind) =>
    breaking(`${kind}.delete`, 'older-of-two')('takes-the-first-of-all', (exchange) => {
      const content = everywhere(exchange, kind).find(({ size }) => size > 0);
      content?.delete([...content.keys()][0] ?? '');
      return successOf(`${kind}.delete`);
    }),
  ),
  /** As a loop does over what it removes from. */
  'deletions that stop halfway': projectDeletions.map((id) => {
    const kind = id === 'projects.delete' ? 'drawings' : 'cloud';
    return breaking(id, 'then-gone')('stops-halfway', (exchange, next) => {
      const content = exchange.entry.parts.get(kind);
      if (!content || content.size < 2) return next(exchange);
      for (const key of [...content.keys()].filter((_, index) => index % 2 === 0)) content.delete(key);
      return successOf(id);
    });
  }),
  'deletions that delete nothing in some state': [
    breaking(['projects.delete', 'projects.update'], 'always')(
      'keeps-what-opens-by-itself',
      pretending(({ route, entry }) => route.id === 'projects.delete' && entry.record.auto_open),
    ),
    breaking(['compute.projects.delete', 'iou.update'], 'always')(
      'keeps-those-with-keepalives',
      pretending(
        ({ entry }) =>
          [...(entry.parts.get('iou')?.values() ?? [])].some(({ record }) => record.l1_keepalives),
        octetStream,
      ),
    ),
  ],
  /** Something that lags behind writes back what was deleted. */
  'deletions that come undone': breakingEach(deletions, 'then-gone', [
    'comes-undone',
    beforehand(({ collection, entry, id }) => setTimeout(() => collection.set(id, entry), 60)),
  ]),
  /** As `splice` does with the index of what was not found. */
  'deletions of what is not there': breakingEach(projectDeletions, 'deletes-nothing-elsewhere', [
    'takes-the-last-for-an-unknown-one',
    takingTheYoungest,
  ]),
  /** What is created in a project that was deleted brings it back. */
  'deletions undone by a creation': [
    breaking(['drawings.create', 'projects.delete'], 'projects.delete:then-gone')('revives-its-project', {
      locate(exchange, next) {
        const { route, store, projectId = '' } = exchange;
        const ghost = deletedProjects.of(exchange, projectId);
        if (route.id === 'drawings.create' && ghost)
          store.collection('projects', undefined)?.set(projectId, ghost);
        return next(exchange);
      },
      ...deletedProjects.hooks,
    }),
  ],
  'special resources not deleted like others': [
    ...breakingEach(instanceDeletions, 'started', [
      'refuses-started',
      refusing(409, ({ entry }) => entry.record.status === 'started'),
    ]),
    ...breakingEach(instanceDeletions, 'removes-started', [
      'keeps-suspended',
      pretending(({ entry }) => entry.record.status === 'suspended'),
    ]),
    breaking('cloud.delete', 'started')(
      'refuses-with-interfaces',
      refusing(409, ({ entry }) => JSON.stringify(entry.record.interfaces).includes('"tap0"')),
    ),
    breaking('cloud.delete', 'removes-started')(
      'keeps-what-has-a-tap',
      pretending(({ entry: { record } }) => {
        const { status, interfaces } = record;
        return status === 'started' && JSON.stringify(interfaces).includes('"tap"');
      }),
    ),
    breaking('compute.projects.delete', 'content-type')('declares-json-with-content', (exchange, next) => {
      const isFull = instanceKinds.some((kind) => exchange.entry.parts.get(kind)?.size);
      const { headers, ...answer } = next(exchange);
      return { ...answer, headers: { ...headers, ...(isFull && { 'content-type': 'application/json' }) } };
    }),
  ],
  'wrong answers for deleted resources': deletions.map((id) => {
    const get = siblingOf(id, 'get');
    return breaking(
      [id, get],
      `${get}:errors.media-type`,
      `${get}:errors.json`,
    )(
      'tells-of-it-in-html',
      haunted(id, get, () => inHtml),
    );
  }),
};
