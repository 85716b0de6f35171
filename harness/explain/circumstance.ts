/** The shortest description of what broken sightings have in common and kept ones do not. */

/** A thing that was seen, with its features. */
export interface Seen {
  readonly features: readonly string[];
  readonly times: number;
}

export interface Circumstance {
  /** All of them hold; none: whatever the request. */
  readonly features: readonly string[];
  /** Indices of the broken sightings that it holds for. */
  readonly holds: readonly number[];
}

/** Features of a kind come before those of the next where both separate as well. */
const order = [
  'input:',
  'ids:',
  'body:',
  'class:',
  'any:',
  'type:',
  'array:',
  'place:',
  'has:',
  'is:',
  'fields:',
  'item:',
  'anyvalue:',
  'value:',
  'state:',
  'without:',
  'case:',
];

const rank = (feature: string) => {
  const index = order.findIndex((prefix) => feature.startsWith(prefix));
  // Of a field and of what is in it, the field is the more general.
  return (index < 0 ? order.length : index) + (feature.includes('=') ? 0.5 : 0);
};

/** Pairs that are tried: of the features of one broken sighting. */
const maxPaired = 40;

/**
 * Takes the circumstance that holds for the most broken sightings and for no kept one, takes away what it explains,
 * and goes on. What nothing separates stays as it was seen.
 */
export function circumstances(broken: readonly Seen[], kept: readonly Seen[]): Circumstance[] {
  const left = new Set(broken.keys());
  const found: Circumstance[] = [];
  while (left.size > 0) {
    const best = bestFor([...left], broken, kept);
    found.push(best);
    for (const index of best.holds) left.delete(index);
  }
  return found;
}

function bestFor(left: readonly number[], broken: readonly Seen[], kept: readonly Seen[]): Circumstance {
  if (kept.length === 0) return { features: [], holds: left };
  const sets = new Map(left.map((index) => [index, new Set(broken[index]?.features)]));
  const keptSets = kept.map(({ features }) => new Set(features));
  let best: Circumstance | undefined;
  const consider = (features: readonly string[]) => {
    const holds = left.filter((index) => features.every((each) => sets.get(index)?.has(each)));
    if (holds.length === 0 || (best && holds.length < best.holds.length)) return;
    if (best && holds.length === best.holds.length && !isSimpler(features, best.features)) return;
    if (keptSets.some((set) => features.every((each) => set.has(each)))) return;
    best = { features, holds };
  };
  const all = new Set([...sets.values()].flatMap((set) => [...set]));
  for (const feature of all) consider([feature]);
  // A pair explains more only where a single feature does not explain everything.
  if (!best || best.holds.length < left.length) {
    // What holds for all holds for the plainest, too.
    const count = (index: number) => sets.get(index)?.size ?? 0;
    const open = left.filter((index) => !best?.holds.includes(index));
    const [first = left[0] as number] = open.toSorted((a, b) => count(a) - count(b));
    const mine = [...(sets.get(first) ?? [])]
      .filter((each) => !each.startsWith('without:'))
      .sort((a, b) => rank(a) - rank(b))
      .slice(0, maxPaired);
    for (const [at, a] of mine.entries()) for (const b of mine.slice(at + 1)) consider([a, b]);
  }
  if (best) return best;
  const first = left[0] as number;
  const features = broken[first]?.features ?? [];
  const holds = left.filter((index) => sameSet(sets.get(index), sets.get(first)));
  return { features: [...features], holds };
}

const sameSet = (a: ReadonlySet<string> = new Set(), b: ReadonlySet<string> = new Set()) =>
  a.size === b.size && [...a].every((each) => b.has(each));

function isSimpler(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return a.length < b.length;
  const sum = (features: readonly string[]) => features.reduce((total, each) => total + rank(each), 0);
  return sum(a) < sum(b);
}

/** What says the same of one field, by the kind of a feature that says it of any. */
const narrower: Readonly<Record<string, string>> = {
  any: 'is',
  anyvalue: 'value',
  class: 'place',
  type: 'place',
};

const partsOf = (feature: string) => {
  const [kind = '', ...rest] = feature.split(':');
  const [name = '', ...value] = rest.join(':').split('=');
  return { kind, name, value: value.join('=') };
};

/** The same circumstance, told of one field where no other was seen: what was not tried is not said. */
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

/** How often something was seen that a circumstance holds for. */
export function timesOf(features: readonly string[], all: readonly Seen[]): number {
  return all
    .filter((each) => features.every((feature) => each.features.includes(feature)))
    .reduce((total, { times }) => total + times, 0);
}

/** At most so many circumstances are told together, and only where they cover this part of the failures. */
const maxUnited = 2;
const leastUnited = 0.9;

/** Circumstances of one cause: the plain ones where they say nearly all, or none. */
export function united(found: readonly Circumstance[]): {
  readonly circumstance: readonly string[];
  readonly also?: readonly (readonly string[])[];
  readonly failed: number;
} {
  const count = (some: readonly Circumstance[]) => some.reduce((sum, { holds }) => sum + holds.length, 0);
  const told = found.filter(({ features }) => features.length === 1).slice(0, maxUnited);
  const [main, ...others] = told.map(({ features }) => features);
  if (!main || count(told) < leastUnited * count(found)) return { circumstance: [], failed: count(found) };
  return { circumstance: main, ...(others.length > 0 && { also: others }), failed: count(told) };
}
