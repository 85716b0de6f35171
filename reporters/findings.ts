import type { Evidence, Finding, Level, Report, RequirementRow } from '../schemas/generated/report.js';
import { type Case, cases } from './findings/cases.js';
import { causes } from './findings/causes.js';
import { fingerprint, normalise } from './findings/symptom.js';
import { commonSymptom, title } from './findings/title.js';
import { LEVELS } from './sums.js';

export { fingerprint } from './findings/symptom.js';

const severity = (level: Level): number => LEVELS.indexOf(level);

const smallest = (group: readonly Case[]): Evidence =>
  group
    .flatMap((c) => c.exhibits)
    .reduce((a, b) =>
      b.exchanges.length < a.exchanges.length ||
      (b.exchanges.length === a.exchanges.length && b.symptom.input.length < a.symptom.input.length)
        ? b
        : a,
    );

const finding = (group: readonly Case[]): Omit<Finding, 'id'> => {
  const rows = [...new Set(group.flatMap((c) => [...c.requirements]))];
  const exhibit = smallest(group);
  const symptom = commonSymptom(group);
  const isWide = new Set(group.map((c) => c.symptom.operation)).size > 1;
  const worst = rows.reduce((a, b) => (severity(b.level) < severity(a.level) ? b : a));
  return {
    level: worst.level,
    operation: symptom.operation,
    title: title(group, exhibit),
    symptom,
    fingerprint: fingerprint(isWide ? { ...symptom, operation: '*' } : symptom),
    requirements: rows.map(({ id }) => id),
  };
};

/**
 * Groups failed requirements by cause, most severe first: `must` before `should`, then the finding that breaks
 * more requirements, then the order of the document. A requirement with several symptoms can belong to several
 * findings; every failed requirement belongs to at least one.
 */
export const findings = (requirements: readonly RequirementRow[]): Finding[] => {
  const failed = requirements.filter(({ verdict }) => verdict === 'failed');
  return causes(cases(failed), requirements)
    .map(finding)
    .sort((a, b) => severity(a.level) - severity(b.level) || b.requirements.length - a.requirements.length)
    .map((row, index) => ({ id: `F${index + 1}`, ...row }));
};

/** A requirement with the piece of its evidence that shows a finding best. */
export interface Exhibit {
  readonly requirement: RequirementRow;
  readonly evidence: Evidence;
}

/** The evidence to show for a finding: of its most severe requirements the shortest sequence. */
export const exhibit = (report: Report, { requirements, symptom }: Finding): Exhibit | undefined => {
  const rows = report.requirements.filter(({ id }) => requirements.includes(id));
  const candidates = rows.flatMap((requirement) =>
    (requirement.evidence ?? []).map((evidence) => ({ requirement, evidence })),
  );
  const matching = candidates.filter(
    ({ evidence }) => normalise(evidence.symptom).outcome === normalise(symptom).outcome,
  );
  return (matching.length ? matching : candidates).toSorted(
    (a, b) =>
      severity(a.requirement.level) - severity(b.requirement.level) ||
      a.evidence.exchanges.length - b.evidence.exchanges.length ||
      a.evidence.symptom.input.length - b.evidence.symptom.input.length,
  )[0];
};
