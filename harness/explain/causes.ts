/** From sightings to causes: what is wrong, in which circumstance, in which operations. */
import { groupBy } from '../../schemas/group-by.js';
import { groups } from '../../schemas/groups.js';
import type { OperationId } from '../../schemas/index.js';
import {
  type Cause,
  failuresOf,
  fieldOf,
  isFailing,
  isOfWhole,
  isWronglyTaken,
  lasting,
  notStored,
  toldOf,
} from './cause.js';
import { circumstances, type Seen, timesOf, united } from './circumstance.js';
import { joinedByField, joinedByUnit, joinedByValue, joinedByWrite } from './join-fields.js';
import type { Sighting, Sightings } from './sighting.js';

type Kept = Sightings['kept'];

export function causesOf(all: { readonly broken: readonly Sighting[]; readonly kept: Kept }): Cause[] {
  const alone = all.broken.filter(({ inCompany }) => !inCompany);
  const single = ofKinds(alone, all.kept);
  const late = all.broken.filter(({ inCompany }) => inCompany);
  // What shows behind other requests only follows from what these have left behind, where that is known.
  const hosts = new Map(
    late.map((each) => [
      each,
      single.findIndex((cause) => (lasts(cause, each) || isAlike(cause, each)) && isOn(cause, each)),
    ]),
  );
  const known = single.map((cause, index) => ({
    ...cause,
    sightings: [...cause.sightings, ...late.filter((each) => hosts.get(each) === index)],
  }));
  const own = late.filter((each) => hosts.get(each) === -1);
  const each = joinedByUnit([...known, ...inCompanyOnly(own, all.kept)]);
  return merged(joinedByValue(joinedByWrite(each)), all.kept).map((cause) => ({
    ...cause,
    circumstance: toldOf(cause),
  }));
}

/** What showed behind other requests, and not when it was sent alone: no circumstance of the request makes it so. */
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
    const none = { circumstance: [], spared: 0 };
    return [
      { operations, aspect, expected, outcome, sightings, failed: sightings.length, otherwise, ...none },
    ];
  });
}

/** Whether a cause leaves something behind that later requests can meet. */
const lasts = (cause: Cause, late: Sighting) =>
  lasting.has(cause.outcome) || (notStored.has(cause.outcome) && isAbout(cause, late));
/** Whether later answers are wrong as those to single requests are. */
const isAlike = ({ aspect, outcome }: Cause, late: Sighting) =>
  aspect === 'answer' && late.aspect === aspect && late.outcome === outcome;
const isOn = ({ operations }: Cause, { operation }: Sighting) => operations.includes(operation);

/** Whether the field that a cause is about is the one that is wrong later. */
function isAbout(cause: Cause, { failure }: Sighting): boolean {
  const pointer = failure?.violations[0]?.pointer ?? '';
  const field = fieldOf(cause);
  return field !== undefined && pointer.split('/').includes(field);
}

function ofKinds(broken: readonly Sighting[], kept: Kept): Cause[] {
  const byKind = groupBy(broken, (each) => {
    // An error page is neither JSON nor declared as such.
    const outcome = each.aspect === 'error' && isOfWhole(each) ? 'no JSON' : each.outcome;
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

function causesOfKind(broken: readonly Sighting[], kept: Kept): Cause[] {
  const [first] = broken;
  if (!first) return [];
  const others = keptBeside(first, kept);
  const seen = broken.map(({ features }): Seen => ({ features, times: 1 }));
  const found = circumstances(seen, others);
  const otherwise = others.reduce((sum, { times }) => sum + times, 0);
  const { operation, aspect, expected, outcome = '' } = first;
  const base = { operations: [operation], aspect, expected, outcome, otherwise, spared: 0 };
  // What is left of earlier requests depends on them as well: one cause.
  if (lasting.has(outcome) && found.length > 1) return [{ ...base, ...united(found), sightings: broken }];
  return found.map(({ features, holds }) => ({
    ...base,
    circumstance: features,
    spared: features.length > 0 ? timesOf(features, others) : 0,
    sightings: holds.flatMap((index) => broken[index] ?? []),
    failed: holds.length,
  }));
}

/** What was kept of the same duty; a refusal says nothing of what would have come of it. */
function keptBeside({ operation, aspect, expected }: Sighting, kept: Kept): Seen[] {
  const isOfTaking = aspect === 'code' && expected === 'valid';
  return keptOf(kept, operation, { aspect, expected }, ({ succeeded }) => !isOfTaking || succeeded);
}

/** What one operation has kept of a duty. */
const keptOf = (
  kept: Kept,
  operation: OperationId,
  { aspect, expected }: Pick<Sighting, 'aspect' | 'expected'>,
  counts: (each: Sighting) => boolean = () => true,
): Seen[] =>
  kept
    .filter(
      ({ sighting: each }) =>
        each.operation === operation && each.aspect === aspect && each.expected === expected && counts(each),
    )
    .map(({ sighting, times }) => ({ features: sighting.features, times }));

/** The size that bodies exceed in a circumstance, in KB: what is near it depends on the bodies that an operation gets. */
const sizeIn = (feature: string | undefined) =>
  Number(/^body:.* more than (\d+) KB$/.exec(feature ?? '')?.[1] ?? 0);

const keyOf = (cause: Cause) => {
  const { aspect, expected, outcome, circumstance } = cause;
  // Operations have codes of success of their own.
  const alike = circumstance.map((each) => (sizeIn(each) > 0 ? 'size' : each));
  return JSON.stringify([aspect, expected, isWronglyTaken(cause) ? 'taken' : outcome, alike]);
};

/** The same mistake in a whole natural group of operations is one cause. */
function merged(causes: readonly Cause[], kept: Kept): Cause[] {
  return [...groupBy(causes, keyOf).values()].flatMap((some) => joined(some, kept));
}

function joined(causes: readonly Cause[], kept: Kept): Cause[] {
  const [first] = causes;
  if (!first || causes.length < 2) return [...causes];
  const failing = new Map(causes.flatMap((cause) => cause.operations.map((id) => [id, cause] as const)));
  const isKept = (id: OperationId) => timesOf(first.circumstance, keptOf(kept, id, first)) > 0;
  for (const members of groups) {
    const telling = members.filter((id) => failing.has(id) || isKept(id));
    if (telling.length < 2 || !telling.every((id) => failing.has(id))) continue;
    const mine = new Set(telling.flatMap((id) => failing.get(id) ?? []));
    const [largest = first] = [...mine].sort((a, b) => sizeIn(b.circumstance[0]) - sizeIn(a.circumstance[0]));
    const one: Cause = {
      ...largest,
      operations: telling,
      sightings: [...mine].flatMap(({ sightings }) => sightings),
      failed: failuresOf([...mine]),
      otherwise: [...mine].reduce((sum, { otherwise }) => sum + otherwise, 0),
    };
    return [
      one,
      ...joined(
        causes.filter((cause) => !mine.has(cause)),
        kept,
      ),
    ];
  }
  return [...causes];
}
