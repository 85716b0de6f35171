import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { annotations, fieldsOf, type ShapeName, shapes } from '../schemas/index.js';
import { uuid } from '../schemas/uuid.js';

/** What a request body has to be. */
export interface Input {
  readonly valid: ValidateFunction;
  /** Fields whose values are kept. Identifiers are not among them: the address decides those. */
  readonly kept: readonly string[];
}

// The schemas are proven by tests; compiling their meta-schema would be most of the time of a start.
const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  strictRequired: false,
  meta: false,
  validateSchema: false,
});
formats.default(ajv);
// The format of ajv-formats takes the URN form too.
ajv.addFormat('uuid', uuid);
for (const keyword of annotations) ajv.addKeyword(keyword);
for (const shape of Object.values(shapes)) ajv.addSchema(shape);

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
