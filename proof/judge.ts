/** Carries requirements out against a server of our own, in process. */

import { judgeSelected } from '../cli/engine/engine.js';
import type { Requirement } from '../harness/requirement.js';
import type { Watching } from '../harness/session.js';
import type { Finished, Judged, Settings } from '../harness/settings.js';
import { type ReferenceOptions, type ReferenceServer, serveReference } from '../reference-impl/index.js';

export interface JudgeOptions {
  readonly seed: number;
  /** Generated cases a property. */
  readonly runs: number;
  readonly timeoutMs: number;
  /** Whether findings are played again: only their evidence gains by it. */
  readonly confirms?: boolean;
}

/** What each requirement comes to, by id, and what else a session tells. */
export interface Outcome extends Pick<Finished, 'findings' | 'requests'> {
  readonly verdicts: ReadonlyMap<string, Judged>;
}

/** What each requirement comes to on the target at a URL. */
export async function judge(
  url: string,
  requirements: readonly Requirement[],
  options: JudgeOptions,
  watch?: Watching,
): Promise<Outcome> {
  const settings: Settings = {
    baseUrl: url,
    headers: [],
    concurrency: 8,
    hazards: false,
    confirms: false,
    provision: { by: 'rest', bodies: {} },
    selected: requirements.map(({ id }) => id),
    ...options,
  };
  const { judged, finished } = await judgeSelected(settings, watch);
  return { verdicts: judged, ...finished };
}

/** The same on a reference implementation that is started for it. */
export async function judgeReference(
  server: ReferenceOptions,
  requirements: readonly Requirement[],
  options: JudgeOptions,
  watch?: Watching,
): Promise<Outcome> {
  return on(serveReference(server), (url) => judge(url, requirements, options, watch));
}

/** Does some work with a server that is ended then. */
export async function on<T>(
  server: Promise<Pick<ReferenceServer, 'url' | 'close'>>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const { url, close } = await server;
  try {
    return await work(url);
  } finally {
    await close();
  }
}
