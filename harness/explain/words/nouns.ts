/** Circumstances as nouns in plain English. */
import { withArticle } from '../../values/shapes.js';
import { attributeOf, type Cause, fieldIn, fieldOf, isInvolved, isUnexplained, mixedUp } from '../cause.js';
import { fieldsOf, ofKind, partsOf, placeIn, saidBy, sharedBy } from '../features/feature.js';
import { isOfUpdated, vagueIds } from '../features/ids.js';
import { invalidValue, toBeRefused } from '../features/of-bodies.js';
import { bodyOf, nounOf, updated } from './feature-nouns.js';

/** What nouns have in common at their end: `for x` in `a string for x` and `null for x`; nothing of a single one. */
function endingOf(all: readonly string[]): string {
  const ending = / (for (?:any )?\S+|instead of another type|as the whole body)$/.exec(all[0] ?? '')?.[0];
  return ending !== undefined && all.length > 1 && all.every((each) => each.endsWith(ending)) ? ending : '';
}

/** What nouns have in common at their beginning: `null for ` in `null for x` and `null for y`. */
function beginningOf(all: readonly string[]): string {
  const beginning = /^.+ for (?=[\w.]+$)/.exec(all[0] ?? '')?.[0];
  const isOfEach = all.every(
    (each) => each.startsWith(beginning ?? '') && !each.startsWith(`${beginning}any `),
  );
  return beginning !== undefined && all.length > 1 && isOfEach ? beginning : '';
}

/** `a string or null for x` in place of `a string for x or null for x`, and `null for x or y`. */
function joined(all: readonly string[]): string {
  const [beginning, ending] = [beginningOf(all), endingOf(all)];
  const each = all.map((one) => one.slice(beginning.length, one.length - ending.length));
  return `${beginning}${[each.slice(0, -1).join(', '), each.at(-1)].filter(Boolean).join(' or ')}${ending}`;
}

/** Three values or more are listed in a title where the list has at most so many characters. */
const maxJoined = 60;

/** At most this many features are named: nobody would read more. */
const maxNamed = 2;

const isOfInput = ofKind('input');
const isOfSort = ofKind('input', 'class', 'array');
const isOfArray = ofKind('array');
const isOfIds = ofKind('ids');
const isOfAddress = ofKind('ids', 'case');
const isOfPresence = ofKind('has');
const isOfPlace = ofKind('field', 'has', 'place', 'type');

/** Leaves out features that another one says more exactly, such as the class of a value whose field is named. */
function withoutVaguer(all: readonly string[]): readonly string[] {
  const isExact = all.some(ofKind('place', 'type'));
  const isOfItem = all.some(ofKind('item'));
  const ids = all.filter((each) => isOfIds(each) && !vagueIds.includes(each));
  const isVaguer = (each: string) =>
    (each === toBeRefused && all.some((one) => one !== each && isOfInput(one))) ||
    (isExact && isOfSort(each)) ||
    (isOfItem && isOfArray(each)) ||
    saidBy('has', [each]).some((name) => all.includes(`only:${name}`)) ||
    all.some((other) => other.startsWith(`${each}=`));
  return all
    .filter((each) => !isVaguer(each))
    .filter((each) => ids.length === 0 || !isOfAddress(each) || each === ids.at(-1));
}

/**
 * A circumstance as a noun: `null for name`, `x and y together`. Empty when it happens with any request.
 * @param array The field whose items the circumstance is about, if any.
 */
export function nounFor(all: readonly string[], array?: string): string {
  // A feature about the value of a field names the field already.
  const named = all.filter(ofKind('is', 'value')).map((each) => partsOf(each).name);
  const features = withoutVaguer(all).filter((each) =>
    saidBy('field', [each]).every((name) => !named.includes(name)),
  );
  const has = saidBy('has', features);
  if (has.length === 1 && features.length === 2 && features.includes('any:null'))
    return nounOf(`is:${has}=null`);
  if (has.length > 1 && has.length === features.length) return `${has.slice(0, 3).join(' and ')} together`;
  const fields = features.filter(isOfUpdated).map((each) => partsOf(each).value);
  if (fields.length > 1 && fields.length === features.length)
    return updated(fields.slice(0, 3).join(' and '));
  const told = features.filter((each) => !isOfPresence(each) || features.length < 3);
  const type = saidBy('type', told).find((each) => !each.includes('='));
  const [exact] = saidBy('anyvalue', told);
  if (type && exact && told.length === 2) return `${exact} for any ${type}`;
  const [truth] = saidBy('truth', features);
  const place = features.find(isOfPlace);
  if (truth && place && features.length === 2) {
    const { kind, name } = partsOf(place);
    return `${truth} for ${kind === 'type' ? 'any ' : ''}${name}`;
  }
  const [like] = saidBy('any', told);
  if (like?.startsWith('with ') && told.length === 2 && told.includes(invalidValue))
    return `any invalid value ${like}`;
  const [alone] = saidBy('only', told);
  if (alone && told.length === 2 && told.includes(invalidValue)) return `an invalid ${alone}`;
  const [sort] = saidBy('class', told);
  if (sort && exact && told.length === 2) return `${exact}, ${sort}`;
  const item = told.length > 1 && told.find(ofKind('item'));
  const [main = '', ...more] = told.filter((each) => each !== item).slice(0, maxNamed);
  const others = more.map((each) => (isOfSame(each, main) ? partsOf(each).value : nounOf(each)));
  const isBeside = ofKind('place', 'type', 'field')(main) && more.every(isOfPresence);
  const nouns = [...new Set([...(main === '' ? [] : [nounOf(main)]), ...others])]
    .join(isBeside ? ' beside ' : ' and ')
    .replace(/ and (\w+ .+) beside it$/, ' beside $1');
  const of = array === undefined ? '' : ` of ${array}`;
  if (!item) return told.slice(0, 1).some(ofKind('item')) ? `${nouns}${of}` : nouns;
  const which = `${partsOf(item).name}${of}`;
  return nouns.startsWith('items ') ? nouns.replace('items', which) : `${nouns} in ${which}`;
}

