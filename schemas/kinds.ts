/** The kinds of resources that the operations work on: what is known of each beside its fields (shapes/). */
import type { ShapeTypes } from './generated/shapes.js';

interface Kind {
  /** How sentences call one. */
  readonly noun: string;
  /** What a creation needs besides the name and the ids; the document shows no creation. */
  readonly creation: Readonly<Record<string, unknown>>;
  /** What a user can do where a target refuses that creation. */
  readonly remedy: string;
  /** The options that leave out what needs one. */
  readonly leaveOut: string;
}

/**
 * A kind of node on a compute host (sections 4.5 to 4.7). It is read, updated and deleted by
 * `/v2/compute/projects/{project_id}/KIND/nodes/{node_id}`, and made by the path without the last word.
 */
interface Instance extends Omit<Kind, 'leaveOut'> {
  readonly section: string;
  /** What it is, for the OpenAPI description. */
  readonly about: string;
  /** The shape of its update's body. */
  readonly update: keyof ShapeTypes;
  /** The shape in which it is shown. */
  readonly shown: keyof ShapeTypes;
  /** Where GNS3 servers list what one can be made from, and the field of the creation that names it. */
  readonly madeFrom?: { readonly path: string; readonly field: string };
  /** What the reference implementation shows of a new one, where 0, false, nothing or null will not do. */
  readonly defaults: Readonly<Record<string, unknown>>;
}

const rows = {
  iou: {
    section: '4.5',
    noun: 'IOU instance',
    about: 'IOU nodes on a compute host.',
    update: 'iou-instance',
    shown: 'iou-instance',
    creation: { path: 'conformance.bin', application_id: 1 },
    remedy: 'name an IOU image of this target in the config: {"rest": {"iou": {"path": "…"}}}',
    madeFrom: { path: '/v2/compute/iou/images', field: 'path' },
    defaults: {
      ethernet_adapters: 2,
      nvram: 128,
      ram: 256,
      serial_adapters: 2,
      use_default_iou_values: false,
    },
  },
  vmware: {
    section: '4.6',
    noun: 'VMware instance',
    about: 'VMware nodes on a compute host.',
    update: 'vmware-instance',
    shown: 'vmware-instance',
    creation: { vmx_path: 'conformance.vmx', linked_clone: true },
    remedy:
      'name a VM of this target in the config, {"rest": {"vmware": {"vmx_path": "…"}}}, or an instance that exists with --fixtures FILE',
    madeFrom: { path: '/v2/compute/vmware/vms', field: 'vmx_path' },
    defaults: { adapter_type: 'e1000' },
  },
  cloud: {
    section: '4.7',
    noun: 'cloud instance',
    about: 'Clouds on a compute host.',
    update: 'cloud-update',
    shown: 'cloud-instance',
    creation: {},
    remedy: 'set the creation body in the config: {"rest": {"cloud": {…}}}',
    defaults: { interfaces: [{ name: 'eth0', special: false, type: 'ethernet' }] },
  },
} satisfies Record<string, Instance>;

export type InstanceKind = keyof typeof rows;
export type FixtureKind = 'project' | 'node' | 'compute-project' | InstanceKind;

export const instances: Readonly<Record<InstanceKind, Instance>> = rows;

export const instanceKinds = Object.keys(instances) as InstanceKind[];

export const isInstance = (kind: string): kind is InstanceKind => Object.hasOwn(instances, kind);

/** A value for each kind of instance, under its name with something behind it: `iou.update`. */
export function ofInstances<Suffix extends string, T>(suffix: Suffix, rowOf: (kind: InstanceKind) => T) {
  const entries = instanceKinds.map((kind) => [kind + suffix, rowOf(kind)]);
  return Object.fromEntries(entries) as Record<`${InstanceKind}${Suffix}`, T>;
}

/** Where a node is placed: no default has this, so that a start is seen to keep it. */
export const nodePlace = { x: -12, y: 34 } as const;

export const kinds: Readonly<Record<FixtureKind, Kind>> = {
  project: {
    noun: 'project',
    creation: {},
    remedy: 'name an existing project in a fixtures file: --fixtures FILE',
    leaveOut: '--profile compute',
  },
  node: {
    noun: 'node',
    creation: { compute_id: 'local', ...nodePlace },
    remedy: 'name a node type of this target in the config: {"rest": {"node": {"node_type": "…"}}}',
    leaveOut: '--skip nodes.start',
  },
  'compute-project': {
    noun: 'compute project',
    creation: {},
    remedy: 'name an existing compute project in a fixtures file: --fixtures FILE',
    leaveOut: '--profile controller',
  },
  ...ofInstances('', (kind) => ({ ...instances[kind], leaveOut: `--skip '${kind}.*'` })),
};

export const fixtureKinds = Object.keys(kinds) as FixtureKind[];

/** The noun with its article. */
export function one(kind: FixtureKind): string {
  const { noun } = kinds[kind];
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}
