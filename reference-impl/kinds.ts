import { fieldsOf, type InstanceKind, type JsonSchema, operation, type ShapeName } from '../schemas/index.js';
import { instances, ofInstances } from '../schemas/kinds.js';

export type KindName = 'projects' | 'compute.projects' | 'drawings' | 'nodes' | InstanceKind;

export type JsonRecord = Readonly<Record<string, unknown>>;

/** What the defaults of a new resource are made from. */
interface CreationContext {
  readonly id: string;
  readonly name: unknown;
  /** The owning project; the project itself where the resource is one. */
  readonly projectId: string;
  /** A TCP port that no other resource of this server was given. */
  readonly console: number;
}

export interface Kind {
  /** Kind of the resource that holds this one; projects are held by the server itself. */
  readonly parent?: KindName;
  /** Field and path parameter that name a resource of this kind. */
  readonly id: 'project_id' | 'node_id' | 'drawing_id';
  /** Values of all documented fields that the creator did not send, identifiers aside. */
  readonly defaults: (created: CreationContext) => JsonRecord;
}

const root = '/var/lib/netemu/projects';

const project: Kind = {
  id: 'project_id',
  defaults: ({ id, name }) => ({
    auto_close: true,
    auto_open: false,
    auto_start: false,
    filename: `${name}.json`,
    name,
    path: `${root}/${id}`,
    scene_height: 1000,
    scene_width: 2000,
    status: 'opened',
  }),
};

/** What is shown of a field that nobody has given a value. */
function emptyValue({ type, enum: values }: JsonSchema): unknown {
  if (values) return values[0];
  if (type?.includes('null')) return null;
  return { string: '', integer: 0, boolean: false, array: [], object: {} }[type as string];
}

function instance(kind: InstanceKind): Kind {
  const fields = fieldsOf(operation(`${kind}.update`).body as ShapeName);
  const empty = Object.fromEntries(fields.map(({ name, schema }) => [name, emptyValue(schema)]));
  return {
    parent: 'compute.projects',
    id: 'node_id',
    defaults: ({ id, projectId, console }) => ({
      ...empty,
      ...instances[kind].defaults,
      ...('console' in empty && { console }),
      node_directory: `${root}/${projectId}/${kind}/${id}`,
      status: 'stopped',
    }),
  };
}

/** The kinds of resources, named as the operations name them: `iou.update` updates an `iou`. */
export const kinds: Readonly<Record<KindName, Kind>> = {
  projects: project,
  'compute.projects': project,
  drawings: {
    parent: 'projects',
    id: 'drawing_id',
    defaults: () => ({ rotation: 0, svg: '<svg></svg>', x: 0, y: 0, z: 0 }),
  },
  nodes: {
    parent: 'projects',
    id: 'node_id',
    defaults: ({ id, name, projectId, console }) => ({
      command_line: null,
      console,
      console_host: '127.0.0.1',
      console_type: 'telnet',
      first_port_name: null,
      height: 59,
      label: { rotation: 0, style: 'font-size: 10;', text: `${name}`, x: null, y: -40 },
      node_directory: `${root}/${projectId}/nodes/${id}`,
      port_name_format: 'Ethernet{0}',
      port_segment_size: 0,
      ports: [
        {
          adapter_number: 0,
          data_link_types: { Ethernet: 'DLT_EN10MB' },
          link_type: 'ethernet',
          name: 'Ethernet0',
          port_number: 0,
          short_name: 'e0',
        },
      ],
      properties: {},
      status: 'stopped',
      symbol: ':/symbols/computer.svg',
      width: 65,
      x: 0,
      y: 0,
      z: 1,
    }),
  },
  ...ofInstances('', instance),
};
