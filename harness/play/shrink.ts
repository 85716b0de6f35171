/** Cuts a failing list of steps down to the shortest that still fails. */

export interface Shortest<S, T> {
  readonly steps: readonly S[];
  readonly shown: T;
  /** Whether it failed again each time that it was tried once more. */
  readonly repeats: boolean;
}

/** How often the shortest is tried once more. */
const repetitions = 2;

/**
 * Leaves out halves, then quarters, and so on, as long as what is left still fails.
 * @param shows What a list of steps shows when it fails in the same way; else undefined.
 */
export async function shrink<S, T>(
  steps: readonly S[],
  shown: T,
  shows: (steps: readonly S[]) => Promise<T | undefined>,
): Promise<Shortest<S, T>> {
  let best = { steps, shown };
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < best.steps.length; ) {
      const rest = [...best.steps.slice(0, from), ...best.steps.slice(from + size)];
      const again = rest.length > 0 ? await shows(rest) : undefined;
      if (again === undefined) from += size;
      else best = { steps: rest, shown: again };
    }
  let repeated = 0;
  for (let i = 0; i < repetitions; i++) if ((await shows(best.steps)) !== undefined) repeated++;
  return { ...best, repeats: repeated === repetitions };
}
