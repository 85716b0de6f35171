/** What the command line hands to the engine, and what the engine hands back, as plain data. */
import type { Evidence, RequirementRow } from '../schemas/generated/report.js';
import type { Explained } from './explain/cause.js';
import type { Tls } from './http/connection.js';
import type { Headers } from './http/exchange.js';
import type { Differences, Leftover, ProvisionSettings } from './worlds/index.js';

export interface Settings {
  readonly baseUrl: string;
  readonly headers: Headers;
  readonly tls?: Tls;
  readonly concurrency: number;
  readonly rate?: number;
  readonly timeoutMs: number;
  readonly seed: number;
  readonly runs: number;
  readonly hazards: boolean;
  /** How many units share a world, when not as many as may: 1 gives each a world of its own. */
  readonly share?: number;
  /** Requests that the run may send; what is needed for clean-up is sent all the same. */
  readonly budget?: number;
  /** Whether a restart of the target ends the run: it is judged again. */
  readonly restarts?: boolean;
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
  /** Why the target ended the run, when it did. */
  readonly broken?: string;
  /** Whether the budget ended it. */
  readonly spent?: true;
}
