/** Values that break exactly one stated rule, and the places of an input where one can be broken. */
import { type JsonSchema, resolve, shapes } from '../../schemas/index.js';
import type { Classed } from './edge-scalars.js';
import { mainType, ownItem, soundInterface } from './fields.js';
import { resolvePlaceholders } from './placeholders.js';
import { fits, typesOf, withArticle } from './shapes.js';
import type { WriteOperation } from './write-operations.js';

/** A place of the input where a rule can be broken: a field, an array item, a field of an item. */
export interface InputLocation {
  /** `ram`, `interfaces.item`, `interfaces.type`, `interfaces.type.missing`. */
  readonly name: string;
  /** What the document says of it, in words. */
  readonly rule: string;
  readonly invalid: readonly Classed[];
  readonly field: string;
  /** The field's value with the invalid one in it; index counts the items before it. */
  readonly build: (invalid: unknown, index: number) => unknown;
  readonly repeats: boolean;
}

/** Values of each type, in words; where one of another type is wanted, also those that pass for it. */
const byType: readonly (readonly [
  type: string,
  words: string,
  values: readonly unknown[],
  passingFor?: Readonly<Record<string, readonly unknown[]>>,
])[] = [
  ['string', 'a string', ['7', ''], { boolean: ['true', 'yes'] }],
  ['integer', 'an integer', [7, 0]],
  ['number', 'a fraction', [1.5], { integer: [0.5, -1.5, 1.0001, 100000.5] }],
  ['boolean', 'a boolean', [true, false]],
  ['null', 'null', [null]],
  ['array', 'an array', [[]], { string: [['x']], integer: [[7]], boolean: [[true]] }],
  ['object', 'an object', [{}]],
];

/** Each kind of value that the field does not allow. */
export function invalidValues(schema: JsonSchema, name?: string): readonly Classed[] {
  const allowed = typesOf(schema);
  const kinds = byType
    .filter(([type]) => !allowed.includes(type))
    .flatMap(([, words, values, passingFor = {}]) =>
      [...values, ...(passingFor[mainType(schema) ?? ''] ?? [])].map((value) => ({ class: words, value })),
    );
  const all = [...kinds, ...outsideEnum(schema, name), ...notUuid(schema)];
  return all.filter(({ value }) => !isLarge(schema, value));
}

/** A server that takes it by mistake is not to allocate so much. */
const isLarge = (schema: JsonSchema, value: unknown) =>
  schema['x-hazard'] === 'allocates' && typeof value === 'number' && value > 100;

/** Words of every enum of the document. */
const documentedWords: readonly string[] = [
  ...new Set(
    Object.values(shapes)
      .flatMap((shape) => Object.values(shape.properties ?? {}))
      .flatMap(({ enum: words = [] }) => words.filter((word) => typeof word === 'string')),
  ),
];

/** Words that servers of this kind have elsewhere, or in versions that came later. */
const wordsElsewhere: Readonly<Record<string, readonly string[]>> = {
  console_type: ['none', 'https', 'spice+agent'],
  status: ['running', 'paused', 'suspending'],
  type: ['bridge', 'udp', 'wifi'],
};

function outsideEnum({ enum: words }: JsonSchema, name = ''): readonly Classed[] {
  if (!words) return [];
  const known = String(words[0]);
  const spoiled = ['', `${known}x`, ` ${known}`, `${known}\n`, known.toUpperCase()];
  // `constructor` is what every object of some languages has.
  const others = ['constructor', ...spoiled, ...documentedWords, ...(wordsElsewhere[name] ?? [])];
  return [
    ...others
      .filter((value) => !words.includes(value))
      .map((value) => ({ class: 'a string outside the enum', value })),
    { class: 'an array', value: [known] },
  ];
}

