/** Carries requirements out against a server of our own, in process. */
import type { Exchange } from '../harness/http/exchange.js';
import type { Requirement } from '../harness/requirement.js';
import { openSession } from '../harness/session.js';
import type { Finished, Judged, Settings } from '../harness/settings.js';
import { type ReferenceOptions, serveReference } from '../reference-impl/index.js';

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
  onExchange?: (exchange: Exchange) => void,
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
  const session = openSession(settings, onExchange);
  const judged = requirements.map(async (each) => [each.id, await session.judge(each)] as const);
  const verdicts = await Promise.all(judged).then(
    (all) => new Map(all),
    (error: unknown) => error,
  );
  const { findings, requests } = await session.close();
  if (!(verdicts instanceof Map)) throw verdicts;
  return { verdicts, findings, requests };
}

/** The same on a reference implementation that is started for it. */
export async function judgeReference(
  server: ReferenceOptions,
  requirements: readonly Requirement[],
  options: JudgeOptions,
): Promise<Outcome> {
  const { url, close } = await serveReference(server);
  try {
    return await judge(url, requirements, options);
  } finally {
    await close();
  }
}
