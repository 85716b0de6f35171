import { readdirSync, readFileSync } from 'node:fs';
import type { ShapeTypes } from './generated/shapes.js';

export type * from './generated/shapes.js';
export type { FixtureKind, InstanceKind } from './kinds.js';
export * from './operations.js';

export type ShapeName = keyof ShapeTypes;
type JsonType = 'string' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/** The part of JSON Schema 2020-12 that the shapes are written in. */
export interface JsonSchema {
  readonly $id?: string;
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly format?: string;
  readonly enum?: readonly (string | null)[];
  readonly readOnly?: boolean;
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

/** The JSON types that a schema allows. */
export function typesOf({ type = [] }: JsonSchema): readonly string[] {
  return typeof type === 'string' ? [type] : type;
}

export const isNullable = (schema: JsonSchema): boolean => typesOf(schema).includes('null');

/** A field that the document shows, with what is known of its values. */
export interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
}

/** The documented fields of a shape. */
export const fieldsOf = (shape: ShapeName) => properties(shapes[shape]);

export function properties(schema: JsonSchema): readonly Field[] {
  return Object.entries(schema.properties ?? {}).map(([name, each]) => ({ name, schema: resolve(each) }));
}
