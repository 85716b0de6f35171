/** Values of another type that many parsers and validators take, since they convert them to the right one. */
import type { JsonSchema } from '../../../schemas/index.js';
import { mainType } from '../../values/fields.js';
import { isNullable } from '../../values/shapes.js';

type Conversion = readonly [words: string, has: (value: unknown) => boolean];

const isNumeric = (text: string) => text.trim() !== '' && !Number.isNaN(Number(text));

/** What each type is often made of. */
const conversions: Readonly<Record<string, readonly Conversion[]>> = {
  string: [
    ['a number for a string', (value) => typeof value === 'number'],
    ['a boolean for a string', (value) => typeof value === 'boolean'],
  ],
  integer: [
    ['a number in a string', (value) => typeof value === 'string' && isNumeric(value)],
    ['a boolean for a number', (value) => typeof value === 'boolean'],
    ['a fraction for an integer', (value) => typeof value === 'number' && !Number.isInteger(value)],
    ['an empty string for a number', (value) => value === ''],
  ],
  boolean: [
    ['0 or 1 for a boolean', (value) => value === 0 || value === 1],
    ['another number for a boolean', (value) => typeof value === 'number'],
    ['"true" for a boolean', (value) => value === 'true'],
    ['"yes" for a boolean', (value) => value === 'yes'],
  ],
};

/** Null where it is no value of the field. */
export const nullForValue = 'class:null';

/** Sorts of values that one setting of a server takes in any field: the feature that all values of a sort have. */
export const sorts = [nullForValue, 'class:a value of another type that can be converted'] as const;

/** The features of a value that a field does not allow, and that may be taken for one that it does. */
export function conversionOf(schema: JsonSchema, value: unknown): readonly string[] {
  const type = schema.enum ? 'word' : schema.format === 'uuid' ? 'UUID' : (mainType(schema) ?? '');
  if (value === null) return [`for:null for a ${type}`];
  const words =
    value === '' && isNullable(schema)
      ? 'an empty string for null'
      : (conversions[type]?.find(([, has]) => has(value))?.[0] ?? insideArray(schema, type, value));
  return words === undefined ? [] : [sorts[1], `for:${words}`];
}

/** An array with nothing but a value of the right type in it. */
function insideArray(schema: JsonSchema, type: string, value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length !== 1) return undefined;
  const [inner] = value as unknown[];
  const isRight = schema.enum
    ? schema.enum.some((each) => each === inner)
    : typeof inner === (type === 'integer' ? 'number' : type);
  return isRight ? `an array for the ${type} in it` : undefined;
}
