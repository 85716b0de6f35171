import fc from 'fast-check';
import type { Failure } from './outcome.js';

/** Where in a batch a case was drawn. */
export interface Drawn {
  readonly seed: number;
  readonly index: number;
}

/** A case with what it showed. */
export interface Shown<C, T> {
  readonly example: C;
  readonly shown: T;
}

type Provenance = Required<Pick<Failure, 'seed' | 'path' | 'shrinks' | 'reproducibility'>>;

/** Requests spent on making one counterexample small. */
const maxAttempts = 150;

/**
 * Makes a failing case as small as it gets, then shows it three times more.
 * @param shows What a candidate shows when it fails in the same way, on fixtures of its own; else undefined.
 */
export async function shrink<C, T>(
  arbitrary: fc.Arbitrary<C>,
  { seed, index }: Drawn,
  first: Shown<C, T>,
  shows: (candidate: C) => Promise<T | undefined>,
): Promise<Shown<C, T> & Provenance> {
  let best = first;
  let attempts = 0;
  const details = await fc.check(
    fc.asyncProperty(arbitrary, async (example) => {
      if (attempts++ >= maxAttempts) return true;
      const shown = await shows(example);
      if (shown !== undefined) best = { example, shown };
      return shown === undefined;
    }),
    { seed, path: String(index), numRuns: 1 },
  );
  let repeated = 0;
  for (let i = 0; i < 3; i++) if ((await shows(best.example)) !== undefined) repeated++;
  return {
    ...best,
    seed,
    path: details.counterexamplePath ?? String(index),
    shrinks: details.numShrinks,
    reproducibility: repeated === 3 ? 'deterministic' : 'flaky',
  };
}
