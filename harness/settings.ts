/** What the command line hands to the engine, and what the engine hands back, as plain data. */
import type { Evidence, RequirementRow } from '../schemas/generated/report.js';
import type { Explained } from './explain/cause.js';
import type { HttpClientOptions } from './http/client.js';
import type { Headers } from './http/exchange.js';
import type { Manner } from './run.js';
import type { Differences, Leftover, ProvisionSettings } from './worlds/index.js';

export interface Settings extends Omit<HttpClientOptions, 'maxAnswerBytes' | 'headers'>, Manner {
  readonly headers: Headers;
  /** Whether findings are played again in the end, for the shortest evidence; they are, unless told. */
  readonly confirms?: boolean;
  readonly provision: ProvisionSettings;
  /** Ids of the requirements to judge, in the order in which to judge them. */
  readonly selected: readonly string[];
}

/** What one requirement came to. */
export type Judged = Pick<
  RequirementRow,
  'verdict' | 'reason' | 'notRun' | 'remedy' | 'observation' | 'durationMs' | 'evidence'
>;

/** One thing to mend, with what shows it. */
export type Found = Omit<Explained, 'failure' | 'isFirst' | 'cause'> & {
  readonly fingerprint: string;
  readonly evidence: Evidence;
};

/** What a run came to besides its verdicts. */
export interface Finished {
  readonly requests: number;
  readonly findings: readonly Found[];
  readonly leftovers: readonly Leftover[];
  /** Projects of the target before and after, where it lists them. */
  readonly inventory?: Differences;
  readonly notices: readonly string[];
  readonly broken?: string;
  /** Whether the budget ended it. */
  readonly spent?: true;
  /** Whether generated cases were left out, for want of time. */
  readonly shortened?: true;
}
