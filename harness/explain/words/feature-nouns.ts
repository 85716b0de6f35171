/** A feature of a request as a noun, as it completes "crashes on …". */
import { returned } from '../../values/placeholders.js';
import { withArticle } from '../../values/shapes.js';
import { reserved, saying } from '../features/attributes.js';
import { partsOf } from '../features/feature.js';
import { spokenBody } from './bodies.js';

export const bodyOf = 'a body of ';

/** How a title calls what a script asks for in words that say when it asks. */
const spoken: Readonly<Record<string, string>> = {
  'read afterwards': 'what was just deleted',
  'update afterwards': 'an update of what was just deleted',
  'delete again': 'a second deletion',
  'read later': 'what was deleted a moment ago',
};
const spokenOf = (words: string) => spoken[words] ?? words.replace(/^(\w+_id): (.+)$/, '$2 as $1');

/** The nouns of kinds of features whose names are none. */
const nouns: Readonly<Record<string, (name: string, is: string) => string>> = {
  ids: (name) => name.replace('deletions at once', 'simultaneous deletions'),
  body: spokenBody,
  class: ofClass,
  any: (name) => anywhere(name),
  type: (name, is) =>
    is === ''
      ? `an invalid ${name}`
      : /^(with(out)?|in) /.test(is)
        ? `any ${name} ${is}`
        : `${is.replace(/^that /, 'text $&')} for any ${name}`,
  array: (name) => `an invalid item of ${name}`,
  place: (name, is) => placed(name, is),
  only: (name) => `${name} alone`,
  is: (name, is) =>
    is === 'null'
      ? `null for ${name}`
      : isReserved(is)
        ? `"${is.slice(saying('').length)}" as ${name}`
        : isAdjective(is)
          ? `${is === 'empty' ? 'an' : 'a'} ${is} ${name}`
          : is === 'an empty array'
            ? `an empty ${name}`
            : `${name} ${is.replace(/^(not|no) /, 'that is not ')}`,
  fields: (name) => `${bodyOf}${name} fields or more`,
  item: (name) => `an invalid value in ${name}`,
  anyvalue: (name, is) => `the value ${is === '' ? name : `${name}=${is}`}`,
  value: (name, is) => valued(name, is),
  beside: (name, is) => `${name} ${is} beside it`,
  from: (name) => `${name} in its place`,
  without: (name) => `a body without ${name}`,
  state: (name, is) => (name === 'updated before' ? updated(is) : name),
  case: spokenOf,
  answer: (name) => `an answer with text that is ${name}`,
};

/** What an update has sent these fields to. */
export const updated = (fields: string) =>
  fields === '' ? 'what was updated before' : `what had its ${fields} updated before`;

function ofClass(name: string): string {
  if (name === 'missing') return 'items without a mandatory field';
  return / (that|outside) /.test(name) ? name : `${name} instead of another type`;
}

const isReserved = (words: string) => reserved.some((word) => words === saying(word));

/** A value of a field; one that the target showed itself stands for whatever that was. */
function valued(name: string, is: string): string {
  if (is === `"<${returned(name).label}>"`) return `its own value of ${name}`;
  return `${name} ${is.replace(/^"<([^>]+)>"$/, 'as $1')}`;
}

const isAdjective = (words: string) => ['empty', 'blank', 'negative'].includes(words);

/** A noun for a kind of value in any field. */
function anywhere(name: string): string {
  if (['null', 'true', 'false'].includes(name)) return `${name} for any field`;
  if (name === 'not null') return 'any value but null';
  if (name === 'empty' || name === 'blank') return `any ${name} text`;
  if (name.startsWith('a ')) return `${name} in any field`;
  if (/^(not|no) /.test(name)) return `any text that is ${name.replace(/^no /, 'not ')}`;
  if (isReserved(name)) return `"${name.slice(saying('').length)}" in any field`;
  if (name.startsWith('of 2^')) return `any number ${name}`;
  return /^(negative|0|beyond 2|above )/.test(name) ? `any number that is ${name}` : `any text ${name}`;
}

function placed(name: string, is: string): string {
  const missing = name.replace(/\.missing$/, '');
  if (missing !== name) return `items without ${missing}`;
  return is === '' ? `an invalid ${name}` : `${is} for ${name}`;
}

/** The noun for one feature: `null for name`. */
export const nounOf = (feature: string): string => {
  const { kind, name, value } = partsOf(feature);
  return negated(nouns[kind]?.(name, value) ?? name);
};

/** Features say shortly what a sentence says as people do: `is no UUID`, `is not a UUID`. */
const negated = (noun: string) =>
  noun
    .replace(/\bis no (\w+)/g, (_, what: string) => `is not ${withArticle(what)}`)
    .replace(/\bare no UUID\b/, 'are not UUIDs')
    .replace(/\bis a text\b/, 'is a string');
