/** Values for each documented field, in three domains: plain, boundary and wrong. */
import { randomUUID } from 'node:crypto';
import type { JsonSchema } from '../../schemas/index.js';
import { isNullable, resolve, typesOf } from '../shapes.js';
import {
  FromFixture,
  idOfPath,
  otherUniqueName,
  returned,
  sentAtCreation,
  uniqueName,
} from './from-fixture.js';
import { brokenSvg, smallIntegers, wideIntegers, wideSvg, wideText } from './scalars.js';

/** A documented field of an input. */
export interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
}

/** Where a plain value of the type alone would not do. */
const plainByName: Readonly<Record<string, readonly unknown[]>> = {
  project_id: [idOfPath('project_id')],
  node_id: [idOfPath('node_id')],
  drawing_id: [new FromFixture('a fresh UUID', () => randomUUID())],
  name: [uniqueName, otherUniqueName],
  svg: [
    '<svg width="20" height="10"><rect width="20" height="10"/></svg>',
    '<svg><text>conformance</text></svg>',
  ],
  console: [returned('console'), 5123, 6789],
  interfaces: [
    returned('interfaces'),
    [],
    [{ name: 'eth0', special: false, type: 'ethernet' }],
    [
      { name: 'tap0', special: true, type: 'tap' },
      { name: 'eth1', special: false, type: 'ethernet' },
    ],
  ],
  ports_mapping: [returned('ports_mapping'), []],
  adapter_type: [returned('adapter_type'), 'e1000'],
  md5sum: [returned('md5sum'), 'd41d8cd98f00b204e9800998ecf8427e', 'conformance'],
  scene_height: [returned('scene_height'), 1000, 2000],
  scene_width: [returned('scene_width'), 1500, 2000],
};

/** Values that a server has no stated reason to refuse; null is asked for on its own. */
export function plainValues({ name, schema }: Field): readonly unknown[] {
  const special = plainByName[name];
  if (special) return special;
  if (schema.enum) return schema.enum.filter((value) => value !== null);
  const owned = schema['x-owner'] === 'server' ? [returned(name)] : [];
  switch (mainType(schema)) {
    case 'boolean':
      return [true, false];
    case 'integer':
      return schema['x-hazard'] === 'allocates' ? [1, 2, 4, returned(name)] : [...owned, 10, 90];
    case 'string':
      // A server keeps a folder that it made for a name of ours, and no operation removes it.
      if (schema['x-hazard'] === 'folder') return [returned(name)];
      return schema['x-hazard'] === 'file'
        ? [returned(name), sentAtCreation(name), 'conformance']
        : [...owned, 'conformance', 'Net-1'];
    default:
      return [...owned, []];
  }
}

/** Values at the edges of what the document allows: none of them need be accepted, all must be answered properly. */
export function boundaryValues(field: Field, hazards: boolean): readonly unknown[] {
  const values = edgesOf(field, hazards);
  return isNullable(field.schema) ? [...values, null] : values;
}

function edgesOf({ name, schema }: Field, hazards: boolean): readonly unknown[] {
  if (schema.enum || schema.format === 'uuid') return plainValues({ name, schema });
  switch (mainType(schema)) {
    case 'integer':
      return schema['x-hazard'] === 'allocates' && !hazards ? smallIntegers : wideIntegers;
    case 'string':
      if (name === 'svg') return [...wideText, ...wideSvg, ...brokenSvg];
      if (hazards || !schema['x-hazard']) return wideText;
      return schema['x-hazard'] === 'folder' ? ['', returned(name)] : wideText.filter(isHarmlessName);
    case 'array':
      return schema.items ? boundaryItems(resolve(schema.items), hazards) : [[], [{}], ['a'], [1], [null]];
    default:
      return plainValues({ name, schema });
  }
}

/** Text that cannot lead out of a folder: no separator, no drive, no step upwards. */
export function isHarmlessName(value: string): boolean {
  return !/[/\\]|\.\.|^[a-z]:|^~/i.test(value);
}

function boundaryItems(schema: JsonSchema, hazards: boolean): readonly unknown[] {
  const plain = { name: 'eth0', special: false, type: 'ethernet' };
  const fields = Object.entries(schema.properties ?? {});
  const single = fields.flatMap(([name, field]) =>
    boundaryValues({ name: `item ${name}`, schema: field }, hazards).map((value) => [
      { ...plain, [name]: value },
    ]),
  );
  return [[], ...single, Array.from({ length: 20 }, (_, i) => ({ ...plain, name: `eth${i}` }))];
}

/** A value that breaks exactly one stated rule. */
export interface Wrong {
  /** What is wrong with it, in words. */
  readonly label: string;
  readonly value: unknown;
}

const wrongByType: readonly (readonly [type: string, label: string, values: readonly unknown[]])[] = [
  ['string', 'a string', ['7', '', 'true', 'yes']],
  ['integer', 'an integer', [7, 0]],
  ['number', 'a fraction', [1.5, 0.5, -1.5, 1.0001, 100000.5]],
  ['boolean', 'a boolean', [true, false]],
  ['null', 'null', [null]],
  ['array', 'an array', [[], ['x'], [7]]],
  ['object', 'an object', [{}]],
];

/** Each kind of value that the field does not allow. */
export function wrongValues({ schema }: Field): readonly Wrong[] {
  const allowed = typesOf(schema);
  const kinds = wrongByType
    .filter(([type]) => !allowed.includes(type))
    .flatMap(([, label, values]) => values.map((value) => ({ label, value })));
  return [...kinds, ...outsideEnum(schema), ...notUuid(schema)].filter(
    ({ value }) => !isLarge(schema, value),
  );
}

/** A server that takes it by mistake is not to allocate so much. */
const isLarge = (schema: JsonSchema, value: unknown) =>
  schema['x-hazard'] === 'allocates' && typeof value === 'number' && value > 100;

function outsideEnum(schema: JsonSchema): readonly Wrong[] {
  if (!schema.enum) return [];
  const known = String(schema.enum[0]);
  const elsewhere = ['vnc', 'running'].filter((value) => !schema.enum?.includes(value));
  const spoiled = ['', `${known}x`, `${known}0`, ` ${known}`, `${known}\n`, known.toUpperCase()];
  return [
    // The second is what every object of some languages has.
    ...['nonsense', 'constructor', ...spoiled, ...elsewhere].map((value) => ({
      label: 'a string outside the enum',
      value,
    })),
    { label: 'an array', value: [known] },
  ];
}

function notUuid(schema: JsonSchema): readonly Wrong[] {
  if (schema.format !== 'uuid') return [];
  const uuid = '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
  const values = ['nonsense', '', uuid.slice(0, -1), `${uuid.slice(0, -1)}g`, `${uuid}\n`];
  return values.map((value) => ({ label: 'a string that is no UUID', value }));
}

/** The type of a field that is not null. */
function mainType(schema: JsonSchema): string | undefined {
  return typesOf(schema).find((type) => type !== 'null');
}
