// Generated from the JSON Schemas by scripts/generate-types.mjs; edit those and run it again.

/**
 * How the ports of the cloud are mapped; what an entry holds is left open.
 */
export type PortsMapping = unknown[];

/**
 * Every shape by its name.
 */
export interface ShapeTypes {
  'cloud-instance': CloudInstance;
  'cloud-update': CloudUpdate;
  drawing: Drawing;
  'drawing-answer': DrawingAnswer;
  'host-interface': HostInterface;
  'iou-instance': IOUInstance;
  label: Label;
  node: Node;
  port: Port;
  project: Project;
  'project-update': ProjectUpdate;
  'vmware-instance': VMwareInstance;
}
/**
 * A cloud on a compute host as a server tells it.
 */
export interface CloudInstance {
  /**
   * Network interfaces that the host offers; what an entry holds in an answer is left open.
   */
  interfaces?: unknown[];
  /**
   * What people call the cloud.
   */
  name: string;
  /**
   * Directory in which the server keeps the cloud's files.
   */
  node_directory?: string;
  /**
   * Names this cloud.
   */
  node_id: string;
  ports_mapping: PortsMapping;
  /**
   * Names the project to which the cloud belongs.
   */
  project_id: string;
  /**
   * Whether the cloud is running right now.
   */
  status?: 'started' | 'stopped' | 'suspended';
}
/**
 * What a client may send to change a cloud on a compute host.
 */
export interface CloudUpdate {
  /**
   * Network interfaces that the host offers.
   */
  interfaces?: HostInterface[];
  /**
   * What people call the cloud.
   */
  name?: string;
  /**
   * Directory in which the server keeps the cloud's files.
   */
  node_directory?: string;
  /**
   * Names this cloud.
   */
  node_id?: string;
  ports_mapping?: PortsMapping;
  /**
   * Names the project to which the cloud belongs.
   */
  project_id?: string;
  /**
   * Whether the cloud is running right now.
   */
  status?: 'started' | 'stopped' | 'suspended';
}
/**
 * A network interface of the compute host, as a client names it.
 */
export interface HostInterface {
  /**
   * What the host calls the interface.
   */
  name: string;
  /**
   * Whether the interface is of an unusual kind, firewire for one.
   */
  special: boolean;
  /**
   * Kind of interface.
   */
  type: 'ethernet' | 'tap';
}
/**
 * What a client may send to create a drawing; every field can be left out.
 */
export interface Drawing {
  /**
   * Names this drawing.
   */
  drawing_id?: string;
  /**
   * Names the project on whose scene the drawing lies.
   */
  project_id?: string;
  /**
   * How far the drawing is turned; the unit is left open.
   */
  rotation?: number;
  /**
   * SVG markup that is drawn.
   */
  svg?: string;
  /**
   * Horizontal place on the scene.
   */
  x?: number;
  /**
   * Vertical place on the scene.
   */
  y?: number;
  /**
   * Layer on the scene.
   */
  z?: number;
}
/**
 * A drawing as a server tells it, created or listed; every field is there.
 */
export interface DrawingAnswer {
  /**
   * Names this drawing.
   */
  drawing_id: string;
  /**
   * Names the project on whose scene the drawing lies.
   */
  project_id: string;
  /**
   * How far the drawing is turned; the unit is left open.
   */
  rotation: number;
  /**
   * SVG markup that is drawn.
   */
  svg: string;
  /**
   * Horizontal place on the scene.
   */
  x: number;
  /**
   * Vertical place on the scene.
   */
  y: number;
  /**
   * Layer on the scene.
   */
  z: number;
}
/**
 * An IOU node on a compute host; one shape for what is told and for what is sent.
 */
export interface IOUInstance {
  /**
   * Command with which the server last started the node.
   */
  command_line?: string;
  /**
   * TCP port on which the console listens.
   */
  console?: number;
  /**
   * Protocol that the console speaks.
   */
  console_type?: 'telnet';
  /**
   * How many ethernet adapters the node has.
   */
  ethernet_adapters?: number;
  /**
   * Whether ethernet interfaces count as up at all times.
   */
  l1_keepalives?: boolean;
  /**
   * Checksum of the IOU binary, or null.
   */
  md5sum?: string | null;
  /**
   * What people call the node.
   */
  name?: string;
  /**
   * Directory in which the server keeps the node's files.
   */
  node_directory?: string;
  /**
   * Names this node.
   */
  node_id?: string;
  /**
   * NVRAM that the node gets, in kilobytes.
   */
  nvram?: number;
  /**
   * IOU binary on the server that the node runs.
   */
  path?: string;
  /**
   * Names the project to which the node belongs.
   */
  project_id?: string;
  /**
   * Memory that the node gets, in megabytes.
   */
  ram?: number;
  /**
   * How many serial adapters the node has.
   */
  serial_adapters?: number;
  /**
   * Whether the node is running right now.
   */
  status?: 'started' | 'stopped' | 'suspended';
  /**
   * Whether the default values of IOU apply, or null.
   */
  use_default_iou_values?: boolean | null;
}
/**
 * The text beside a node on the scene.
 */
export interface Label {
  /**
   * How far the text is turned; the unit is left open.
   */
  rotation?: number;
  /**
   * How the text is styled.
   */
  style?: string;
  /**
   * What the label reads.
   */
  text?: string;
  /**
   * Horizontal place of the label, or null.
   */
  x?: number | null;
  /**
   * Vertical place of the label.
   */
  y?: number;
}
/**
 * A node of the controller, as starting it can return it.
 */
