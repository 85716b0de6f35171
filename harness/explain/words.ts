/** Features and causes in plain English. */
import { STATUS_CODES } from 'node:http';
import { writeOperation } from '../values/write-operations.js';
import { type Cause, isWrongSuccess } from './cause.js';
import { changedField, damageOf, stateOf, wrong } from './outcome-words.js';

/** How often the operations of a cause failed at the same besides. */
export interface Beside {
  /** In another way. */
  readonly otherwise: number;
  /** In the same way, in another circumstance. */
  readonly elsewhere: number;
}

const nothing: Beside = { otherwise: 0, elsewhere: 0 };

const split = (feature: string): readonly [kind: string, name: string, is: string] => {
  const colon = feature.indexOf(':');
  const rest = feature.slice(colon + 1);
  const equals = rest.indexOf('=');
  return equals < 0
    ? [feature.slice(0, colon), rest, '']
    : [feature.slice(0, colon), rest.slice(0, equals), rest.slice(equals + 1)];
};

/** How a feature completes "crashes on …". */
const nouns: Readonly<Record<string, (name: string, is: string) => string>> = {
  ids: (name) => name,
  input: (name) => name,
  body: (name) => (name === '{}' ? 'an empty object' : name),
  class: (name) => (/ (that is|outside) /.test(name) ? name : `${name} in place of another type`),
  any: (name) => anywhere(name),
  type: (name, is) => (is === '' ? `an invalid ${name}` : `${is} for any ${name}`),
  array: (name) => `an invalid item of ${name}`,
  place: (name, is) => placed(name, is),
  has: (name) => name,
  is: (name, is) =>
    is === 'null'
      ? `null for ${name}`
      : isAdjective(is)
        ? `${is === 'empty' ? 'an' : 'a'} ${is} ${name}`
        : `${name} ${is.replace(/^not /, 'that is not ')}`,
  fields: (name) => `${name} fields or more`,
  item: (name) => `an invalid value in ${name}`,
  anyvalue: (name, is) => (is === '' ? name : `${name}=${is}`),
  value: (name, is) => `${name} ${is}`,
  case: (name) => name,
  field: (name) => name,
};

const isAdjective = (words: string) => ['empty', 'blank', 'negative'].includes(words);

/** A kind of value, in whatever field it is. */
function anywhere(name: string): string {
  if (name === 'null') return 'null for any field';
  if (name === 'empty' || name === 'blank') return `any ${name} text`;
  return /^(negative|0|beyond 2)/.test(name) ? `any number that is ${name}` : `any text ${name}`;
}

function placed(name: string, is: string): string {
  const missing = name.replace(/\.missing$/, '');
  if (missing !== name) return `items without ${missing}`;
  return is === '' ? `an invalid ${name}` : `${is} for ${name}`;
}

const nounOf = (feature: string) => {
  const [kind, name, is] = split(feature);
  return nouns[kind]?.(name, is) ?? feature;
};

/** Features that say more come first; more than two would not be read. */
const maxNamed = 2;

/** Features without those that another says more exactly: of what class an invalid value is, what project an id. */
function withoutVaguer(all: readonly string[]): readonly string[] {
  const isExact = all.some((each) => /^(place|type):/.test(each));
  const ids = all.filter((each) => each.startsWith('ids:') && !vagueIds.includes(each));
  const isVaguer = (each: string) =>
    (each === 'input:what is to be refused' && all.some((one) => one !== each && /^input:/.test(one))) ||
    (isExact && /^(input|class|array):/.test(each)) ||
    all.some((other) => other.startsWith(`${each}=`));
  return all
    .filter((each) => !isVaguer(each))
    .filter((each) => ids.length === 0 || !/^(ids|case):/.test(each) || each === ids.at(-1));
}

const vagueIds = ['ids:unknown ids', 'ids:a project without such nodes'];

/**
 * A circumstance as a noun: `null for name`, `x and y together`; empty when it is any.
 * @param array The field whose items it is about, where there is one.
 */
