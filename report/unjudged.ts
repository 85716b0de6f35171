import type { Report, RequirementRow, Verdict } from '../schemas/generated/report.js';
import { groupBy } from '../schemas/group-by.js';
import { firstOf } from './labels.js';

/** Verdicts for requirements that could not be judged, the most worrying first. */
export const UNJUDGED = [
  'suite-error',
  'inconclusive',
  'not-exercised',
] as const satisfies readonly Verdict[];

/** Whether a run was stopped before a requirement's turn came. Its verdict is inconclusive, since nothing is known. */
export const isNotRun = (
  { run }: Pick<Report, 'run'>,
  { verdict, reason }: Pick<RequirementRow, 'verdict' | 'reason'>,
): boolean => verdict === 'inconclusive' && run.stopped !== undefined && run.stopped.message === reason;

/** Requirements that could not be judged, all for the same reason. */
export interface Unjudged {
  readonly verdict: (typeof UNJUDGED)[number];
  readonly reason: string;
  /** What the user can do so that they can be judged. */
  readonly remedy: string | undefined;
  readonly rows: readonly RequirementRow[];
}

/** All requirements that could not be judged, grouped by verdict, reason and remedy. */
export const unjudged = ({ requirements }: Report): Unjudged[] =>
  UNJUDGED.flatMap((verdict) => {
    const rows = requirements.filter((row) => row.verdict === verdict);
    const groups = groupBy(rows, ({ reason, remedy }) => JSON.stringify([reason, remedy]));
    return [...groups.values()].map((group) => ({
      verdict,
      reason: group[0]?.reason ?? 'No reason was recorded.',
      remedy: group[0]?.remedy,
      rows: group,
    }));
  });

/** The first ids, and how many more there are. */
export const someIds = (rows: readonly RequirementRow[], most: number): string =>
  firstOf(
    rows.map(({ id }) => id),
    most,
  );
