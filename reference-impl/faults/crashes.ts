/** Values that the document allows and the server falls over (design: what hand-picked examples miss). */
import { refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import { breaking, type Families } from './fault.js';
import { contains, isRecord } from './recipes.js';
import { type Field, fieldsOf, typesOf, type Writing, writings } from './shapes.js';

const text = (is: (value: string) => boolean) => (value: unknown) => typeof value === 'string' && is(value);
const number = (is: (value: number) => boolean) => (value: unknown) => typeof value === 'number' && is(value);

interface ValueClass {
  readonly name: string;
  readonly type: 'string' | 'integer';
  readonly is: (value: unknown) => boolean;
}

/** Ordinary text and numbers are in none of these. */
export const valueClasses: readonly ValueClass[] = [
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
];

const crashing = (is: (input: unknown) => boolean): Hooks => ({
  act: (exchange, next) => (is(exchange.input) ? refuse(500, 'Internal server error') : next(exchange)),
});

const isPlain = (id: string, { name, schema }: Field) =>
  !schema.enum && schema.format === undefined && !(id === 'projects.update' && name === 'path');

/** Numbers that make a server allocate stay small, so they never get far from zero. */
const reaches = ({ name }: ValueClass, { schema }: Field) =>
  !(schema['x-hazard'] === 'allocates' && name.startsWith('over-'));

const candidates = ({ id, body }: Writing, { type }: ValueClass) =>
  fieldsOf(body).filter((field) => isPlain(id, field) && typesOf(field.schema).includes(type));

const count = (input: unknown) => (isRecord(input) ? Object.keys(input).length : 0);

const items = (input: unknown) =>
  isRecord(input) && Array.isArray(input.interfaces) ? input.interfaces : [];

export const crashes: Families = {
  /** A class of values anywhere in the input. */
  'crash on a class of values in any field': writings.flatMap((writing) =>
    valueClasses.flatMap((each) => {
      const fields = candidates(writing, each).filter((field) => reaches(each, field));
      if (fields.length === 0) return [];
      return [
        breaking(writing.id, ...fields.map(({ name }) => `answers-edges.${name}`))(
          `crashes-on-${each.name}`,
          `answers 500 to input with the class "${each.name}" anywhere.`,
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
        const classes = valueClasses.filter(
          (each) => typesOf(field.schema).includes(each.type) && reaches(each, field),
        );
        const chosen = [0, 1, 2].flatMap((step) => classes[(index + step * 3) % classes.length] ?? []);
        return [...new Set(chosen)].map(({ name, is }) =>
          breaking(writing.id, `answers-edges.${field.name}`)(
            `crashes-on-${name}-${field.name}`,
            `answers 500 to a ${field.name} of the class "${name}".`,
            crashing((input) => isRecord(input) && Object.hasOwn(input, field.name) && is(input[field.name])),
          ),
        );
      }),
  ),
  /** Four values that are well one by one: only generated input puts them together. */
  'crash on combinations of fields': writings.flatMap((writing) => {
    const { id, body } = writing;
    const names = fieldsOf(body).map(({ name }) => name);
    const pairs = [
      [names[0], names.at(-1)],
      [names[2], names[4]],
    ] as [string, string][];
    const least = id === 'drawings.create' ? 5 : 4;
    return [
      breaking(id, 'generated.plain', 'generated.wide')(
        'crashes-on-many-fields',
        `answers 500 when ${least} fields or more come together.`,
        crashing((input) => count(input) >= least),
      ),
      breaking(id, 'generated.wide')(
        'crashes-on-all-fields',
        'answers 500 when all of its fields come together.',
        crashing((input) => isRecord(input) && names.every((name) => Object.hasOwn(input, name))),
      ),
      ...pairs.map(([a, b]) =>
        breaking(id, 'generated.plain', 'generated.wide')(
          `crashes-on-${a}-with-${b}`,
          `answers 500 when ${a} and ${b} come together.`,
          crashing((input) => isRecord(input) && Object.hasOwn(input, a) && Object.hasOwn(input, b)),
        ),
      ),
    ];
  }),
  /** Combinations that are refused as invalid, though each of their values is taken alone. */
  'combinations of fields refused': writings.map(({ id }) =>
    breaking(id, 'generated.plain')(
      'refuses-many-fields',
      'answers 400 when many fields come together.',
      (exchange: Exchange, next) =>
        count(exchange.input) >= (id === 'drawings.create' ? 5 : 4)
          ? refuse(400, 'Too many fields')
          : next(exchange),
    ),
  ),
  'crash on array items': [
    breaking('cloud.update', 'answers-edges.interfaces')(
      'crashes-on-no-interfaces',
      'answers 500 to an empty list of interfaces.',
      crashing(
        (input) => isRecord(input) && Array.isArray(input.interfaces) && input.interfaces.length === 0,
      ),
    ),
    ...[2, 8, 12].map((least) =>
      breaking('cloud.update', 'answers-edges.interfaces')(
        `crashes-on-${least}-interfaces`,
        `answers 500 to ${least} interfaces or more.`,
        crashing((input) => items(input).length >= least),
      ),
    ),
    ...(['tap', 'ethernet'] as const).map((type) =>
      breaking('cloud.update', type === 'tap' ? 'generated.wide' : 'answers-edges.interfaces')(
        `crashes-on-second-interface-${type}`,
        `answers 500 when the second interface is of type ${type}.`,
        crashing((input) => {
          const second: unknown = items(input)[1];
          return isRecord(second) && second.type === type;
        }),
      ),
    ),
    breaking('cloud.update', 'answers-edges.interfaces')(
      'crashes-on-special-interface',
      'answers 500 to an interface that is special.',
      crashing((input) => items(input).some((item) => isRecord(item) && item.special === true)),
    ),
  ],
  /** Legal text that many implementations cannot hold. */
  'crash on unusual text': writings.flatMap(({ id }) =>
    (
      [
        ['nul', /\0/],
        ['lone-surrogate', /\p{Cs}/u],
        ['noncharacter', /[\ufffe\uffff]/],
      ] as const
    ).map(([name, pattern]) =>
      breaking(id, 'generated.odd-text')(
        `crashes-on-${name}`,
        `answers 500 to text with a ${name}.`,
        crashing((input) => contains(input, (value) => typeof value === 'string' && pattern.test(value))),
      ),
    ),
  ),
};
