/** What a run tells while it goes on: each failure as it is known, and what the run will cost. */
import type { Judged } from '../../harness/settings.js';
import { duration, VERDICT_SIGNS } from '../../report/labels.js';
import { shorten } from '../../report/shorten.js';
import { terminal } from '../../reporters/text/escape.js';
import { statements } from '../statements.js';

/** What a failure was in the run before, for those who judge again and again. */
export type Standing = 'fixed' | 'still' | 'new';

export interface Live {
  onJudged(id: string, judged: Judged, requests: number): void;
}

interface LiveOptions {
  /** About how many requests the run sends. */
  readonly requests: number;
  /** Whether a budget is advised where the run is long. */
  readonly advise: boolean;
  /** Ids of what failed before, where there was a run before. */
  readonly failedBefore?: ReadonlySet<string>;
  readonly width: number;
}

const byId = new Map(statements.map((statement) => [statement.id, statement]));
/** Exchanges and milliseconds after which it is known how quick a target is. */
const enoughExchanges = 20;
const enoughMs = 1000;
/** A run that sends fewer is over soon. */
const longRun = 1000;
const advisedBudget = 600;

export function live(print: (line: string) => void, options: LiveOptions, now = () => Date.now()): Live {
  const { requests: expected, advise, failedBefore, width } = options;
  const told = new Set<string>();
  let first: { readonly at: number; readonly requests: number } | undefined;
  let isTold = expected < longRun;

  const tellCost = (requests: number) => {
    first ??= { at: now(), requests };
    const sent = requests - first.requests;
    const tookMs = now() - first.at;
    if (isTold || sent < enoughExchanges || tookMs < enoughMs) return;
    isTold = true;
    const msEach = tookMs / sent;
    const advice = advise ? `; --budget ${advisedBudget} takes ${duration(msEach * advisedBudget)}` : '';
    print(
      `About ${expected.toLocaleString('en')} requests, ${duration(msEach * expected)} at this pace${advice}`,
    );
  };

  return {
    onJudged(id, judged, requests) {
      tellCost(requests);
      const standing = failedBefore && standingOf(judged, failedBefore.has(id));
      if (judged.verdict !== 'failed' && standing !== 'fixed') return;
      const { level = 'must', operation = '' } = byId.get(id) ?? {};
      // What looks the same on one operation is told once: the report has them all.
      const looks = [operation, standing, judged.evidence?.[0]?.symptom.outcome ?? judged.verdict].join('\n');
      if (told.has(looks) && standing !== 'fixed') return;
      told.add(looks);
      const sign = VERDICT_SIGNS[judged.verdict];
      const words = [standing?.padEnd(5), sign, level.padEnd(6), `${id}:`, judged.reason ?? 'passes now'];
      print(shorten(terminal(words.filter((word) => word !== undefined).join(' ')), width));
    },
  };
}

function standingOf({ verdict }: Judged, failedBefore: boolean): Standing | undefined {
  if (verdict === 'failed') return failedBefore ? 'still' : 'new';
  return verdict === 'passed' && failedBefore ? 'fixed' : undefined;
}
