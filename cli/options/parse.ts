/** What options take: as the text of a flag or an environment variable, and in a configuration. */
import { CliError } from '../cli-error.js';

export interface Parse<T> {
  /**
   * Parses the text given for the option `name`.
   * @throws CliError `bad-value`.
   */
  (text: string, name: string): T;
  /** JSON Schema of the value in a configuration. */
  readonly schema: object;
}

export const parser = <T>(schema: object, parse: (text: string, name: string) => T): Parse<T> =>
  Object.assign(parse, { schema });

const refuse = (name: string, expected: string, text: string) =>
  new CliError('bad-value', `${name} takes ${expected}, not ${JSON.stringify(text)}`);

export function integer(min: number, max: number): Parse<number> {
  return parser({ type: 'integer', minimum: min, maximum: max }, (text, name) => {
    const value = Number(text);
    if (/^-?\d+$/.test(text.trim()) && value >= min && value <= max) return value;
    throw refuse(name, `a whole number from ${min} to ${max}`, text);
  });
}

const fromOne = integer(1, 1_000_000);

/** How many cases are generated. */
export const cases = parser(fromOne.schema, (text, name) => {
  if (Number(text) === 0) throw new CliError('no-cases', name);
  return fromOne(text, name);
});

export function oneOf<const T extends string>(values: readonly T[]): Parse<T> {
  return parser({ enum: values }, (text, name) => {
    const found = values.find((value) => value === text);
    if (found !== undefined) return found;
    throw refuse(name, `one of ${values.join(', ')}`, text);
  });
}

const word = { type: 'string', minLength: 1 };

export const string = parser(word, (text, name) => {
  if (text.trim() !== '') return text;
  throw refuse(name, 'a value', text);
});

/** Comma-separated words. */
export const list = parser({ type: 'array', items: word }, (text, name): readonly string[] => {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  if (words.length > 0) return words;
  throw refuse(name, 'a comma-separated list', text);
});

export const boolean = parser({ type: 'boolean' }, (text, name) => {
  if (/^(1|true|yes|on)$/i.test(text)) return true;
  if (/^(0|false|no|off|)$/i.test(text)) return false;
  throw refuse(name, 'true or false', text);
});

const maxShards = 64;

/** `I/N`, both counted from 1. */
const shardSchema = { type: 'string', pattern: '^[0-9]{1,2}/[0-9]{1,2}$' };
export const shard = parser(shardSchema, (text, name) => {
  const [, index, count] = /^(\d{1,2})\/(\d{1,2})$/.exec(text.trim()) ?? [];
  const [i, n] = [Number(index), Number(count)];
  if (i >= 1 && i <= n && n <= maxShards) return `${i}/${n}`;
  throw refuse(name, `I/N with I from 1 to N and N up to ${maxShards}`, text);
});

/** RFC 9110: a name is a token, a value has neither control characters nor line ends. */
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/;

/** `K: V` lines. The text is not repeated in the message, since it may be a secret. */
const headersSchema = { type: 'object', additionalProperties: { type: 'string' } };
export const headers = parser(headersSchema, (text, name): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/\r$/, '').trim())
    .filter((line) => line !== '')
    .map((line) => {
      if (headerLine.test(line)) return line;
      throw new CliError('bad-value', `${name} takes 'Name: value'`);
    }),
);

/** `U:P`. The text is not repeated in the message either. */
export const user = parser(word, (text, name) => {
  if (text.includes(':')) return text;
  throw new CliError('bad-value', `${name} takes 'user:password'`);
});

/** The name and the value of a checked `K: V` line. */
export function headerPair(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}
