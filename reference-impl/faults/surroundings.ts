/** What is done to a project, or in it, changes what is around. */
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import type { Entry } from '../store.js';
import { type Seeded, seed } from './fault.js';
import { isRecord, isSuccess } from './recipes.js';

/** Goes on after a success, with the project that the path names. */
const thereupon = (more: (project: Entry, exchange: Exchange) => void): Hooks => ({
  act(exchange, next) {
    const answer = next(exchange);
    const { store, projectId = '' } = exchange;
    const project = store.collection('projects', undefined)?.get(projectId);
    if (project && isSuccess(answer)) more(project, exchange);
    return answer;
  },
});

const set = (entry: Entry, fields: Entry['record']) => {
  entry.record = { ...entry.record, ...fields };
};

export const harmsProject: readonly Seeded[] = [
  seed(
    'drawings.create',
    'widens-the-scene',
    'makes the scene of the project wider.',
    ['spares-project'],
    thereupon((project) => set(project, { scene_width: Number(project.record.scene_width) + 100 })),
  ),
  seed(
    'nodes.start',
    'renames-its-project',
    'gives the project the name of the node.',
    ['spares-project'],
    thereupon((project, { entry }) => set(project, { name: entry.record.name })),
  ),
  seed(
    'nodes.start',
    'removes-drawings',
    'removes the drawings of the project.',
    ['spares-project'],
    thereupon((project) => project.parts.get('drawings')?.clear()),
  ),
];

export const harmsContent: readonly Seeded[] = [
  seed(
    'projects.update',
    'removes-nodes',
    'removes the nodes of the project.',
    ['keeps-nodes'],
    thereupon((project) => project.parts.get('nodes')?.clear()),
  ),
  seed(
    'projects.update',
    'removes-drawings-by-its-name',
    'removes the drawings of the project when its name is written.',
    ['keeps-drawings'],
    thereupon((project, { input }) => {
      if (isRecord(input) && Object.hasOwn(input, 'name')) project.parts.get('drawings')?.clear();
    }),
  ),
];

export const harmsOtherProjects: readonly Seeded[] = [
  seed(
    'projects.update',
    'opens-all-at-start',
    'writes auto_open to every project.',
    ['spares-siblings'],
    thereupon((_project, { input, store }) => {
      if (isRecord(input) && Object.hasOwn(input, 'auto_open'))
        for (const other of store.collection('projects', undefined)?.values() ?? [])
          set(other, { auto_open: input.auto_open });
    }),
  ),
];
