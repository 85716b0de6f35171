/** An engine judges the requirements that the settings select. */
import type { Finished, Judged, Settings } from '../../harness/settings.js';

export interface Engine {
  /** Resolves when every selected requirement was judged, or the run was stopped and its time for clean-up is over. */
  run(settings: Settings, onJudged: OnJudged): Promise<EngineResult>;
  /** Ends the run early: unfinished checks become inconclusive, and fixtures are removed. */
  stop(reason: string): void;
  close(): Promise<void>;
}

/** Called for each verdict, with the number of requests sent so far. */
export type OnJudged = (id: string, judged: Judged, requests: number) => void;

/** Callbacks that follow a run. */
export interface Watcher {
  /** Called once, with the number of requirements to judge and about how many requests that takes. */
  onSelected?(count: number, requests: number): void;
  onJudged?: OnJudged;
}

export interface EngineResult {
  readonly judged: ReadonlyMap<string, Judged>;
  readonly finished: Finished;
  /** Why the check of a requirement gave no verdict, by id: a bug in the suite. */
  readonly defects: ReadonlyMap<string, string>;
  /** Errors of the engine itself: also bugs in the suite. */
  readonly errors: readonly string[];
}

/** The result of a run that never began. */
export const emptyResult: EngineResult = {
  judged: new Map(),
  finished: { requests: 0, findings: [], leftovers: [], notices: [] },
  defects: new Map(),
  errors: [],
};

/** How many requirements are judged at a time. With a budget only one, so that timing does not decide which ones. */
export const lanes = (concurrency: number, budget: number | undefined): number =>
  budget === undefined ? Math.max(8, 2 * concurrency) : 1;
