/** What each kind of resource is created with, and what to do where that is not taken. */
import type { FixtureKind } from '../../schemas/index.js';
import type { JsonObject } from '../http/exchange.js';

/** Bodies that a target needs beyond the usual ones, by kind; merged over the defaults. */
export type RestBodies = { readonly [kind in FixtureKind]?: JsonObject };

interface Kind {
  /** What it needs besides its name and ids. */
  readonly body: JsonObject;
  /** The line that supplies it where the usual body does not get it. */
  readonly remedy: string;
  /** How to leave out what needs it, where a target cannot make it. */
  readonly leftOutBy: string;
}

const named = (kind: string) => `name an existing ${kind} in a fixtures file: --fixtures FILE`;
export const kinds: Record<FixtureKind, Kind> = {
  project: { body: {}, remedy: named('project'), leftOutBy: '--profile compute' },
  node: {
    body: { compute_id: 'local' },
    remedy: 'name a node type of this target in the config: {"rest": {"node": {"node_type": "…"}}}',
    leftOutBy: '--skip nodes.start',
  },
  'compute-project': { body: {}, remedy: named('compute project'), leftOutBy: '--profile controller' },
  iou: {
    body: { path: 'conformance.bin', application_id: 1 },
    remedy: 'name an IOU image of this target in the config: {"rest": {"iou": {"path": "…"}}}',
    leftOutBy: "--skip 'iou.*'",
  },
  vmware: {
    body: { vmx_path: 'conformance.vmx', linked_clone: true },
    remedy:
      'name a VM of this target in the config, {"rest": {"vmware": {"vmx_path": "…"}}}, or an instance that exists with --fixtures FILE',
    leftOutBy: "--skip 'vmware.*'",
  },
  cloud: {
    body: {},
    remedy: 'set the creation body in the config: {"rest": {"cloud": {…}}}',
    leftOutBy: "--skip 'cloud.*'",
  },
};
