/** Draws cases until nothing new is covered: coverage, not the number drawn, ends a property. */
import fc from 'fast-check';

/** What a case covers: things that are equal when they are the same thing. */
export type Coverage<T> = (each: T) => Iterable<number | string>;

export interface Drawn<T> {
  readonly cases: readonly T[];
  /** The chance that one more case would cover something new, by Good and Turing: what was seen once, of all seen. */
  readonly residual: number;
}

/** Candidates that each choice is made from. */
const usualCandidates = 24;
/** Choices in a row that cover nothing new, after which nothing more is expected. */
const patience = 3;

export interface Choice<T> {
  readonly seed: number;
  /** Cases at most, those of `first` included. */
  readonly most: number;
  /** Cases that are taken before any is drawn. */
  readonly first?: readonly T[];
  /** What a case costs: of those that cover as much, the cheapest is taken. */
  readonly cost?: (each: T) => number;
  readonly candidates?: number;
}

export function cover<T>(
  arbitrary: fc.Arbitrary<T>,
  coverage: Coverage<T>,
  { seed, most, first = [], cost = () => 1, candidates = usualCandidates }: Choice<T>,
): Drawn<T> {
  const times = new Map<number | string, number>();
  const cases: T[] = [];
  let seen = 0;
  const take = (each: T) => {
    cases.push(each);
    for (const item of coverage(each)) {
      times.set(item, (times.get(item) ?? 0) + 1);
      seen++;
    }
  };
  for (const each of first.slice(0, most)) take(each);
  let idle = 0;
  for (let round = 0; cases.length < most && idle < patience; round++) {
    const drawn = fc.sample(arbitrary, { seed: (seed + round) | 0, numRuns: candidates });
    let best: T | undefined;
    let gain = 0;
    for (const each of drawn) {
      let fresh = 0;
      for (const item of coverage(each)) if (!times.has(item)) fresh++;
      const worth = fresh / cost(each);
      if (worth > gain) [best, gain] = [each, worth];
    }
    if (best === undefined) idle++;
    else {
      idle = 0;
      take(best);
    }
  }
  // A property of one case was asked for: it has one, though it covers nothing that counts.
  if (cases.length === 0 && most > 0) cases.push(...fc.sample(arbitrary, { seed, numRuns: 1 }));
  const once = [...times.values()].filter((count) => count === 1).length;
  return { cases, residual: seen === 0 ? 1 : once / seen };
}

/** Which of any three fields are there and which are not: 8 patterns of each three. */
export function presenceInThrees(names: readonly string[]): Coverage<Readonly<Record<string, unknown>>> {
  const count = names.length;
  return function* (body) {
    const there = names.map((name) => (Object.hasOwn(body, name) ? 1 : 0));
    if (count < 3) yield there.join('');
    for (let a = 0; a < count; a++)
      for (let b = a + 1; b < count; b++)
        for (let c = b + 1; c < count; c++) {
          const pattern = (there[a] ?? 0) + 2 * (there[b] ?? 0) + 4 * (there[c] ?? 0);
          yield ((a * count + b) * count + c) * 8 + pattern;
        }
  };
}
