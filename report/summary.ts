import type {
  Counts,
  Level,
  RequirementRow,
  RunVerdict,
  Summary,
  Verdict,
} from '../schemas/generated/report.js';

/** What the arithmetic needs of a requirement. */
export type Judged = Pick<RequirementRow, 'level' | 'verdict'>;

const noCounts = (): Counts => ({
  passed: 0,
  failed: 0,
  'not-exercised': 0,
  inconclusive: 0,
  deselected: 0,
  'suite-error': 0,
});

/** Counts requirements by level and verdict. */
export const summarise = (requirements: readonly Judged[]): Summary => {
  const summary: Summary = { must: noCounts(), should: noCounts(), may: noCounts() };
  for (const { level, verdict } of requirements) summary[level][verdict] += 1;
  return summary;
};

/** Counts of all levels together. */
export const totals = (summary: Summary): Counts => {
  const sum = noCounts();
  for (const counts of Object.values(summary) as Counts[])
    for (const verdict of Object.keys(sum) as Verdict[]) sum[verdict] += counts[verdict];
  return sum;
};

/** Number of requirements behind a set of counts. */
export const size = (counts: Counts): number => Object.values(counts).reduce((a, b) => a + b, 0);

/** Whether a verdict says that a statement is kept or broken. */
export const isJudged = (verdict: Verdict): boolean => verdict === 'passed' || verdict === 'failed';

/**
 * Verdict of the run. A failed `must` decides; then a selected `must` without a verdict of its own, or a run
 * that judged nothing, makes it incomplete. Deselected requirements and the level `may` have no say.
 */
export const runVerdict = (requirements: readonly Judged[]): RunVerdict => {
  const musts = requirements.filter(({ level }) => level === 'must');
  if (musts.some(({ verdict }) => verdict === 'failed')) return 'non-conformant';
  if (musts.some(({ verdict }) => !isJudged(verdict) && verdict !== 'deselected')) return 'incomplete';
  const judged = requirements.some(({ level, verdict }) => level !== 'may' && isJudged(verdict));
  return judged ? 'conformant' : 'incomplete';
};

/** Levels, most severe first. */
export const LEVELS = ['must', 'should', 'may'] as const satisfies readonly Level[];

/** Verdicts, in the order that every format tells them. */
export const VERDICTS = [
  'passed',
  'failed',
  'inconclusive',
  'not-exercised',
  'suite-error',
  'deselected',
] as const satisfies readonly Verdict[];
