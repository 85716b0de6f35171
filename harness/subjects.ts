/** The operations that write a documented body, and how what they wrote is read back. */

import { type FixtureKind, type OperationId, operation, type ShapeName } from '../schemas/index.js';
import { type Exchange, isObject, type Json, type JsonObject, json } from './exchange.js';
import { fieldsOf } from './shapes.js';
import type { Field } from './values/fields.js';
import { type FromFixture, otherUniqueName, uniqueName } from './values/from-fixture.js';

export interface Subject {
  readonly id: WriteId;
  readonly fixture: FixtureKind;
  readonly shape: ShapeName;
  readonly fields: readonly Field[];
  /** The operation that shows what was written. */
  readonly read: OperationId;
  /** Bodies that must be accepted after anything else, in turn: a write that changes nothing would show nothing. */
  readonly rewrites: readonly [Plain, Plain];
  /** A creation shows up as a new element of a list; an update as other fields of one resource. */
  readonly creates: boolean;
}

export type WriteId = 'drawings.create' | 'projects.update' | 'iou.update' | 'vmware.update' | 'cloud.update';

/** The body of the document's sample session (section 4.1), with values of our own. */
export const sampleDrawing: JsonObject = {
  svg: '<svg width="100" height="100"><circle cx="50" cy="50" r="40"/></svg>',
  x: 10,
  y: 20,
  z: 1,
};

const reads: Record<WriteId, OperationId> = {
  'drawings.create': 'drawings.list',
  'projects.update': 'projects.get',
  'iou.update': 'iou.get',
  'vmware.update': 'vmware.get',
  'cloud.update': 'cloud.get',
};

type Plain = JsonObject | { readonly name: FromFixture };

const names: Subject['rewrites'] = [{ name: uniqueName }, { name: otherUniqueName }];
const rewrites: Record<WriteId, Subject['rewrites']> = {
  'drawings.create': [sampleDrawing, sampleDrawing],
  // Not the name: a name that spoils a project would be mended by it.
  'projects.update': [
    { scene_width: 1600, scene_height: 1200 },
    { scene_width: 1700, scene_height: 1300 },
  ],
  'iou.update': names,
  'vmware.update': names,
  'cloud.update': names,
};

export const subjects = Object.fromEntries(
  (Object.keys(reads) as WriteId[]).map((id) => {
    const { fixture, body } = operation(id);
    const shape = body as ShapeName;
    const creates = id === 'drawings.create';
    const subject: Subject = {
      id,
      fixture,
      shape,
      fields: fieldsOf(shape).map(([name, schema]) => ({ name, schema })),
      read: reads[id],
      rewrites: rewrites[id],
      creates,
    };
    return [id, subject];
  }),
) as Record<WriteId, Subject>;

/** What can be seen of a resource: its documented fields, or for a list each drawing by its id. */
export type State = Readonly<Record<string, Json>>;

/** The state that an answer to the reading operation shows; undefined when it shows none. */
export function stateOf(subject: Subject, { answer }: Exchange): State | undefined {
  if (answer?.status !== 200) return undefined;
  const body = json(answer);
  if (!body.ok) return undefined;
  if (subject.creates) return drawingsById(body.value);
  if (!isObject(body.value)) return undefined;
  return documented(subject, body.value);
}

const identifiers: ReadonlySet<string> = new Set(['project_id', 'node_id', 'drawing_id']);

/** The documented fields of a resource; identifiers in lower case, since UUIDs differ by more than that. */
export function documented({ id }: Subject, shown: JsonObject): JsonObject {
  const state: JsonObject = {};
  for (const name of shownBy.get(id) ?? []) {
    if (!Object.hasOwn(shown, name)) continue;
    const value = shown[name] as Json;
    state[name] = identifiers.has(name) && typeof value === 'string' ? value.toLowerCase() : value;
  }
  return state;
}

/** The documented fields of what the reading operation answers with; worked out once, for it is asked for often. */
const shownBy = new Map(
  Object.values(subjects).map(({ id, shape }) => [
    id,
    fieldsOf(operation(id).answers[200]?.shape ?? shape).map(([name]) => name),
  ]),
);

function drawingsById(list: Json): State | undefined {
  if (!Array.isArray(list)) return undefined;
  return Object.fromEntries(list.filter(isObject).map(drawingById));
}

/** A drawing as the list shows it, by its id. */
export function drawingById(drawing: JsonObject): [id: string, drawing: JsonObject] {
  const shown = documented(subjects['drawings.create'], drawing);
  return [String(shown.drawing_id), shown];
}
