/** Joins what is wrong in one way in several kinds of resources, or operations of one: code that they share does it. */
import { groupBy } from '../../../schemas/group-by.js';
import { familiesIn, familyOf } from '../../../schemas/groups.js';
import { isClientError, placeInAnswer } from '../../expect.js';
import { typeOf } from '../../http/exchange.js';
import { notWhatWasWritten } from '../../outcome.js';
import {
  type Cause,
  fieldIn,
  isBodyUnreadable,
  isCrash,
  isInvalidTaken,
  isInvolved,
  notStored,
} from '../cause.js';
import { countingAsFalse } from '../features/attributes.js';
import { attributeIn, ofKind, placeIn, saidBy } from '../features/feature.js';
import { nothing } from '../features/ids.js';
import { type Sighting, wrongPlaceIn } from '../sighting.js';
import { isAtOnce, isOfFields } from '../words/states.js';
import { wordsForFalse } from './fields.js';
import { asOne } from './operations.js';
import { inEach, operationsOf, together, toldIn, toldOnce } from './together.js';

/** With fewer kinds of resources, each may have the mistake by itself. */
const several = 3;

interface Habit {
  /** The kinds of resources that have it, at least, where these are not several. */
  readonly leastFamilies?: number;
  /** What is wrong, equal for all that have the same habit; undefined where it is none. */
  readonly keyOf: (cause: Cause, causes: readonly Cause[]) => string | undefined;
  /** When it is so in all of them, where each alone may say more: in any of these circumstances. */
  readonly circumstances: (key: string, some: readonly Cause[]) => readonly (readonly string[])[];
}

const always = () => [[]];

/** More circumstances than these are none. */
const maxTold = 4;

/** In any circumstance of each. */
const asEach = (_: string, some: readonly Cause[]) => toldOnce(some);

/** As the cause of most operations tells it: the others have met the same in other values. */
const asFirst = (_: string, [first]: readonly Cause[]) => (first ? [first.circumstance] : []);

/** In any circumstance of each, where these are few. */
function asEachOfFew(_: string, some: readonly Cause[]): readonly (readonly string[])[] {
  const told = toldOnce(some);
  return told.length > maxTold || told.some(({ length }) => length === 0) ? always() : told;
}

/** Each is looked for in what those before it have left. */
const habits: readonly Habit[] = [
  { keyOf: ofType, circumstances: asEachOfFew },
  { leastFamilies: 1, keyOf: ofStructures, circumstances: asEachOfFew },
  { keyOf: ofText, circumstances: (attribute) => [[`any:${attribute}`]] },
  { keyOf: ofCrashingText, circumstances: (key) => sortsIn(key).map((sort) => [`any:${sort}`]) },
  { leastFamilies: 2, keyOf: ofCrashingField, circumstances: asEach },
  { keyOf: ofUnreadable, circumstances: asFirst },
  { keyOf: ofFalse, circumstances: () => [[countingAsFalse]] },
  { leastFamilies: 1, keyOf: (each) => ofRaces(each) && each.operations.join(), circumstances: asEachOfFew },
  { keyOf: ofRaces, circumstances: asEachOfFew },
  { keyOf: ofWrites, circumstances: always },
  { keyOf: ofCrashes, circumstances: always },
  { keyOf: ofUnknownIds, circumstances: ofNothing },
  { leastFamilies: 1, keyOf: ofHangs, circumstances: always },
];

/** The causes, those with a habit in common joined. */
export const joinedEverywhere = (causes: readonly Cause[]): readonly Cause[] =>
  joinedAtTimes(habits.reduce(joinedBy, causes));

/**
 * Joins writes of several kinds of resources that do nothing now and then, whatever they are sent: values that are lost
 * for no reason that shows, and invalid ones that are mostly refused.
 */
function joinedAtTimes(causes: readonly Cause[]): readonly Cause[] {
  const lost = causes.filter(
    ({ circumstance, failed, otherwise, outcome }) =>
      notStored.has(outcome) && circumstance.length === 0 && failed <= otherwise,
  );
  if (familiesIn(operationsOf(lost)) < several) return causes;
  const isOfIt = (each: Cause) =>
    notStored.has(each.outcome)
      ? isInvolved(each) || each.failed <= seldom
      : each.aspect === 'code' && isInvalidTaken(each) && each.otherwise >= mostlyRefused * each.failed;
  const left = causes.filter((each) => !lost.includes(each));
  const all = [...lost, ...left.filter(isOfIt)];
  const otherwise = all.reduce((sum, each) => sum + each.otherwise, 0);
  const joined = lost[0] ? [together(lost[0], all, { circumstance: [], otherwise })] : [];
  return [...joined, ...left.filter((each) => !isOfIt(each))];
}

