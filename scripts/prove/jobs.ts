/** What a worker is asked to do, and what it answers: plain data that crosses threads. */
export interface Job {
  readonly kind: 'fault' | 'variant' | 'degenerate';
  readonly name: string;
  readonly requirements: readonly string[];
  readonly seed: number;
  readonly runs: number;
}

export interface Result {
  readonly kind: Job['kind'];
  readonly name: string;
  readonly seed: number;
  /** Verdict and reason of each requirement that did not pass. */
  readonly notPassed: Readonly<Record<string, readonly [verdict: string, reason: string]>>;
  readonly durationMs: number;
}
