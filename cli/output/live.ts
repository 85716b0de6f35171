/** What a run prints while it goes on: each failure, and how long the run will take. */
import type { Judged } from '../../harness/settings.js';
import { duration, VERDICT_SIGNS } from '../../report/labels.js';
import { shorten } from '../../report/shorten.js';
import { wrap } from '../../reporters/console/layout.js';
import { terminal } from '../../reporters/text/escape.js';
import { deciding } from '../../reporters/text/exchange.js';
import { statements } from '../statements.js';

/** How a verdict compares with the round before, with --watch. */
export type Standing = 'fixed' | 'still' | 'new';

export interface Live {
  onJudged(id: string, judged: Judged, requests: number): void;
  /** To be called when the run is over: tells how many more are fixed than were printed. */
  end(): void;
}

interface LiveOptions {
  /** About how many requests the run sends. */
  readonly requests: number;
  /** Whether to suggest a budget for a long run. */
  readonly advise: boolean;
  /** When the run is ended, in seconds. */
  readonly maxTime: number;
  /** Ids of what failed before; undefined in the first round. */
  readonly failedBefore?: ReadonlySet<string>;
  /** Whether a request without an answer may be due to a restart of the target: the report tells it, if not. */
  readonly restarts?: boolean;
  readonly width: number;
}

const byId = new Map(statements.map((statement) => [statement.id, statement]));
/** How much must be measured before the pace of a target is known. */
const enough = { exchanges: 20, ms: 1000, stretches: 3 };
const minStretchMs = 100;
/** A stretch that is this many times slower than usual is left out. */
const stalls = 10;
/** Lines for what is fixed; the rest is counted. */
const fixedLines = 5;
/** The pace is only printed for runs of at least this many requests. */
const longRun = 1000;
/** A budget is suggested for runs that take longer than this. */
const longMs = 60_000;
const advisedBudget = 600;

export function live(print: (line: string) => void, options: LiveOptions, now = () => Date.now()): Live {
  const { requests: expected, advise, maxTime, failedBefore, restarts, width } = options;
  const told = new Set<string>();
  const stretches: Stretch[] = [];
  let last: { readonly at: number; readonly requests: number } | undefined;
  let isTold = expected < longRun;
  let fixed = 0;

  const tellCost = (requests: number) => {
    const at = now();
    last ??= { at, requests };
    const stretch = { ms: at - last.at, requests: requests - last.requests };
    if (isTold || stretch.requests === 0 || stretch.ms < minStretchMs) return;
    last = { at, requests };
    stretches.push(stretch);
    const isEnough =
      stretches.length >= enough.stretches &&
      sum(stretches.map((each) => each.requests)) >= enough.exchanges &&
      sum(stretches.map(({ ms }) => ms)) >= enough.ms;
    if (!isEnough) return;
    isTold = true;
    const msEach = usualMs(stretches);
    const all = msEach * expected;
    const part = duration(msEach * advisedBudget);
    const advice = advise && all > longMs ? `; --budget ${advisedBudget} takes ${part} and finds less` : '';
    const cost = `About ${expected.toLocaleString('en')} requests, ${duration(all)} at this pace${advice}`;
    const end = `That is more than --max-time ${maxTime}: the least telling requirements will not be judged. --runs 1 sends fewer requests.`;
    for (const line of [cost, ...(all > maxTime * 1000 ? [end] : [])].flatMap((each) => wrap(each, width)))
      print(line);
  };

  return {
    onJudged(id, judged, requests) {
      tellCost(requests);
      const standing = failedBefore && standingOf(judged, failedBefore.has(id));
      if (judged.verdict !== 'failed' && standing !== 'fixed') return;
      const [shown] = judged.evidence ?? [];
      if (restarts && shown && !deciding(shown)?.answer) return;
      if (standing === 'fixed' && ++fixed > fixedLines) return;
      const { level = 'must', operation = '' } = byId.get(id) ?? {};
      // Failures of one operation that look the same are printed once; the report has them all.
      const looks = [operation, standing, shown?.symptom.outcome ?? judged.verdict].join('\n');
      if (told.has(looks) && standing !== 'fixed') return;
      told.add(looks);
      const sign = VERDICT_SIGNS[judged.verdict];
      const head = [standing?.padEnd(5), sign, level.padEnd(6), `${id}:`].filter(
        (word) => word !== undefined,
      );
      // What was seen comes first: the end may be cut.
      const said = shown ? `got ${shown.seen}, expected ${shown.expected}` : (judged.reason ?? 'passes now');
      const reason = terminal(said);
      const line = `${head.join(' ')} ${reason}`;
      if (line.length <= width) print(line);
      else for (const part of [head.join(' '), `  ${reason}`]) print(shorten(part, width));
    },
    end() {
      if (fixed > fixedLines) print(`fixed and ${fixed - fixedLines} more`);
    },
  };
}

/** A part of a run, between two verdicts. */
interface Stretch {
  readonly ms: number;
  readonly requests: number;
}

/** Milliseconds per request, without stretches that were very slow because of a time-out. */
function usualMs(stretches: readonly Stretch[]): number {
  const pace = ({ ms, requests }: Stretch) => ms / requests;
  const byPace = stretches.toSorted((a, b) => pace(a) - pace(b));
  let left = sum(stretches.map(({ requests }) => requests)) / 2;
  // The median: half of the requests were sent at this pace or faster.
  const middle = byPace.find(({ requests }) => {
    left -= requests;
    return left <= 0;
  });
  const usual = stretches.filter((each) => !middle || pace(each) <= stalls * pace(middle));
  return sum(usual.map(({ ms }) => ms)) / sum(usual.map(({ requests }) => requests));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** How a verdict compares with the one before, if that is to be told. */
export function standingOf(
  { verdict }: Pick<Judged, 'verdict'>,
  failedBefore: boolean,
): Standing | undefined {
  if (verdict === 'failed') return failedBefore ? 'still' : 'new';
  return verdict === 'passed' && failedBefore ? 'fixed' : undefined;
}
