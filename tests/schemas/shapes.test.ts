import { describe, expect, test } from 'vitest';
import { type JsonSchema, type ShapeName, shapes } from '../../schemas/index.js';
import { fieldTables } from './document.js';

const names = Object.keys(shapes) as ShapeName[];

/** Follows a reference to a field of another shape; one to a whole shape stays. */
function field(schema: JsonSchema): JsonSchema {
  const [, shape, name] = schema.$ref?.match(/^(.+)\.schema\.json#\/properties\/(.+)$/) ?? [];
  return shape && name ? field(shapes[shape as ShapeName].properties?.[name] ?? {}) : schema;
}

function fields(name: ShapeName): [string, JsonSchema][] {
  return Object.entries(shapes[name].properties ?? {}).map(([key, schema]) => [key, field(schema)]);
}

function typeOf(schema: JsonSchema): string {
  if (schema.$ref) return schema.$ref.replace('.schema.json', '');
  if (schema.enum) return schema.enum.map(String).join();
  if (schema.format) return schema.format;
  if (schema.items) return `[${typeOf(schema.items)}]`;
  if (typeof schema.additionalProperties === 'object') return `{${typeOf(schema.additionalProperties)}}`;
  return [schema.type].flat().join('|');
}

function table(name: ShapeName): string {
  const required = shapes[name].required ?? [];
  return fields(name)
    .map(([key, schema]) => {
      const mark = required.includes(key) ? '!' : '';
      return `\n    ${key}${mark} ${typeOf(schema)}${schema.readOnly ? ' RO' : ''}`;
    })
    .join('');
}

const annotated = (annotation: keyof JsonSchema, value: string) => (name: ShapeName) =>
  fields(name)
    .filter(([, schema]) => schema[annotation] === value)
    .map(([key]) => key);

test('there is a shape for each table of the document, and no other', () => {
  expect(names.toSorted()).toEqual(Object.keys(fieldTables).toSorted());
});

describe.each(names)('%s', (name) => {
  test('has the fields of its table in the document', () => {
    expect(table(name)).toBe(fieldTables[name]);
  });

  test('takes null exactly where its type says so', () => {
    for (const [key, { enum: values, type }] of fields(name)) {
      if (values) expect([type].flat().includes('null'), key).toBe(values.includes(null));
    }
  });

  test('leaves the door open for fields that the document does not know', () => {
    expect(shapes[name]).not.toHaveProperty('additionalProperties');
  });

  test('names itself, its section and each of its fields', () => {
    expect(shapes[name].$id).toBe(`netemu-conformance:/schemas/shapes/${name}.schema.json`);
    expect(shapes[name].title).toBeTruthy();
    expect(shapes[name]['x-section']).toMatch(/^2\.\d(\.\d)?$/);
    for (const [key, schema] of fields(name)) expect(schema.description ?? schema.$ref, key).toBeTruthy();
  });

  test('marks what a server owns', () => {
    const owned =
      /^(drawing_id|project_id|node_id|node_directory|md5sum|status|console|command_line|path|vmx_path|linked_clone|interfaces|ports_mapping)$/;
    expect(annotated('x-owner', 'server')(name)).toEqual(
      fields(name)
        .map(([key]) => key)
        .filter((key) => owned.test(key)),
    );
  });
});

test('fields that can do harm are marked', () => {
  const inputs: ShapeName[] = [
    'drawing',
    'project-update',
    'iou-instance',
    'vmware-instance',
    'cloud-update',
  ];
  expect(inputs.map(annotated('x-hazard', 'file'))).toEqual([
    [],
    ['name'],
    ['node_directory', 'path'],
    ['node_directory', 'vmx_path'],
    ['node_directory'],
  ]);
  expect(inputs.flatMap(annotated('x-hazard', 'folder'))).toEqual(['path']);
  expect(inputs.map(annotated('x-hazard', 'allocates'))).toEqual([
    [],
    [],
    ['ethernet_adapters', 'nvram', 'ram', 'serial_adapters'],
    ['adapters'],
    [],
  ]);
  expect(inputs.flatMap(annotated('x-markup', 'svg'))).toEqual(['svg']);
});
