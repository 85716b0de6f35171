// Generated from the JSON Schemas by scripts/generate-types.mjs; edit those and run it again.

/**
 * A UUID, as every identifier of the interface is.
 */
export type Id = string;

/**
 * Resources that exist on a target, by kind, for --fixtures.
 */
export interface FixturesFile {
  /**
   * Where an editor finds this schema.
   */
  $schema?: string;
  /**
   * Projects of the controller.
   */
  project?: ProjectEntry[];
  /**
   * Nodes of controller projects, of a type that the target can start.
   */
  node?: NodeEntry[];
  /**
   * Projects of the compute.
   */
  'compute-project'?: ProjectEntry[];
  /**
   * IOU instances of the compute.
   */
  iou?: NodeEntry[];
  /**
   * VMware instances of the compute.
   */
  vmware?: NodeEntry[];
  /**
   * Cloud instances of the compute.
   */
  cloud?: NodeEntry[];
}
/**
 * One project.
 */
export interface ProjectEntry {
  project_id: Id;
  /**
   * Whether it may be written to and deleted; false unless given.
   */
  disposable?: boolean;
}
/**
 * One node or instance.
 */
export interface NodeEntry {
  project_id: Id;
  node_id: Id;
  /**
   * Whether it may be written to and deleted; false unless given.
   */
  disposable?: boolean;
}
