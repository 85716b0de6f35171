/** Values that the document allows for each field: plain ones, and those at the edges. */
import { randomUUID } from 'node:crypto';
import { type Field, type JsonSchema, resolve } from '../../schemas/index.js';
import { isObject } from '../http/exchange.js';
import {
  brokenSvg,
  type Classed,
  edgeIntegers,
  edgeNames,
  edgeSvg,
  edgeText,
  memorySizes,
  smallIntegers,
} from './edge-scalars.js';
import {
  freshId,
  idOfPath,
  otherUniqueName,
  Placeholder,
  returned,
  sentAtCreation,
  shownAtFirst,
  uniqueName,
} from './placeholders.js';
import { isNullable, typesOf } from './shapes.js';

export type { Field };

/** Fields whose value the server decides: they are observed, not demanded back. */
export const isOwnedByServer = ({ schema }: Field) => schema['x-owner'] === 'server';

/** An interface that breaks no rule (2.6). */
export const soundInterface = { name: 'eth0', special: false, type: 'ethernet' };

/** One of each type. */
export const soundInterfaces = [
  { name: 'tap0', special: true, type: 'tap' },
  { name: 'eth1', special: false, type: 'ethernet' },
];

/** The first item that the target showed when the resource was made: one that it knows as its own. */
export const ownItem = (field: string) =>
  shownAtFirst(`the first of ${field}`, (resource) => {
    const [first] = [resource[field]].flat();
    return isObject(first) ? first : soundInterface;
  });

/** A console that no plain value names, in the range of those that targets give. */
export const unusedConsole = 9123;

/** Where a plain value of the type alone would not do. */
const plainByName: Readonly<Record<string, readonly unknown[]>> = {
  project_id: [idOfPath('project_id')],
  node_id: [idOfPath('node_id')],
  drawing_id: [
    freshId,
    new Placeholder('a fresh UUID of version 1', () => randomUUID().replace(/(?<=^.{14})4/, '1')),
  ],
  name: [uniqueName, otherUniqueName],
  svg: [
    '<svg width="20" height="10"><rect width="20" height="10"/></svg>',
    '<svg><text>conformance</text></svg>',
  ],
  // Beyond a hundred together, or negative, and each another number: what is mixed up shows.
  x: [150, -90],
  y: [270, -45],
  console: [returned('console'), 5123, 6789],
  interfaces: [returned('interfaces'), [], [soundInterface], soundInterfaces],
  ports_mapping: [returned('ports_mapping'), []],
  adapter_type: [returned('adapter_type'), 'e1000', 'vmxnet3'],
  md5sum: [returned('md5sum'), 'd41d8cd98f00b204e9800998ecf8427e', 'conformance'],
  scene_height: [returned('scene_height'), 1000, 2000],
  scene_width: [returned('scene_width'), 1500, 2000],
};

/** Values that a server has no stated reason to refuse; null is asked for on its own. */
export function plainValues(field: Field): readonly unknown[] {
  const { name, schema } = field;
  const special = plainByName[name];
  if (special) return special;
  if (schema.enum) return schema.enum.filter((value) => value !== null);
  const owned = isOwnedByServer(field) ? [returned(name)] : [];
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
export function edgeValues(field: Field, hazards: boolean): readonly Classed[] {
  const values = edgesOf(field, hazards);
  return isNullable(field.schema) ? [...values, { class: 'null', value: null }] : values;
}

/** Items of an array of which the document shows nothing. */
const unshownItems = [{}, 'a', 1, null, [], { name: 'conformance', port_number: 3 }];

/**
 * Values that the document does not tell apart, so that who takes one takes the others. What the server decides it may
 * refuse, but it has no reason to take one id or one item and not another.
 * @returns groups of them; of a field of items, those that differ in one field of an item
 */
export function alikeValues(field: Field): readonly (readonly unknown[])[] {
  const { schema } = field;
  const isListed = ({ enum: members, ...one }: JsonSchema) => members ?? mainType(one) === 'boolean';
  if (schema.format === 'uuid' || (isListed(schema) && !isOwnedByServer(field))) return [plainValues(field)];
  if (mainType(schema) !== 'array' || !schema.items) return [];
  return Object.entries(resolve(schema.items).properties ?? {})
    .filter(([, inner]) => isListed(inner))
    .map(([key, inner]) =>
      plainValues({ name: key, schema: inner }).map((value) => [{ ...soundInterface, [key]: value }]),
    );
}

/** Fields that tell how much memory an instance gets. */
const memory: ReadonlySet<string> = new Set(['ram', 'nvram']);

const asClassed = (value: unknown): Classed => ({ class: JSON.stringify(value), value });

function edgesOf({ name, schema }: Field, hazards: boolean): readonly Classed[] {
  if (schema.enum || schema.format === 'uuid') return plainValues({ name, schema }).map(asClassed);
  switch (mainType(schema)) {
    case 'integer':
      if (schema['x-hazard'] !== 'allocates' || hazards) return edgeIntegers;
      return memory.has(name) ? memorySizes : smallIntegers;
    case 'string':
      if (name === 'svg') return [...edgeText, ...edgeSvg, ...brokenSvg];
      if (schema['x-hazard'] === 'folder' && !hazards)
        return [{ class: 'empty', value: '' }, asClassed(returned(name))];
      return edgeTexts(name).filter(
        ({ value }) => hazards || !schema['x-hazard'] || isHarmlessName(String(value)),
      );
    case 'array':
      return schema.items
        ? edgeItems(resolve(schema.items), hazards)
        : [
            [],
            ...unshownItems.map((item) => [item]),
            ...unshownItems.map((item) => [ownItem(name), item]),
          ].map(asClassed);
    default:
      return plainValues({ name, schema }).map(asClassed);
  }
}

const edgeTexts = (field: string) =>
  field === 'name' || field === 'item name' ? [...edgeText, ...edgeNames] : edgeText;

/** Text that cannot lead out of a folder: no separator, no drive, no step upwards. */
export function isHarmlessName(value: string): boolean {
  return !/[/\\]|\.\.|^[a-z]:|^~/i.test(value);
}

function edgeItems(schema: JsonSchema, hazards: boolean): readonly Classed[] {
  const single = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    edgeValues({ name: `item ${name}`, schema: field }, hazards).map(({ class: words, value }) => ({
      class: `an item whose ${name} is ${words}`,
      value: [{ ...soundInterface, [name]: value }],
    })),
  );
  const many = Array.from({ length: 20 }, (_, i) => ({ ...soundInterface, name: `eth${i}` }));
  return [{ class: 'an empty array', value: [] }, ...single, { class: 'an array of 20 items', value: many }];
}

/** The type of a field that is not null. */
export function mainType(schema: JsonSchema): string | undefined {
  return typesOf(schema).find((type) => type !== 'null');
}
