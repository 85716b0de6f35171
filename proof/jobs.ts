/** Plain data that crosses threads. */
import type { Found, Judged } from '../harness/settings.js';

/** What a worker is asked to do. */
export interface Job {
  readonly kind:
    | 'fault'
    | 'scripts'
    | 'prediction'
    | 'variant'
    | 'trivial'
    | 'trivial behind creations'
    | 'recording of a fault'
    | 'complete recording of a fault'
    | 'recording of a variant'
    | 'recording of two clients';
  readonly name: string;
  /** Others of its kind that are switched on as well. */
  readonly beside?: readonly string[];
  readonly requirements: readonly string[];
  readonly seed: number;
  /** Generated cases a property. */
  readonly runs: number;
}

/** Faults or variants in one server, as a job has them. */
export function inOne(all: readonly { readonly name: string }[]): Pick<Job, 'name' | 'beside'> {
  const [name = '', ...beside] = all.map((each) => each.name);
  return { name, beside };
}

/** Of all faults or variants that are switched on. */
export const namesIn = ({ name, beside = [] }: Job): string[] => [name, ...beside];

type Verdict = Judged['verdict'];

/** What a finding says, without what shows it. */
export type Told = Pick<Found, 'title' | 'operations' | 'requirements' | 'consequences'>;

export interface Result {
  readonly job: Job;
  readonly verdicts: Readonly<Record<string, readonly [verdict: Verdict, reason: string]>>;
  readonly findings: readonly Told[];
}

/** Ids of the requirements that came to a verdict. */
export function idsWithVerdict(verdict: Verdict, { verdicts }: Result): string[] {
  return Object.entries(verdicts).flatMap(([id, [each]]) => (each === verdict ? [id] : []));
}
