/** How the operations and their resources are called in sentences. */
import type { FixtureKind, OperationId } from '../schemas/index.js';

export const doing: Record<OperationId, string> = {
  'drawings.list': 'Listing drawings',
  'drawings.create': 'Creating a drawing',
  'nodes.start': 'Starting a node',
  'projects.get': 'Getting a project',
  'projects.update': 'Updating a project',
  'projects.delete': 'Deleting a project',
  'compute.projects.get': 'Getting a compute project',
  'compute.projects.delete': 'Deleting a compute project',
  'iou.get': 'Getting an IOU instance',
  'iou.update': 'Updating an IOU instance',
  'iou.delete': 'Deleting an IOU instance',
  'vmware.get': 'Getting a VMware instance',
  'vmware.update': 'Updating a VMware instance',
  'vmware.delete': 'Deleting a VMware instance',
  'cloud.get': 'Getting a cloud instance',
  'cloud.update': 'Updating a cloud instance',
  'cloud.delete': 'Deleting a cloud instance',
};

export const noun: Record<FixtureKind, string> = {
  project: 'project',
  node: 'node',
  'compute-project': 'compute project',
  iou: 'IOU instance',
  vmware: 'VMware instance',
  cloud: 'cloud instance',
};

/** The noun with its article. */
export const one = (kind: FixtureKind) => `${kind === 'iou' ? 'an' : 'a'} ${noun[kind]}`;

/** A sentence inside another. */
export const lower = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** Words at the beginning of a sentence. */
export const upper = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** Node start need not show what it started (4.2). */
export const given = (id: OperationId) => (id === 'nodes.start' ? ', where it answers with a Node' : '');
