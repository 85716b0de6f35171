/** Groups sightings into causes: what is wrong, in which circumstance, in which operations. */
import { groupBy } from '../../schemas/group-by.js';
import {
  type Cause,
  fieldOf,
  isBodyUnreadable,
  isFailing,
  isOfWhole,
  isWithin,
  isWrongSuccess,
  lasting,
  notStored,
  toldOf,
} from './cause.js';
import { circumstances, type Seen, timesOf, united } from './circumstance.js';
import { listedOnce } from './collect.js';
import {
  joinedByField,
  joinedByMessage,
  joinedByRefusal,
  joinedByUnit,
  joinedByValue,
  joinedByWrite,
  joinedUnclear,
} from './joins/fields.js';
import { joinedByOperation, keptOf } from './joins/operations.js';
import type { Sighting, Sightings } from './sighting.js';
import { sharedBy } from './words/nouns.js';

type Kept = Sightings['kept'];

export function causesOf(all: { readonly broken: readonly Sighting[]; readonly kept: Kept }): Cause[] {
  const alone = all.broken.filter(({ inCompany }) => !inCompany);
  const single = ofKinds(alone, all.kept);
  const late = all.broken.filter(({ inCompany }) => inCompany);
  // A failure that shows only after other requests may follow from what a known cause left behind.
  const hosts = new Map(
    late.map((each) => [
      each,
      single.findIndex(
        (cause) =>
          isOn(cause, each) &&
          (lasts(cause, each) || isAlike(cause, each) || isOnlyCode(cause, each, single)),
      ),
    ]),
  );
  const known = single.map((cause, index) => ({
    ...cause,
    sightings: [...cause.sightings, ...late.filter((each) => hosts.get(each) === index)],
  }));
  const own = late.filter((each) => hosts.get(each) === -1);
  const each = joinedByUnit([...known, ...inCompanyOnly(own, all.kept)]);
  return withCompany(
    joinedByOperation(
      joinedByMessage(joinedByRefusal(joinedUnclear(joinedByValue(joinedByWrite(each))))),
      all.kept,
    ),
  ).map((cause) => ({ ...cause, circumstance: toldOf(cause) }));
}

/** What shows only after other requests goes with the one cause that fails in the same way, whatever is sent. */
function withCompany(causes: readonly Cause[]): Cause[] {
  const isLate = ({ sightings }: Cause) => sightings.every(({ inCompany }) => inCompany);
  const isSame = (a: Cause, b: Cause) =>
    a.aspect === b.aspect && a.expected === b.expected && a.outcome === b.outcome && isWithin(a, b);
  const hostOf = (late: Cause) => {
    if (!isLate(late)) return undefined;
    const hosts = causes.filter((each) => !isLate(each) && isSame(late, each));
    const general = hosts.find(({ circumstance }) => circumstance.length === 0);
    return general ?? (late.aspect === 'code' && hosts.length === 1 ? hosts[0] : undefined);
  };
  const hosts = new Map(causes.map((each) => [each, hostOf(each)]));
  return causes
    .filter((each) => !hosts.get(each))
    .map((host) => {
      const mine = causes.filter((each) => hosts.get(each) === host);
      return { ...host, sightings: [host, ...mine].flatMap(({ sightings }) => sightings) };
    });
}

/**
 * A failure that shows only after other requests gets a circumstance when it was seen at least this often: those
 * other requests, which may matter too, are not looked at.
 */
const leastInCompany = 3;

/** Causes of failures that showed only after other requests, never when the request was sent alone. */
function inCompanyOnly(late: readonly Sighting[], kept: Kept): Cause[] {
  const byKind = groupBy(late, ({ operation, aspect, expected, outcome }) =>
    // Occasional wrong codes can hit any operation, so they are grouped together; other failures belong to one.
    JSON.stringify([aspect === 'code' ? '' : operation, aspect, expected, outcome]),
  );
  return [...byKind.values()].flatMap(([first, ...more]): Cause[] => {
    if (!first) return [];
    const { aspect, expected, outcome = '' } = first;
    const sightings = [first, ...more];
    const operations = [...new Set(sightings.map(({ operation }) => operation))];
    const right = operations.flatMap((operation) => keptBeside({ ...first, operation }, kept));
    const otherwise = timesOf([], right);
    const [found, ...others] = circumstances(
      sightings.map(({ features }): Seen => ({ features, times: 1 })),
      right,
    );
    const failed = sightings.length;
    const isTold = found?.features.length === 1 && others.length === 0 && failed >= leastInCompany;
    const circumstance = isTold ? found.features : [];
    return [{ operations, aspect, expected, outcome, sightings, failed, otherwise, circumstance, spared: 0 }];
  });
}

/** Whether a cause changes something lasting, which a later request can show. */
const lasts = (cause: Cause, late: Sighting) =>
  lasting.has(cause.outcome) || (notStored.has(cause.outcome) && isAbout(cause, late));
/** Whether the later answer is wrong in the same way as answers to single requests. */
const isAlike = ({ aspect, outcome }: Cause, late: Sighting) =>
  aspect === 'answer' && late.aspect === aspect && late.outcome === outcome;
