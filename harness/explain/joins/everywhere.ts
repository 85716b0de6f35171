/** Joins what is wrong in one way in several kinds of resources, or operations of one: code that they share does it. */
import { groupBy } from '../../../schemas/group-by.js';
import { familiesIn } from '../../../schemas/groups.js';
import { type Cause, isInvalidTaken, isInvolved, notStored } from '../cause.js';
import { countingAsFalse } from '../features/attributes.js';
import { ofNotation, ofStructures, ofType, ofUnreadable } from './habits/answers.js';
import { anyNull, ofCodes, ofHangs, ofNothing, ofNull, ofUnknownIds } from './habits/codes.js';
import { ofCrashingField, ofText, ofTexts, sortsIn } from './habits/texts.js';
import { ofFalse, ofRaces, ofWrites } from './habits/values.js';
import { ofForm } from './habits/wrapped.js';
import { asOne } from './operations.js';
import { asEachOfFew, inEach, operationsOf, several, together, toldOnce } from './together.js';

interface Habit {
  /** The kinds of resources that have it, at least, where these are not several. */
  readonly leastFamilies?: number;
  /** What is wrong, equal for all that have the same habit; undefined where it is none. */
  readonly keyOf: (cause: Cause, causes: readonly Cause[]) => string | undefined;
  /** When it is so in all of them, where each alone may say more: in any of these circumstances. */
  readonly circumstances: (key: string, some: readonly Cause[]) => readonly (readonly string[])[];
  /** Whether the key says what was seen of all of them. */
  readonly isOutcome?: true;
}

const always = () => [[]];

/** In any circumstance of each. */
const asEach = (_: string, some: readonly Cause[]) => toldOnce(some);

/** As the cause of most operations tells it: the others have met the same in other values. */
const asFirst = (_: string, [first]: readonly Cause[]) => (first ? [first.circumstance] : []);

/** Each is looked for in what those before it have left. */
const habits: readonly Habit[] = [
  { leastFamilies: 2, keyOf: ofForm, circumstances: always, isOutcome: true },
  { keyOf: ofType, circumstances: asEachOfFew },
  { leastFamilies: 2, keyOf: ofNotation, circumstances: asFirst },
  { leastFamilies: 1, keyOf: ofStructures, circumstances: asEachOfFew },
  { keyOf: ofText, circumstances: (attribute) => [[`any:${attribute}`]] },
  { keyOf: ofTexts, circumstances: (key) => sortsIn(key).map((sort) => [`any:${sort}`]) },
  { leastFamilies: 2, keyOf: ofCrashingField, circumstances: asEach },
  { keyOf: ofUnreadable, circumstances: asFirst },
  { keyOf: ofFalse, circumstances: () => [[countingAsFalse]] },
  { leastFamilies: 1, keyOf: (each) => ofRaces(each) && each.operations.join(), circumstances: asEachOfFew },
  { keyOf: ofRaces, circumstances: asEachOfFew },
  { keyOf: ofWrites, circumstances: always },
  { keyOf: ofCodes, circumstances: always },
  { leastFamilies: 1, keyOf: ofNull, circumstances: () => [[anyNull]] },
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
  { leastFamilies = several, keyOf, circumstances, isOutcome }: Habit,
): readonly Cause[] {
  const byKey = groupBy(causes, (cause) => keyOf(cause, causes) ?? cause);
  return [...byKey].flatMap(([key, some]) => {
    if (typeof key !== 'string' || some.length < 2 || familiesIn(operationsOf(some)) < leastFamilies)
      return some;
    const inOrder = some.toSorted((a, b) => b.operations.length - a.operations.length);
    const { also: _, ...joined } = asOne(inOrder);
    const outcome = isOutcome ? { outcome: key } : {};
    return [{ ...joined, ...inEach(circumstances(key, inOrder)), ...outcome }];
  });
}
