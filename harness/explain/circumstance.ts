/** Finds circumstances: the fewest features that the failures share and that no correct request has. */
import { waysToSend } from './features/difference.js';
import { isBare, ofKind, partsOf, rankOf } from './features/feature.js';
import { isOfUpdated } from './features/ids.js';

/** The features of a request, and how often such a request was seen. */
export interface Seen {
  readonly features: readonly string[];
  readonly times: number;
}

export interface Circumstance {
  /** All of these must hold. None means that it happens with any request. */
  readonly features: readonly string[];
  /** Indices of the failures that it explains. */
  readonly holds: readonly number[];
}

/** How a body is sent is drawn for many: any other reason is likelier, but for what a script calls the request. */
const ways: ReadonlySet<string> = new Set(waysToSend.map((way) => `body:${way}`));

// A field is more general than a value in it.
const rank = (feature: string) =>
  rankOf(ways.has(feature) ? 'way' : partsOf(feature).kind) + (feature.includes('=') ? 0.5 : 0);

/** Pairs are tried of this many features of one failure at most, … */
const maxPaired = 40;
/** … and of this many failures: several pairs may be needed to explain all. */
const maxPairing = 3;

/**
 * Finds the circumstance that explains the most failures and holds for no correct request, removes the failures that
 * it explains, and repeats. A failure that no circumstance explains keeps all its features.
 * @param isAside Whether a feature explains nothing by itself.
 */
export function circumstances(
  broken: readonly Seen[],
  kept: readonly Seen[],
  isAside: (feature: string) => boolean = () => false,
): Circumstance[] {
  const left = new Set(broken.keys());
  const found: Circumstance[] = [];
  while (left.size > 0) {
    const best = bestFor([...left], broken, kept, isAside);
    found.push(best);
    for (const index of best.holds) left.delete(index);
  }
  return found;
}

const isAbsence = ofKind('without');
/** Most connections have carried something refused, and most requests are bare: that explains only by itself. */
const isOfMost = (feature: string) => ofKind('behind')(feature) || isBare(feature);
/** As many failures for each that something else explains. */
const leastOfAbsence = 1.5;
/** With fewer requests that were right, all of them may have had a field by chance. */
export const fewestRight = 8;

function bestFor(
  left: readonly number[],
  broken: readonly Seen[],
  kept: readonly Seen[],
  isAside: (feature: string) => boolean,
): Circumstance {
  if (kept.length === 0) return { features: [], holds: left };
  const sets = new Map(left.map((index) => [index, new Set(broken[index]?.features)]));
  const keptSets = kept.map(({ features }) => new Set(features));
  let best: Circumstance | undefined;
  const consider = (features: readonly string[]) => {
    const holds = left.filter((index) => features.every((each) => sets.get(index)?.has(each)));
    if (holds.length === 0 || (best && holds.length < best.holds.length)) return;
    if (features.every(isAside)) return;
    if (best && holds.length === best.holds.length && !isSimpler(features, best.features)) return;
    if (keptSets.some((set) => features.every((each) => set.has(each)))) return;
    best = { features, holds };
  };
  const all = new Set([...sets.values()].flatMap((set) => [...set]));
  for (const feature of all) if (!isAbsence(feature)) consider([feature]);
  // What a body lacks is shared by many: it has to explain much more than what it has, or all where a field does not,
  // or where enough bodies that have it are right.
  const present: Circumstance | undefined = best;
  const isClear = timesOf([], kept) >= fewestRight;
  const isAllFor = ({ holds }: Circumstance) =>
    holds.length === left.length &&
    present !== undefined &&
    present.holds.length < holds.length &&
    (isClear || present.features.every(ofKind('has')));
  for (const feature of all) if (isAbsence(feature)) consider([feature]);
  if (present && best && best.holds.length < leastOfAbsence * present.holds.length && !isAllFor(best))
    best = present;
  // Pairs are needed only when no single feature explains everything.
  if (!best || best.holds.length < left.length) {
    // Those with the fewest features: a pair that explains all open failures is among them.
    const count = (index: number) => sets.get(index)?.size ?? 0;
    const open = left.filter((index) => !best?.holds.includes(index));
    for (const index of open.toSorted((a, b) => count(a) - count(b)).slice(0, maxPairing)) {
      const mine = [...(sets.get(index) ?? [])]
        .filter((each) => !isAbsence(each) && !isOfMost(each))
        .sort((a, b) => rank(a) - rank(b))
        .slice(0, maxPaired);
      for (const [at, a] of mine.entries()) for (const b of mine.slice(at + 1)) consider([a, b]);
      // A field may be lost where another one is not there.
      const absent = [...(sets.get(index) ?? [])].filter(isAbsence);
      for (const a of mine.filter(ofKind('field'))) for (const b of absent) consider([a, b]);
    }
  }
  if (best) return { ...best, features: withEqual(best, sets, keptSets) };
  const first = left[0] as number;
  const features = (broken[first]?.features ?? []).filter((each) => !isOfMost(each));
  const holds = left.filter((index) => sameSet(sets.get(index), sets.get(first)));
  return { features: [...features], holds };
}

