/** The requirements in the order of the document: its contents page. */
import type { Requirement } from '../harness/requirement.js';
import { computeProjects } from './compute-projects.js';
import { drawings } from './drawings.js';
import { instances } from './instances.js';
import { nodeStart } from './node-start.js';
import { projects } from './projects.js';

export const requirements: readonly Requirement[] = [
  ...drawings,
  ...nodeStart,
  ...projects,
  ...computeProjects,
  ...instances,
];
