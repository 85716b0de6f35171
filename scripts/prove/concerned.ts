import type { Requirement } from '../../harness/requirement.js';
import type { Fault } from '../../reference-impl/index.js';

/** One value of one field is let through: there are hundreds of these, and they show in refusals or not at all. */
const narrow = new Set(['one kind of wrong value taken', 'wrong values converted']);

/**
 * The requirements that a fault is held against: those of the operations that it changes, and of those it aims at.
 * Of a narrow family only those of input are judged, which saves the proof a fifth of its time.
 */
export function concerned(
  requirements: readonly Requirement[],
  { operations, aims, family }: Fault,
): Requirement[] {
  const aimed = new Set(aims);
  const changed = new Set([
    ...operations,
    ...requirements.filter(({ id }) => aimed.has(id)).map(({ operation }) => operation),
  ]);
  const isLookedAt = ({ kind }: Requirement) =>
    !narrow.has(family) || kind === 'refuses' || kind === 'accepts';
  return requirements.filter(
    (each) => each.level !== 'may' && changed.has(each.operation) && isLookedAt(each),
  );
}
