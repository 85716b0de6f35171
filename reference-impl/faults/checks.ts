/** Ways past the check of the input. */
import type { JsonRecord } from '../kinds.js';
import type { Hooks } from '../pipeline/modification.js';
import { isRecord, without } from './recipes.js';

/** Looks at the input as it came and may replace it before it is checked. */
export const before = (change: (input: unknown) => unknown): Hooks => ({
  validate(exchange, next) {
    exchange.input = change(exchange.input);
    return next(exchange);
  },
});

/** Puts another value in the field's place before the check; undefined leaves the field out. */
export const onField = (name: string, change: (value: unknown) => unknown): Hooks =>
  before((input) => {
    if (!isRecord(input) || !Object.hasOwn(input, name)) return input;
    const value = change(input[name]);
    return value === undefined ? without(input, name) : { ...input, [name]: value };
  });

/** The field goes past the check when its value is of a kind, or comes in such input, and is kept as it came. */
export const keeps = (
  name: string,
  is: (value: unknown, input: JsonRecord) => boolean = () => true,
): Hooks => ({
  validate(exchange, next) {
    const { input } = exchange;
    if (!isRecord(input) || !Object.hasOwn(input, name) || !is(input[name], input)) return next(exchange);
    exchange.input = without(input, name);
    const answer = next(exchange);
    exchange.input = input;
    return answer;
  },
});

/** An interface that is well. */
export const soundItem = { name: 'eth0', special: false, type: 'ethernet' };

/** Mends what is wrong with items of an array, before the check. */
export const onItems = (
  field: string,
  first: number,
  last: number,
  mend: (item: unknown) => unknown,
): Hooks =>
  onField(field, (value) =>
    Array.isArray(value)
      ? value.map((item, index) => (index < first || index > last ? item : mend(item)))
      : value,
  );
