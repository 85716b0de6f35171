import type { Examples } from './types.js';

const ids = {
  node_id: '5b2f7a8e-0c41-4d62-8f0e-2a9d3c4b5e6f',
  project_id: '0cf2b0f1-3d2f-4a3c-9f52-6a1b8d7c1e20',
};
const wrongIds = { node_id: ['r1', 7, null], project_id: ['', 7, null] };
const wrongStatus = ['opened', 'Started', '', null];

export const iouInstance: Examples = {
  complete: {
    ...ids,
    command_line: 'iourc -e 2 -s 2',
    console: 2000,
    console_type: 'telnet',
    ethernet_adapters: 2,
    l1_keepalives: false,
    md5sum: 'd41d8cd98f00b204e9800998ecf8427e',
    name: 'R1',
    node_directory: '/srv/projects/lab/iou/r1',
    nvram: 8,
    path: 'iou.bin',
    ram: 16,
    serial_adapters: 2,
    status: 'stopped',
    use_default_iou_values: true,
  },
  valid: {
    'nothing at all': {},
    'null wherever it is allowed': { md5sum: null, use_default_iou_values: null },
    'a started instance': { status: 'started' },
    'a suspended instance': { status: 'suspended' },
  },
  wrong: {
    ...wrongIds,
    command_line: [7, null],
    console: ['2000', 2000.5, null],
    console_type: ['vnc', '', 7, null],
    ethernet_adapters: ['2', 2.5, null],
    l1_keepalives: ['false', 0, null],
    md5sum: [7, {}],
    name: [7, null],
    node_directory: [7, null],
    nvram: ['8', 8.5, null],
    path: [7, null],
    ram: ['16', 16.5, null],
    serial_adapters: ['2', 2.5, null],
    status: wrongStatus,
    use_default_iou_values: ['true', 1],
  },
  mandatory: [],
};

export const vmwareInstance: Examples = {
  complete: {
    ...ids,
    acpi_shutdown: false,
    adapter_type: 'e1000',
    adapters: 1,
    console: 2001,
    console_type: 'telnet',
    headless: true,
    linked_clone: false,
    name: 'VM1',
    node_directory: '/srv/projects/lab/vmware/vm1',
    status: 'stopped',
    use_any_adapter: false,
    vmx_path: 'vm1.vmx',
  },
  valid: {
    'nothing at all': {},
    'a directory that is null': { node_directory: null },
    'a started instance': { status: 'started' },
    'a suspended instance': { status: 'suspended' },
  },
  wrong: {
    ...wrongIds,
    acpi_shutdown: ['false', 0, null],
    adapter_type: [1000, null],
    adapters: ['1', 1.5, null],
    console: ['2001', 0.5, null],
    console_type: ['http', '', 7, null],
    headless: ['true', 1, null],
    linked_clone: ['false', 0, null],
    name: [7, null],
    node_directory: [7, {}],
    status: wrongStatus,
    use_any_adapter: ['false', 0, null],
    vmx_path: [7, null],
  },
  mandatory: [],
};

export const hostInterface: Examples = {
  complete: { name: 'eth0', special: false, type: 'ethernet' },
  valid: { 'a tap': { name: 'tap0', special: true, type: 'tap' } },
  wrong: { name: [0, null], special: ['false', 0, null], type: ['wifi', 'TAP', '', null] },
  mandatory: ['name', 'special', 'type'],
};

const cloud = {
  ...ids,
  interfaces: [hostInterface.complete],
  name: 'Cloud1',
  node_directory: '/srv/projects/lab/cloud/cloud1',
  ports_mapping: [{ interface: 'eth0', name: 'eth0', port_number: 0, type: 'ethernet' }],
  status: 'started',
};
const wrongCloud = {
  ...wrongIds,
  interfaces: [{}, 'eth0', null],
  name: [7, null],
  node_directory: [7, null],
  ports_mapping: [{}, 'eth0', null],
  status: wrongStatus,
};

export const cloudInstance: Examples = {
  complete: cloud,
  valid: {
    'the mandatory fields alone': { ...ids, name: 'Cloud1', ports_mapping: [] },
    'entries of any kind, since the document does not show them': {
      ...cloud,
      interfaces: ['eth0', null],
      ports_mapping: [7, {}],
    },
    'a stopped instance': { ...cloud, status: 'stopped' },
    'a suspended instance': { ...cloud, status: 'suspended' },
  },
  wrong: wrongCloud,
  mandatory: ['name', 'node_id', 'ports_mapping', 'project_id'],
};

export const cloudUpdate: Examples = {
  complete: cloud,
  valid: {
    'nothing at all': {},
    'no interfaces': { interfaces: [] },
    'both types of interface': {
      interfaces: [hostInterface.complete, { name: 'tap0', special: true, type: 'tap' }],
    },
    'port entries of any kind, since the document does not show them': { ports_mapping: ['eth0', 7, null] },
  },
  wrong: {
    ...wrongCloud,
    interfaces: [
      ...wrongCloud.interfaces,
      ['eth0'],
      [null],
      [{ special: false, type: 'ethernet' }],
      [{ name: 'eth0', type: 'ethernet' }],
      [{ name: 'eth0', special: false }],
      [hostInterface.complete, { name: 'eth1', special: 'no', type: 'ethernet' }],
    ],
  },
  mandatory: [],
};
