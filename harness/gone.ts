import { TargetGone } from './breaker.js';

/** What work comes to that the end of the target cut short: `rest`, when that is something, else the rejection. */
export async function orWhenGone<T, R = T>(work: Promise<T>, rest: () => R | undefined): Promise<T | R> {
  try {
    return await work;
  } catch (error) {
    const left = error instanceof TargetGone ? rest() : undefined;
    if (left === undefined) throw error;
    return left;
  }
}