/** So many times are chance. */
const seldom = 2;

/** What is taken is so for no reason that shows where it is refused this many times as often. */
const mostlyRefused = 2;

function joinedBy(
  causes: readonly Cause[],
  { leastFamilies = several, keyOf, circumstances }: Habit,
): readonly Cause[] {
  const byKey = groupBy(causes, (cause) => keyOf(cause, causes) ?? cause);
  return [...byKey].flatMap(([key, some]) => {
    if (typeof key !== 'string' || some.length < 2 || familiesIn(operationsOf(some)) < leastFamilies)
      return some;
    const inOrder = some.toSorted((a, b) => b.operations.length - a.operations.length);
    const { also: _, ...joined } = asOne(inOrder);
    return [{ ...joined, ...inEach(circumstances(key, inOrder)) }];
  });
}

/** Fields that answers show as another type, whichever fields those are; or one field with another value. */
function ofType({ aspect, outcome, sightings }: Cause): string | undefined {
  const message = placeInAnswer(outcome)?.message;
  if (aspect !== 'answer' || !message || message === 'is missing') return undefined;
  const shown = sightings.flatMap((each) => wrongPlaceIn(each) ?? []).map(({ value }) => typeOf(value));
  const [type, ...types] = new Set(shown);
  const [field, ...fields] = new Set(sightings.map(fieldIn));
  if (type === undefined || types.length > 0) return undefined;
  // Null stands for what is missing, and numbers are missing for other reasons than texts.
  if (isOfType.test(message)) return type === 'null' ? message : type;
  return fields.length === 0 ? `${type} ${field}` : undefined;
}

const isOfType = /^must be (?:an? )?(?:array|boolean|integer|null|number|object|string)/;

/** Objects and lists that an operation shows as text. */
function ofStructures({ aspect, operations, outcome, sightings }: Cause): string | undefined {
  const isOfText = sightings.every((each) => typeof wrongPlaceIn(each)?.value === 'string');
  const isStructure = /^must be (?:array|object)/.test(placeInAnswer(outcome)?.message ?? '');
  return aspect === 'answer' && isStructure && isOfText ? operations.join() : undefined;
}

/** The sort of text that comes back otherwise, or not at all, also where an operation gets no other text. */
function ofText({ outcome, ...cause }: Cause, causes: readonly Cause[]): string | undefined {
  if (!isOfFields(outcome)) return undefined;
  const sorts = causes.filter((each) => each.outcome === outcome).flatMap((each) => sortOf(each) ?? []);
  const has =
    (sort: string) =>
    ({ features }: Sighting) =>
      features.some((each) => attributeIn(each) === sort);
  return sortOf(cause) ?? sorts.find((sort) => cause.sightings.every(has(sort)));
}

/** The sorts of text that operations crash on, in the fields that they have: those of one, and of any that shares one. */
function ofCrashingText(cause: Cause, causes: readonly Cause[]): string | undefined {
  const own = textsIn(cause);
  if (own.length === 0) return undefined;
  const others = causes.filter(({ outcome }) => outcome === cause.outcome).map(textsIn);
  const withShared = (sorts: readonly string[]): readonly string[] => {
    const shared = others.filter((each) => each.some((sort) => sorts.includes(sort)));
    const all = [...new Set([...sorts, ...shared.flat()])];
    return all.length === sorts.length ? all : withShared(all);
  };
  return [cause.outcome, ...withShared(own).toSorted()].join('\n');
}

/** The sorts of text that an operation crashes on; none where it does on anything else as well. */
function textsIn({ outcome, ...cause }: Cause): readonly string[] {
  const told = toldIn(cause);
  const sorts = told.map(([first = '']) => attributeIn(first) ?? '');
  const isOfSorts =
    told.every(({ length }) => length === 1) && sorts.every((sort) => /^(with|longer) /.test(sort));
  return isCrash({ outcome }) && isOfSorts ? [...new Set(sorts)] : [];
}
const sortsIn = (key: string) => key.split('\n').slice(1);