/** Whether both say what a value of the same field is like, as words that can follow "x with a NUL and …". */
const isOfSame = (a: string, b: string) => {
  const [one, other] = [partsOf(a), partsOf(b)];
  return one.kind === 'is' && other.kind === 'is' && one.name === other.name && /^with/.test(one.value);
};

export const someValues = 'some values of ';

/** Several circumstances, each once: what happens with x is not told of several things at once of x as well. */
function nounsFor(circumstances: readonly (readonly string[])[], array?: string): string[] {
  const all = [...new Set(circumstances.map((each) => nounFor(each, array)))];
  const isOf = (each: string, other: string) =>
    other !== '' && (each.endsWith(` at once of ${other}`) || each.startsWith(`${other} in `));
  return all.filter((each) => !all.some((other) => isOf(each, other)));
}

/** All circumstances of a cause as one noun. When there are many about one field, only the field is named. */
export function nounOfCause(cause: Cause): string {
  const { circumstance, also = [], sightings, aspect } = cause;
  const names = mixedUp(cause);
  if (names) return `${names.all.join(' and ')} together`;
  if (isOfUnsent(cause)) return 'a body without them';
  const field = aspect === 'state' && also.length === 0 ? fieldOf(cause) : undefined;
  const isBeside = circumstance.length > 0 && circumstance.every(ofKind('has', 'fields'));
  const absent = circumstance.filter(ofKind('without'));
  if (field !== undefined && absent.length > 0 && circumstance.every(ofKind('field', 'without')))
    return `${field} in ${nounFor(absent)}`;
  if (field !== undefined && isBeside) {
    const others = nounFor(circumstance);
    if (others.startsWith(bodyOf)) return `${field} in ${others}`;
    return others === field ? field : `${field} beside ${others}`;
  }
  const unexplained = isUnexplained(cause)
    ? fieldsOf(circumstance.filter(ofKind('is', 'value', 'field')))
    : [];
  if (unexplained.length > 0 && unexplained.length < 3) return `${someValues}${unexplained.join(' and ')}`;
  if (isUnexplained(cause) && circumstance.every(ofKind('has', 'without'))) return '';
  const array = sharedBy(sightings, 'array');
  const all = nounsFor([circumstance, ...also], array);
  if (all.includes('')) return '';
  const attribute = all.length > 2 ? attributeOf(cause) : undefined;
  if (attribute !== undefined) {
    const names = fieldsOf([circumstance, ...also].flat());
    const value = nounFor([`any:${attribute}`])
      .replace(/^any (\w+)/, (_, what: string) => withArticle(what))
      .replace(/ in any field$/, '');
    return `${value} in ${names.slice(0, 2).join(', ')} and others`;
  }
  const list = joined(all);
  const isShort = (beginningOf(all) || endingOf(all)) !== '' && list.length <= maxJoined;
  if ((all.length < 3 || isShort) && !isInvolved(cause)) return list;
  const several = aspect === 'state' ? written(sightings) : [];
  if (several.length > 1) return `${someValues}${several.join(' and ')}`;
  if (all.length > 2 && [circumstance, ...also].every((each) => each.slice(0, 1).some(ofKind('has'))))
    return `${all.slice(0, 2).join(', ')} and ${all.length - 2} more`;
  const [name, ...others] = new Set([circumstance, ...also].map(([first = '']) => placeIn(first)));
  const isOfMany = others.length > 0 && !isInvolved(cause);
  if (name !== undefined && !isOfMany) return `${someValues}${name}`;
  return several.length === 1 ? `${several[0]} in some bodies` : `${someOf(all).join(', ')} and others`;
}

/** The first two, or the two shortest, or the first alone: as a title has room for. */
function someOf(all: readonly string[]): readonly string[] {
  const shortest = all.toSorted((a, b) => a.length - b.length);
  const pairs = [all, shortest].map((each) => each.slice(0, 2));
  return pairs.find((each) => each.join(', ').length <= maxJoined) ?? all.slice(0, 1);
}

/** Whether answers lack several fields, each of which was not sent. */
function isOfUnsent({ circumstance, also = [], aspect, sightings }: Cause): boolean {
  const told = [circumstance, ...also];
  const names: readonly (string | undefined)[] = told.flatMap((each) => saidBy('without', each));
  const isEach = told.length > 1 && names.length === told.flat().length;
  return aspect === 'answer' && isEach && sightings.every((each) => names.includes(fieldIn(each)));
}

/** More circumstances than these are not listed. */
const maxListed = 4;

/** The circumstances of a cause one by one; undefined where they are too many, or one of them explains nothing. */
export function listOf({ circumstance, also = [], sightings }: Cause): string | undefined {
  const all = [circumstance, ...also];
  if (all.length > maxListed || all.some((features) => isUnexplained({ circumstance: features })))
    return undefined;
  const array = sharedBy(sightings, 'array');
  return nounsFor(all, array).join('; ');
}

/** The fields that sightings of a state are about. */
const written = (sightings: Cause['sightings']) => [
  ...new Set(sightings.flatMap(({ features }) => saidBy('field', features))),
];
