/** Which values share a body, and which bodies share a resource. */
import { edgeIntegers, edgeText, smallIntegers } from '../values/edge-scalars.js';
import type { Case, Trial, Unit } from './case.js';

/** Refusals that share a reading and a plain write: odd, so that what toggles shows. */
export const maxRow = 11;
/** Creations that share a list. */
const maxCreations = 8;

const order = new Map(
  [edgeText, edgeIntegers, smallIntegers].flatMap((rows) =>
    rows.map((row, index) => [row.class, index] as const),
  ),
);

/** Trials of several fields in few bodies, alike ones together. */
export function packed(kind: Case['kind'], fields: readonly (readonly Trial[])[]): Case[] {
  const packs: Trial[][] = [];
  for (const trials of fields)
    for (const [own, trial] of trials.entries()) {
      const at = order.get(trial.class) ?? own;
      // Two trials of one field never share a body.
      let index = at;
      while (packs[index]?.some(({ field }) => field === trial.field)) index++;
      packs[index] ??= [];
      packs[index]?.push(trial);
    }
  return packs.filter((trials) => trials !== undefined).map((trials) => ({ kind, duty: 'answered', trials }));
}

/** One case a unit: each accepted update is read before the next one. */
export const alone = (cases: readonly Case[]): Unit[] => cases.map((each) => ({ cases: [each] }));

/** Refusals in rows of eleven, but for the first: what only company hides shows there. */
export function rows(cases: readonly Case[], first = true): Unit[] {
  const units: Unit[] = [];
  let from = 0;
  while (from < cases.length) {
    const length = from === 0 && first ? 1 : oddAtMost(Math.min(maxRow, cases.length - from));
    units.push({ cases: cases.slice(from, from + length) });
    from += length;
  }
  return units;
}

const oddAtMost = (count: number) => (count % 2 === 0 ? count - 1 : count);

/** Creations that share a list: each shows there by its id. */
export function shared(cases: readonly Case[]): Unit[] {
  const units: Unit[] = [];
  for (let from = 0; from < cases.length; from += maxCreations)
    units.push({ cases: cases.slice(from, from + maxCreations) });
  return units;
}
