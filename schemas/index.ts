import { readdirSync, readFileSync } from 'node:fs';
import type { FixtureKind, OperationId } from './generated/operations.js';
import type { ShapeTypes } from './generated/shapes.js';

export type * from './generated/operations.js';
export type * from './generated/shapes.js';

export type ShapeName = keyof ShapeTypes;
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type IdName = 'project_id' | 'node_id';
type JsonType = 'string' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/** The part of JSON Schema 2020-12 that the shapes are written in. */
export interface JsonSchema {
  readonly $schema?: string;
  readonly $id?: string;
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly format?: string;
  readonly enum?: readonly (string | null)[];
  readonly readOnly?: boolean;
  readonly maxLength?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  /** Section of the interface document. */
  readonly 'x-section'?: string;
  /** `file`: names a file on the server. `folder`: makes the server create one. `allocates`: makes it reserve something. */
  readonly 'x-hazard'?: 'file' | 'folder' | 'allocates';
  /** The server decides the value, whatever a client sends. */
  readonly 'x-owner'?: 'server';
  readonly 'x-markup'?: 'svg';
}

/** Keywords beyond the standard; a strict Ajv takes them by `ajv.addVocabulary([...annotations])`. */
export const annotations = ['x-section', 'x-hazard', 'x-owner', 'x-markup'] as const;

/** What an answer with one listed code carries. No shape and not empty: the document shows no body. */
export interface Answer {
  readonly shape?: ShapeName;
  /** The body is an array of the shape. */
  readonly list?: boolean;
  readonly empty?: boolean;
  readonly contentType?: string;
}

export interface Operation {
  readonly id: OperationId;
  readonly method: Method;
  /** Template relative to the base URL, with `{project_id}` and `{node_id}`. */
  readonly path: string;
  readonly section: string;
  readonly summary: string;
  /** Kind of resource that the operation works on. */
  readonly fixture: FixtureKind;
  /** Parameters of the path, in its order. */
  readonly ids: readonly IdName[];
  readonly body?: ShapeName;
  /** True also where the document shows no fields of the body (`nodes.start`). */
  readonly takesBody: boolean;
  readonly success: readonly number[];
  readonly listed: readonly number[];
  readonly answers: Readonly<Record<number, Answer>>;
}

interface Reference {
  readonly $ref: string;
}

interface OpenApiBody {
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

interface OpenApiOperation {
  readonly operationId: OperationId;
  readonly summary: string;
  readonly 'x-section': string;
  readonly 'x-fixture': FixtureKind;
  readonly requestBody?: OpenApiBody;
  readonly responses: Readonly<Record<string, OpenApiBody | Reference>>;
}

type Verb = Lowercase<Method>;
type PathItem = { readonly parameters: readonly Reference[] } & {
  readonly [verb in Verb]?: OpenApiOperation;
};

export interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: { readonly responses: Readonly<Record<string, OpenApiBody>> };
}

// Read, not imported: Node 20 warns about JSON import attributes.
function readJson(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
}

const suffix = '.schema.json';

/** Every shape as written: a `$ref` names another file of the folder, resolved against `$id`. */
export const shapes = Object.fromEntries(
  readdirSync(new URL('./shapes/', import.meta.url))
    .filter((file) => file.endsWith(suffix))
    .map((file) => [file.slice(0, -suffix.length), readJson(`./shapes/${file}`)]),
) as Readonly<Record<ShapeName, JsonSchema>>;

/** The schema behind a reference to a shape or to a property of one; any other schema as it is. */
export function resolve(schema: JsonSchema): JsonSchema {
  const [, shape, field] = schema.$ref?.match(/([\w-]+)\.schema\.json(?:#\/properties\/(\w+))?$/) ?? [];
  if (shape === undefined) return schema;
  const target = shapes[shape as ShapeName];
  return field === undefined ? target : resolve(target.properties?.[field] as JsonSchema);
}

/** A field that the document shows, with what is known of its values. */
export interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
}

export const fieldsOf = (shape: ShapeName) => properties(shapes[shape]);

export function properties(schema: JsonSchema): readonly Field[] {
  return Object.entries(schema.properties ?? {}).map(([name, each]) => ({ name, schema: resolve(each) }));
}

export const openapi = readJson('./openapi.json') as OpenApi;

/** The operations in the order of the document. */
export const operations: readonly Operation[] = Object.entries(openapi.paths).flatMap(([path, item]) =>
  verbs(item).map(([verb, described]) => read(path, verb, described)),
);

const byId = new Map(operations.map((operation) => [operation.id, operation]));

/** @throws RangeError when there is no such operation, which only untyped callers can cause. */
export function operation(id: OperationId): Operation {
  const found = byId.get(id);
  if (!found) throw new RangeError(`there is no operation ${id}`);
  return found;
}

function verbs(item: PathItem): [Verb, OpenApiOperation][] {
  return Object.entries(item).filter(([key]) => key !== 'parameters') as [Verb, OpenApiOperation][];
}

function read(path: string, verb: Verb, described: OpenApiOperation): Operation {
  const answers = Object.fromEntries(
    Object.entries(described.responses).map(([code, response]) => [
      Number(code),
      answer(responseOf(response)),
    ]),
  );
  const listed = Object.keys(answers).map(Number);
  const body = shapeOf(described.requestBody?.content?.['application/json']?.schema);
  return {
    id: described.operationId,
    method: verb.toUpperCase() as Method,
    path,
    section: described['x-section'],
    summary: described.summary,
    fixture: described['x-fixture'],
    ids: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as IdName),
    ...(body && { body }),
    takesBody: described.requestBody !== undefined,
    success: listed.filter((code) => code < 400),
    listed,
    answers,
  };
}

function answer({ content = {} }: OpenApiBody): Answer {
  const [entry] = Object.entries(content);
  if (!entry) return { empty: true };
  const [contentType, { schema }] = entry;
  if (schema.maxLength === 0) return { empty: true, contentType };
  const shape = shapeOf(schema.items ?? schema);
  return { ...(shape && { shape }), ...(schema.items && { list: true }), contentType };
}

function responseOf(response: OpenApiBody | Reference): OpenApiBody {
  if (!('$ref' in response)) return response;
  const name = response.$ref.slice('#/components/responses/'.length);
  return openapi.components.responses[name] as OpenApiBody;
}

function shapeOf(schema: JsonSchema | undefined): ShapeName | undefined {
  return schema?.$ref?.slice('shapes/'.length, -suffix.length) as ShapeName | undefined;
}
