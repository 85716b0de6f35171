/** Causes of one operation that are one mistake in several of its fields. */
import { groupBy } from '../../schemas/group-by.js';
import { type Cause, failuresOf, fieldOf, isBodyUnreadable, notStored, toldOf } from './cause.js';

/**
 * Several values of one field that go wrong alike are one mistake about that field; an answer is written in one place,
 * and JSON is parsed in one.
 */
export function joinedByField(causes: readonly Cause[]): Cause[] {
  const byField = groupBy(causes, (cause) => {
    const isOfForm = cause.aspect === 'error' || cause.aspect === 'answer';
    return isOfForm ? cause.aspect : isOfMalformed(cause) ? 'malformed' : (fieldOf(cause) ?? cause);
  });
  return [...byField.values()].flatMap(asOne);
}

const isOfMalformed = ({ circumstance, expected, sightings }: Cause) =>
  expected === '400' &&
  circumstance.length === 1 &&
  sightings.every(({ features }) => features.includes('input:malformed JSON'));

/** Fields that were lost by the same writes, and by no other, were lost together. */
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

/** Fields of one operation whose values of one kind, or beside one field, are lost alike are lost in one place. */
export function joinedByValue(causes: readonly Cause[]): Cause[] {
  const byValue = groupBy(causes, (cause) => {
    const { circumstance, operations, outcome } = cause;
    const beside = circumstance.filter((each) => !each.startsWith('field:'));
    if (notStored.has(outcome) && circumstance.length === 2 && beside.join().startsWith('has:'))
      return JSON.stringify([operations, outcome, beside]);
    const [feature = '', ...more] = toldOf(cause);
    const [, value] = /^is:[\w.]+=(.+)$/.exec(feature) ?? [];
    const isOne = circumstance.length === 1 && more.length === 0 && cause.also === undefined;
    return notStored.has(outcome) && isOne && value !== undefined
      ? JSON.stringify([operations, outcome, value])
      : cause;
  });
  return [...byValue.values()].flatMap(asOne);
}

/** Answers that are wrong in more circumstances than these are so by what the server has to show. */
const maxForms = 2;
const isForm = (cause: Cause) => cause.aspect === 'answer' && !cause.sightings.every(isBodyUnreadable);

/** One cause with the circumstances of several. */
function asOne(some: readonly Cause[]): readonly Cause[] {
  const [first] = some;
  if (!first || some.length === 1) return some;
  const told = some.map(toldOf);
  const { also: _, ...rest } = first;
  // Where one is in no circumstance, all are in any; what an answer lacks has hardly many.
  const isAny = told.some(({ length }) => length === 0) || (isForm(first) && told.length > maxForms);
  const [circumstance = [], ...also] = isAny ? [[]] : told;
  return [
    {
      ...rest,
      circumstance,
      ...(also.length > 0 && { also }),
      sightings: some.flatMap(({ sightings }) => sightings),
      failed: failuresOf(some),
    },
  ];
}

/** Fields that are stored at times and at times not: from so many on, it is the writes that are lost. */
const manyFields = 3;

/** So many times as often as it was right, something is always wrong: a value may be what was there before. */
const mostly = 5;

/** Where many fields are stored at times only, or hardly any ever is, whole writes are lost. */
export function joinedByWrite(causes: readonly Cause[]): Cause[] {
  const isPartial = ({ also, circumstance }: Cause) => also !== undefined || circumstance.length > 1;
  const isMany = (some: readonly Cause[]) => new Set(some.map(fieldOf)).size >= manyFields;
  const isOfAll = (some: readonly Cause[]) =>
    failuresOf(some) >= mostly * Math.max(...some.map(({ otherwise }) => otherwise));
  const notFound = causes.filter(({ outcome }) => notStored.has(outcome));
  const byOperation = groupBy(notFound, ({ operations }) => operations.join());
  const lost = [...byOperation.values()]
    .map((some) => (isMany(some) && isOfAll(some) ? some : some.filter(isPartial)))
    .filter(isMany);
  const joined = lost.flatMap(([first, ...more]): Cause[] => {
    if (!first) return [];
    const all = [first, ...more];
    const { also: _, ...rest } = first;
    return [
      {
        ...rest,
        circumstance: [],
        sightings: all.flatMap(({ sightings }) => sightings),
        failed: failuresOf(all),
        otherwise: Math.max(...all.map(({ otherwise }) => otherwise)),
      },
    ];
  });
  return [...joined, ...causes.filter((cause) => !lost.flat().includes(cause))];
}
