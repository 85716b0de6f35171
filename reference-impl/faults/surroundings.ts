/** What is done to a project, or in it, changes what is around. */
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import type { Entry } from '../store.js';
import { breaking, type Families } from './fault.js';
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

export const surroundings: Families = {
  'the project of a drawing or node changed': [
    breaking('drawings.create', 'spares-project')(
      'widens-the-scene',
      'makes the scene of the project wider.',
      thereupon((project) => set(project, { scene_width: Number(project.record.scene_width) + 100 })),
    ),
    breaking('nodes.start', 'spares-project')(
      'renames-its-project',
      'gives the project the name of the node.',
      thereupon((project, { entry }) => set(project, { name: entry.record.name })),
    ),
    breaking('nodes.start', 'spares-project')(
      'removes-drawings',
      'removes the drawings of the project.',
      thereupon((project) => project.parts.get('drawings')?.clear()),
    ),
  ],
  'nodes or drawings lost by a project update': [
    breaking('projects.update', 'keeps-nodes')(
      'removes-nodes',
      'removes the nodes of the project.',
      thereupon((project) => project.parts.get('nodes')?.clear()),
    ),
    breaking('projects.update', 'keeps-drawings')(
      'removes-drawings-by-its-name',
      'removes the drawings of the project when its name is written.',
      thereupon((project, { input }) => {
        if (isRecord(input) && Object.hasOwn(input, 'name')) project.parts.get('drawings')?.clear();
      }),
    ),
  ],
  'other projects changed': [
    breaking('projects.update', 'spares-siblings')(
      'opens-all-at-start',
      'writes auto_open to every project.',
      thereupon((_project, { input, store }) => {
        if (isRecord(input) && Object.hasOwn(input, 'auto_open'))
          for (const other of store.collection('projects', undefined)?.values() ?? [])
            set(other, { auto_open: input.auto_open });
      }),
    ),
  ],
};
