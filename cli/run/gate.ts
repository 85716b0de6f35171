/** Decides the exit code by the report, `--fail-on` and the baseline. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { acceptedIds, compareToBaseline, sentences, update, withAccepted } from '../../report/baseline.js';
import { count } from '../../report/labels.js';
import type { Baseline } from '../../schemas/generated/baseline.js';
import type { Report } from '../../schemas/generated/report.js';
import { CliError, exitCodes } from '../cli-error.js';
import type { OptionValues } from '../options/table.js';
import { type Ruling, ruling } from './exit-code.js';

export interface Gate extends Ruling {
  /** The report, with notices about the baseline. */
  readonly report: Report;
}

interface Gatekeeper {
  readonly known: ReadonlySet<string>;
  readonly pass: (report: Report) => Gate;
}

type Options = Pick<OptionValues, 'failOn' | 'baseline' | 'updateBaseline'> &
  Partial<Pick<OptionValues, 'replay'>>;

/**
 * Reads the baseline, before the run, so that a bad one does not waste it.
 * @throws CliError `bad-value`, `cannot-read` or `bad-baseline`.
 */
export async function gate(options: Options, cwd: string): Promise<Gatekeeper> {
  const { failOn, updateBaseline } = options;
  const replayed = options.replay !== undefined;
  if (options.baseline === undefined) {
    if (updateBaseline)
      throw new CliError('bad-value', '--update-baseline needs --baseline FILE to write to');
    return { known: new Set(), pass: (report) => ({ report, ...ruling(report, { failOn, replayed }) }) };
  }
  const baseline = path.resolve(cwd, options.baseline);
  // Loaded only when needed: the validator takes longer to load than everything else before the run.
  const { readBaseline, writeBaseline } = await import('../output/written-files.js');
  // The one to update need not be there yet.
  const before = updateBaseline && !existsSync(baseline) ? undefined : readBaseline(baseline);
  return {
    known: acceptedIds(before ?? { schemaVersion: 2, failures: [] }, today()),
    pass(report) {
      const held = updateBaseline ? update(before, report) : (before as Baseline);
      if (updateBaseline) writeBaseline(baseline, held);
      const comparison = compareToBaseline(held, report, today());
      const ruled = ruling(report, { failOn, known: new Set(comparison.known), replayed });
      const notices = [...report.notices, ...sentences(comparison)];
      const noted = { ...withAccepted(report, comparison), notices };
      if (ruled.exit === exitCodes.nonConformant || comparison.stale.length === 0 || failOn === 'never')
        return { report: noted, ...ruled };
      const gone = comparison.stale.length;
      const reason = `${count(gone, 'failure')} of the baseline ${gone === 1 ? 'is' : 'are'} gone`;
      return { report: noted, exit: exitCodes.nonConformant, reason };
    },
  };
}

const today = () => new Date().toISOString().slice(0, 10);
