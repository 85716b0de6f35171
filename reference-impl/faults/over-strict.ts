/** Documented input that is refused, or that the server falls over (section 2). */
import { type Answer, refuse } from '../pipeline/answer.js';
import type { Hooks } from '../pipeline/modification.js';
import { type Seeded, seed } from './fault.js';
import { isRecord } from './recipes.js';
import { fieldsOf, typesOf, writings } from './shapes.js';

const no = refuse(400, 'Invalid request');
const crash = refuse(500, 'Internal server error');

/** Answers input that is valid otherwise. */
const on = (answer: Answer, is: (input: Readonly<Record<string, unknown>>) => boolean): Hooks => ({
  validate: (exchange, next) =>
    next(exchange) ?? (isRecord(exchange.input) && is(exchange.input) ? answer : undefined),
});

const onValue = (name: string, answer: Answer, is: (value: unknown) => boolean): Hooks =>
  on(answer, (input) => Object.hasOwn(input, name) && is(input[name]));

/** A server may take null alone for what is its own and null: here that is the checksum. */
const isInput = ({ name }: { readonly name: string }) => name !== 'md5sum';

export const refusesField: readonly Seeded[] = writings.flatMap(({ id, body }) => [
  ...fieldsOf(body)
    .filter(isInput)
    .map(({ name }) =>
      seed(
        id,
        `refuses-${name}`,
        `refuses ${name} whatever its value.`,
        [`accepts.${name}`],
        onValue(name, no, (value) => value !== null),
      ),
    ),
  ...fieldsOf(body)
    .filter(({ schema }) => typesOf(schema).includes('null'))
    .map(({ name }) =>
      seed(
        id,
        `refuses-null-${name}`,
        `refuses null for ${name}.`,
        [`accepts.${name}.null`],
        onValue(name, no, (value) => value === null),
      ),
    ),
]);

export const crashesOnField: readonly Seeded[] = writings.flatMap(({ id, body }) =>
  fieldsOf(body).flatMap(({ name, schema }) => [
    ...(schema.format === 'uuid'
      ? [
          seed(
            id,
            `crashes-on-${name}`,
            `answers 500 to any ${name}.`,
            [`accepts.${name}`, `answers-edges.${name}`],
            onValue(name, crash, (value) => value !== null),
          ),
        ]
      : []),
    ...(typesOf(schema).includes('null')
      ? [
          seed(
            id,
            `crashes-on-null-${name}`,
            `answers 500 to null for ${name}.`,
            [`accepts.${name}.null`],
            onValue(name, crash, (value) => value === null),
          ),
        ]
      : []),
    ...(schema.enum ?? (typesOf(schema).includes('boolean') ? [true, false] : [])).map((value) =>
      seed(
        id,
        `crashes-on-${name}-${value}`,
        `answers 500 to ${name} ${JSON.stringify(value)}.`,
        [`accepts.${name}`, `answers-edges.${name}`],
        onValue(name, crash, (sent) => sent === value),
      ),
    ),
  ]),
);

const sample = ['svg', 'x', 'y', 'z'];

export const refusesBody: readonly Seeded[] = [
  ...writings.flatMap(({ id }) =>
    [no, crash].map((answer) =>
      seed(
        id,
        `empty-object-as-${answer.status}`,
        `answers ${answer.status} to {}.`,
        ['accepts.empty-object'],
        on(answer, (input) => Object.keys(input).length === 0),
      ),
    ),
  ),
  seed(
    'drawings.create',
    'wants-rotation',
    'refuses a drawing with the fields of the sample unless rotation comes too.',
    ['accepts.sample', 'succeeds'],
    on(
      no,
      (input) => sample.every((name) => Object.hasOwn(input, name)) && !Object.hasOwn(input, 'rotation'),
    ),
  ),
];
