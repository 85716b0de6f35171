/** Which values share a body, and which bodies share a resource. */
import { freeing } from '../model/model.js';
import { edgeIntegers, edgeText, smallIntegers } from '../values/edge-scalars.js';
import type { Case, Trial, Unit } from './case.js';

/** Refusals that share a reading and a plain write: odd, so that what toggles shows. */
export const maxRow = 31;
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
  return packs
    .filter((trials) => trials !== undefined)
    .map((trials) => ({ kind, duty: 'answered', trials, ...freed(trials) }));
}

/** What has to be sent beside some of them so that their values count. */
function freed(trials: readonly Trial[]): Pick<Case, 'base'> {
  const base = Object.assign({}, ...trials.map(({ field }) => freeing(field)));
  return Object.keys(base).length > 0 ? { base } : {};
}

/** One case a unit: each accepted update is read before the next one. */
export const alone = (cases: readonly Case[]): Unit[] => cases.map((each) => ({ cases: [each] }));

/** Refusals in as few rows as there can be; the first is alone: what only company hides shows there. */
export function rows(cases: readonly Case[], first = true): Unit[] {
  const units: Unit[] = first && cases.length > 0 ? [{ cases: cases.slice(0, 1) }] : [];
  let from = units.length;
  const count = Math.ceil((cases.length - from) / maxRow);
  // So many odd numbers make an odd sum when they are odd in number themselves.
  for (let left = (cases.length - from) % 2 === count % 2 ? count : count + 1; left > 0; left--) {
    const length = oddAtMost(Math.min(maxRow, cases.length - from - (left - 1)));
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

/** Of so many packs one is played first. */
const stride = 6;

/** Every sixth case, then the rest. */
export function probes(cases: readonly Case[]): readonly [first: readonly Case[], rest: readonly Case[]] {
  const isFirst = (_: Case, index: number) => index % stride === 0;
  return [cases.filter(isFirst), cases.filter((each, index) => !isFirst(each, index))];
}

/** Fields of which at least half of the values were refused, by themselves or with nothing that was taken. */
export function spoilers(first: readonly Case[], refused: readonly Case[]): ReadonlySet<string> {
  const count = (cases: readonly Case[], name: string) =>
    cases.filter(({ trials }) => trials.some(({ field }) => field === name)).length;
  const names = new Set(refused.flatMap(({ trials }) => trials.map(({ field }) => field)));
  return new Set([...names].filter((name) => 2 * count(refused, name) >= count(first, name)));
}

/** Packs without the fields that spoil them, whose values go alone. */
export function apart(cases: readonly Case[], fields: ReadonlySet<string>): Case[] {
  return cases.flatMap((each) => {
    const others = each.trials.filter(({ field }) => !fields.has(field));
    const own = each.trials.filter(({ field }) => fields.has(field));
    return [
      ...(others.length > 0 ? [{ ...each, trials: others }] : []),
      ...own.map((trial) => ({ ...each, trials: [trial] })),
    ];
  });
}
