import type { OperationId, ShapeName } from '../../schemas/index.js';

// The tables of the interface document, copied from it and not from the schemas. `!` marks a mandatory
// field, `RO` a read-only one, `a,b` an enum, `[x]` an array of x.

export const fieldTables: Readonly<Record<ShapeName, string>> = {
  drawing: `
    drawing_id uuid
    project_id uuid
    rotation integer
    svg string
    x integer
    y integer
    z integer`,
  'drawing-answer': `
    drawing_id! uuid
    project_id! uuid
    rotation! integer
    svg! string
    x! integer
    y! integer
    z! integer`,
  project: `
    auto_close boolean
    auto_open boolean
    auto_start boolean
    filename string|null
    name string|null
    path string|null
    project_id! uuid
    scene_height integer
    scene_width integer
    status opened,closed`,
  'project-update': `
    auto_close boolean
    auto_open boolean
    auto_start boolean
    name string|null
    path string|null
    scene_height integer
    scene_width integer`,
  node: `
    command_line string|null
    compute_id! string
    console integer|null
    console_host string
    console_type vnc,telnet,http,spice,null
    first_port_name string|null
    height integer RO
    label label
    name! string
    node_directory string|null RO
    node_id uuid
    node_type! cloud,nat,ethernet_hub,ethernet_switch,frame_relay_switch,atm_switch,docker,dynamips,vpcs,virtualbox,vmware,iou,qemu
    port_name_format string
    port_segment_size integer
    ports [port] RO
    project_id uuid
    properties object
    status stopped,started,suspended
    symbol string|null
    width integer RO
    x integer
    y integer
    z integer`,
  label: `
    rotation integer
    style string
    text string
    x integer|null
    y integer`,
  port: `
    adapter_number integer
    data_link_types {string}
    link_type string
    name string
    port_number integer
    short_name string`,
  'iou-instance': `
    command_line string
    console integer
    console_type telnet
    ethernet_adapters integer
    l1_keepalives boolean
    md5sum string|null
    name string
    node_directory string
    node_id uuid
    nvram integer
    path string
    project_id uuid
    ram integer
    serial_adapters integer
    status started,stopped,suspended
    use_default_iou_values boolean|null`,
  'vmware-instance': `
    acpi_shutdown boolean
    adapter_type string
    adapters integer
    console integer
    console_type telnet
    headless boolean
    linked_clone boolean
    name string
    node_directory string|null
    node_id uuid
    project_id uuid
    status started,stopped,suspended
    use_any_adapter boolean
    vmx_path string`,
  'cloud-instance': `
    interfaces array
    name! string
    node_directory string
    node_id! uuid
    ports_mapping! array
    project_id! uuid
    status started,stopped,suspended`,
  'cloud-update': `
    interfaces [host-interface]
    name string
    node_directory string
    node_id uuid
    ports_mapping array
    project_id uuid
    status started,stopped,suspended`,
  'host-interface': `
    name! string
    special! boolean
    type! ethernet,tap`,
};

const iou = '/v2/compute/projects/{project_id}/iou/nodes/{node_id}';
const vmware = '/v2/compute/projects/{project_id}/vmware/nodes/{node_id}';
const cloud = '/v2/compute/projects/{project_id}/cloud/nodes/{node_id}';

/** Section, method, path, request body, answers in the order of their codes. */
export const operationTable: Readonly<Record<OperationId, readonly string[]>> = {
  'drawings.list': ['4.1', 'GET', '/v2/projects/{project_id}/drawings', 'none', '200 [drawing-answer]'],
  'drawings.create': [
    '4.1',
    'POST',
    '/v2/projects/{project_id}/drawings',
    'drawing',
    '201 drawing-answer, 400',
  ],
  'nodes.start': [
    '4.2',
    'POST',
    '/v2/projects/{project_id}/nodes/{node_id}/start',
    'not shown',
    '201 node, 204 empty, 400, 404',
  ],
  'projects.get': ['4.3', 'GET', '/v2/projects/{project_id}', 'none', '200, 404'],
  'projects.update': ['4.3', 'PUT', '/v2/projects/{project_id}', 'project-update', '200 project, 400, 404'],
  'projects.delete': ['4.3', 'DELETE', '/v2/projects/{project_id}', 'none', '204 empty, 404'],
  'compute.projects.get': ['4.4', 'GET', '/v2/compute/projects/{project_id}', 'none', '200 project, 404'],
  'compute.projects.delete': [
    '4.4',
    'DELETE',
    '/v2/compute/projects/{project_id}',
    'none',
    '204 empty application/octet-stream, 404',
  ],
  'iou.get': ['4.5', 'GET', iou, 'none', '200 iou-instance, 400, 404'],
  'iou.update': ['4.5', 'PUT', iou, 'iou-instance', '200 iou-instance, 400, 404, 409'],
  'iou.delete': ['4.5', 'DELETE', iou, 'none', '204 empty, 400, 404'],
  'vmware.get': ['4.6', 'GET', vmware, 'none', '200 vmware-instance, 400, 404'],
  'vmware.update': ['4.6', 'PUT', vmware, 'vmware-instance', '200 vmware-instance, 400, 404, 409'],
  'vmware.delete': ['4.6', 'DELETE', vmware, 'none', '204 empty, 400, 404'],
  'cloud.get': ['4.7', 'GET', cloud, 'none', '200 cloud-instance, 400, 404'],
  'cloud.update': ['4.7', 'PUT', cloud, 'cloud-update', '200 cloud-instance, 400, 404, 409'],
  'cloud.delete': ['4.7', 'DELETE', cloud, 'none', '204 empty, 400, 404'],
};
