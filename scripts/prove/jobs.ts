/** Plain data that crosses threads. */
import type { Judged } from '../../harness/settings.js';

/** What a worker is asked to do. */
export interface Job {
  readonly kind: 'fault' | 'variant' | 'degenerate' | 'degenerate behind creations';
  readonly name: string;
  /** Ids of the requirements to judge. */
  readonly requirements: readonly string[];
  readonly seed: number;
  /** Generated cases a property. */
  readonly runs: number;
}

type Verdict = Judged['verdict'];

export interface Result {
  readonly job: Job;
  /** Verdict and reason of each requirement. */
  readonly verdicts: Readonly<Record<string, readonly [verdict: Verdict, reason: string]>>;
  readonly durationMs: number;
}

/** Ids of the requirements that came to a verdict. */
export function those(verdict: Verdict, { verdicts }: Result): string[] {
  return Object.entries(verdicts).flatMap(([id, [each]]) => (each === verdict ? [id] : []));
}
