/** Finds out when failures of one kind happen: in any case, in some circumstance, or by chance. */
import { isSuccess } from '../expect.js';
import { answeredOtherwise, changedThoughRefused } from '../outcome.js';
import { type Cause, isBodyUnreadable, isInvalidTaken, isWrongSuccess, lasting } from './cause.js';
import {
  type Circumstance,
  circumstances,
  fewestRight,
  frequentIn,
  isByChance,
  type Seen,
  timesOf,
  united,
} from './circumstance.js';
import { listedOnce } from './collect.js';
import { fieldsOf, isBare, ofKind, saidBy, sharedBy } from './features/feature.js';
import { atOnce } from './features/ids.js';
import { asDecoded, type Kept, keptBeside, withoutUnchangeable } from './features/kept.js';
import { behindAnother } from './features/of-bodies.js';
import type { Sighting } from './sighting.js';

/**
 * When invalid JSON shows in more circumstances than these, the cause is what all the bodies have in common, though
 * it does not spoil every answer.
 */
const maxForms = 2;

/** With fewer drawings that are missing, their values say nothing. */
const leastListed = 3;

/** Something fails nearly always with at least this many failures, … */
const leastOften = 20;
/** … and at least this many for each time that nothing was wrong. */
const nearlyAlways = 20;

const isExplainedByOne = (found: ReturnType<typeof circumstances>) =>
  found.length === 1 && found.every(({ features }) => features.length === 1);

/** Only what a script sends on purpose is not like that, so few right ones say enough. */
const isOfBare = ({ features }: Circumstance) => features.every(isBare);

/** Where invalid values are taken, the values of other fields are not why, unless those are invalid with them. */
function asideOf(broken: readonly Sighting[]): (feature: string) => boolean {
  const invalid = broken.map(({ features }) => fieldsOf(features.filter(ofKind('place'))));
  const isTaken = broken.every(({ outcome }) => isSuccess(outcome));
  if (!isTaken || broken.some(({ expected }) => expected !== '400')) return () => false;
  // What a body lacks makes nothing in it valid.
  if (invalid.some((names) => names.length === 0)) return isAbsence;
  const names = new Set(invalid.flat());
  /** Whether it is always the invalid field that has this value. */
  const isOfInvalid = (value: string) =>
    broken.every(
      ({ features }, index) =>
        !features.includes(`anyvalue:${value}`) ||
        invalid[index]?.some((name) => features.includes(`value:${name}=${value}`)),
    );
  return (feature) =>
    isOfAnyField(feature) ||
    saidBy('anyvalue', [feature]).some((value) => !isOfInvalid(value)) ||
    (isOfValue(feature) && !fieldsOf([feature]).some((name) => names.has(name)));
}

/** Which fields are beside it, or are not. */
const isAbsence = ofKind('without', 'only');
const isOfAnyField = ofKind('any', 'truth', 'without', 'only');
const isOfValue = ofKind('is', 'value');
const isOfOthers = ofKind('any', 'is', 'value', 'anyvalue', 'fields', 'without');

/** The causes of failures of one kind, in one operation: one for each circumstance that explains some of them. */
export function causesOfKind(broken: readonly Sighting[], kept: Kept): Cause[] {
  const [first] = broken;
  if (!first) return [];
  const { operation, aspect, expected, outcome = '' } = first;
  const others = keptBeside(first, asDecoded(withoutUnchangeable(kept, broken), broken));
  // The other values in a refused body are not the reason why it is refused.
  const isOfRefused = outcome === changedThoughRefused;
  const isTaken = isInvalidTaken({ expected, outcome });
  const seen = broken.map(
    ({ features }): Seen => ({
      features: isOfRefused
        ? features.filter((each) => !isOfOthers(each))
        : features.filter((each) => isTaken || each !== behindAnother),
      times: 1,
    }),
  );
  const found = circumstances(seen, others, asideOf(broken));
  const otherwise = timesOf([], others);
  const base = { operations: [operation], aspect, expected, outcome, otherwise, spared: 0 };
  const inAnyCase = { ...base, circumstance: [], sightings: broken, failed: broken.length };
  const sparedIn = (features: readonly string[]) => (features.length > 0 ? timesOf(features, others) : 0);
  // What a list leaves out depends on what is in it: a circumstance that is not plain is found by chance.
  const isPlain = ({ features, holds }: Circumstance) =>
    features.length * found.length < 3 && holds.length >= leastListed * features.length;
  if (expected === listedOnce && !found.every(isPlain)) return [inAnyCase];
  // Where nothing was taken, what the requests have in common is not why they failed.
  const isOfInput = found.some(({ features }) => features.some(ofKind('input')));
  if (others.length > 0 && otherwise === 0 && !isOfInput) return [inAnyCase];
  // What is right as often with requests that do not differ, no circumstance explains.
  if (aspect === 'code' && isByChance(seen, others, found)) {
    // Chance is mostly what else goes on.
    const isCrowd = (each: string) => each === atOnce || (ofKind('case')(each) && each.endsWith(' at once'));
    const crowd = found.find(({ features }) => features.every(isCrowd))?.features;
    const often = crowd ? undefined : frequentIn(seen, others);
    const rest = often === undefined ? [] : broken.filter(({ features }) => !features.includes(often));
    if (rest.length > 0)
      return [broken.filter((each) => !rest.includes(each)), rest].flatMap((some) =>
        causesOfKind(some, kept),
      );
    const circumstance = crowd ?? (often === undefined ? [] : [often]);
    return [{ ...inAnyCase, circumstance, spared: sparedIn(circumstance) }];
  }
  // Lasting damage also depends on earlier requests, so several circumstances are still one cause.
  // So does what an update answers: with one code what it creates or changes, with another what it leaves.
  const isOfState = lasting.has(outcome) || isWrongSuccess({ aspect, expected, outcome });
  // And whatever a parser refuses gets the same error, malformed or too deep.
  if ((isOfState || expected === listedOnce || aspect === 'error') && found.length > 1)
    return [{ ...base, ...united(found), sightings: broken }];
  // Readings that lag behind do so whatever is written.
  if (outcome === answeredOtherwise && found.length > 1) {
    const field = sharedBy(broken, 'field');
    const circumstance = field === undefined ? [] : [`field:${field}`];
    return [{ ...inAnyCase, circumstance, spared: sparedIn(circumstance) }];
  }
  // Of what goes on at the same time, chance decides which fails.
  if (broken.every(({ features }) => features.includes(atOnce)) && !isExplainedByOne(found)) {
    const words = sharedBy(broken, 'case');
    const circumstance = [words === undefined ? atOnce : `case:${words}`];
    return [{ ...inAnyCase, circumstance, spared: timesOf(circumstance, others) }];
  }
  const isNearlyAlways = broken.length >= leastOften && broken.length >= nearlyAlways * otherwise;
  const isExplained = isExplainedByOne(found) && (otherwise >= fewestRight || found.every(isOfBare));
  if (isNearlyAlways && otherwise > 0 && !isExplained) return [inAnyCase];
  const text =
    found.length > maxForms && broken.every(isBodyUnreadable) ? sharedBy(broken, 'any') : undefined;
  if (text !== undefined) {
    const circumstance = text === 'not null' ? [] : [`any:${text}`];
    return [{ ...inAnyCase, circumstance, spared: sparedIn(circumstance) }];
  }
  return found.map(({ features, holds }) => ({
    ...base,
    circumstance: features,
    spared: sparedIn(features),
    sightings: holds.flatMap((index) => broken[index] ?? []),
    failed: holds.length,
  }));
}
