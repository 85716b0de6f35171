/** The exit code for a report, with the reason. */

import { count, STOP_WORDS } from '../../report/labels.js';
import { isJudged, LEVELS, runVerdict, totals } from '../../report/summary.js';
import type { Level, Report, RequirementRow } from '../../schemas/generated/report.js';
import { exitCodes, type Signal, signals } from '../cli-error.js';
import type { OptionValues } from '../options/table.js';

/** An exit code, with its reason as the end of a sentence. */
export interface Ruling {
  readonly exit: number;
  readonly reason: string;
}

interface Rules {
  readonly failOn: OptionValues['failOn'];
  /** Ids of requirements that may fail or remain without a verdict. */
  readonly known?: ReadonlySet<string>;
  /** Whether this was a replay of one requirement, which counts whatever its level. */
  readonly replayed?: boolean;
}

/** The exit code of a run: for a failure that counts, else for a bug in the suite, else for what was not judged. */
export function ruling(report: Report, { failOn, known = new Set(), replayed = false }: Rules): Ruling {
  const rows = report.requirements.filter(({ id }) => !known.has(id));
  const failed = rows.filter(({ verdict }) => verdict === 'failed');
  const red = failed.filter(({ level }) => replayed || counts(level, failOn));
  const { stopped } = report.run;
  // What a signal stopped says so itself.
  const early = stopped && stopped.cause !== 'signal' ? `; ${STOP_WORDS[stopped.cause]}` : '';
  if (red.length > 0) return { exit: exitCodes.nonConformant, reason: `${byLevel(red)} failed${early}` };
  const defects = totals(report.summary)['suite-error'];
  if (defects > 0)
    return { exit: exitCodes.defect, reason: `a bug in the suite, at ${count(defects, 'requirement')}` };
  const excused = report.requirements.map((row) =>
    row.verdict === 'failed' || known.has(row.id) ? { ...row, verdict: 'passed' as const } : row,
  );
  if (stopped) return { exit: exitCodes.incomplete, reason: STOP_WORDS[stopped.cause] };
  // No recording covers every requirement.
  const isRecorded =
    report.run.recording !== undefined && excused.some(({ verdict }) => verdict === 'passed');
  if (runVerdict(excused) === 'incomplete' && !isRecorded)
    return { exit: exitCodes.incomplete, reason: whyIncomplete(excused) };
  return { exit: exitCodes.conformant, reason: whyGreen(report, failed, known) };
}

/** The ruling of a run that a signal ended: what failed until then, or else how much was judged. */
export function afterSignal(signal: Signal, before: Ruling & { readonly report: Report }): Ruling {
  const selected = before.report.requirements.filter(({ verdict }) => verdict !== 'deselected');
  const judged = selected.filter(({ verdict }) => isJudged(verdict)).length;
  const reason =
    before.exit === exitCodes.nonConformant
      ? before.reason
      : `${judged} of ${count(selected.length, 'requirement')} judged`;
  return { exit: signals[signal].exit, reason: `stopped by ${signals[signal].name}, ${reason}` };
}

export function counts(level: Level, failOn: OptionValues['failOn']): boolean {
  if (failOn === 'never') return false;
  return level === 'must' || (level === 'should' && failOn === 'should');
}

function whyIncomplete(rows: readonly RequirementRow[]): string {
  const unjudged = rows.filter(
    ({ level, verdict }) => level === 'must' && (verdict === 'not-exercised' || verdict === 'inconclusive'),
  );
  return unjudged.length > 0
    ? `${byLevel(unjudged)} could not be judged`
    : 'nothing was judged that says whether the server conforms';
}

/** Whether a run left musts out. No recording covers every requirement. */
export const isPart = ({ requirements, run }: Pick<Report, 'requirements' | 'run'>): boolean =>
  !run.recording && requirements.some(({ level, verdict }) => level === 'must' && verdict === 'deselected');

function whyGreen(
  { requirements, run }: Report,
  failed: readonly RequirementRow[],
  known: ReadonlySet<string>,
): string {
  const musts = requirements.filter(({ level }) => level === 'must');
  const passed = musts.filter(({ verdict }) => verdict === 'passed').length;
  const left = musts.filter(({ verdict }) => verdict === 'deselected').length;
  const others = isPart({ requirements, run }) ? `, ${left} not selected` : '';
  const kept =
    passed > 0 ? `${count(passed, 'must requirement')} kept${others}` : 'no must requirement was selected';
  return [
    kept,
    ...(failed.length > 0 ? [`${byLevel(failed)} failed, which --fail-on does not count`] : []),
    ...(known.size > 0 ? [`${count(known.size, 'known failure')} accepted by the baseline`] : []),
  ].join('; ');
}

/** `3 must and 1 should requirements`. */
function byLevel(rows: readonly RequirementRow[]): string {
  const levels = LEVELS.map((level) => ({ level, n: rows.filter((row) => row.level === level).length }))
    .filter(({ n }) => n > 0)
    .map(({ level, n }) => `${n} ${level}`);
  return `${levels.join(' and ')} ${rows.length === 1 ? 'requirement' : 'requirements'}`;
}