/** The field of which several sorts of values crash: each operation may have met others of them. */
function ofCrashingField({ expected, outcome, ...cause }: Cause): string | undefined {
  const told = toldIn(cause);
  const [place, ...others] = new Set(told.map(([first = '']) => placeIn(first)));
  const isOfOne = told.length > 1 && place !== undefined && others.length === 0;
  return isOfOne && isCrash({ outcome }) ? [expected, outcome, place].join('\n') : undefined;
}

/** The one sort of value in all circumstances of a cause. */
function sortOf(cause: Pick<Cause, 'also' | 'circumstance'>): string | undefined {
  const told = toldIn(cause);
  const [sort, ...others] = new Set(told.map(([first = '']) => attributeIn(first)));
  return others.length === 0 && told.every(({ length }) => length === 1) ? sort : undefined;
}

/** Values that count as false and are lost, in each operation those that it takes. */
function ofFalse({ outcome, ...cause }: Cause): string | undefined {
  const isFalse = (each: readonly string[]) =>
    each.some((one) => isOfTruth(one) || wordsForFalse.includes(attributeIn(one) ?? ''));
  return notStored.has(outcome) && toldIn(cause).every(isFalse) ? outcome : undefined;
}
const isOfTruth = ofKind('truth');

/** Text that spoils the JSON of an answer, whichever values show it in one operation. */
function ofUnreadable({ circumstance, sightings }: Cause): string | undefined {
  return circumstance.some(isOfValue) && sightings.every(isBodyUnreadable) ? 'unreadable' : undefined;
}
const isOfValue = ofKind('any', 'anyvalue', 'is', 'value');

/** Whether a field ends with another value than the last one written, where several requests come at once. */
export const isOfRace = ({ features, outcome }: Sighting): boolean =>
  notWhatWasWritten.is(outcome) && saidBy('case', features).some(isAtOnce);

/** What is lost in races, whichever field it is. */
function ofRaces({ outcome, sightings }: Cause): string | undefined {
  return notWhatWasWritten.is(outcome) && sightings.every(isOfRace) ? 'at once' : undefined;
}

/** What is lost this many times as often as not is lost whatever it is. */
const mostly = 5;

/** Writes that are hardly ever stored, and those that change what they are not sent, whichever fields those are. */
function ofWrites({ circumstance, failed, otherwise, outcome }: Cause): string | undefined {
  if (outcome === 'other fields changed') return circumstance.length === 0 ? outcome : undefined;
  return notStored.has(outcome) && failed >= mostly * Math.max(1, otherwise) ? outcome : undefined;
}

/** Crashes whatever is asked for, and for what is valid where several kinds of resources do so. */
function ofCrashes(
  { aspect, circumstance, expected, outcome }: Cause,
  causes: readonly Cause[],
): string | undefined {
  if (aspect !== 'code' || !isCrash({ outcome })) return undefined;
  const plain = causes.filter(
    (each) => each.aspect === 'code' && each.outcome === outcome && each.circumstance.length === 0,
  );
  const isOfSeveral = expected === 'valid' && familiesIn(operationsOf(plain)) >= several;
  return circumstance.length === 0 || isOfSeveral ? outcome : undefined;
}

/** No answer any more, where one of the operations on a resource gives none whatever is asked. */
function ofHangs(cause: Cause, causes: readonly Cause[]): string | undefined {
  const isAlike = ({ operations, outcome }: Cause) =>
    outcome === cause.outcome && familiesIn([...operations, ...cause.operations]) === 1;
  const isOfAll = causes.some((each) => each.circumstance.length === 0 && isAlike(each));
  return cause.outcome === 'transport timeout' && isOfAll ? cause.operations.map(familyOf)[0] : undefined;
}

/** Ids that nothing has, where all of them are: what exists elsewhere has some. */
function ofNothing(key: string, some: readonly Cause[]): readonly (readonly string[])[] {
  const all = some.flatMap(({ sightings }) => sightings);
  return all.every(({ features }) => features.includes(nothing)) ? [[nothing]] : asEachOfFew(key, some);
}

/** A wrong code for ids of one sort that nothing has, and for others in other operations. */
function ofUnknownIds({ aspect, circumstance, expected, outcome }: Cause): string | undefined {
  const isOfIds = circumstance.length === 1 && circumstance.every(ofKind('ids'));
  return aspect === 'code' && expected === '404' && isOfIds && isClientError(outcome) ? outcome : undefined;
}
