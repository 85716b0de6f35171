/** Whether a report turns the pipeline red: the level that counts, and the failures that are known. */
import path from 'node:path';
import type { Baseline } from '../schemas/generated/baseline.js';
import type { Report } from '../schemas/generated/report.js';
import { hold, sentences, update } from './baseline.js';
import { exitCode } from './exit-code.js';
import { exitCodes, Failure } from './failure.js';
import type { OptionValues } from './options/table.js';

export interface Gate {
  /** The report, with what is to be said of the baseline among its notices. */
  readonly report: Report;
  readonly exit: number;
}

type Options = Pick<OptionValues, 'failOn' | 'baseline' | 'updateBaseline'>;

/**
 * Reads the baseline before a run is spent on it.
 * @throws Failure `bad-value`, `cannot-read` or `bad-baseline`.
 */
export async function gate(options: Options, cwd: string): Promise<(report: Report) => Gate> {
  const { failOn, updateBaseline } = options;
  if (options.baseline === undefined) {
    if (updateBaseline) throw new Failure('bad-value', '--update-baseline needs --baseline FILE to write to');
    return (report) => ({ report, exit: exitCode(report, failOn) });
  }
  const baseline = path.resolve(cwd, options.baseline);
  // Loaded by those who have a baseline: its validator takes longer to load than all else before the run.
  const { readBaseline, readForUpdate, writeBaseline } = await import('./baseline-file.js');
  const before = updateBaseline ? readForUpdate(baseline) : readBaseline(baseline);
  return (report) => {
    const held = updateBaseline ? update(before, report) : (before as Baseline);
    if (updateBaseline) writeBaseline(baseline, held);
    return holdAgainst(held, report, failOn);
  };
}

function holdAgainst(baseline: Baseline, report: Report, failOn: OptionValues['failOn']): Gate {
  const comparison = hold(baseline, report, new Date().toISOString().slice(0, 10));
  const code = exitCode(report, failOn, new Set(comparison.known));
  const isStale = comparison.stale.length > 0 && failOn !== 'never';
  return {
    report: { ...report, notices: [...report.notices, ...sentences(comparison)] },
    exit: isStale ? exitCodes.nonConformant : code,
  };
}