function notUuid(schema: JsonSchema): readonly Classed[] {
  if (schema.format !== 'uuid') return [];
  // Another one each time: a server that takes one may refuse the next as one that is there already.
  const uuid = (last: string) => `3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e${last}`;
  const otherNotations = [`{${uuid('5')}}`, `urn:uuid:${uuid('6')}`, uuid('7').replaceAll('-', '')];
  const spoiled = [uuid(''), uuid('g'), `${uuid('8')}-copy`, `${uuid('9')}\n`, ` ${uuid('a')}`];
  const misplaced = uuid('b').replace('e-', '-e');
  const values = ['', ...spoiled, misplaced, ...otherNotations];
  return values.map((value) => ({ class: 'a string that is no UUID', value }));
}

/** The first, the second, and one beyond the ten that somebody may have thought enough. */
const indices = [0, 1, 11];
/** Rules hold whatever else an item says. */
const itemAt = (index: number) =>
  index > 1 ? { ...soundInterface, special: true, type: 'tap' } : soundInterface;

/** Every place of the operation's input, nested ones included. */
export function inputLocations({ fields }: WriteOperation): readonly InputLocation[] {
  return fields.flatMap(({ name, schema }) => [
    {
      name,
      rule: ruleOf(schema),
      invalid: invalidValues(schema, name),
      field: name,
      build: (invalid: unknown) => invalid,
      repeats: false,
    },
    ...(schema.items ? itemLocations(name, resolve(schema.items)) : []),
  ]);
}

function itemLocations(field: string, item: JsonSchema): InputLocation[] {
  const inItem = (
    name: string,
    rule: string,
    invalid: readonly Classed[],
    build: (invalid: unknown, sound: typeof soundInterface) => unknown,
  ): InputLocation => ({
    name: `${field}.${name}`,
    rule,
    invalid,
    field,
    build: (value, index) => [
      ...Array.from({ length: index }, (_, before) => (before === 0 ? ownItem(field) : soundInterface)),
      build(value, itemAt(index)),
    ],
    repeats: true,
  });
  const noObjects = invalidValues(item).filter(({ class: words }) => words !== 'an object');
  const missing = [{ class: 'missing', value: undefined }];
  const without = (sound: object, name: string) =>
    Object.fromEntries(Object.entries(sound).filter(([key]) => key !== name));
  return [
    inItem('item', 'an array of objects', noObjects, (invalid) => invalid),
    ...Object.entries(item.properties ?? {}).flatMap(([name, schema]) => [
      inItem(name, ruleOf(schema), invalidValues(schema, name), (invalid, sound) => ({
        ...sound,
        [name]: invalid,
      })),
      inItem(`${name}.missing`, 'mandatory in each item', missing, (_, sound) => without(sound, name)),
    ]),
  ];
}

/** What a field may be, in words. */
export function ruleOf(schema: JsonSchema): string {
  if (schema.enum) return oneOf(schema.enum);
  if (schema.format === 'uuid') return 'a UUID';
  const [first = 'any JSON value', ...others] = [schema.type].flat().map(String);
  return [withArticle(first), ...others].join(' or ');
}

/** The values of an enum: `one of "ethernet", "tap"`, or the only one. */
function oneOf(values: readonly unknown[]): string {
  const all = values.map((value) => JSON.stringify(value)).join(', ');
  return values.length === 1 ? all : `one of ${all}`;
}

/**
 * Each invalid value of a place, proven invalid by the schema. Where there are items, the first of each class is in
 * several of them, and the others are dealt over them.
 * @returns each with how many items come before it, and with the value of the whole field
 */
export function invalidAt(operation: WriteOperation, location: InputLocation) {
  const classes = new Set<string>();
  return location.invalid.flatMap((each, turn) => {
    const isFirst = !classes.has(each.class);
    classes.add(each.class);
    const dealt = isFirst ? indices : [indices[turn % indices.length] ?? 0];
    return (location.repeats ? dealt : [0])
      .map((index) => ({ ...each, index, built: location.build(each.value, index) }))
      .filter(({ built }) => isInvalid(operation, { [location.field]: built }));
  });
}

const anySurroundings = {
  project_id: '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5',
  node_id: '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e6',
  resource: {},
  made: [],
} as const;

/** Whether a body breaks a rule of the schema, whatever the resource. */
export function isInvalid(operation: WriteOperation, body: unknown): boolean {
  return !fits(operation.shape, resolvePlaceholders(body, anySurroundings));
}