export interface Node {
  /**
   * Command that the server runs for the node.
   */
  command_line?: string | null;
  /**
   * Names the compute host on which the node lives.
   */
  compute_id: string;
  /**
   * TCP port on which the console listens.
   */
  console?: number | null;
  /**
   * Address on which the console listens; a wildcard address stands for the controller's own.
   */
  console_host?: string;
  /**
   * Protocol that the console speaks, or null.
   */
  console_type?: 'vnc' | 'telnet' | 'http' | 'spice' | null;
  /**
   * What the first port is called.
   */
  first_port_name?: string | null;
  /**
   * Vertical size of the node.
   */
  height?: number;
  label?: Label;
  /**
   * What people call the node.
   */
  name: string;
  /**
   * Directory in which the server keeps the node's files.
   */
  node_directory?: string | null;
  /**
   * Names this node.
   */
  node_id?: string;
  /**
   * What emulates the node.
   */
  node_type:
    | 'cloud'
    | 'nat'
    | 'ethernet_hub'
    | 'ethernet_switch'
    | 'frame_relay_switch'
    | 'atm_switch'
    | 'docker'
    | 'dynamips'
    | 'vpcs'
    | 'virtualbox'
    | 'vmware'
    | 'iou'
    | 'qemu';
  /**
   * Pattern from which port names are made, {0} standing for the number.
   */
  port_name_format?: string;
  /**
   * How large a segment of ports is.
   */
  port_segment_size?: number;
  /**
   * Where links can be plugged in.
   */
  ports?: Port[];
  /**
   * Names the project to which the node belongs.
   */
  project_id?: string;
  /**
   * Settings that only this kind of emulator knows.
   */
  properties?: {
    [k: string]: unknown;
  };
  /**
   * Whether the node is running right now.
   */
  status?: 'stopped' | 'started' | 'suspended';
  /**
   * Symbol that stands for the node.
   */
  symbol?: string | null;
  /**
   * Horizontal size of the node.
   */
  width?: number;
  /**
   * Horizontal place on the scene.
   */
  x?: number;
  /**
   * Vertical place on the scene.
   */
  y?: number;
  /**
   * Layer on the scene.
   */
  z?: number;
}
/**
 * One place on a node where a link can be plugged in.
 */
export interface Port {
  /**
   * Which adapter of the node the port is on.
   */
  adapter_number?: number;
  /**
   * Identifiers of data link types, by the name of the link type.
   */
  data_link_types?: {
    [k: string]: string;
  };
  /**
   * Kind of link that the port has.
   */
  link_type?: string;
  /**
   * Full name of the port.
   */
  name?: string;
  /**
   * Which number the port has.
   */
  port_number?: number;
  /**
   * Abbreviated name of the port.
   */
  short_name?: string;
}
/**
 * A project as a server tells it; only its identifier is certain to be there.
 */
export interface Project {
  /**
   * Whether the project closes once its last listener on the notifications feed is gone.
   */
  auto_close?: boolean;
  /**
   * Whether a starting service opens the project by itself.
   */
  auto_open?: boolean;
  /**
   * Whether the project starts as it is opened.
   */
  auto_start?: boolean;
  /**
   * What the project's file is called.
   */
  filename?: string | null;
  /**
   * What people call the project.
   */
  name?: string | null;
  /**
   * Directory that holds the project on the server; a client's value counts in local mode only.
   */
  path?: string | null;
  /**
   * Names this project.
   */
  project_id: string;
  /**
   * Vertical size of the scene.
   */
  scene_height?: number;
  /**
   * Horizontal size of the scene.
   */
  scene_width?: number;
  /**
   * Whether the project is open right now.
   */
  status?: 'opened' | 'closed';
}
/**
 * Settings that a client may change on a project of the controller.
 */
export interface ProjectUpdate {
  /**
   * Whether the project closes once its last listener on the notifications feed is gone.
   */
  auto_close?: boolean;
  /**
   * Whether a starting service opens the project by itself.
   */
  auto_open?: boolean;
  /**
   * Whether the project starts as it is opened.
   */
  auto_start?: boolean;
  /**
   * What people call the project.
   */
  name?: string | null;
  /**
   * Directory that holds the project on the server; a client's value counts in local mode only.
   */
  path?: string | null;
  /**
   * Vertical size of the scene.
   */
  scene_height?: number;
  /**
   * Horizontal size of the scene.
   */
  scene_width?: number;
}
/**
 * A VMware node on a compute host; one shape for what is told and for what is sent.
 */
export interface VMwareInstance {
  /**
   * Whether ACPI is used to shut the machine down.
   */
  acpi_shutdown?: boolean;
  /**
   * Kind of adapter that the machine has.
   */
  adapter_type?: string;
  /**
   * How many adapters the machine has.
   */
  adapters?: number;
  /**
   * TCP port on which the console listens.
   */
  console?: number;
  /**
   * Protocol that the console speaks.
   */
  console_type?: 'telnet';
  /**
   * Whether the machine runs headless.
   */
  headless?: boolean;
  /**
   * Whether the machine was made as a linked clone.
   */
  linked_clone?: boolean;
  /**
   * What people call the node.
   */
  name?: string;
  /**
   * Directory in which the server keeps the node's files.
   */
  node_directory?: string | null;
  /**
   * Names this node.
   */
  node_id?: string;
  /**
   * Names the project to which the node belongs.
   */
  project_id?: string;
  /**
   * Whether the machine is running right now.
   */
  status?: 'started' | 'stopped' | 'suspended';
  /**
   * Whether the service is free to use every VMware adapter.
   */
  use_any_adapter?: boolean;
  /**
   * The machine's VMX file on the server.
   */
  vmx_path?: string;
}
