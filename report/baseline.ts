/** Baselines: lists of known failures, which are compared with a report. */
import { fingerprint } from '../schemas/fingerprint.js';
import type { Baseline, KnownFailure } from '../schemas/generated/baseline.js';
import type { Report, RequirementRow } from '../schemas/generated/report.js';
import { count } from './labels.js';

/** How a report compares with a baseline, as ids of requirements. */
export interface BaselineComparison {
  /** Failed as the baseline says, or could not be judged. */
  readonly known: readonly string[];
  /** Failed in a way that the baseline does not have: a regression. */
  readonly changed: readonly string[];
  /** Failed as the baseline says, but the entry has expired. */
  readonly expired: readonly string[];
  /** Passed, or no longer a requirement: the entry should be removed. */
  readonly stale: readonly string[];
}

/** @param today As YYYY-MM-DD. */
export function compareToBaseline(baseline: Baseline, report: Report, today: string): BaselineComparison {
  const rows = new Map(report.requirements.map((row) => [row.id, row]));
  const comparison: Record<keyof BaselineComparison, string[]> = {
    known: [],
    changed: [],
    expired: [],
    stale: [],
  };
  for (const entry of baseline.failures) {
    const standing = standingOf(entry, rows.get(entry.id), report, today);
    if (standing) comparison[standing].push(entry.id);
  }
  return comparison;
}

/**
 * Ids of the requirements that may fail. Whether one fails in a new way is only known after the run.
 * @param today As YYYY-MM-DD.
 */
export const acceptedIds = ({ failures }: Baseline, today: string): ReadonlySet<string> =>
  new Set(failures.filter((entry) => !isExpired(entry, today)).map(({ id }) => id));

const isExpired = ({ expires }: KnownFailure, today: string) => expires !== undefined && expires < today;

function standingOf(
  entry: KnownFailure,
  row: RequirementRow | undefined,
  report: Report,
  today: string,
): keyof BaselineComparison | undefined {
  if (!row || row.verdict === 'passed') return 'stale';
  if (row.verdict === 'deselected' || row.verdict === 'suite-error') return undefined;
  const accepted = new Set(entry.symptoms.map((symptom) => symptom.fingerprint));
  const isNew = symptomsOf(row, report).some((symptom) => !accepted.has(symptom.fingerprint));
  if (row.verdict === 'failed' && isNew) return 'changed';
  return isExpired(entry, today) ? 'expired' : 'known';
}

/**
 * A baseline that accepts everything that fails in a report, and each `must` that could not be judged, often because
 * of such a failure. Entries that this run did not check stay; entries of requirements that pass now are removed.
 */
export function update(before: Baseline | undefined, report: Report): Baseline {
  const old = new Map((before?.failures ?? []).map((entry) => [entry.id, entry]));
  const failures = report.requirements.flatMap((row): KnownFailure[] => {
    const entry = old.get(row.id);
    if (isOpen(row) && !(report.run.stopped && row.verdict !== 'failed'))
      return [
        {
          ...entry,
          id: row.id,
          reason: reasonOf(row, entry),
          symptoms: symptomsOf(row, report),
        },
      ];
    return entry && row.verdict !== 'passed' ? [entry] : [];
  });
  return { schemaVersion: 2, failures: failures.map(inOrder) };
}

/** The reason of an entry until somebody gives another. */
const unexplained = {
  failed: 'Failed when the baseline was written.',
  notJudged: 'Could not be judged when the baseline was written.',
};

function reasonOf({ verdict }: RequirementRow, entry: KnownFailure | undefined): string {
  const isOurs = entry === undefined || Object.values(unexplained).includes(entry.reason);
  return isOurs ? unexplained[verdict === 'failed' ? 'failed' : 'notJudged'] : entry.reason;
}

const inOrder = ({ id, reason, expires, link, symptoms }: KnownFailure): KnownFailure => ({
  id,
  reason,
  ...(expires !== undefined && { expires }),
  ...(link !== undefined && { link }),
  symptoms,
});

const isOpen = ({ level, verdict }: RequirementRow) =>
  level !== 'may' &&
  (verdict === 'failed' || (level === 'must' && (verdict === 'inconclusive' || verdict === 'not-exercised')));

/** What identifies a failure: the atoms of its findings. A known defect that gets worse has new atoms. */
function symptomsOf(
  { id, verdict, reason = '' }: RequirementRow,
  { findings }: Report,
): KnownFailure['symptoms'] {
  const atoms = verdict === 'failed' ? findings.filter((each) => each.requirements.includes(id)) : [];
  const seen = atoms.length > 0 ? atoms.flatMap((each) => each.atoms) : [`${verdict}: ${reason}`];
  return [...new Set(seen)]
    .map((each) => ({ fingerprint: fingerprint(verdict === 'failed' ? each : verdict), seen: each }))
    .sort((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1));
}

/** The report with marks at what the baseline accepts: requirements, and findings that break no others. */
export function withAccepted(report: Report, { known }: BaselineComparison): Report {
  const isKnown = (id: string) => known.includes(id);
  const accepted = { accepted: true } as const;
  return {
    ...report,
    requirements: report.requirements.map((row) => (isKnown(row.id) ? { ...row, ...accepted } : row)),
    findings: report.findings.map((each) =>
      each.requirements.every(isKnown) ? { ...each, ...accepted } : each,
    ),
  };
}

/** Notices for a report about its comparison with the baseline. */
export function sentences({ known, changed, expired, stale }: BaselineComparison): string[] {
  const told = (ids: readonly string[], what: string) =>
    ids.length > 0 ? [`Baseline: ${what}: ${ids.join(', ')}.`] : [];
  return [
    ...(known.length > 0
      ? [`Baseline: ${count(known.length, 'known failure is', 'known failures are')} accepted.`]
      : []),
    ...told(changed, 'these fail in a new way, which is a regression'),
    ...told(expired, 'these are no longer accepted, since their date has passed'),
    ...told(stale, 'these pass now or no longer exist; remove their entries (--update-baseline)'),
  ];
}
