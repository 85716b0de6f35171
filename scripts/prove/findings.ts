/** From results to what is wrong with the proof: pure functions. */
import type { Fault, Variant } from '../../reference-impl/index.js';
import { type Result, those } from './jobs.js';

/**
 * Each requirement with the faults that turn it red, those that were made for it first; else by names, so that
 * results in any order give the same.
 */
export type Kills = Readonly<Record<string, readonly string[]>>;

export function kills(faults: readonly Fault[], results: readonly Result[]): Kills {
  const aims = new Map(faults.map((fault) => [fault.name, new Set(fault.aims)]));
  const byRequirement = new Map<string, string[]>();
  for (const result of results)
    for (const id of those('failed', result))
      byRequirement.set(id, [...(byRequirement.get(id) ?? []), result.job.name]);
  const madeFirst = (id: string, names: readonly string[]) => {
    const sorted = [...names].sort();
    const isMade = (name: string) => aims.get(name)?.has(id) === true;
    return [...sorted.filter(isMade), ...sorted.filter((name) => !isMade(name))];
  };
  return Object.fromEntries(
    [...byRequirement].sort(byName).map(([id, names]) => [id, madeFirst(id, names)] as const),
  );
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1);

export interface FaultProblem {
  readonly fault: string;
  readonly problem: string;
}

/** A fault that survives, that misses what it aims at, or that breaks other requirements than it declares. */
export function faultProblems(faults: readonly Fault[], results: readonly Result[]): FaultProblem[] {
  const byFault = new Map(results.map((result) => [result.job.name, result]));
  return faults.flatMap(({ name, aims, breaks }) => {
    const result = byFault.get(name);
    if (!result) return [];
    const failed = new Set(those('failed', result));
    const missed = aims.filter((id) => !failed.has(id));
    const undeclared = [...failed].filter((id) => !breaks.includes(id));
    const unbroken = breaks.filter((id) => !failed.has(id));
    const errors = those('suite-error', result);
    const told = (ids: readonly string[], words: string) =>
      ids.length > 0 ? [`${words} ${ids.join(', ')}`] : [];
    const problems = [
      ...(failed.size === 0 ? ['survives'] : []),
      ...told(
        missed.map((id) => `${id} (${result.verdicts[id]?.[0] ?? 'not judged'})`),
        'does not break what it aims at:',
      ),
      ...told(undeclared, 'breaks more than declared:'),
      ...told(unbroken, 'breaks less than declared:'),
      ...told(errors, 'makes the suite itself fail:'),
    ];
    return problems.map((problem) => ({ fault: name, problem }));
  });
}

/** What a conforming server lost, by variant. */
export function falseAlarms(
  variants: readonly Variant[],
  results: readonly Result[],
): { variant: string; requirement: string; reason: string }[] {
  const allowed = new Map(variants.map(({ name, givesUp = [] }) => [name, new Set(givesUp)]));
  return results.flatMap((result) =>
    Object.entries(result.verdicts)
      .filter(([, [verdict]]) => verdict !== 'passed' && verdict !== 'not-exercised')
      .filter(([id]) => !allowed.get(result.job.name)?.has(id))
      .map(([requirement, [verdict, reason]]) => ({
        variant: result.job.name,
        requirement,
        reason: `${verdict}: ${reason}`,
      })),
  );
}

/** Ids that are judged on a degenerate server and fail on none of them. */
export function neverFailing(ids: readonly string[], results: readonly Result[]): string[] {
  const passing = new Set(results.flatMap((result) => those('passed', result)));
  const failing = new Set(results.flatMap((result) => those('failed', result)));
  return ids.filter((id) => passing.has(id) && !failing.has(id));
}

/** How often each fault was found, over all seeds. */
export function foundBySeeds(results: readonly Result[]): Map<string, { found: number; tried: number }> {
  const counts = new Map<string, { found: number; tried: number }>();
  for (const result of results) {
    const before = counts.get(result.job.name) ?? { found: 0, tried: 0 };
    const found = those('failed', result).length > 0 ? 1 : 0;
    counts.set(result.job.name, { found: before.found + found, tried: before.tried + 1 });
  }
  return counts;
}
