/** Values that the document allows and the server falls over (design: what hand-picked examples miss). */
import { type Field, fieldsOf, typesOf } from '../../schemas/index.js';
import type { JsonRecord } from '../kinds.js';
import { breaking, breakingEach, type Families, type Row } from './fault.js';
import { contains, isRecord, refusing, sent } from './recipes.js';
import { writings } from './shapes.js';

const text = (is: (value: string) => boolean) => (value: unknown) => typeof value === 'string' && is(value);
const number = (is: (value: number) => boolean) => (value: unknown) => typeof value === 'number' && is(value);

interface ValueClass {
  readonly name: string;
  readonly type: 'string' | 'integer';
  readonly is: (value: unknown) => boolean;
}

/** Ordinary text and numbers are in none of these. */
const valueClasses: readonly ValueClass[] = [
  { name: 'empty-text', type: 'string', is: text((value) => value === '') },
  { name: 'blank-text', type: 'string', is: text((value) => value !== '' && value.trim() === '') },
  { name: 'non-ascii', type: 'string', is: text((value) => /[^\0-\x7f]/.test(value)) },
  { name: 'astral', type: 'string', is: text((value) => /[\u{10000}-\u{10ffff}]/u.test(value)) },
  { name: 'combining', type: 'string', is: text((value) => /\p{M}/u.test(value)) },
  { name: 'quote', type: 'string', is: text((value) => value.includes("'")) },
  { name: 'double-quote', type: 'string', is: text((value) => value === '"' || /^[^<]+"/.test(value)) },
  { name: 'percent', type: 'string', is: text((value) => value.includes('%')) },
  { name: 'control', type: 'string', is: text((value) => /\p{Cc}/u.test(value)) },
  { name: 'over-300-characters', type: 'string', is: text((value) => value.length > 300) },
  { name: 'over-60000-characters', type: 'string', is: text((value) => value.length > 60_000) },
  { name: 'braces', type: 'string', is: text((value) => /\{\d\}/.test(value)) },
  { name: 'negative', type: 'integer', is: number((value) => value < 0) },
  { name: 'zero', type: 'integer', is: number((value) => value === 0) },
  { name: 'over-2-to-31', type: 'integer', is: number((value) => value > 2 ** 31) },
  { name: 'over-2-to-32', type: 'integer', is: number((value) => value > 2 ** 32) },
  { name: 'over-2-to-63', type: 'integer', is: number((value) => value > 2 ** 63) },
];

const crashing = (is: (fields: JsonRecord) => boolean) => refusing(500, (exchange) => is(sent(exchange)));

const isPlain = (id: string, { name, schema }: Field) =>
  !schema.enum && schema.format === undefined && !(id === 'projects.update' && name === 'path');

/** Numbers that make a server allocate stay small, so they never get far from zero. */
const suits = ({ name, type }: ValueClass, { schema }: Field) =>
  typesOf(schema).includes(type) && !(schema['x-hazard'] === 'allocates' && name.startsWith('over-'));

const count = (input: JsonRecord) => Object.keys(input).length;

const interfacesIn = ({ interfaces }: JsonRecord): readonly unknown[] => [interfaces ?? []].flat();
const hasType = (item: unknown, type: string) => isRecord(item) && item.type === type;

const oddCharacters = [
  ['nul', /\0/],
  ['lone-surrogate', /\p{Cs}/u],
  ['noncharacter', /[\ufffe\uffff]/],
] as const;

/** Fields that are many together. */
const leastOf = (id: string) => (id === 'drawings.create' ? 5 : 4);

const onInterfaces = (name: string, is: (input: JsonRecord) => boolean) =>
  breaking('cloud.update', 'answers-edges.interfaces')(name, crashing(is));

export const crashes: Families = {
  /** A class of values anywhere in the input. */
  'crash on a class of values in any field': writings.flatMap(({ id, body }) =>
    valueClasses.flatMap((each) => {
      const fields = fieldsOf(body).filter((field) => isPlain(id, field) && suits(each, field));
      if (fields.length === 0) return [];
      return [
        breaking(id, ...fields.map(({ name }) => `answers-edges.${name}`))(
          `crashes-on-${each.name}`,
          crashing((input) => contains(input, each.is)),
        ),
      ];
    }),
  ),
  /** Each field with a few classes in turn: every field is asked for, without every pair of them. */
  'crash on a class of values in one field': writings.flatMap((writing) =>
    fieldsOf(writing.body)
      .filter((field) => isPlain(writing.id, field))
      .flatMap((field, index) => {
        const classes = valueClasses.filter((each) => suits(each, field));
        const chosen = [0, 1, 2].flatMap((step) => classes[(index + step * 3) % classes.length] ?? []);
        return [...new Set(chosen)].map(({ name, is }) =>
          breaking(writing.id, `answers-edges.${field.name}`)(
            `crashes-on-${name}-${field.name}`,
            crashing((input) => Object.hasOwn(input, field.name) && is(input[field.name])),
          ),
        );
      }),
  ),
  /** Four values that are well one by one: only generated input puts them together. */
  'crash on combinations of fields': writings.flatMap(({ id, body }) => {
    const fields = fieldsOf(body).map(({ name }) => name);
    const seed = breaking(id, 'generated.plain', 'generated.wide');
    const together = (...names: readonly string[]) =>
      crashing((input) => names.every((name) => Object.hasOwn(input, name)));
    const pairs = [
      [fields[0], fields.at(-1)],
      [fields[2], fields[4]],
    ] as [string, string][];
    const least = leastOf(id);
    return [
      seed(
        'crashes-on-many-fields',
        crashing((input) => count(input) >= least),
      ),
      breaking(id, 'generated.wide')('crashes-on-all-fields', together(...fields)),
      ...pairs.map(([a, b]) => seed(`crashes-on-${a}-with-${b}`, together(a, b))),
    ];
  }),
  /** Combinations that are refused as invalid, though each of their values is taken alone. */
  'combinations of fields refused': breakingEach(writings, 'generated.plain', [
    'refuses-many-fields',
    refusing(400, (exchange) => count(sent(exchange)) >= leastOf(exchange.route.id)),
  ]),
  'crash on array items': [
    onInterfaces(
      'crashes-on-no-interfaces',
      ({ interfaces }) => Array.isArray(interfaces) && interfaces.length === 0,
    ),
    ...[2, 8, 12].map((least) =>
      onInterfaces(`crashes-on-${least}-interfaces`, (input) => interfacesIn(input).length >= least),
    ),
    ...(['tap', 'ethernet'] as const).map((type) =>
      breaking('cloud.update', type === 'tap' ? 'generated.wide' : 'answers-edges.interfaces')(
        `crashes-on-second-interface-${type}`,
        crashing((input) => hasType(interfacesIn(input)[1], type)),
      ),
    ),
    onInterfaces('crashes-on-special-interface', (input) =>
      interfacesIn(input).some((item) => isRecord(item) && item.special === true),
    ),
  ],
  /** Legal text that many implementations cannot hold. */
  'crash on unusual text': breakingEach(
    writings,
    'generated.odd-text',
    ...oddCharacters.map(
      ([name, pattern]): Row => [
        `crashes-on-${name}`,
        crashing((input) =>
          contains(
            input,
            text((value) => pattern.test(value)),
          ),
        ),
      ],
    ),
  ),
};
