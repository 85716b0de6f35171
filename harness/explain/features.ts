/** Describes a body by features. Each is a kind and a name, such as `has:name` or `is:x=negative`. */
import { uuid } from '../../schemas/uuid.js';
import { isObject } from '../http/exchange.js';
import { bodyOf, type Case, type CaseKind, type Trial } from '../plan/case.js';
import { declared } from '../plan/spelling.js';
import { typesOf } from '../values/shapes.js';
import type { WriteOperation } from '../values/write-operations.js';
import { countsOf, isDeep, sizesOf } from './difference.js';

/** The sort of input that each kind of case sends. */
const inputs: Record<CaseKind, string> = {
  control: 'valid',
  'empty object': 'valid',
  sample: 'valid',
  plain: 'valid',
  null: 'valid',
  edge: 'valid',
  combination: 'valid',
  'edges together': 'valid',
  'unusual text': 'valid',
  invalid: 'invalid',
  'invalid in company': 'invalid',
  malformed: 'malformed',
  'malformed otherwise': 'malformed',
  'non-object': 'non-object',
  spelling: 'spelled otherwise',
  charset: 'spelled otherwise',
  chunked: 'spelled otherwise',
  closing: 'spelled otherwise',
  'unknown field': 'unknown field',
  notation: 'notation',
};

export const inputOf = ({ kind }: Case): string => inputs[kind];

type Attribute = readonly [words: string, has: (value: unknown) => boolean];

const text = (has: (value: string) => boolean) => (value: unknown) => typeof value === 'string' && has(value);
const number = (has: (value: number) => boolean) => (value: unknown) =>
  typeof value === 'number' && has(value);

/** Names with a special meaning in JavaScript. */
const reserved: readonly unknown[] = ['__proto__', 'constructor'];
const saying = (word: unknown) => `that says ${word}`;

