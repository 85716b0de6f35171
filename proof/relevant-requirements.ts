import type { Requirement } from '../harness/requirement.js';
import type { Fault } from '../reference-impl/index.js';

/** One kind of value of one field is let through: there are hundreds of these, and each shows in one refusal. */
const narrow = new Set(['one kind of invalid value accepted', 'invalid values converted']);

/**
 * The requirements that a fault is held against: those of the operations that it changes, and of those it aims at.
 * Of a narrow family only the aims are judged, which saves the proof a quarter of its time.
 */
export function relevantRequirements(
  requirements: readonly Requirement[],
  { operations, aims, family }: Fault,
): Requirement[] {
  const aimed = new Set(aims);
  const isAim = ({ id }: Requirement) => aimed.has(id);
  if (narrow.has(family)) return requirements.filter(isAim);
  const changed = new Set([...operations, ...requirements.filter(isAim).map(({ operation }) => operation)]);
  return requirements.filter(({ operation, level }) => level !== 'may' && changed.has(operation));
}
