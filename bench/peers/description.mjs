/** The OpenAPI description as the peers can read it: one file, version 3.0, with the ids of fixtures that exist. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../lib/processes.mjs';

const folder = path.join(root, 'dist/schemas');
const read = (file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8'));

/** @param ids Of each operation, by the name of the path parameter. */
export function description(url, ids) {
  const whole = read('openapi.json');
  const paths = mapped(whole.paths, (item) => {
    const { parameters, ...operations } = item;
    return mapped(operations, (operation) => ({
      operationId: operation.operationId,
      summary: operation.summary,
      parameters: parameters.map(({ $ref }) => parameter(path.basename($ref), ids[operation.operationId])),
      ...(operation.requestBody && { requestBody: content(operation.requestBody) }),
      responses: mapped(operation.responses, content),
    }));
  });
  const { title, version } = whole.info;
  return { openapi: '3.0.3', info: { title, version }, servers: [{ url }], paths };
}

function mapped(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

/** An enumeration of one value: peers that make values up then make up the id of the fixture. */
function parameter(name, ids) {
  const id = ids[name];
  return {
    name,
    in: 'path',
    required: true,
    example: id,
    schema: { type: 'string', enum: [id], example: id },
  };
}

function content({ description: about, required, content: bodies, headers }) {
  return {
    ...(about && { description: about }),
    ...(required && { required }),
    ...(headers && { headers }),
    ...(bodies && { content: mapped(bodies, ({ schema }) => ({ schema: older(schema, '') })) }),
  };
}

/** A schema of JSON Schema 2020-12 in the dialect of OpenAPI 3.0, with everything it refers to. */
function older(schema, file) {
  if (schema.$ref) {
    const [name, pointer = ''] = schema.$ref.split('#');
    const other = name ? path.posix.basename(name) : file;
    const target = pointer
      .split('/')
      .slice(1)
      .reduce((at, key) => at[key], read(`shapes/${other}`));
    return older(target, other);
  }
  const { type, enum: values, properties, items, required, format, additionalProperties } = schema;
  const types = [type ?? []].flat();
  return {
    ...(types.length > 0 && { type: types.find((each) => each !== 'null') }),
    ...(types.includes('null') && { nullable: true }),
    ...(values && { enum: values }),
    ...(format && { format }),
    ...(required && { required }),
    ...(properties && { properties: mapped(properties, (each) => older(each, file)) }),
    ...(type === 'array' && { items: items ? older(items, file) : {} }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: older(additionalProperties, file),
    }),
  };
}
