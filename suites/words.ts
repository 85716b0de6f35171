/** How the operations and their resources are called in sentences. */
import type { FixtureKind, OperationId } from '../schemas/index.js';
import { fixtureKinds, kinds, ofInstances, one } from '../schemas/kinds.js';

export { one };

export const noun = Object.fromEntries(fixtureKinds.map((kind) => [kind, kinds[kind].noun])) as Readonly<
  Record<FixtureKind, string>
>;

export const gerund: Record<OperationId, string> = {
  'drawings.list': 'Listing drawings',
  'drawings.create': 'Creating a drawing',
  'nodes.start': 'Starting a node',
  'projects.get': 'Getting a project',
  'projects.update': 'Updating a project',
  'projects.delete': 'Deleting a project',
  'compute.projects.get': 'Getting a compute project',
  'compute.projects.delete': 'Deleting a compute project',
  ...ofInstances('.get', (kind) => `Getting ${one(kind)}`),
  ...ofInstances('.update', (kind) => `Updating ${one(kind)}`),
  ...ofInstances('.delete', (kind) => `Deleting ${one(kind)}`),
};

/** A sentence inside another. */
export const lower = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** Words at the beginning of a sentence. */
export const upper = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** Node start need not show what it started (4.2). */
export const nodeClause = (id: OperationId) => (id === 'nodes.start' ? ', unless it answers 204' : '');