export function nounFor(all: readonly string[], array?: string): string {
  // What is about the value of a field names the field.
  const isNamed = (name: string) =>
    all.some((each) => /^(is|value):/.test(each) && each.includes(`:${name}=`));
  const features = withoutVaguer(all).filter(
    (each) => !(each.startsWith('field:') && isNamed(each.slice(6))),
  );
  const has = features.filter((each) => each.startsWith('has:'));
  if (has.length > 1 && has.length === features.length)
    return `${has.slice(0, 3).map(nounOf).join(' and ')} together`;
  const told = features.filter((each) => !each.startsWith('has:') || features.length < 3);
  const item = told.length > 1 && told.find((each) => each.startsWith('item:'));
  const nouns = told
    .filter((each) => each !== item)
    .slice(0, maxNamed)
    .map(nounOf)
    .join(' and ');
  const of = array === undefined ? '' : ` of ${array}`;
  if (!item) return told[0]?.startsWith('item:') ? `${nouns}${of}` : nouns;
  const which = `${split(item)[1]}${of}`;
  return nouns.startsWith('items ') ? nouns.replace('items', which) : `${nouns} in ${which}`;
}

const someValues = 'some values of ';

/** The circumstances of a cause, those about one field together; the field alone where there are many. */
function nounOfCause({ circumstance, also = [], sightings }: Cause): string {
  const array = sharedBy(sightings, 'array:');
  const all = [...new Set([circumstance, ...also].map((each) => nounFor(each, array)))];
  if (all.includes('')) return '';
  const isLong = [circumstance, ...also].some((each) => each.length > 1) && also.length > 0;
  if (all.length < 3 && !isLong) return all.join(' or ');
  const [, field] = /^(?:place|is|value|field|has|array):([\w.]+)/.exec(circumstance[0] ?? '') ?? [];
  return field === undefined ? `${all[0]} and others` : `${someValues}${field}`;
}

/** The name of the one feature of a kind that all sightings have. */
function sharedBy(sightings: Cause['sightings'], kind: string): string | undefined {
  const [first, ...others] = sightings;
  const feature = first?.features.find(
    (each) => each.startsWith(kind) && others.every(({ features }) => features.includes(each)),
  );
  return feature?.slice(kind.length);
}

/** The fields of the body that a circumstance is about. */
export const fieldsOf = (features: readonly string[]): string[] => [
  ...new Set(features.flatMap((each) => /^(?:place|is|value|field|has|array):(\w+)/.exec(each)?.[1] ?? [])),
];

const named = (code: string) => `${code} ${STATUS_CODES[Number(code)] ?? ''}`.trim();
/** Codes without their phrases, where a sentence would be too long. */
const withoutPhrases = (title: string) =>
  title.replace(/\b(\d{3}) (?:[A-Z][\w'-]*(?: [A-Z][\w'-]*)*)/g, '$1');

/** Operations as the subject of a sentence. */
export function subjectOf(operations: readonly string[]): string {
  const [first = '', ...more] = operations;
  if (more.length === 0) return first;
  if (more.length < 3) return `${operations.slice(0, -1).join(', ')} and ${operations.at(-1)}`;
  return `${operations.length} operations`;
}

const codeOf = (outcome: string) => /^status (\d+)$/.exec(outcome)?.[1];

/** Whether an operation is answered as a path that is not there. */
export const isNotServed = ({ aspect, expected, outcome, circumstance }: Cause): boolean =>
  aspect === 'code' &&
  expected === 'valid' &&
  circumstance.length === 0 &&
  ['404', '405', '501'].includes(codeOf(outcome) ?? '');

