/** The types of nodes that are started, and what some of them are made with (section 2.3). */
import type { JsonObject } from '../../harness/http/exchange.js';
import { shapes } from '../../schemas/index.js';

export const ofType = (type: string) => `a node of type ${type}`;

/** Of QEMU a target may make a machine that has no image, and starting it takes memory. */
export const types = (shapes.node.properties?.node_type?.enum ?? []).filter((each) => each !== 'qemu');
/** What some are made with: names that are not ASCII, or long, properties, and zero or null wherever it can be. */
export const peculiar: Readonly<Record<string, readonly [how: string, fields: JsonObject]>> = {
  cloud: ['whose name is not ASCII', { name: 'Kønformität' }],
  ethernet_switch: [
    'with properties',
    {
      properties: { ports_mapping: [{ name: 'Ethernet0', port_number: 0, type: 'access', vlan: 1 }] },
      label: { text: 'turned', x: 5, y: -5, rotation: 90 },
    },
  ],
  ethernet_hub: [
    'with 0 for its coordinates',
    { x: 0, y: 0, z: 0, label: { text: '0', x: 0, y: 0, rotation: 0 } },
  ],
  docker: ['with a console', { console: 5987, console_type: 'telnet' }],
  nat: ['with a long name', { name: `conformance ${'n'.repeat(119)}` }],
  frame_relay_switch: [
    'with null for its console',
    { console: null, console_type: null, label: { text: 'null', x: null, y: 0 } },
  ],
};
