/** Describes a body by features. Each is a kind and a name, such as `has:name` or `is:x=negative`. */
import { resolve } from '../../../schemas/index.js';
import { isObject } from '../../http/exchange.js';
import { bodyOf, type Case, type CaseKind, type Trial } from '../../plan/case.js';
import { capitalName, sentOtherwise } from '../../plan/spelling.js';
import { changesNothing, type Observation } from '../../rules/observation.js';
import { behindIt, notUtf8 } from '../../values/malformed.js';
import { Placeholder } from '../../values/placeholders.js';
import { typesOf } from '../../values/shapes.js';
import type { WriteOperation } from '../../values/write-operations.js';
import { attributes, ofSpelling, padded, reserved, saying, truthOf } from './attributes.js';
import { conversionOf } from './conversions.js';
import { isDeep } from './difference.js';
import { holdingOf } from './listed.js';
import { countsOf, sizesOf } from './sizes.js';

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
  pieces: 'spelled otherwise',
  closing: 'spelled otherwise',
  capitals: 'spelled otherwise',
  'unknown field': 'unknown field',
  notation: 'notation',
};

export const inputOf = ({ kind }: Case): string => inputs[kind];

/** All scalars in a value, at any depth. */
function scalars(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  return Object.values(value).flatMap(scalars);
}

export const invalidValue = 'input:an invalid value';
export const malformedInput = 'input:malformed JSON';
export const toBeRefused = 'input:what is to be refused';
export const noObject = 'input:a body that is no JSON object';

/** Names for the sorts of input that a server must refuse, or that the document leaves open. */
const inputWords: Readonly<Record<string, string>> = {
  invalid: 'an invalid value',
  malformed: 'malformed JSON',
  'non-object': 'a body that is no JSON object',
  'unknown field': 'a field that the document does not name',
};

/** What is refused for one value has others, which could be stored. */
export const validNews = 'input:a body with new valid values';

/** The resource shows all that is sent already. */
export const nothingNew = 'state:values that are there already';
/** Who changes a name has more to do than who changes other fields. */
export const [sameName, newName] = ['state:the name that it has already', 'state:a new name'];

/** What the values of an update are to the resource, as features. */
export const newsOf = (seen: Pick<Observation, 'news'>): string[] => [
  ...(changesNothing(seen) ? [nothingNew] : []),
  ...(seen.news?.there.includes('name') ? [sameName] : []),
  ...(seen.news?.others.includes('name') ? [newName] : []),
];

/** A server that checks field by field has stored the other one by then: it says nothing of anything else. */
export const behindAnother = 'order:an invalid value behind another field';

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
  // How the name is written says more than that it is unknown.
  const isNamed = trials.some((trial) => trial.class === capitalName);
  if (words !== undefined && !isNamed) found.add(`input:${words}`);
  if (each.duty === 'refused') found.add(toBeRefused);
  for (const size of sizesOf(bytes)) found.add(size);
  for (const [kind, [way, , declared]] of Object.entries(sentOtherwise))
    if (kind === each.kind || each.declared === declared) found.add(`body:${way}`);
  if (raw) {
    for (const { class: named, field, index } of trials) {
      found.add(`body:${named}`);
      if (index !== undefined) for (const each of itemOf(field, index)) found.add(each);
      if (isDeep(named)) found.add('body:deep nesting');
      if (/ named (__proto__|constructor)$/.test(named))
        found.add('body:a field named __proto__ or constructor');
      if (/ space /.test(named)) found.add('body:white space before the JSON');
      if (named.startsWith('an array')) found.add('body:arrays');
      if (named.startsWith('NaN in ')) found.add('body:NaN in an array');
      if (behindIt.includes(named)) found.add('body:something behind the JSON');
      if (named.endsWith(notUtf8)) found.add(`body:${notUtf8}`);
      if (/^a number written as \S*e/i.test(named)) found.add('body:a number with an exponent');
    }
    const read = isObject(sent) && input !== 'malformed' ? sent : undefined;
    const entries = Object.entries(read ?? {});
    const names = entries.map(([name]) => name);
    // A server that refuses the depth does so before it looks at the fields.
    if (!found.has('body:deep nesting')) for (const count of countsOf(names.length)) found.add(count);
    if (read) for (const each of presenceOf(written, names)) found.add(each);
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
  if (names.findIndex(isTried) > 0) found.add(behindAnother);
  for (const each of presenceOf(written, names)) found.add(each);
  for (const name of names) if (!isTried(name)) addValid(found, name, body[name], planned[name]);
  for (const count of countsOf(names.length)) found.add(count);
  return [...found];
}

