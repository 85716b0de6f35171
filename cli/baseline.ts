/** Known failures held against a report: what is accepted, and what is not or no longer. */
import { fingerprint } from '../reporters/findings.js';
import type { Baseline, KnownFailure } from '../schemas/generated/baseline.js';
import type { Report, RequirementRow } from '../schemas/generated/report.js';

/** What a baseline comes to, by ids of requirements. */
export interface Comparison {
  /** Fail as they are known to, or cannot be judged. */
  readonly known: readonly string[];
  /** Fail in a way that is not known: a regression. */
  readonly changed: readonly string[];
  /** Fail as known, but are accepted no longer. */
  readonly expired: readonly string[];
  /** Pass, or are no requirements: their entry is to be removed. */
  readonly stale: readonly string[];
}

/** @param today As YYYY-MM-DD. */
export function hold(baseline: Baseline, report: Report, today: string): Comparison {
  const rows = new Map(report.requirements.map((row) => [row.id, row]));
  const comparison: Record<keyof Comparison, string[]> = { known: [], changed: [], expired: [], stale: [] };
  for (const entry of baseline.failures) {
    const standing = standingOf(entry, rows.get(entry.id), today);
    if (standing) comparison[standing].push(entry.id);
  }
  return comparison;
}

function standingOf(
  entry: KnownFailure,
  row: RequirementRow | undefined,
  today: string,
): keyof Comparison | undefined {
  if (!row || row.verdict === 'passed') return 'stale';
  if (row.verdict === 'deselected' || row.verdict === 'suite-error') return undefined;
  const accepted = new Set(entry.symptoms.map((symptom) => symptom.fingerprint));
  const isNew = symptomsOf(row).some((symptom) => !accepted.has(symptom.fingerprint));
  if (row.verdict === 'failed' && isNew) return 'changed';
  return entry.expires !== undefined && entry.expires < today ? 'expired' : 'known';
}

/**
 * The baseline that accepts what fails in a report, and each `must` that could not be judged, often because of
 * such a failure. What was said before is kept, and so is what this run left out; what passes now is gone.
 */
export function update(before: Baseline | undefined, report: Report): Baseline {
  const old = new Map((before?.failures ?? []).map((entry) => [entry.id, entry]));
  const failures = report.requirements.flatMap((row): KnownFailure[] => {
    const entry = old.get(row.id);
    if (isOpen(row) && !(report.run.stopped && row.verdict !== 'failed'))
      return [
        { reason: 'Failed when the baseline was written.', ...entry, id: row.id, symptoms: symptomsOf(row) },
      ];
    return entry && row.verdict !== 'passed' ? [entry] : [];
  });
  return { schemaVersion: 1, failures: failures.map(inOrder) };
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

/** The input is left out: generated ones differ from seed to seed. */
function symptomsOf({ verdict, evidence = [], reason = '' }: RequirementRow): KnownFailure['symptoms'] {
  if (verdict !== 'failed')
    return [
      {
        fingerprint: fingerprint({ operation: '', input: '', outcome: verdict }),
        seen: `${verdict}: ${reason}`,
      },
    ];
  const symptoms = evidence.map(({ symptom: { operation, outcome } }) => ({
    fingerprint: fingerprint({ operation, input: '', outcome }),
    seen: outcome,
  }));
  if (symptoms.length === 0)
    return [{ fingerprint: fingerprint({ operation: '', input: '', outcome: reason }), seen: reason }];
  const distinct = new Map(symptoms.map((symptom) => [symptom.fingerprint, symptom]));
  return [...distinct.values()].sort((a, b) =>
    a.fingerprint < b.fingerprint ? -1 : 1,
  ) as KnownFailure['symptoms'];
}

/** Sentences for the notices of a report; none where there is nothing to tell. */
export function sentences({ known, changed, expired, stale }: Comparison): string[] {
  const told = (ids: readonly string[], what: string) =>
    ids.length > 0 ? [`Baseline: ${what}: ${ids.join(', ')}.`] : [];
  return [
    ...(known.length > 0 ? [`Baseline: ${known.length} known failures are accepted.`] : []),
    ...told(changed, 'fail in another way than known, which is a regression'),
    ...told(expired, 'were accepted until a day that is past'),
    ...told(stale, 'pass now or are gone, so remove their entries (--update-baseline)'),
  ];
}
