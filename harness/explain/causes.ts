/** From sightings to causes: what is wrong, in which circumstance, in which operations. */
import { groupBy } from '../../schemas/group-by.js';
import {
  type Cause,
  fieldOf,
  isBodyUnreadable,
  isFailing,
  isOfWhole,
  lasting,
  notStored,
  toldOf,
} from './cause.js';
import { circumstances, type Seen, timesOf, united } from './circumstance.js';
import { joinedByField, joinedByUnit, joinedByValue, joinedByWrite } from './join-fields.js';
import { joinedByOperation, keptOf } from './join-operations.js';
import type { Sighting, Sightings } from './sighting.js';
import { sharedBy } from './words/nouns.js';

type Kept = Sightings['kept'];

export function causesOf(all: { readonly broken: readonly Sighting[]; readonly kept: Kept }): Cause[] {
  const alone = all.broken.filter(({ inCompany }) => !inCompany);
  const single = ofKinds(alone, all.kept);
  const late = all.broken.filter(({ inCompany }) => inCompany);
  // What shows behind other requests only follows from what these have left behind, where that is known.
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
  return joinedByOperation(joinedByValue(joinedByWrite(each)), all.kept).map((cause) => ({
    ...cause,
    circumstance: toldOf(cause),
  }));
}

/** So often a circumstance must have been seen behind other requests: what they were is left open. */
const leastInCompany = 3;

/** What showed behind other requests, and not when it was sent alone: the request says at most a part of when. */
function inCompanyOnly(late: readonly Sighting[], kept: Kept): Cause[] {
  const byKind = groupBy(late, ({ operation, aspect, expected, outcome }) =>
    // A server that fails at times does so at any request; what is lost is lost by one operation.
    JSON.stringify([aspect === 'code' ? '' : operation, aspect, expected, outcome]),
  );
  return [...byKind.values()].flatMap(([first, ...more]): Cause[] => {
    if (!first) return [];
    const { aspect, expected, outcome = '' } = first;
    const sightings = [first, ...more];
    const operations = [...new Set(sightings.map(({ operation }) => operation))];
    const right = operations.flatMap((operation) => keptBeside({ ...first, operation }, kept));
    const otherwise = right.reduce((sum, { times }) => sum + times, 0);
    const [found, ...others] = circumstances(
      sightings.map(({ features }): Seen => ({ features, times: 1 })),
      right,
    );
    const isTold = found?.features.length === 1 && others.length === 0 && sightings.length >= leastInCompany;
    const circumstance = isTold ? found.features : [];
    return [
      {
        operations,
        aspect,
        expected,
        outcome,
        sightings,
        failed: sightings.length,
        otherwise,
        circumstance,
        spared: 0,
      },
    ];
  });
}

/** Whether a cause leaves something behind that later requests can meet. */
const lasts = (cause: Cause, late: Sighting) =>
  lasting.has(cause.outcome) || (notStored.has(cause.outcome) && isAbout(cause, late));
/** Whether later answers are wrong as those to single requests are. */
const isAlike = ({ aspect, outcome }: Cause, late: Sighting) =>
  aspect === 'answer' && late.aspect === aspect && late.outcome === outcome;
/** Whether single requests are answered with the same code, in one circumstance only. */
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

/** Whether the field that a cause is about is the one that is wrong later. */
function isAbout(cause: Cause, { failure }: Sighting): boolean {
  const pointer = failure?.violations[0]?.pointer ?? '';
  const field = fieldOf(cause);
  return field !== undefined && pointer.split('/').includes(field);
}

function ofKinds(broken: readonly Sighting[], kept: Kept): Cause[] {
  const byKind = groupBy(broken, (each) => {
    // An error page is neither JSON nor declared as such; what is no UTF-8 is no JSON either.
    const isNoJson = (each.aspect === 'error' && isOfWhole(each)) || isBodyUnreadable(each);
    const outcome = isNoJson ? 'no JSON' : each.outcome;
    return JSON.stringify([each.operation, each.aspect, each.expected, outcome]);
  });
  return [...byKind.values()].flatMap((some) =>
    joinedByField(causesOfKind(some, [...kept, ...succeededWrongly(some, broken)])),
  );
}

/** A success under a wrong code speaks against a failure as a right one does. */
function succeededWrongly([first]: readonly Sighting[], broken: readonly Sighting[]): Kept {
  if (first?.aspect !== 'code' || !isFailing({ aspect: 'code', outcome: first.outcome ?? '' })) return [];
  return broken
    .filter(({ aspect, outcome = '' }) => aspect === 'code' && outcome.startsWith('status 2'))
    .map((sighting) => ({ sighting, times: 1 }));
}

/** In more circumstances than these, what makes no JSON is what all of them have in common: it does at times. */
const maxForms = 2;

/** From so many failures on, and so many times as often as it was right, something nearly always fails. */
const leastOften = 20;
const nearlyAlways = 20;

function causesOfKind(broken: readonly Sighting[], kept: Kept): Cause[] {
  const [first] = broken;
  if (!first) return [];
  const { operation, aspect, expected, outcome = '' } = first;
  const others = keptBeside(first, kept);
  // What else is in a body that is refused is not what it is refused for.
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
  const otherwise = others.reduce((sum, { times }) => sum + times, 0);
  const base = { operations: [operation], aspect, expected, outcome, otherwise, spared: 0 };
  // What is left of earlier requests depends on them as well: one cause.
  if (lasting.has(outcome) && found.length > 1) return [{ ...base, ...united(found), sightings: broken }];
  const isNearlyAlways = broken.length >= leastOften && broken.length >= nearlyAlways * otherwise;
  if (isNearlyAlways && otherwise > 0)
    return [{ ...base, circumstance: [], sightings: broken, failed: broken.length }];
  const text =
    found.length > maxForms && broken.every(isBodyUnreadable) ? sharedBy(broken, 'any:') : undefined;
  if (text !== undefined) {
    const circumstance = [`any:${text}`];
    return [
      {
        ...base,
        circumstance,
        spared: timesOf(circumstance, others),
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

/** What was kept of the same duty; a refusal says of what sort of input it is only, not what would have come of it. */
function keptBeside({ operation, aspect, expected }: Sighting, kept: Kept): Seen[] {
  const duty = { aspect, expected };
  if (aspect !== 'code' || expected !== 'valid') return keptOf(kept, operation, duty);
  const taken = keptOf(kept, operation, duty, ({ succeeded }) => succeeded);
  // Size and depth are refused whatever the sort.
  const isLarge = (each: string) => /^body:(deep nesting$|a body of more )/.test(each);
  const refused = keptOf(kept, operation, duty, (each) => !each.succeeded && !each.features.some(isLarge))
    // Not counted: whether they would have failed is not known.
    .map(({ features }) => ({ features: features.filter((each) => each.startsWith('input:')), times: 0 }))
    .filter(({ features }) => features.length > 0);
  return [...taken, ...refused];
}
