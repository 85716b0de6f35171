/** What is done to a project, or in it, changes what is around. */
import { instanceKinds } from '../../schemas/kinds.js';
import type { JsonRecord } from '../kinds.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Entry } from '../store.js';
import { breaking, breakingEach, type Families } from './fault.js';
import { everywhere, memory, onSuccess, refusing, sent, set, thereupon, writingToAll } from './recipes.js';

/** Goes on after a success, with the project that the path names. */
const inProject = (more: (project: Entry, exchange: Exchange) => void) =>
  thereupon((exchange) => {
    const project = exchange.store.collection('projects', undefined)?.get(exchange.projectId ?? '');
    if (project) more(project, exchange);
  });

/** Whether some instance in the compute project is like that. */
const holding =
  (is: (instance: JsonRecord) => boolean) =>
  ({ entry: { parts } }: Exchange) =>
    instanceKinds.some((kind) => [...(parts.get(kind)?.values() ?? [])].some(({ record }) => is(record)));

/** What projects were like before their first update. */
const atFirst = memory(() => new WeakMap<Entry, JsonRecord>());

export const surroundings: Families = {
  'the project of a drawing or node changed': [
    breaking('drawings.create', 'spares-project')(
      'widens-the-scene',
      inProject((project) => set(project, { scene_width: Number(project.record.scene_width) + 100 })),
    ),
    breaking(['drawings.create', 'projects.update'], 'spares-project')('undoes-updates', {
      act(exchange, next) {
        const { entry, projectId, route, store } = exchange;
        const known = atFirst(store);
        if (route.id === 'projects.update' && !known.has(entry)) known.set(entry, entry.record);
        const answer = next(exchange);
        const project = store.collection('projects', undefined)?.get(projectId ?? '');
        const first = project && known.get(project);
        if (first && route.id === 'drawings.create') set(project, first);
        return answer;
      },
    }),
    breaking('nodes.start', 'spares-project')(
      'renames-its-project',
      inProject((project, { entry }) => set(project, { name: entry.record.name })),
    ),
    breaking('nodes.start', 'spares-project')(
      'removes-drawings',
      inProject((project) => project.parts.get('drawings')?.clear()),
    ),
  ],
  'projects with drawings that cannot be read': breakingEach(['projects.get'], 'with-content', [
    'crashes-with-drawings',
    refusing(500, ({ entry }) => (entry.parts.get('drawings')?.size ?? 0) > 0),
  ]),
  'nodes or drawings lost by a project update': [
    breaking('projects.update', 'keeps-nodes')(
      'removes-nodes',
      inProject((project) => project.parts.get('nodes')?.clear()),
    ),
    breaking('projects.update', 'keeps-drawings')(
      'removes-drawings-by-its-name',
      inProject((project, exchange) => {
        if (Object.hasOwn(sent(exchange), 'name')) project.parts.get('drawings')?.clear();
      }),
    ),
    breaking('projects.update', 'keeps-drawings')(
      'removes-drawings-outside',
      inProject((project, exchange) => {
        const { scene_width: width, scene_height: height } = sent(exchange);
        const drawings = project.parts.get('drawings');
        for (const [id, { record }] of drawings ?? [])
          if (Math.abs(Number(record.x)) > Number(width) || Math.abs(Number(record.y)) > Number(height))
            drawings?.delete(id);
      }),
    ),
    breaking('projects.update', 'keeps-drawings')(
      'resets-z',
      inProject((project) => {
        for (const drawing of project.parts.get('drawings')?.values() ?? []) set(drawing, { z: 1 });
      }),
    ),
  ],
  'drawings joined with nodes': breakingEach(['drawings.list'], 'with-nodes', [
    'lists-once-a-node',
    onSuccess((answer, { projectId = '', store }) => {
      const nodes = store.collection('nodes', projectId)?.size ?? 0;
      const drawings = [answer.body].flat();
      return { ...answer, body: nodes < 2 ? drawings : drawings.flatMap((each) => Array(nodes).fill(each)) };
    }),
  ]),
  'compute projects by what is in them': [
    breaking('compute.projects.delete', 'accepts.content-type')(
      'refuses-with-started',
      refusing(
        409,
        holding(({ status }) => status === 'started'),
      ),
    ),
    breaking('compute.projects.get', 'answers-own-id')(
      'crashes-on-accents',
      refusing(
        500,
        holding(({ name }) => /[^\0-\x7f]/.test(String(name))),
      ),
    ),
  ],
  'other resources changed': [
    breaking('projects.update', 'spares-siblings')(
      'opens-all-at-start',
      writingToAll('auto_open', ({ collection }) => collection.values()),
    ),
    breaking('projects.update', 'spares-siblings')(
      'writes-to-all',
      thereupon((exchange) => {
        for (const other of exchange.collection.values()) set(other, sent(exchange));
      }),
    ),
    breaking('iou.update', 'spares-siblings')(
      'sets-the-memory-of-all',
      writingToAll('ram', (exchange) => everywhere(exchange, 'iou').flatMap((each) => [...each.values()])),
    ),
  ],
};