/** The fields that a body has, and the documented ones that it lacks: all of them where there is none. */
export const presenceOf = (
  { fields }: WriteOperation,
  names: readonly string[],
  isNone = false,
): string[] => [
  ...(names.length === 0 && !isNone ? ['body:{}'] : []),
  ...names.map((name) => `has:${name}`),
  ...(names.length === 1 ? names.map((name) => `only:${name}`) : []),
  ...fields.flatMap(({ name }) => (names.includes(name) ? [] : [`without:${name}`])),
];

/** A UUID as other documents write it. */
const otherNotation = /^(urn:uuid:|\{)?[\da-f]{8}-?([\da-f]{4}-?){3}[\da-f]{12}\}?$/i;

function addInvalid(found: Set<string>, { fields }: WriteOperation, trial: Trial): void {
  const { field, location = field, index, class: words } = trial;
  const value = wrongValueOf(trial);
  const whole = fields.find(({ name }) => name === field)?.schema ?? {};
  const [, inner] = location.split('.');
  const items = inner && whole.items ? resolve(whole.items).properties : undefined;
  const schema = (inner && items?.[inner]) || whole;
  const own = schema.enum ? 'enum' : schema.format === 'uuid' ? 'UUID' : typesOf(schema)[0];
  const type = inner === 'item' ? inner : own;
  found.add(`class:${words}`);
  found.add(`place:${location}`);
  found.add(`place:${location}=${words}`);
  found.add(`type:${type}`);
  found.add(`type:${type}=${words}`);
  for (const [words, has] of attributes) if (has(value)) found.add(`is:${location}=${words}`);
  for (const each of conversionOf(schema, value)) found.add(each);
  for (const each of truthOf(value)) found.add(each);
  if (typeof value === 'number')
    for (const each of [`place:${location}`, `type:${type}`]) found.add(`${each}=a number`);
  for (const words of ofSpelling)
    if (found.has(`is:${location}=${words}`)) found.add(`type:${type}=${words}`);
  if (typeof value === 'string')
    for (const words of holdingOf(schema, value)) found.add(`type:${type}=${words}`);
  if (type === 'UUID' && otherNotation.test(String(value))) found.add('type:UUID=in another notation');
  if (index !== undefined) for (const each of itemOf(field, index)) found.add(each);
  if (inner && inner !== 'item') found.add(fieldOfItem);
  if (index && inner && inner !== 'item') found.add(laterItem.field);
  const exact = JSON.stringify(value) ?? '';
  if (exact.length < 60) found.add(`value:${location}=${exact}`);
  if (exact.length < 60) found.add(`anyvalue:${exact}`);
  if (reserved.includes(value)) found.add(`any:${saying(value)}`);
  for (const words of padded) if (found.has(`is:${location}=${words}`)) found.add(`any:${words}`);
}

/** What is wrong is in an item, which is the object that it is to be. */
export const fieldOfItem = 'item:a field of an item';
export const firstItem = 'item:the first item';
/** What is wrong with an item behind the first. */
export const laterItem = { any: 'item:a later item', field: 'item:a field of a later item' };

/** Which item of an array is wrong. */
const itemOf = (field: string, index: number): string[] => [
  index === 0 ? firstItem : laterItem.any,
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
  // Of a long body only the plan is left.
  const all = value instanceof Placeholder ? [] : scalars(value);
  // Where a list and its items both explain a failure, the list is named.
  if (Array.isArray(value)) found.add(`is:${name}=${value.length === 0 ? 'an empty array' : 'with items'}`);
  for (const [words, has] of attributes)
    if (all.some(has)) {
      found.add(`any:${words}`);
      found.add(`is:${name}=${words}`);
    }
  if (Array.isArray(value)) {
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
  // Every field that is refused as a whole is so with true.
  if (all.includes(false)) found.add('anyvalue:false');
  const exact = JSON.stringify(planned);
  if (exact === undefined || exact.length >= 60) return;
  found.add(`value:${name}=${exact}`);
  if (typeof planned === 'string') found.add(`anyvalue:${exact}`);
}
