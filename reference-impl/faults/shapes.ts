/** What the schemas say about fields, in the words that faults are made from. */
import { siblingOf } from '../../schemas/groups.js';
import {
  type Field,
  fieldsOf,
  type InstanceKind,
  type JsonSchema,
  type Operation,
  type OperationId,
  operations,
  type ShapeName,
  typesOf,
} from '../../schemas/index.js';
import { instanceKinds } from '../../schemas/kinds.js';
import { isRecord, isUuid } from './recipes.js';

/** A kind of value that breaks the rule of a field. */
export interface WrongKind {
  /** In kebab case, as in the fault's name. */
  readonly name: string;
  readonly is: (value: unknown) => boolean;
  readonly example: unknown;
}

/** Operations with a body, whether or not the document shows its fields. */
export const taking = operations.filter(({ takesBody }) => takesBody);

/** Operations that answer 404 for ids that nobody has. */
export const lookingUp = operations.filter(({ listed }) => listed.includes(404));

/** Those that show one resource. */
export const readings = lookingUp.filter(({ method }) => method === 'GET');

export const instanceReadings = instanceKinds.map((kind) => `${kind}.get` as const);
export const instanceUpdates = instanceKinds.map((kind) => `${kind}.update` as const);
export const instanceDeletions = instanceKinds.map((kind) => `${kind}.delete` as const);

export const otherKinds = (kind: InstanceKind) => instanceKinds.filter((other) => other !== kind);

/** An operation with a body whose fields the document shows. */
export type Writing = Operation & { readonly id: 'drawings.create' | UpdateId; readonly body: ShapeName };
type UpdateId = Extract<OperationId, `${string}.update`>;

export const writings = operations.filter((each): each is Writing => each.body !== undefined);

/** Those that change what is there. */
export const updates = writings.filter(
  (each): each is Writing & { readonly id: UpdateId } => each.id !== 'drawings.create',
);

/** The operation that shows what was written. */
export const readingOf = (id: Writing['id']) =>
  id === 'drawings.create' ? 'drawings.list' : siblingOf(id, 'get');

/** The shape that a successful answer of an operation has, where the document shows one. */
export function answerShape({ success, answers }: Operation): ShapeName | undefined {
  return success.map((code) => answers[code]?.shape).find((shape) => shape !== undefined);
}

/** Operations whose success shows something: those with a shape, and getting a project. */
export const withBody = operations.filter(
  (each) => answerShape(each) !== undefined || each.id === 'projects.get',
);

const clientsOwn = (shape: ShapeName) =>
  fieldsOf(shape).filter(({ schema }) => schema['x-owner'] !== 'server');
const isConstant = ({ schema }: Field) => schema.enum?.length === 1;

/** Fields whose value the client decides: what is written is read back. Those with one value only never change. */
export const clientFields = (shape: ShapeName): readonly Field[] =>
  clientsOwn(shape).filter((field) => !isConstant(field));

/** Fields of the client that can have one value only. */
export const constantFields = (shape: ShapeName): readonly Field[] => clientsOwn(shape).filter(isConstant);

export const fieldsSent = writings.flatMap(({ id, body }) =>
  fieldsOf(body).map((field) => ({ ...field, id })),
);

const byType: readonly (readonly [type: string, WrongKind])[] = [
  ['string', { name: 'string', is: (value) => typeof value === 'string', example: '7' }],
  ['integer', { name: 'integer', is: Number.isInteger, example: 7 }],
  [
    'number',
    {
      name: 'fraction',
      is: (value) => typeof value === 'number' && !Number.isInteger(value),
      example: 1.5,
    },
  ],
  ['boolean', { name: 'boolean', is: (value) => typeof value === 'boolean', example: true }],
  ['null', { name: 'null', is: (value) => value === null, example: null }],
  ['array', { name: 'array', is: Array.isArray, example: [] }],
  ['object', { name: 'object', is: isRecord, example: {} }],
];

/** Each kind of value that a field does not allow. */
export function wrongKinds(schema: JsonSchema): readonly WrongKind[] {
  const allowed = typesOf(schema);
  const kinds = byType.filter(([type]) => !allowed.includes(type)).map(([, kind]) => kind);
  const { enum: values, format } = schema;
  if (values)
    kinds.push({
      name: 'value-outside-the-enum',
      is: (value) => typeof value === 'string' && !values.includes(value),
      example: 'nonsense',
    });
  if (format === 'uuid')
    kinds.push({
      name: 'string-that-is-no-uuid',
      is: (value) => typeof value === 'string' && !isUuid(value),
      example: 'nonsense',
    });
  return kinds;
}

/** Every kind of value that a field of a body does not allow. */
export const wrongValues = fieldsSent.flatMap(({ id, name, schema }) =>
  wrongKinds(schema).map((kind) => ({ id, name, kind })),
);