/** What is wrong, completing the name of an operation. */
export function predicateOf(cause: Cause, success: string, beside = nothing): string {
  const { aspect, expected, outcome } = cause;
  const noun = nounOfCause(cause);
  const on = noun === '' ? '' : ` on ${noun}`;
  const isAlways = cause.failed > 1 && cause.otherwise + beside.otherwise === 0 && !isWrongSuccess(cause);
  const to = noun !== '' ? ` to ${noun}` : isAlways ? ' to every request' : '';
  if (aspect === 'answer') return `answers with ${wrong(outcome)}${noun === '' ? '' : ` to ${noun}`}`;
  if (aspect === 'error') return `answers errors with ${wrong(outcome)}`;
  if (aspect === 'state' && outcome === 'other fields changed')
    return stateOf(outcome, changedField(cause.sightings));
  if (aspect === 'state') return stateOf(isMostlyOther(cause) ? 'stored otherwise' : outcome, noun);
  const code = codeOf(outcome);
  if (code === undefined)
    return outcome === 'transport timeout' ? `never answers${on}` : `drops the connection${on}`;
  if (code.startsWith('5') && code !== '501') return `crashes${on} (${named(code)})`;
  const want = expected === 'valid' ? success : named(expected);
  const array = sharedBy(cause.sightings, 'array:');
  if (expected === '400' && code.startsWith('2') && array !== undefined && isOfLaterItems(cause))
    return `checks only the first item of ${array}`;
  if (expected === '400' && code.startsWith('2')) return `accepts ${noun === '' ? 'invalid input' : noun}`;
  if (isNotServed(cause)) return `answers ${named(code)} to everything: not implemented?`;
  const isOpen = expected === '404' || want.includes(named(code));
  if (isOpen && code.startsWith('2') && noun !== '') return `accepts ${noun} (${named(code)})`;
  if (expected === 'valid' && code.startsWith('4') && noun !== '') return `refuses ${noun} (${named(code)})`;
  return `answers ${named(code)} instead of ${want}${to}`;
}

const isOfLaterItems = ({ circumstance, also }: Cause) =>
  circumstance.join() === 'item:a later item' && also === undefined;

/** Whether fields mostly show a third value: neither what was sent nor what was there before. */
const isMostlyOther = ({ outcome, sightings }: Cause) =>
  ['ignored', 'not stored'].includes(outcome) &&
  2 * sightings.filter(({ isOther }) => isOther).length > sightings.length;

/** A predicate of several subjects: its verb comes first. */
const plural = (predicate: string) =>
  predicate.replace(/^(does|crashes|\w+s)\b/, (verb) =>
    verb === 'does' ? 'do' : verb === 'crashes' ? 'crash' : verb.slice(0, -1),
  );

const maxTitle = 99;

/** One plain sentence of less than 100 characters, with what is left behind where there is room for it. */
export function titleOf(cause: Cause, success: string, beside = nothing): string {
  const predicate = predicateOf(cause, success, beside);
  const isMany = cause.operations.length > 1;
  const sentence = `${subjectOf(cause.operations)} ${isMany ? plural(predicate) : predicate}`;
  const whole = `${sentence}${damageOf(cause.sightings)}`;
  const fitting = [whole, withoutPhrases(whole), sentence, withoutPhrases(sentence)].find(
    ({ length }) => length <= maxTitle,
  );
  return (
    fitting ??
    `${withoutPhrases(sentence)
      .slice(0, maxTitle - 1)
      .trimEnd()}…`
  );
}

/** Whether it is known how often nothing was wrong: the form of what only scripts send is not counted. */
const isCounted = ({ aspect, operations }: Cause) =>
  (aspect !== 'answer' && aspect !== 'error') || operations.every((id) => writeOperation(id) !== undefined);

/** When it happens, with how often it was seen. */
export function whenOf(cause: Cause, beside = nothing): string {
  const { failed, otherwise } = cause;
  const noun = nounOfCause(cause);
  const others = otherwise + beside.otherwise;
  const isInCompany = cause.sightings.length > 0 && cause.sightings.every((each) => each.inCompany);
  if (isInCompany)
    return `${failed === 1 ? 'seen once' : `seen ${failed} times`}, behind other requests only`;
  const never = beside.elsewhere > 0 ? '' : `; never otherwise (0 of ${otherwise})`;
  if (noun.startsWith(someValues)) return `${noun} (${failed} of ${failed + others})`;
  if (noun !== '' && cause.spared > 0) return `${noun}, sometimes (${failed} of ${failed + cause.spared})`;
  if (noun !== '')
    return `${failed === 1 ? `seen once, with ${noun}` : `${noun} (${failed} of ${failed})`}${never}`;
  if (failed === 1 && others === 0) return 'seen once';
  if (others > 0) return `sometimes (${failed} of ${failed + others})`;
  if (!isCounted(cause)) return `seen ${failed} times`;
  return `${isWrongSuccess(cause) ? 'each time that it succeeds' : 'always'} (${failed} of ${failed})`;
}
