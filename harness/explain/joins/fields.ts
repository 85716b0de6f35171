/** Joins causes of one operation that are the same mistake in several fields. */
import { groupBy } from '../../../schemas/group-by.js';
import { messageOf } from '../../evidence/text.js';
import { placeInAnswer } from '../../expect.js';
import type { Request } from '../../http/exchange.js';
import { decidingOf } from '../../outcome.js';
import {
  attributeOf,
  type Cause,
  failuresOf,
  fieldOf,
  isBodyUnreadable,
  isCrash,
  isFailing,
  isInvalidTaken,
  isInvolved,
  isWronglyTaken,
  mixedUp,
  notStored,
  toldOf,
} from '../cause.js';
import { attributeIn, ofKind, partsOf } from '../features/feature.js';
import { wrongPlaceIn } from '../sighting.js';
import { inEach, together } from './together.js';

/** Joins fields that were lost in exactly the same writes. */
export function joinedByUnit(causes: readonly Cause[]): Cause[] {
  const numbers = new Map<object, number>();
  const numberOf = (unit: object) => numbers.get(unit) ?? numbers.set(unit, numbers.size).size - 1;
  const byUnits = groupBy(causes, (cause) => {
    const units = cause.sightings.flatMap(({ unit }) => (unit ? [numberOf(unit)] : []));
    const isLost = notStored.has(cause.outcome) && units.length === cause.sightings.length;
    return isLost ? JSON.stringify([cause.operations, cause.outcome, [...new Set(units)].sort()]) : cause;
  });
  return [...byUnits.values()].flatMap(asOne);
}

const isOfField = ofKind('field');
const isOfValue = ofKind('is');

/** Values that count as false in many languages, so that a server takes them for none. */
export const wordsForFalse: readonly string[] = ['0', 'empty', 'false', 'null'];

/** Joins fields of one operation that lose the same kind of value, or are lost when the same other field is sent. */
export function joinedByValue(causes: readonly Cause[]): Cause[] {
  const byValue = groupBy(causes, (cause) => {
    const { circumstance, operations, outcome } = cause;
    const beside = circumstance.filter((each) => !isOfField(each));
    if (notStored.has(outcome) && circumstance.length === 2 && beside.slice(0, 1).some(ofKind('has')))
      return JSON.stringify([operations, outcome, beside]);
    const [feature = '', ...more] = toldOf(cause);
    const value = isOfValue(feature) ? attributeIn(feature) : /^value:[\w.]+=(false)$/.exec(feature)?.[1];
    // Single values beside a sort of them are those at its edge.
    const isEdge = (each: readonly string[]) => each.length === 1 && each.every(ofKind('value'));
    const isOne = circumstance.length === 1 && more.length === 0 && (cause.also ?? []).every(isEdge);
    return notStored.has(outcome) && isOne && value !== undefined
      ? JSON.stringify([operations, outcome, wordsForFalse.includes(value) ? wordsForFalse : value])
      : cause;
  });
  return [...byValue.values()].flatMap((some) =>
    some.some(({ also }) => also) ? withAll(some) : asOne(some),
  );
}

/** Several causes as one, with every circumstance of each. */
function withAll(some: readonly Cause[]): readonly Cause[] {
  const [first, ...more] = some;
  if (!first || more.length === 0) return some;
  const also = [...(first.also ?? []), ...more.flatMap((each) => [each.circumstance, ...(each.also ?? [])])];
  return [together(first, some, { also })];
}

/** With fewer fields, each is refused for a reason of its own. */
const many = 3;

/**
 * Joins fields of one operation that are refused whatever their value, or crash, where there are many, and those that
 * take the same kind of wrong value.
 */
