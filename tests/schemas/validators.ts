import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { annotations, type ShapeName, shapes } from '../../schemas/index.js';

const ajv = new Ajv2020({ strict: true, allErrors: true });
ajv.addVocabulary([...annotations]);
formats.default(ajv);
// The format of ajv-formats takes the URN of a UUID as well, which no path of the interface does.
ajv.addFormat('uuid', /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i);
for (const schema of Object.values(shapes)) ajv.addSchema(schema);

/** Fields that break the shape; a value that is no object breaks `(all)`. */
export function brokenFields(name: ShapeName, value: unknown): string[] {
  const validate = ajv.getSchema(shapes[name].$id ?? '');
  if (!validate) throw new Error(`${name} cannot be compiled`);
  validate(value);
  return [...new Set((validate.errors ?? []).map(fieldOf))];
}

function fieldOf({ instancePath, params }: ErrorObject): string {
  const [, field] = instancePath.split('/');
  return field ?? params.missingProperty ?? '(all)';
}
