/** Documented input that is refused, or that the server falls over (section 2). */
import { type Answer, refuse } from '../pipeline/answer.js';
import type { Hooks } from '../pipeline/modification.js';
import { breaking, type Families } from './fault.js';
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

const sample = ['svg', 'x', 'y', 'z'];

export const overStrict: Families = {
  'documented fields refused': writings.flatMap(({ id, body }) => [
    ...fieldsOf(body)
      .filter(isInput)
      .map(({ name }) =>
        breaking(id, `accepts.${name}`)(
          `refuses-${name}`,
          `refuses ${name} whatever its value.`,
          onValue(name, no, (value) => value !== null),
        ),
      ),
    ...fieldsOf(body)
      .filter(({ schema }) => typesOf(schema).includes('null'))
      .map(({ name }) =>
        breaking(id, `accepts.${name}.null`)(
          `refuses-null-${name}`,
          `refuses null for ${name}.`,
          onValue(name, no, (value) => value === null),
        ),
      ),
  ]),
  'documented fields crash': writings.flatMap(({ id, body }) =>
    fieldsOf(body).flatMap(({ name, schema }) => [
      ...(schema.format === 'uuid'
        ? [
            breaking(id, `accepts.${name}`, `answers-edges.${name}`)(
              `crashes-on-${name}`,
              `answers 500 to any ${name}.`,
              onValue(name, crash, (value) => value !== null),
            ),
          ]
        : []),
      ...(typesOf(schema).includes('null')
        ? [
            breaking(id, `accepts.${name}.null`)(
              `crashes-on-null-${name}`,
              `answers 500 to null for ${name}.`,
              onValue(name, crash, (value) => value === null),
            ),
          ]
        : []),
      ...(schema.enum ?? (typesOf(schema).includes('boolean') ? [true, false] : [])).map((value) =>
        breaking(id, `accepts.${name}`, `answers-edges.${name}`)(
          `crashes-on-${name}-${value}`,
          `answers 500 to ${name} ${JSON.stringify(value)}.`,
          onValue(name, crash, (sent) => sent === value),
        ),
      ),
    ]),
  ),
  'documented bodies refused': [
    ...writings.flatMap(({ id }) =>
      [no, crash].map((answer) =>
        breaking(id, 'accepts.empty-object')(
          `empty-object-as-${answer.status}`,
          `answers ${answer.status} to {}.`,
          on(answer, (input) => Object.keys(input).length === 0),
        ),
      ),
    ),
    breaking('drawings.create', 'accepts.sample', 'succeeds')(
      'wants-rotation',
      'refuses a drawing with the fields of the sample unless rotation comes too.',
      on(
        no,
        (input) => sample.every((name) => Object.hasOwn(input, name)) && !Object.hasOwn(input, 'rotation'),
      ),
    ),
  ],
};