export function joinedByCode(causes: readonly Cause[]): Cause[] {
  const byCode = groupBy(causes, (cause) => {
    const { circumstance, expected, operations, outcome } = cause;
    const [feature = '', ...more] = circumstance;
    if (more.length > 0 || cause.also !== undefined) return cause;
    const isRefused = expected === 'valid' && isFailing(cause);
    if (isRefused && ofKind('has', 'only')(feature)) return JSON.stringify([operations, outcome]);
    const { value } = partsOf(feature);
    const isOfSort = isOfValue(feature) && /^(that|with) /.test(value);
    const isOfKind = isMissing(feature) || isOfSort || (ofKind('place')(feature) && value !== '');
    const isTaken = expected === '400' && isWronglyTaken(cause) && isOfKind;
    return isTaken ? JSON.stringify([operations, outcome, value]) : cause;
  });
  // Those of the path are known, and refused for one reason.
  const isOfIds = (some: readonly Cause[]) => some.every((each) => /_id$/.test(fieldOf(each) ?? ''));
  return [...byCode.values()].flatMap((some) =>
    some.length < many && !isOfIds(some) && !some.every(isInvalidTaken) ? some : asOne(some),
  );
}

/** Whether an item lacks it. */
const isMissing = (feature: string) => partsOf(feature).value === 'missing';

/** Joins fields of one operation that are lost in the same way now and then, where nothing tells when. */
export function joinedUnclear(causes: readonly Cause[]): Cause[] {
  const byOutcome = groupBy(causes, (cause) =>
    notStored.has(cause.outcome) && (isInvolved(cause) || (cause.also ?? []).length > 1)
      ? JSON.stringify([cause.operations, cause.outcome])
      : cause,
  );
  return [...byOutcome.values()].flatMap(withAll);
}

/** Joins fields of one operation that answers show wrongly in the same way: many, in the same answers, or for one kind of value. */
export function joinedByMessage(causes: readonly Cause[]): Cause[] {
  const [wrong, others] = [causes.filter(isOfFields), causes.filter((cause) => !isOfFields(cause))];
  const byMessage = groupBy(wrong, ({ operations, outcome }) =>
    JSON.stringify([operations, placeInAnswer(outcome)?.message]),
  );
  const joined = [...byMessage.values()].map((some) =>
    new Set(some.map(({ outcome }) => outcome)).size < manyFields && !isOfOneKind(some) && !isTogether(some)
      ? some
      : asOne(some.toSorted((a, b) => (a.outcome < b.outcome ? -1 : 1))),
  );
  return [...joined.flat(), ...others];
}

/** With fewer circumstances, a server may say the same of two mistakes. */
const fewestSaid = 3;
/** What a server says of any crash. */
const ofAnyCrash = /internal|server error|unexpected|unknown error|went wrong/i;

/** What a server says of each failure of a cause, where that is the same, and more than that it has failed. */
function saidOf({ sightings }: Cause): string | undefined {
  const [said, ...others] = new Set(sightings.map(({ failure }) => messageOf(decidingOf(failure)?.answer)));
  return said === undefined || others.length > 0 || ofAnyCrash.test(said) ? undefined : said;
}

/** Joins crashes of one operation of which the server says the same, as it says of no other operation. */
export function joinedBySaying(causes: readonly Cause[]): Cause[] {
  const crashes = causes.filter((each) => isFailing(each) && isCrash(each));
  const bySaid = groupBy(crashes, (each) => saidOf(each) ?? each);
  const ofOne = [...bySaid.values()].filter(
    (some) => some.length >= fewestSaid && new Set(some.flatMap(({ operations }) => operations)).size === 1,
  );
  return [...ofOne.flatMap(asOne), ...causes.filter((each) => !ofOne.flat().includes(each))];
}

const isOfOneKind = (some: readonly Cause[]) => {
  const [kind, ...others] = new Set(some.map(attributeOf));
  return kind !== undefined && others.length === 0;
};

/** Of the answers that show one of them wrongly, so many show the others wrongly, too: what each was sent may differ. */
const sharedShare = 1 / 3;