/** Properties of valid values that often break servers. */
const attributes: readonly Attribute[] = [
  ['empty', text((value) => value === '')],
  ['blank', text((value) => value !== '' && value.trim() === '')],
  ['not ASCII', text((value) => /[^\0-\x7f]/.test(value))],
  ['beyond Latin-1', text((value) => /[^\0-\xff]/.test(value))],
  ['beyond the basic plane', text((value) => /[\u{10000}-\u{10ffff}]/u.test(value))],
  ['with combining characters', text((value) => /\p{M}/u.test(value))],
  ['with control characters', text((value) => /\p{Cc}/u.test(value))],
  ['with a NUL', text((value) => value.includes('\0'))],
  ['with a lone surrogate', text((value) => /\p{Cs}/u.test(value))],
  ['with a noncharacter', text((value) => /[\ufffe\uffff]/.test(value))],
  ['with an apostrophe', text((value) => value.includes("'"))],
  ['with a double quote', text((value) => value.includes('"'))],
  ['with a backslash', text((value) => value.includes('\\'))],
  ['with a slash', text((value) => /^[^<]*\//.test(value))],
  ['with a per cent sign', text((value) => value.includes('%'))],
  ['a lone per cent sign', text((value) => value === '%')],
  ['with braces', text((value) => /\{\d\}/.test(value))],
  ['with markup', text((value) => value.includes('<'))],
  ['that is no UUID of version 4', text((value) => uuid.test(value) && value[14] !== '4')],
  ['without markup', text((value) => !value.includes('<'))],
  ['with an image', text((value) => /<image\b/.test(value))],
  ['with an image that is no PNG', text((value) => /<image\b[^>]*"data:image\/(?!png)/.test(value))],
  ['with a namespace prefix', text((value) => /<\w+:svg\b/.test(value))],
  ['no well-formed XML', text((value) => / & /.test(value) || /<\/svg$/.test(value))],
  ...reserved.map((word): Attribute => [saying(word), (value) => value === word]),
  ['longer than 255 characters', text((value) => value.length > 255)],
  ['longer than 500 characters', text((value) => value.length > 500)],
  ['longer than 1,000 characters', text((value) => value.length > 1000)],
  ['longer than 4,000 characters', text((value) => value.length > 4000)],
  ['longer than 60,000 characters', text((value) => value.length > 60_000)],
  ['negative', number((value) => value < 0)],
  ['0', number((value) => value === 0)],
  ...[1, 2, 4, 8, 16, 100, 1000, 4096].map(
    (least): Attribute => [`above ${least}`, number((value) => value > least)],
  ),
  ['beyond 2^15', number((value) => value > 2 ** 15 - 1 || value < -(2 ** 15))],
  ['above 2^15', number((value) => value > 2 ** 15 - 1)],
  ['above 2^31', number((value) => value > 2 ** 31 - 1)],
  ['above 2^32', number((value) => value > 2 ** 32 - 1)],
  ['beyond 2^31', number((value) => value > 2 ** 31 - 1 || value < -(2 ** 31))],
  ['beyond 2^32', number((value) => Math.abs(value) >= 2 ** 32)],
  ['null', (value) => value === null],
  ['with capitals', text((value) => /\p{Lu}/u.test(value))],
  ['with small letters', text((value) => /\p{Ll}/u.test(value))],
  ['with white space around it', text((value) => value.trim() !== '' && value.trim() !== value)],
  ['with several blanks', text((value) => /\S {2,}\S/.test(value))],
  // The least telling comes last.
  ['not null', (value) => typeof value === 'string' || typeof value === 'number'],
];

/** All scalars in a value, at any depth. */
function scalars(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  return Object.values(value).flatMap(scalars);
}

/** Names for the sorts of input that a server must refuse, or that the document leaves open. */
const inputWords: Readonly<Record<string, string>> = {
  invalid: 'an invalid value',
  malformed: 'malformed JSON',
  'non-object': 'a body that is no JSON object',
  'unknown field': 'a field that the document does not name',
};

/**
 * The features of a body that is sent to a write operation.
 * @param sent The body as it was sent, where it is known. The case itself has placeholders for some values.
 * @param bytes The length of the body.
 */
export function featuresOf(written: WriteOperation, each: Case, sent?: unknown, bytes = 0): string[] {
  const input = inputOf(each);
  const found = new Set<string>();
  const { trials, raw } = each;
  const words = inputWords[input];
  if (words !== undefined) found.add(`input:${words}`);
  if (each.duty === 'refused') found.add('input:what is to be refused');
  for (const size of sizesOf(bytes)) found.add(size);
  if (raw) {
    for (const { class: named, field, index } of trials) {
      found.add(`body:${named}`);
      if (index !== undefined) for (const each of itemOf(field, index)) found.add(each);
      if (each.kind === 'charset') found.add(`body:${declared}`);
      if (isDeep(named)) found.add('body:deep nesting');
      if (/ space /.test(named)) found.add('body:white space before the JSON');
      if (named.startsWith('an array')) found.add('body:arrays');
      const [, written] = / (written as .+)$/.exec(named) ?? [];
      if (written !== undefined) found.add(`body:a number ${written}`);
    }
    const entries = isObject(sent) && input !== 'malformed' ? Object.entries(sent) : [];
    const names = entries.map(([name]) => name);
    // A server that refuses the depth does so before it looks at the fields.
    if (!found.has('body:deep nesting')) for (const count of countsOf(names.length)) found.add(count);
    if (names.length > 0) for (const each of presenceOf(written, names)) found.add(each);
    for (const [name, value] of entries) {
      if (reserved.includes(name)) found.add(`any:${saying(name)}`);
      addValid(found, name, value, input === 'spelled otherwise' ? undefined : value);
    }
    return [...found];
  }
  const planned = bodyOf(each);
  const body = isObject(sent) ? sent : planned;
  const names = Object.keys(body);
  if (input === 'invalid') for (const trial of trials) addInvalid(found, written, trial);
  const isTried = (name: string) => input === 'invalid' && trials.some(({ field }) => field === name);
  for (const each of presenceOf(written, names)) found.add(each);
  for (const name of names) if (!isTried(name)) addValid(found, name, body[name], planned[name]);
  for (const count of countsOf(names.length)) found.add(count);
  return [...found];
}

/** The fields that a body has, and the documented ones that it lacks. */
export const presenceOf = ({ fields }: WriteOperation, names: readonly string[]): string[] => [
  ...(names.length === 0 ? ['body:{}'] : []),
  ...names.map((name) => `has:${name}`),
  ...(names.length === 1 ? names.map((name) => `only:${name}`) : []),
  ...fields.flatMap(({ name }) => (names.includes(name) ? [] : [`without:${name}`])),
];

function addInvalid(found: Set<string>, { fields }: WriteOperation, trial: Trial): void {
  const { field, location = field, index, class: words } = trial;
  const value = wrongValueOf(trial);
  const schema = fields.find(({ name }) => name === field)?.schema ?? {};
  const type = schema.enum ? 'enum' : schema.format === 'uuid' ? 'UUID' : typesOf(schema)[0];
  found.add(`class:${words}`);
  found.add(`place:${location}`);
  found.add(`place:${location}=${words}`);
  found.add(`type:${type}`);
  found.add(`type:${type}=${words}`);
  for (const [words, has] of attributes) if (has(value)) found.add(`is:${location}=${words}`);
  if (index !== undefined) for (const each of itemOf(field, index)) found.add(each);
  const exact = JSON.stringify(value) ?? '';
  if (exact.length < 60) found.add(`value:${location}=${exact}`);
  if (exact.length < 60) found.add(`anyvalue:${exact}`);
  if (reserved.includes(value)) found.add(`any:${saying(value)}`);
  if (typeof value === 'string' && value.trim() !== '' && value.trim() !== value)
    found.add('any:with white space around it');
}

/** Which item of an array is wrong. */
const itemOf = (field: string, index: number): string[] => [
  `item:${index === 0 ? 'the first item' : 'a later item'}`,
  ...(index > 1 ? ['item:the third item or later'] : []),
  ...(index > 9 ? ['item:the eleventh item or later'] : []),
  `array:${field}`,
];

/** The wrong value itself: when one item of an array is wrong, the value in that item. */
function wrongValueOf({ field, location = field, index, value }: Trial): unknown {
  if (index === undefined || !Array.isArray(value)) return value;
  const item: unknown = value[index];
  const [, inner = 'item'] = location.split('.');
  return inner === 'item' || !isObject(item) ? item : item[inner];
}

const kindNames: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'a boolean',
};

/**
 * Adds the features of a valid value.
 * @param planned The value before placeholders were filled in, since names differ in every run; undefined when the
 *   exact value does not matter.
 */
function addValid(found: Set<string>, name: string, value: unknown, planned: unknown): void {
  const all = scalars(value);
  for (const [words, has] of attributes)
    if (all.some(has)) {
      found.add(`any:${words}`);
      found.add(`is:${name}=${words}`);
    }
  if (Array.isArray(value)) {
    found.add(`is:${name}=${value.length === 0 ? 'an empty array' : 'not empty'}`);
    for (const item of isObject(value[0]) ? value.filter((one) => !isObject(one)) : []) {
      found.add(`is:${name}=with a later item that is no object`);
      found.add(`is:${name}=with a later item that is ${kindNames[typeof item] ?? 'null or an array'}`);
    }
    for (const least of [2, 3, 8, 12])
      if (value.length >= least) found.add(`is:${name}=of ${least} items or more`);
    for (const [index, item] of value.slice(0, 2).entries())
      for (const [key, inner] of Object.entries(item ?? {}))
        if (typeof inner === 'boolean' || key === 'type')
          found.add(`is:${name}[${index}].${key}=${JSON.stringify(inner)}`);
    for (const [key, inner] of value.flatMap((item) => Object.entries(item ?? {})))
      if (typeof inner === 'boolean' || key === 'type')
        found.add(`is:${name}[].${key}=${JSON.stringify(inner)}`);
  }
  const exact = JSON.stringify(planned);
  if (exact === undefined || exact.length >= 60) return;
  found.add(`value:${name}=${exact}`);
  if (typeof planned === 'string') found.add(`anyvalue:${exact}`);
}
