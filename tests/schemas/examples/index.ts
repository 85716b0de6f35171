import type { ShapeName } from '../../../schemas/index.js';
import { drawing, drawingAnswer } from './drawing.js';
import { cloudInstance, cloudUpdate, hostInterface, iouInstance, vmwareInstance } from './instances.js';
import { label, node, port } from './node.js';
import { project, projectUpdate } from './project.js';
import type { Examples } from './types.js';

export const examples: Readonly<Record<ShapeName, Examples>> = {
  drawing,
  'drawing-answer': drawingAnswer,
  project,
  'project-update': projectUpdate,
  node,
  label,
  port,
  'iou-instance': iouInstance,
  'vmware-instance': vmwareInstance,
  'cloud-instance': cloudInstance,
  'cloud-update': cloudUpdate,
  'host-interface': hostInterface,
};
