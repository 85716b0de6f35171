import type { ValidateFunction } from 'ajv/dist/2020.js';
import { fieldsOf, type ShapeName, shapes } from '../schemas/index.js';
import { ajvOfShapes } from '../schemas/validation.js';

/** What a request body has to be. */
export interface Input {
  readonly valid: ValidateFunction;
  /** Fields whose values are kept. Identifiers are not among them: the address decides those. */
  readonly kept: readonly string[];
}

const ajv = ajvOfShapes({ strict: true, strictTypes: false, strictRequired: false });

const identifiers = new Set(['project_id', 'node_id', 'drawing_id']);

/**
 * @param shape undefined takes any JSON object and keeps nothing of it
 * @param rules further JSON Schema keywords that the body has to fulfil
 */
export function input(shape: ShapeName | undefined, rules: object = {}): Input {
  const fields = shape ? fieldsOf(shape).map(({ name }) => name) : [];
  return {
    valid: ajv.compile({ type: 'object', ...(shape && { $ref: shapes[shape].$id }), ...rules }),
    kept: fields.filter((name) => !identifiers.has(name)),
  };
}
