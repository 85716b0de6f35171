/** Packs that are played first, so that a field which spoils most of them is left out of the others. */
import type { Case } from './case.js';

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
