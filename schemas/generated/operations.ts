// Generated from the JSON Schemas by scripts/generate-types.mjs; edit those and run it again.

export type OperationId =
  | 'drawings.list'
  | 'drawings.create'
  | 'nodes.start'
  | 'projects.get'
  | 'projects.update'
  | 'projects.delete'
  | 'compute.projects.get'
  | 'compute.projects.delete'
  | 'iou.get'
  | 'iou.update'
  | 'iou.delete'
  | 'vmware.get'
  | 'vmware.update'
  | 'vmware.delete'
  | 'cloud.get'
  | 'cloud.update'
  | 'cloud.delete';

export type FixtureKind = 'project' | 'node' | 'compute-project' | 'iou' | 'vmware' | 'cloud';

export type InstanceKind = 'iou' | 'vmware' | 'cloud';
