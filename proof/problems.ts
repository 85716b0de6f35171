/** From results to what is wrong with the proof: pure functions. */
import type { Fault, Variant } from '../reference-impl/index.js';
import { idsWithVerdict, namesIn, type Result } from './jobs.js';

/** Faults that were judged and did not break all that they aim at. */
export function unshown(faults: readonly Fault[], results: readonly Result[]): Fault[] {
  const byName = new Map(results.map((result) => [result.job.name, result]));
  return faults.filter((fault) => missedAims(fault, byName.get(fault.name)).length > 0);
}

function missedAims({ aims }: Fault, result: Result | undefined): string[] {
  const failed = new Set(result ? idsWithVerdict('failed', result) : []);
  return aims.filter((id) => !failed.has(id));
}

/** Faults that survive, that miss what they aim at, or that break other requirements than they declare. */
export function faultProblems(faults: readonly Fault[], results: readonly Result[]): string[] {
  const byName = new Map(results.map((result) => [result.job.name, result]));
  return faults.flatMap((fault) => {
    const result = byName.get(fault.name);
    return result ? problemsOf(fault, result).map((problem) => `${fault.name} ${problem}`) : [];
  });
}

function problemsOf(fault: Fault, result: Result): string[] {
  const { breaks } = fault;
  const failed = idsWithVerdict('failed', result);
  const missed = missedAims(fault, result);
  const told = (words: string, ids: readonly string[]) =>
    ids.length > 0 ? [`${words} ${ids.join(', ')}`] : [];
  const more = failed.filter((id) => !breaks.includes(id));
  const less = breaks.filter((id) => id in result.verdicts && !failed.includes(id));
  const changed =
    breaks.length === 0
      ? told('is a new fault, kills', failed)
      : [...told('breaks more than declared:', more), ...told('breaks less than declared:', less)];
  return [
    ...(failed.length === 0 ? ['survives'] : []),
    ...told(
      'does not break what it aims at:',
      missed.map((id) => `${id} (${result.verdicts[id]?.[0] ?? 'not judged'})`),
    ),
    ...changed,
    ...told('fails in no finding:', failedInNoFinding(failed, result)),
    ...told('makes the suite itself fail:', idsWithVerdict('suite-error', result)),
  ];
}

/** Every requirement that fails is told by some finding. */
function failedInNoFinding(failed: readonly string[], { findings }: Result): string[] {
  const told = new Set(findings.flatMap(({ requirements }) => requirements));
  return failed.filter((id) => !told.has(id));
}

/** What conforming servers lost. */
export function falseAlarms(variants: readonly Variant[], results: readonly Result[]): string[] {
  const allowed = new Map(variants.map(({ name, givesUp = [] }) => [name, new Set(givesUp)]));
  return results.flatMap(({ job, verdicts }) => {
    const names = namesIn(job);
    return Object.entries(verdicts)
      .filter(([, [verdict]]) => verdict !== 'passed' && verdict !== 'not-exercised')
      .filter(([id]) => !names.some((name) => allowed.get(name)?.has(id)))
      .map(([id, [verdict, reason]]) => `variant ${names.join(', ')} loses ${id} (${verdict}: ${reason})`);
  });
}

/** Ids that are judged on a trivial server and fail on none of them. */
export function neverFailing(ids: readonly string[], results: readonly Result[]): string[] {
  const passing = new Set(results.flatMap((result) => idsWithVerdict('passed', result)));
  const failing = new Set(results.flatMap((result) => idsWithVerdict('failed', result)));
  return ids.filter((id) => passing.has(id) && !failing.has(id));
}

/** One fault under one seed. */
export interface Try {
  readonly fault: Fault;
  readonly seed: number;
  readonly isFound: boolean;
}

/** Whether each fault was found, by what it aims at. */
export function triesIn(faults: readonly Fault[], results: readonly Result[]): Try[] {
  const byName = new Map(faults.map((fault) => [fault.name, fault]));
  return results.flatMap((result) => {
    const failed = new Set(idsWithVerdict('failed', result));
    return namesIn(result.job).flatMap((name): Try[] => {
      const fault = byName.get(name);
      return fault
        ? [{ fault, seed: result.job.seed, isFound: fault.aims.some((id) => failed.has(id)) }]
        : [];
    });
  });
}
