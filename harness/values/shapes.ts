/** Ajv as the judge of shapes (section 2 of the document). */
import type { ErrorObject, ValidateFunction } from 'ajv';
import { isNullable, type ShapeName, shapes, typesOf } from '../../schemas/index.js';
import { ajvOfShapes } from '../../schemas/validation.js';
import type { Json } from '../http/exchange.js';
import type { Violation } from '../outcome.js';

const ajv = ajvOfShapes({ allErrors: true, allowUnionTypes: true });

/** Compiled when it is asked for the first time. */
const validator = (shape: ShapeName) => ajv.getSchema(shapes[shape].$id as string) as ValidateFunction;

/** Violations of one field that are told: an array may break the shape at each of its items. */
const toldOfField = 20;

/** What was found in a body, which is asked for once for each of its fields. */
const found = new WeakMap<object, Map<ShapeName, readonly Violation[]>>();

/** What in `value` breaks the shape, each with a JSON pointer, some of each field; empty when it fits. */
export function violations(shape: ShapeName, value: Json): readonly Violation[] {
  const known = isTree(value) ? found.get(value)?.get(shape) : undefined;
  if (known) return known;
  const validate = validator(shape);
  if (validate(value)) return [];
  const told = some();
  const result = (validate.errors ?? []).filter((error) => told(pointerOf(error))).map(violation);
  if (isTree(value)) found.set(value, (found.get(value) ?? new Map()).set(shape, result));
  return result;
}

const isTree = (value: Json) => typeof value === 'object' && value !== null;

/** Lets through the first violations of each field of a body. */
export function some(): (pointer: string) => boolean {
  const counts = new Map<string, number>();
  return (pointer) => {
    const field = pointer.split('/', 2)[1] ?? '';
    const count = (counts.get(field) ?? 0) + 1;
    counts.set(field, count);
    return count <= toldOfField;
  };
}

/** Whether `value` fits the shape. */
export function fits(shape: ShapeName, value: unknown): boolean {
  return validator(shape)(value);
}

export { isNullable, typesOf };

/** A word with its article, such as the name of a JSON type. */
export const withArticle = (word: string) => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;

function violation(error: ErrorObject): Violation {
  return { in: 'body', pointer: pointerOf(error), message: messageOf(error) };
}

function pointerOf({ keyword, instancePath, params }: ErrorObject): string {
  return keyword === 'required' ? `${instancePath}/${params.missingProperty}` : instancePath;
}

function messageOf(error: ErrorObject): string {
  switch (error.keyword) {
    case 'required':
      return 'is missing';
    case 'type':
      return `must be ${[error.params.type].flat().join(' or ')}`;
    case 'enum':
      return `must be one of ${(error.params.allowedValues as Json[]).map((v) => JSON.stringify(v)).join(', ')}`;
    case 'format':
      return `must be a ${String(error.params.format).toUpperCase()}`;
    default:
      return error.message ?? error.keyword;
  }
}

/** Whether many languages take a value for false: a server may take it for none, and a new resource often has it. */
export const countsAsFalse = (value: unknown) =>
  value === false || value === 0 || value === '' || value === null;