/** Whether this is the one cause by which single requests get the same wrong code. */
function isOnlyCode(cause: Cause, late: Sighting, single: readonly Cause[]): boolean {
  const isSame = (each: Cause) =>
    isOn(each, late) &&
    each.aspect === 'code' &&
    late.aspect === 'code' &&
    each.expected === late.expected &&
    each.outcome === late.outcome;
  return isSame(cause) && single.filter(isSame).length === 1;
}
const isOn = ({ operations }: Cause, { operation }: Sighting) => operations.includes(operation);

/** Whether the field of a cause is the one that is wrong in the later answer. */
function isAbout(cause: Cause, { failure }: Sighting): boolean {
  const pointer = failure?.violations[0]?.pointer ?? '';
  const field = fieldOf(cause);
  return field !== undefined && pointer.split('/').includes(field);
}

function ofKinds(broken: readonly Sighting[], kept: Kept): Cause[] {
  const byKind = groupBy(broken, (each) => {
    // An HTML error page breaks several rules at once, and so do bytes that are not UTF-8: that is one mistake.
    const isNoJson = (each.aspect === 'error' && isOfWhole(each)) || isBodyUnreadable(each);
    const outcome = isNoJson ? 'no JSON' : each.outcome;
    return JSON.stringify([each.operation, each.aspect, each.expected, outcome]);
  });
  return [...byKind.values()].flatMap((some) =>
    joinedByField(causesOfKind(some, [...kept, ...succeededWrongly(some, broken)])),
  );
}

/** Requests that succeeded with a wrong success code: they did not fail, so the circumstance must exclude them. */
function succeededWrongly([first]: readonly Sighting[], broken: readonly Sighting[]): Kept {
  if (first?.aspect !== 'code' || !isFailing({ aspect: 'code', outcome: first.outcome ?? '' })) return [];
  return broken
    .filter(({ aspect, outcome = '' }) => aspect === 'code' && outcome.startsWith('status 2'))
    .map((sighting) => ({ sighting, times: 1 }));
}

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

function causesOfKind(broken: readonly Sighting[], kept: Kept): Cause[] {
  const [first] = broken;
  if (!first) return [];
  const { operation, aspect, expected, outcome = '' } = first;
  const others = keptBeside(first, kept);
  // The other values in a refused body are not the reason why it is refused.
  const isOfRefused = outcome === 'changed though refused';
  const seen = broken.map(
    ({ features }): Seen => ({
      features: isOfRefused
        ? features.filter((each) => !/^(any|is|value|anyvalue|fields|without):/.test(each))
        : features,
      times: 1,
    }),
  );
  const found = circumstances(seen, others);
  const otherwise = timesOf([], others);
  const base = { operations: [operation], aspect, expected, outcome, otherwise, spared: 0 };
  // What a list leaves out depends on what is in it: a circumstance that is not plain is found by chance.
  const isPlain = found.length === 1 && found[0]?.features.length === 1 && broken.length >= leastListed;
  if (expected === listedOnce && !isPlain)
    return [{ ...base, circumstance: [], sightings: broken, failed: broken.length }];
  // Where nothing was taken, what the requests have in common is not why they failed.
  const isOfInput = found.some(({ features }) => features.some((each) => each.startsWith('input:')));
  if (others.length > 0 && otherwise === 0 && !isOfInput)
    return [{ ...base, circumstance: [], sightings: broken, failed: broken.length }];
  // Lasting damage also depends on earlier requests, so several circumstances are still one cause.
  // So does what an update answers: with one code what it creates or changes, with another what it leaves.
  const isOfState = lasting.has(outcome) || isWrongSuccess({ aspect, expected, outcome });
  if (isOfState && found.length > 1) return [{ ...base, ...united(found), sightings: broken }];
  const isNearlyAlways = broken.length >= leastOften && broken.length >= nearlyAlways * otherwise;
  if (isNearlyAlways && otherwise > 0)
    return [{ ...base, circumstance: [], sightings: broken, failed: broken.length }];
  const text =
    found.length > maxForms && broken.every(isBodyUnreadable) ? sharedBy(broken, 'any:') : undefined;
  if (text !== undefined) {
    const circumstance = text === 'not null' ? [] : [`any:${text}`];
    return [
      {
        ...base,
        circumstance,
        spared: circumstance.length > 0 ? timesOf(circumstance, others) : 0,
        sightings: broken,
        failed: broken.length,
      },
    ];
  }
  return found.map(({ features, holds }) => ({
    ...base,
    circumstance: features,
    spared: features.length > 0 ? timesOf(features, others) : 0,
    sightings: holds.flatMap((index) => broken[index] ?? []),
    failed: holds.length,
  }));
}

/**
 * Requests with the same duty that were answered correctly. A valid request that was refused only shows its sort of
 * input: whether it would have failed otherwise is unknown.
 */
function keptBeside({ operation, aspect, expected }: Sighting, kept: Kept): Seen[] {
  const duty = { aspect, expected };
  if (aspect !== 'code' || expected !== 'valid') return keptOf(kept, operation, duty);
  const taken = keptOf(kept, operation, duty, ({ succeeded }) => succeeded);
  // Bodies that are too large or too deep are refused whatever else is in them.
  const isLarge = (each: string) => /^body:(deep nesting$|a body of more )/.test(each);
  const refused = keptOf(kept, operation, duty, (each) => !each.succeeded && !each.features.some(isLarge))
    // Not counted: whether they would have failed is not known.
    .map(({ features }) => ({ features: features.filter((each) => each.startsWith('input:')), times: 0 }))
    .filter(({ features }) => features.length > 0);
  return [...taken, ...refused];
}
