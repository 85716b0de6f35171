import type {
  Counts,
  Level,
  RequirementRow,
  RunVerdict,
  Summary,
  Verdict,
} from '../schemas/generated/report.js';

/** The part of a requirement that is counted. */
export type Judged = Pick<RequirementRow, 'level' | 'verdict'>;

const noCounts = () => Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Record<Verdict, number>;

/** Counts requirements by level and verdict. */
export const summarise = (requirements: readonly Judged[]): Summary => {
  const summary: Summary = { must: noCounts(), should: noCounts(), may: noCounts() };
  for (const { level, verdict } of requirements) summary[level][verdict] += 1;
  return summary;
};

/** The counts of all levels added up. */
export const totals = (summary: Summary): Counts => {
  const sum = noCounts();
  for (const level of LEVELS) for (const verdict of VERDICTS) sum[verdict] += summary[level][verdict];
  return sum;
};

/** How many requirements were counted. */
export const size = (counts: Counts): number => Object.values(counts).reduce((a, b) => a + b, 0);

/** Whether a verdict says that a statement was kept or broken. */
export const isJudged = (verdict: Verdict): boolean => verdict === 'passed' || verdict === 'failed';

/** Whether a run left a requirement out: it was deselected, or the run was stopped before its turn came. */
export const isLeftOut = (row: Pick<RequirementRow, 'verdict' | 'notRun'> | undefined): boolean =>
  row?.verdict === 'deselected' || row?.notRun === true;

/**
 * The verdict of the run: non-conformant when a `must` failed; else incomplete when a selected `must` could not be
 * judged, or nothing was judged; else conformant. Deselected requirements and the level `may` do not count.
 */
export const runVerdict = (requirements: readonly Judged[]): RunVerdict => {
  const musts = requirements.filter(({ level }) => level === 'must');
  if (musts.some(({ verdict }) => verdict === 'failed')) return 'non-conformant';
  if (musts.some(({ verdict }) => !isJudged(verdict) && verdict !== 'deselected')) return 'incomplete';
  const judged = requirements.some(({ level, verdict }) => level !== 'may' && isJudged(verdict));
  return judged ? 'conformant' : 'incomplete';
};

/** What follows from the verdicts of requirements: that of the run, and the sums of all and of each operation. */
export const sums = <Operation extends { readonly id: string }>(
  requirements: readonly RequirementRow[],
  operations: readonly Operation[],
) => ({
  verdict: runVerdict(requirements),
  summary: summarise(requirements),
  operations: operations.map((row) => ({
    ...row,
    summary: summarise(requirements.filter(({ operation }) => operation === row.id)),
  })),
});

/** Levels, most severe first. */
export const LEVELS = ['must', 'should', 'may'] as const satisfies readonly Level[];

/** Verdicts, in the order in which every format shows them. */
export const VERDICTS = [
  'passed',
  'failed',
  'inconclusive',
  'not-exercised',
  'suite-error',
  'deselected',
] as const satisfies readonly Verdict[];
