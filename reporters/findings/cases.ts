import type { Evidence, RequirementRow } from '../../schemas/generated/report.js';
import { duty, fieldOf, formOf, normalise, type Symptom } from './symptom.js';

/** One distinct symptom with everything that shows it. */
export interface Case {
  readonly symptom: Symptom;
  /** Equal for cases that may have one cause: same operation, same outcome, same duty. */
  readonly key: string;
  /** The outcome with its duty, for comparing operations with each other. */
  readonly outcome: string;
  readonly field: string | undefined;
  readonly form: string;
  readonly requirements: Set<RequirementRow>;
  readonly exhibits: Evidence[];
}

/** The part of an id that other operations share. */
export const aspect = ({ id, operation }: RequirementRow): string =>
  id.startsWith(`${operation}.`) ? id.slice(operation.length + 1) : id;

const withoutEvidence = (row: RequirementRow): Evidence => ({
  expected: row.statement,
  seen: row.reason ?? 'a failure',
  symptom: { operation: row.operation, input: row.id, outcome: row.reason ?? 'failed' },
  violations: [],
  exchanges: [],
  deciding: 0,
});

/** The distinct symptoms of failed requirements, in the order of the document. */
export const cases = (failed: readonly RequirementRow[]): Case[] => {
  const found = new Map<string, Case>();
  for (const row of failed) {
    const evidence = row.evidence?.length ? row.evidence : [withoutEvidence(row)];
    for (const exhibit of evidence) {
      const symptom = normalise(exhibit.symptom);
      const outcome = JSON.stringify([symptom.outcome, duty(exhibit)]);
      const id = JSON.stringify([symptom.operation, symptom.input, outcome]);
      const known = found.get(id) ?? {
        symptom,
        key: JSON.stringify([symptom.operation, outcome]),
        outcome,
        field: fieldOf(symptom.input),
        form: formOf(symptom.input),
        requirements: new Set<RequirementRow>(),
        exhibits: [],
      };
      known.requirements.add(row);
      known.exhibits.push(exhibit);
      found.set(id, known);
    }
  }
  return [...found.values()];
};
