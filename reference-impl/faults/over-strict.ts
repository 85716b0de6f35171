/** Documented input that is refused, or that the server falls over (section 2). */
import { isDeepStrictEqual } from 'node:util';
import { fieldsOf, isNullable, typesOf } from '../../schemas/index.js';
import { breaking, breakingEach, type Families, type Row } from './fault.js';
import { isRecord, refusing, sent } from './recipes.js';
import { fieldsSent, instanceUpdates, writings } from './shapes.js';

/** Answers input that is valid otherwise. */
const onValue = (name: string, status: number, is: (value: unknown) => boolean) =>
  refusing(status, (exchange) => Object.hasOwn(sent(exchange), name) && is(sent(exchange)[name]));

const isNull = (value: unknown) => value === null;
const isSet = (value: unknown) => value !== null;

/** A server may take null alone for what is its own and null: here that is the checksum. */
const isInput = ({ name }: { readonly name: string }) => name !== 'md5sum';

const sample = ['svg', 'x', 'y', 'z'];

export const overStrict: Families = {
  'documented fields refused': writings.flatMap(({ id, body }) => [
    ...fieldsOf(body)
      .filter(isInput)
      .map(({ name }) => {
        const seed = breaking(id, `accepts.${name}`);
        return seed(`refuses-${name}`, onValue(name, 400, isSet));
      }),
    ...fieldsOf(body)
      .filter(({ schema }) => isNullable(schema))
      .map(({ name }) => {
        const seed = breaking(id, `accepts.${name}.null`);
        return seed(`refuses-null-${name}`, onValue(name, 400, isNull));
      }),
  ]),
  'a field wanted in every body': breakingEach(instanceUpdates, 'accepts.empty-object', [
    'wants-name',
    refusing(400, (exchange) => !Object.hasOwn(sent(exchange), 'name')),
  ]),
  'some of the listed values refused': [
    ...fieldsSent
      .filter(({ schema }) => typesOf(schema).includes('boolean') && schema['x-owner'] === undefined)
      .flatMap(({ id, name }) =>
        [true, false].map((value) =>
          breaking(id, `accepts.${name}.each`)(
            `refuses-${name}-${value}`,
            onValue(name, 400, (each) => each === value),
          ),
        ),
      ),
    breaking('drawings.create', 'accepts.drawing_id.each')(
      'refuses-older-uuids',
      onValue('drawing_id', 400, (value) => !/^.{14}4/.test(String(value))),
    ),
    breaking('cloud.update', 'accepts.interfaces.each')(
      'refuses-interfaces-with-items',
      onValue('interfaces', 400, (value) => Array.isArray(value) && value.length > 0),
    ),
    ...[{ type: 'tap' }, { special: false }].map((wrong) =>
      breaking('cloud.update', 'accepts.interfaces.each')(
        `refuses-interfaces-of-${Object.keys(wrong)}`,
        onValue('interfaces', 400, (value) =>
          [value].flat().some((each) => isRecord(each) && isDeepStrictEqual({ ...each, ...wrong }, each)),
        ),
      ),
    ),
  ],
  'documented fields crash': fieldsSent.flatMap((field) => {
    const { id, name, schema } = field;
    const some = breaking(id, `accepts.${name}`, `answers-edges.${name}`);
    const none = breaking(id, `accepts.${name}.null`);
    const words = schema.enum ?? (typesOf(schema).includes('boolean') ? [true, false] : []);
    return [
      ...(schema.format === 'uuid' ? [some(`crashes-on-${name}`, onValue(name, 500, isSet))] : []),
      ...(isNullable(field.schema) ? [none(`crashes-on-null-${name}`, onValue(name, 500, isNull))] : []),
      ...words.map((word) =>
        some(
          `crashes-on-${name}-${word}`,
          onValue(name, 500, (value) => value === word),
        ),
      ),
    ];
  }),
  'documented bodies refused': [
    ...breakingEach(
      writings,
      'accepts.empty-object',
      ...[400, 500].map(
        (status): Row => [
          `empty-object-as-${status}`,
          refusing(status, (exchange) => Object.keys(sent(exchange)).length === 0),
        ],
      ),
    ),
    breaking(
      'drawings.create',
      'accepts.sample',
      'succeeds',
    )(
      'wants-rotation',
      refusing(400, (exchange) => {
        const fields = sent(exchange);
        return sample.every((name) => Object.hasOwn(fields, name)) && !Object.hasOwn(fields, 'rotation');
      }),
    ),
  ],
};