/** Whether many answers show all of them wrongly. */
function isTogether(some: readonly Cause[]): boolean {
  const [first, ...others] = some.map(
    ({ sightings }) => new Set(sightings.flatMap(({ failure }) => decidingOf(failure)?.request ?? [])),
  );
  const isShared = (each: ReadonlySet<Request>) =>
    first !== undefined &&
    [...each].filter((request) => first.has(request)).length >= sharedShare * Math.max(each.size, first.size);
  return others.every((each) => each.size > 0 && isShared(each));
}

const isOfFields = ({ aspect, outcome }: Cause) =>
  aspect === 'answer' && placeInAnswer(outcome) !== undefined;

/** Answers that are wrong in more circumstances than these do not depend on the request. */
const maxForms = 2;
const isForm = (cause: Cause) => cause.aspect === 'answer' && !cause.sightings.every(isBodyUnreadable);

/** Several causes as one, with all their circumstances. */
export function asOne(some: readonly Cause[]): readonly Cause[] {
  const [first] = some;
  if (!first || some.length === 1) return some;
  const told = some.map(toldOf);
  // Without a circumstance it happens with any request. A wrong answer with many circumstances has none in truth, but
  // for fields that are not there, each of which may be left out where it was not sent.
  const isOfAbsence = told.every((each) => each.length === 1 && each.every(ofKind('without')));
  const isAny =
    told.some(({ length }) => length === 0) || (isForm(first) && !isOfAbsence && told.length > maxForms);
  return [together(first, some, inEach(isAny ? [] : told))];
}

/** Whether all that answers show wrongly is null; of a long one only the beginning may be left. */
export function isOfNull({ aspect, sightings }: Cause): boolean {
  const shown = sightings.flatMap((each) => wrongPlaceIn(each) ?? []);
  return aspect === 'answer' && shown.length > 0 && shown.every(({ value }) => value === null);
}

/** Joins fields of one operation that answers show as null. */
export function joinedByNull(causes: readonly Cause[]): Cause[] {
  const byOperation = groupBy(causes, (cause) => (isOfNull(cause) ? cause.operations.join() : cause));
  return [...byOperation.values()].flatMap((some) => {
    const places = some.map(({ outcome }) => placeInAnswer(outcome));
    const isOfTypes = new Set(places.map((place) => place?.message)).size > 1;
    const isOfMany = new Set(places.map((place) => place?.pointer)).size >= manyFields;
    return isOfTypes && isOfMany ? asOne(some) : some;
  });
}

/** When at least this many fields are stored only sometimes, whole writes are lost. */
export const manyFields = 3;

/**
 * Something is always wrong when it fails at least this many times as often as not: a value can be right by chance,
 * when it was there before.
 */
const mostly = 5;

/** Joins lost fields into lost writes, where many fields are stored only sometimes or hardly ever. */
export function joinedByWrite(causes: readonly Cause[]): Cause[] {
  const isPartial = ({ also, circumstance }: Cause) => also !== undefined || circumstance.length > 1;
  // A field may show what it was made with however it is written: it is lost with the others.
  const isWhole = ({ circumstance }: Cause) => circumstance.every(ofKind('field'));
  const isMany = (some: readonly Cause[]) => new Set(some.map(fieldOf)).size >= manyFields;
  const isOfAll = (some: readonly Cause[]) =>
    failuresOf(some) >= mostly * Math.max(...some.map(({ otherwise }) => otherwise));
  const notFound = causes.filter((each) => notStored.has(each.outcome) && !mixedUp(each));
  const byOperation = groupBy(notFound, ({ operations }) => operations.join());
  const lost = [...byOperation.values()]
    .map((some) => {
      if (isMany(some) && isOfAll(some)) return some;
      return isMany(some.filter(isPartial)) ? some.filter((each) => isPartial(each) || isWhole(each)) : [];
    })
    .filter(isMany);
  const joined = lost.flatMap(([first, ...more]): Cause[] => {
    if (!first) return [];
    const all = [first, ...more];
    const otherwise = Math.max(...all.map((each) => each.otherwise));
    return [together(first, all, { circumstance: [], otherwise })];
  });
  return [...joined, ...causes.filter((cause) => !lost.flat().includes(cause))];
}