/** What an update has sent together explains as much: nobody can tell which of its fields it was. */
function withEqual(
  { features, holds }: Circumstance,
  sets: ReadonlyMap<number, ReadonlySet<string>>,
  kept: readonly ReadonlySet<string>[],
): readonly string[] {
  const [one] = features;
  const [first] = holds;
  if (one === undefined || first === undefined || features.length > 1 || !isOfUpdated(one)) return features;
  const isEqual = (each: string) =>
    isOfUpdated(each) &&
    holds.every((index) => sets.get(index)?.has(each)) &&
    !kept.some((set) => set.has(each));
  return [...(sets.get(first) ?? [])].filter(isEqual);
}

const sameSet = (a: ReadonlySet<string> = new Set(), b: ReadonlySet<string> = new Set()) =>
  a.size === b.size && [...a].every((each) => b.has(each));

function isSimpler(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return a.length < b.length;
  const sum = (features: readonly string[]) => features.reduce((total, each) => total + rank(each), 0);
  return sum(a) < sum(b);
}

/** Kinds of features about any field, with the kind that says the same about one field. */
const narrower: Readonly<Record<string, string>> = {
  any: 'is',
  anyvalue: 'value',
  class: 'place',
  type: 'place',
};

/** The same circumstance, but about one field where the failures are all about that field. */
export function narrowed(features: readonly string[], holds: readonly Pick<Seen, 'features'>[]): string[] {
  const [first, ...others] = holds;
  const shared = (first?.features ?? []).filter((each) =>
    others.every((other) => other.features.includes(each)),
  );
  const found = features.map((feature) => {
    const { kind, name, value } = partsOf(feature);
    const said = kind === 'type' ? value : name;
    const isSame = (each: string) => {
      const other = partsOf(each);
      return other.kind === narrower[kind] && other.value === said;
    };
    return shared.find(isSame) ?? feature;
  });
  return [...new Set(found)];
}

/** How many of the requests seen have all these features. */
export function timesOf(features: readonly string[], all: readonly Seen[]): number {
  return all
    .filter((each) => features.every((feature) => each.features.includes(feature)))
    .reduce((total, { times }) => total + times, 0);
}

/** At most this many circumstances are named together, unless they say the same of different fields, … */
const maxUnited = 2;
/** … and only when they explain this share of the failures. */
const leastUnited = 0.9;

/** Whether all say the same of a field, such as that it is empty. */
function areAlike(found: readonly Circumstance[]): boolean {
  const [first, ...others] = found.map(({ features: [feature = ''] }) => partsOf(feature));
  return first?.kind === 'is' && others.every(({ kind, value }) => kind === 'is' && value === first.value);
}

/** Several circumstances as those of one cause: the simple ones when they explain nearly all failures, else none. */
export function united(found: readonly Circumstance[]): {
  readonly circumstance: readonly string[];
  readonly also?: readonly (readonly string[])[];
  readonly failed: number;
} {
  const count = (some: readonly Circumstance[]) => some.reduce((sum, { holds }) => sum + holds.length, 0);
  const simple = found.filter(({ features }) => features.length === 1);
  const told = areAlike(simple) ? simple : simple.slice(0, maxUnited);
  const [main, ...others] = told.map(({ features }) => features);
  if (!main || count(told) < leastUnited * count(found)) return { circumstance: [], failed: count(found) };
  return { circumstance: main, ...(others.length > 0 && { also: others }), failed: count(told) };
}

/** With fewer circumstances, or fewer kinds of them, each may be a mistake of its own. */
const [manyCircumstances, tooMany] = [4, 6];
/** With fewer failures that do not differ from what was right, the circumstances tell them. */
const fewestAlike = 3;

/**
 * Whether several requests that failed have all in common with some that did not, or, of valid ones, hardly anything
 * in common with each other.
 */
export function isByChance(
  broken: readonly Seen[],
  right: readonly Seen[],
  found: readonly Circumstance[],
): boolean {
  if (found.length < manyCircumstances) return false;
  const alike = new Set(right.filter(({ times }) => times > 0).map(alikeTo));
  if (broken.filter((each) => alike.has(alikeTo(each))).length >= fewestAlike) return true;
  const isInvalid = broken.every(({ features }) => features.some(ofKind('input')));
  const kindsTold = new Set(found.map(({ features: [first = ''] }) => partsOf(first).kind));
  const isMost = ({ holds }: Circumstance) => 2 * holds.length > broken.length;
  return !isInvalid && found.length >= tooMany && kindsTold.size >= manyCircumstances && !found.some(isMost);
}

/** With fewer failures, what most of them have in common may be chance, … */
const fewestTelling = 10;
/** … or where it is not that much more frequent among them than among the others, as shares of 1. */
const leastMore = 0.5;

const isTelling = ofKind('has', 'is', 'value', 'body', 'input', 'ids', 'place', 'class');

/** What most failures have and few of the others, though some do; undefined where nothing is. */
export function frequentIn(broken: readonly Seen[], right: readonly Seen[]): string | undefined {
  if (broken.length < fewestTelling) return undefined;
  const [failed, otherwise] = [timesOf([], broken), timesOf([], right)];
  const [best] = [...new Set(broken.flatMap(({ features }) => features))]
    .filter(isTelling)
    .map((feature) => ({
      feature,
      more: timesOf([feature], broken) / failed - timesOf([feature], right) / otherwise,
    }))
    .filter(({ more }) => more >= leastMore)
    .toSorted((a, b) => b.more - a.more || rank(a.feature) - rank(b.feature));
  return best?.feature;
}

/** All that tells a request from others but what went before it. */
const alikeTo = ({ features }: Seen) =>
  features
    .filter((each) => !ofKind('behind')(each))
    .sort()
    .join('\n');
