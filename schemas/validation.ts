/** Ajv as the judge of shapes (section 2 of the document). */
import type { Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { annotations, shapes } from './index.js';
import { uuid } from './uuid.js';

// ajv-formats is CommonJS: its types say default export, its runtime says module.exports.
const addFormats = formats as unknown as typeof formats.default;

/** An Ajv that knows the shapes, each by its `$id`. */
export function ajvOfShapes(options: Options): Ajv2020 {
  // The schemas are proven by tests; compiling their meta-schema would be most of the time of a start.
  const ajv = new Ajv2020({ ...options, meta: false, validateSchema: false });
  ajv.addVocabulary([...annotations]);
  addFormats(ajv);
  // The format of ajv-formats takes the URN form too, which no client of the interface could put into a path.
  ajv.addFormat('uuid', uuid);
  for (const shape of Object.values(shapes)) ajv.addSchema(shape);
  return ajv;
}
