import type { Requirement } from '../../harness/requirement.js';
import type { Fault } from '../../reference-impl/index.js';

/** The requirements that a fault is held against: those of the operations that it changes, and of those it aims at. */
export function concerned(requirements: readonly Requirement[], { operations, aims }: Fault): Requirement[] {
  const aimed = new Set(aims);
  const changed = new Set([
    ...operations,
    ...requirements.filter(({ id }) => aimed.has(id)).map(({ operation }) => operation),
  ]);
  return requirements.filter(({ operation, level }) => level !== 'may' && changed.has(operation));
}
