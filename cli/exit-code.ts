import { runVerdict, totals } from '../reporters/sums.js';
import type { Report, RequirementRow } from '../schemas/generated/report.js';
import { exitCodes } from './failure.js';
import type { OptionValues } from './options/table.js';

/**
 * The exit code of a run: a failure that counts, then a defect of the suite, then what could not be judged.
 * @param known Ids whose failures, or want of a verdict, are accepted.
 */
export function exitCode(
  report: Report,
  failOn: OptionValues['failOn'],
  known: ReadonlySet<string> = new Set(),
): number {
  const failed = report.requirements.filter(({ verdict, id }) => verdict === 'failed' && !known.has(id));
  if (failed.some((row) => counts(row, failOn))) return exitCodes.nonConformant;
  if (totals(report.summary)['suite-error'] > 0) return exitCodes.defect;
  const excused = report.requirements.map((row) =>
    row.verdict === 'failed' || known.has(row.id) ? { ...row, verdict: 'passed' as const } : row,
  );
  const incomplete = report.run.stopped || runVerdict(excused) === 'incomplete';
  return incomplete ? exitCodes.incomplete : exitCodes.conformant;
}

function counts({ level }: RequirementRow, failOn: OptionValues['failOn']): boolean {
  if (failOn === 'never') return false;
  return level === 'must' || (level === 'should' && failOn === 'should');
}
