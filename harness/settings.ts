/** What the command line hands to the engine, and what the engine hands back: plain data that crosses threads. */
import type { RequirementRow } from '../schemas/generated/report.js';
import type { Headers } from './exchange.js';
import type { Differences, Leftover } from './fixtures/index.js';
import type { ProvisionSettings } from './fixtures/provision.js';
import type { Tls } from './wire.js';

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
  readonly provision: ProvisionSettings;
  /** Ids of the requirements to judge. */
  readonly selected: readonly string[];
}

/** What one requirement came to. */
export type Judged = Pick<
  RequirementRow,
  'verdict' | 'reason' | 'remedy' | 'observation' | 'durationMs' | 'evidence'
>;

/** What a run came to besides its verdicts. */
export interface Finished {
  readonly requests: number;
  readonly leftovers: readonly Leftover[];
  /** Projects of the target before and after, where it lists them. */
  readonly inventory?: Differences;
  readonly notices: readonly string[];
  /** Why the target ended the run, when it did. */
  readonly broken?: string;
}

/** Both sides talk about the run as a whole: ready, begin, finished, and stop at any time after that. */
export type Message =
  | { readonly ready: true }
  | { readonly begin: Settings }
  | { readonly stop: string }
  | { readonly finished: Finished };
