/** The operations that write a documented body, and how what they wrote is read back. */
import {
  type FixtureKind,
  fieldsOf,
  type InstanceKind,
  type OperationId,
  operation,
  type ShapeName,
} from '../../schemas/index.js';
import { ofInstances } from '../../schemas/kinds.js';
import type { JsonObject } from '../http/exchange.js';
import { type Field, isOwnedByServer } from './fields.js';
import { otherUniqueName, type Placeholder, uniqueName } from './placeholders.js';

export type WriteId = 'drawings.create' | 'projects.update' | `${InstanceKind}.update`;

export interface WriteOperation {
  readonly id: WriteId;
  /** The kind of resource that it is sent to. */
  readonly kind: FixtureKind;
  readonly shape: ShapeName;
  readonly fields: readonly Field[];
  /** Names of the fields whose value the server decides: those of the input, and those that answers show. */
  readonly owned: ReadonlySet<string>;
  /** The operation that shows what was written. */
  readonly read: OperationId;
  /** Documented fields that an answer may show of the resource. */
  readonly shown: readonly string[];
  /** Bodies that must be accepted after anything else, in turn: a write that changes nothing would show nothing. */
  readonly plainBodies: readonly [PlainBody, PlainBody];
  /** A creation shows up as a new element of a list; an update as other fields of one resource. */
  readonly creates: boolean;
}

type PlainBody = JsonObject | { readonly name: Placeholder };

/** The body of the document's sample session (section 4.1), with values of our own. */
export const sampleDrawing: JsonObject = {
  svg: '<svg width="100" height="100"><circle cx="50" cy="50" r="40"/></svg>',
  x: 10,
  y: 20,
  // No usual default, so that one in its place shows.
  z: 3,
};

const names: WriteOperation['plainBodies'] = [{ name: uniqueName }, { name: otherUniqueName }];

const rows: Record<WriteId, Pick<WriteOperation, 'read' | 'plainBodies'>> = {
  'drawings.create': { read: 'drawings.list', plainBodies: [sampleDrawing, sampleDrawing] },
  'projects.update': {
    read: 'projects.get',
    // Not the name: a name that spoils a project would be mended by it.
    plainBodies: [
      { scene_width: 800, scene_height: 600 },
      { scene_width: 900, scene_height: 700 },
    ],
  },
  ...ofInstances('.update', (kind) => ({ read: `${kind}.get`, plainBodies: names })),
};

const build = (id: WriteId): WriteOperation => {
  const { fixture: kind, body: shape, answers } = operation(id);
  if (shape === undefined) throw new RangeError(`${id} has no documented body`);
  const fields = fieldsOf(shape);
  const { read, plainBodies } = rows[id];
  const shown = fieldsOf(answers[200]?.shape ?? shape);
  return {
    id,
    kind,
    shape,
    fields,
    owned: new Set([...fields, ...shown].filter(isOwnedByServer).map(({ name }) => name)),
    read,
    shown: shown.map(({ name }) => name),
    plainBodies,
    creates: id === 'drawings.create',
  };
};

export const writeOperations = Object.fromEntries(
  (Object.keys(rows) as WriteId[]).map((id) => [id, build(id)]),
) as Readonly<Record<WriteId, WriteOperation>>;

/** The write operation of an id, if it is one. */
export function writeOperation(id: OperationId): WriteOperation | undefined {
  return Object.values(writeOperations).find((each) => each.id === id);
}
