/** What judges: given settings, it comes to verdicts. */
import type { Finished, Judged, Settings } from '../../harness/settings.js';

export interface Engine {
  /** Resolves when every selected requirement was judged, or the run was stopped and its grace is over. */
  run(settings: Settings, onJudged: OnJudged): Promise<EngineResult>;
  /** Ends the run early: what is under way becomes inconclusive, fixtures are removed. */
  stop(reason: string): void;
  close(): Promise<void>;
}

/** Called with each verdict as it comes, and with the requests sent until then. */
export type OnJudged = (id: string, judged: Judged, requests: number) => void;

/** Those who want to know how far a run is. */
export interface Watcher {
  /** Called once, when it is known how many requirements are to be judged, and about how many requests that takes. */
  onSelected?(count: number, requests: number): void;
  onJudged?: OnJudged;
}

export interface EngineResult {
  readonly judged: ReadonlyMap<string, Judged>;
  readonly finished: Finished;
  /** Why a check came to no verdict, by id: a defect of the suite. */
  readonly defects: ReadonlyMap<string, string>;
  /** What went wrong in the engine itself; also a defect of the suite. */
  readonly errors: readonly string[];
}

/** What a run comes to that never began. */
export const emptyResult: EngineResult = {
  judged: new Map(),
  finished: { requests: 0, findings: [], leftovers: [], notices: [] },
  defects: new Map(),
  errors: [],
};

/** How many requirements are judged at a time: with a budget one, so that timing has no say in what it pays for. */
export const lanes = (concurrency: number, budget: number | undefined): number =>
  budget === undefined ? Math.max(8, 2 * concurrency) : 1;
