/**
 * Whether something that nobody recorded explains what is wrong: requests of others, or some that were left out, where
 * an answer contradicts the history; a restart, or the network, where an answer was lost. A single time it always may.
 */

/** The time in which something that was not recorded would explain one thing that is wrong. */
export interface Span {
  readonly from: number;
  readonly to: number;
  /** Whether the answer was lost: requests that are missing do not explain that. */
  readonly isLost?: true;
}

/** Moments at which something may have come in between before that is the stranger explanation. */
const maxMoments = 2;

/**
 * Many contradictions need many missing requests. Where most of what is looked at is contradicted, these would have
 * to come just there.
 * @param kept How often the same was seen to be right.
 */
export function explainedByGaps(spans: readonly Span[], kept: number): boolean {
  return spans.length < kept || momentsNeeded(spans) <= maxMoments;
}

export const explainedByOutages = (spans: readonly Span[]): boolean => momentsNeeded(spans) <= maxMoments;

/** The fewest moments that together lie in every span. */
export function momentsNeeded(spans: readonly Span[]): number {
  let last = Number.NEGATIVE_INFINITY;
  let count = 0;
  for (const { from, to } of [...spans].sort((a, b) => a.to - b.to))
    if (from > last) {
      last = to;
      count++;
    }
  return count;
}
