import { type JsonSchema, type ShapeName, shapes } from '../../schemas/index.js';

interface Values {
  readonly right: readonly unknown[];
  readonly wrong: readonly unknown[];
}

const uuid = '0b7e9f0e-3c1d-4f7a-9d2e-5a6b7c8d9e0f';
const host = { name: 'eth1', special: true, type: 'tap' };

const byType: Readonly<Record<string, Values>> = {
  string: { right: ['', 'plain', 'ü 🦊 "\\ \u0000'], wrong: [7, true, {}, []] },
  integer: { right: [0, -1, 2 ** 31, 2 ** 53 - 1], wrong: [1.5, '7', true, {}, []] },
  boolean: { right: [true, false], wrong: [0, 'true', {}, []] },
  array: { right: [[]], wrong: [{}, 'a', 0] },
  object: { right: [{}, { a: 1 }], wrong: [[], 'a', 0] },
};

/** Every documented field of the shape with values that the document allows and values that it does not. */
export function valuesOf(shape: ShapeName): [field: string, values: Values][] {
  return Object.entries(shapes[shape].properties ?? {}).map(([field, schema]) => [
    field,
    values(field, follow(schema)),
  ]);
}

function values(field: string, { type, format, enum: allowed }: JsonSchema): Values {
  if (format === 'uuid') return { right: [uuid], wrong: ['', 'no-uuid', `urn:uuid:${uuid}`, 7, null] };
  const types = [type ?? []].flat();
  const nullable = types.includes('null');
  const main = byType[types.find((one) => one !== 'null') ?? ''] ?? { right: [], wrong: [] };
  return {
    right: [...(allowed ?? special(field) ?? main.right), ...(nullable ? [null] : [])],
    wrong: [
      ...main.wrong,
      ...(nullable ? [] : [null]),
      ...(allowed ? ['', 'no-such-value'] : []),
      ...broken(field),
    ],
  };
}

function special(field: string): unknown[] | undefined {
  if (field === 'interfaces') return [[], [host], [host, host, host]];
  if (field === 'ports_mapping') return [[], [1, 'a', null, { deep: [{}] }]];
  return undefined;
}

function broken(field: string): unknown[] {
  if (field !== 'interfaces') return [];
  const { name: _, ...nameless } = host;
  return [[host, nameless], [{ ...host, special: 1 }], [host, { ...host, type: 'wifi' }], ['eth1']];
}

function follow(schema: JsonSchema): JsonSchema {
  const target = /^(.+)\.schema\.json(?:#\/properties\/(\w+))?$/.exec(schema.$ref ?? '');
  if (!target) return schema;
  const shape = shapes[target[1] as ShapeName];
  return follow(target[2] ? (shape.properties?.[target[2]] ?? {}) : shape);
}
