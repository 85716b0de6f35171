/** What a run prints while it goes on: each failure, and how long the run will take. */
import type { Judged } from '../../harness/settings.js';
import { duration, VERDICT_SIGNS } from '../../report/labels.js';
import { shorten } from '../../report/shorten.js';
import { wrap } from '../../reporters/console/layout.js';
import { terminal } from '../../reporters/text/escape.js';
import { deciding } from '../../reporters/text/exchange.js';
import type { Pace } from '../run/pace.js';
import { statements } from '../statements.js';

/** How a verdict compares with the round before, with --watch. */
export type Standing = 'fixed' | 'still' | 'new';

export interface Live {
  onJudged(id: string, judged: Judged): void;
  /** To be called when the run is over: tells how many more are fixed than were printed. */
  end(): void;
}

interface LiveOptions {
  /** About how many requests the run sends. */
  readonly requests: number;
  /** How fast the run goes; each verdict is noted there before it is printed. */
  readonly pace: Pick<Pace, 'msEach'>;
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
/** Lines for what is fixed; the rest is counted. */
const fixedLines = 5;
/** The pace is only printed for runs of at least this many requests. */
const longRun = 1000;
/** A budget is suggested for runs that take longer than this. */
const longMs = 60_000;
const advisedBudget = 600;

export function live(print: (line: string) => void, options: LiveOptions): Live {
  const { requests: expected, pace, advise, maxTime, failedBefore, restarts, width } = options;
  const told = new Set<string>();
  let isTold = expected < longRun;
  let fixed = 0;

  const tellCost = () => {
    const { msEach } = pace;
    if (isTold || msEach === undefined) return;
    isTold = true;
    const all = msEach * expected;
    const part = duration(msEach * advisedBudget);
    const advice = advise && all > longMs ? `; --budget ${advisedBudget} takes ${part} and finds less` : '';
    const cost = `About ${expected.toLocaleString('en')} requests, ${duration(all)} at this pace${advice}`;
    const end = `That is more than --max-time ${maxTime}. While that is so, each property gets one generated case; the least telling requirements may not be judged.`;
    for (const line of [cost, ...(all > maxTime * 1000 ? [end] : [])].flatMap((each) => wrap(each, width)))
      print(line);
  };

  return {
    onJudged(id, judged) {
      tellCost();
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

/** How a verdict compares with the one before, if that is to be told. */
export function standingOf(
  { verdict }: Pick<Judged, 'verdict'>,
  failedBefore: boolean,
): Standing | undefined {
  if (verdict === 'failed') return failedBefore ? 'still' : 'new';
  return verdict === 'passed' && failedBefore ? 'fixed' : undefined;
}
