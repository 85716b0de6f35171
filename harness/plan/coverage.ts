/** Draws cases until nothing new is covered: coverage, not the number drawn, ends a property. */
import fc from 'fast-check';

/** What a case covers: things that are equal when they are the same thing. */
export type Coverage<T> = (each: T) => Iterable<number | string>;

export interface Drawn<T> {
  readonly cases: readonly T[];
  /** The chance that one more case would cover something new, by Good and Turing: what was seen once, of all seen. */
  readonly residual: number;
}

/** Cases that are drawn at a time, to choose from. */
const batchSize = 300;

export interface Choice<T> {
  readonly seed: number;
  /** Cases at most, those of `first` included. */
  readonly most: number;
  /** Cases that are taken before any is drawn. */
  readonly first?: readonly T[];
  /** What a case costs: of those that cover as much, the cheapest is taken. */
  readonly cost?: (each: T) => number;
}

interface Candidate<T> {
  readonly each: T;
  readonly covers: readonly (number | string)[];
  /** What it would cover that is new, for its cost: at most so much, since it only ever becomes less. */
  worth: number;
}

export function cover<T>(
  arbitrary: fc.Arbitrary<T>,
  coverage: Coverage<T>,
  { seed, most, first = [], cost = () => 1 }: Choice<T>,
): Drawn<T> {
  const times = new Map<number | string, number>();
  const cases: T[] = [];
  let seen = 0;
  const take = (each: T, covers: Iterable<number | string>) => {
    cases.push(each);
    for (const item of covers) {
      times.set(item, (times.get(item) ?? 0) + 1);
      seen++;
    }
  };
  const worthOf = ({ each, covers }: Candidate<T>) =>
    covers.filter((item) => !times.has(item)).length / cost(each);
  for (const each of first.slice(0, most)) take(each, coverage(each));
  let isCovering = true;
  for (let batch = 0; cases.length < most && isCovering; batch++) {
    isCovering = false;
    const drawn = fc.sample(arbitrary, { seed: (seed + batch) | 0, numRuns: batchSize });
    const candidates = drawn.map((each) => ({
      each,
      covers: [...new Set(coverage(each))],
      worth: Number.POSITIVE_INFINITY,
    }));
    while (cases.length < most) {
      const best = mostWorth(candidates, worthOf);
      if (best.worth === 0) break;
      isCovering = true;
      take(best.each, best.covers);
    }
  }
  // A property of one case was asked for: it has one, though it covers nothing that counts.
  if (cases.length === 0 && most > 0) cases.push(...fc.sample(arbitrary, { seed, numRuns: 1 }));
  const once = [...times.values()].filter((count) => count === 1).length;
  return { cases, residual: seen === 0 ? 1 : once / seen };
}

/** The candidate that is worth most; only those that may be it are looked at anew. */
function mostWorth<T>(
  candidates: readonly Candidate<T>[],
  worthOf: (each: Candidate<T>) => number,
): Candidate<T> {
  for (;;) {
    const best = candidates.reduce((most, each) => (each.worth > most.worth ? each : most));
    const worth = worthOf(best);
    if (worth === best.worth) return best;
    best.worth = worth;
  }
}

/** Fields with values. */
export type Body = Readonly<Record<string, unknown>>;

/** For each of the fields whether it is there. */
const thereIn = (body: Body, names: readonly string[]) =>
  names.map((name) => (Object.hasOwn(body, name) ? 1 : 0));

/** Which of any two fields are there and which are not: 4 patterns of each two. */
export function presenceInPairs(names: readonly string[]): Coverage<Body> {
  const count = names.length;
  return function* (body) {
    const there = thereIn(body, names);
    for (let a = 0; a < count; a++)
      for (let b = a + 1; b < count; b++) yield (a * count + b) * 4 + (there[a] ?? 0) + 2 * (there[b] ?? 0);
  };
}

/** Which of any three fields are there and which are not: 8 patterns of each three. */
export function presenceInThrees(names: readonly string[]): Coverage<Body> {
  const count = names.length;
  return function* (body) {
    const there = thereIn(body, names);
    if (count < 3) yield there.join('');
    for (let a = 0; a < count; a++)
      for (let b = a + 1; b < count; b++)
        for (let c = b + 1; c < count; c++) {
          const pattern = (there[a] ?? 0) + 2 * (there[b] ?? 0) + 4 * (there[c] ?? 0);
          yield ((a * count + b) * count + c) * 8 + pattern;
        }
  };
}
