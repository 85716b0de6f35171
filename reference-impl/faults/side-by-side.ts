/** What goes wrong where there are several: instances of one project, requests at the same time, operations in turn. */
import type { OperationId } from '../../schemas/index.js';
import { instanceKinds } from '../../schemas/kinds.js';
import { empty, json } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import type { Entry } from '../store.js';
import { breaking, breakingEach, type Families } from './fault.js';
import { slowly } from './meanwhile.js';
import {
  isSuccess,
  memory,
  onLost,
  outliving,
  pretending,
  refusing,
  sent,
  set,
  thereupon,
} from './recipes.js';
import { instanceDeletions as deletions } from './shapes.js';

/** Deletions that are at work at the same time take so long, in milliseconds. */
const atOnceMs = 25;

interface Removed {
  readonly id: string;
  readonly entry: Entry;
  readonly at: number;
}

/** What was removed last from a collection. */
const lastRemoved = memory(() => ({}) as { removed?: Removed });

/** Writes a copy back in which what another deletion has just removed still is. */
const restoring: Hooks = {
  act(exchange, next) {
    const { collection, entry, id } = exchange;
    const memo = lastRemoved(collection);
    const { removed } = memo;
    const answer = next(exchange);
    if (!isSuccess(answer)) return answer;
    if (removed && performance.now() - removed.at < atOnceMs) collection.set(removed.id, removed.entry);
    memo.removed = { id, entry, at: performance.now() };
    return answer;
  },
};

const places = memory(() => new Map<string, number>());

/** Remembers where in its collection each instance stood when one was deleted first. */
const byPlace: Hooks = {
  act(exchange, next) {
    const { collection, id } = exchange;
    const known = places(collection);
    const all = [...collection.keys()];
    for (const [index, each] of all.entries()) if (!known.has(each)) known.set(each, index);
    const other = all[known.get(id) ?? 0];
    if (other === undefined || other === id) return next(exchange);
    collection.delete(other);
    return empty(204);
  },
};

const drawingsBefore = new WeakMap<Exchange, ReadonlySet<string>>();

const lastRead = memory(() => ({}) as { id?: string });

/** Keeps in one place which project, or which instance of a project, was asked for. */
const mixingUp = (id: OperationId): Hooks => ({
  act(exchange, next) {
    lastRead(exchange.collection).id = exchange.id;
    return next(exchange);
  },
  ...slowly(id, atOnceMs, ({ collection }, answer) => {
    const entry = collection.get(lastRead(collection).id ?? '');
    return entry ? json(200, entry.record) : answer;
  }),
});

const lastSent = memory(() => ({}) as { name?: unknown });

/** Keeps in one place what name was sent. */
const mixingNames = (id: OperationId): Hooks => ({
  act(exchange, next) {
    const { name } = sent(exchange);
    if (name !== undefined) lastSent(exchange.store).name = name;
    return next(exchange);
  },
  ...slowly(id, atOnceMs, (exchange, answer) => {
    if (!isSuccess(answer) || sent(exchange).name === undefined) return answer;
    set(exchange.entry, { name: lastSent(exchange.store).name });
    return json(200, exchange.entry.record);
  }),
});

const marked = memory(() => new Set<string>());

/** One operation marks the project that it is about, and another answers with a code under a project that is marked. */
const marking = (by: string, status: number, is: (exchange: Exchange) => boolean = () => true): Hooks => {
  const { act } = refusing(status, ({ store, projectId = '' }) => marked(store).has(projectId));
  return {
    act(exchange, next) {
      const { route, store, projectId = '' } = exchange;
      if (route.id !== by) return act ? act(exchange, next) : next(exchange);
      const answer = next(exchange);
      if (isSuccess(answer) && is(exchange)) marked(store).add(projectId);
      return answer;
    },
  };
};

export const sideBySide: Families = {
  'older instances kept': breakingEach(deletions, 'older-of-two', [
    'keeps-the-oldest',
    pretending(({ collection, entry }) => {
      const [oldest, ...others] = collection.values();
      return oldest === entry && others.length > 0;
    }),
  ]),
  'deletions by a place that has moved': breakingEach(deletions, 'spares-siblings', [
    'counts-the-deleted',
    byPlace,
  ]),
  'deleted instances written back': instanceKinds.map((kind) =>
    breaking([`${kind}.delete`, `${kind}.update`], `${kind}.delete:older-of-two`)(
      'comes-back-with-a-write',
      thereupon(({ collection, entry, id, route }) => {
        const memo = lastRemoved(collection);
        if (route.id === `${kind}.delete`) memo.removed = { id, entry, at: 0 };
        else if (memo.removed) collection.set(memo.removed.id, memo.removed.entry);
      }),
    ),
  ),
  'deletions at once undone': breakingEach(deletions, 'two-at-once', ['restores-the-other', restoring]),
  'whole projects written back': [
    breaking('projects.update', 'spares-new-drawing')('loses-new-drawings', {
      act(exchange, next) {
        drawingsBefore.set(exchange, new Set(exchange.entry.parts.get('drawings')?.keys()));
        return next(exchange);
      },
      ...slowly('projects.update', atOnceMs, (exchange, answer) => {
        const drawings = exchange.entry.parts.get('drawings');
        const before = drawingsBefore.get(exchange);
        for (const id of drawings?.keys() ?? []) if (!before?.has(id)) drawings?.delete(id);
        return answer;
      }),
    }),
  ],
  'readings at once mixed up': [
    ...(['projects.get', 'compute.projects.get'] as const).map((id) =>
      breaking(id, 'answers-own-id')('mixes-up-readings', mixingUp(id)),
    ),
    ...instanceKinds.map((kind) =>
      breaking(`${kind}.get`, 'answer-ids.always')('mixes-up-readings', mixingUp(`${kind}.get`)),
    ),
  ],
  'updates at once mixed up': (['projects', ...instanceKinds] as const).map((of) =>
    breaking(`${of}.update`, 'at-once')('mixes-up-names', mixingNames(`${of}.update`)),
  ),
  'content that is still written': instanceKinds.map((kind) => {
    const deletion = 'compute.projects.delete';
    const ghosts = outliving(deletion, ({ entry }) => entry.parts.get(kind) ?? []);
    const answers = onLost((exchange) => {
      const ghost = exchange.route.id === `${kind}.update` && ghosts.of(exchange, exchange.nodeId);
      return ghost ? json(200, ghost.record) : undefined;
    });
    return breaking([deletion, `${kind}.update`], `content-gone.${kind}.update`)(`leaves-${kind}-writable`, {
      ...ghosts.hooks,
      ...answers,
    });
  }),
  'projects after other operations': [
    breaking(['compute.projects.delete', 'cloud.delete'], 'emptied')(
      'misses-emptied-projects',
      marking('cloud.delete', 404),
    ),
    breaking(['nodes.start', 'projects.update'], 'after-update')(
      'misses-renamed-projects',
      marking('projects.update', 404, (exchange) => Object.hasOwn(sent(exchange), 'name')),
    ),
    breaking(['nodes.start', 'projects.update'], 'after-update')(
      'crashes-in-nameless-projects',
      marking('projects.update', 500, (exchange) => sent(exchange).name === null),
    ),
  ],
};
