import type { Report, RequirementRow, Verdict } from '../schemas/generated/report.js';
import { groupBy } from '../schemas/group-by.js';
import { ownNames, uuids } from '../schemas/uuid.js';
import { firstOf } from './labels.js';

/** Verdicts for requirements that could not be judged, the most worrying first. */
const UNJUDGED = ['suite-error', 'inconclusive', 'not-exercised'] as const satisfies readonly Verdict[];

/** Requirements that could not be judged, all for the same reason. */
export interface Unjudged {
  readonly verdict: (typeof UNJUDGED)[number];
  readonly reason: string;
  /** Whether the run was stopped before they could be judged. */
  readonly notRun: boolean;
  /** What the user can do so that they can be judged. */
  readonly remedy: string | undefined;
  readonly rows: readonly RequirementRow[];
}

/** All requirements that could not be judged, grouped by verdict, reason and remedy, whatever ids and names a reason has. */
export const unjudged = ({ run, requirements }: Report): Unjudged[] =>
  UNJUDGED.flatMap((verdict) => {
    const rows = requirements.filter((row) => row.verdict === verdict);
    const groups = groupBy(rows, ({ notRun, reason, remedy }) =>
      notRun ? 'not run' : JSON.stringify([reason?.replace(uuids, '').replace(ownNames, ''), remedy]),
    );
    return [...groups.values()].map((rows) => {
      const { reason = 'No reason was recorded.', notRun = false, remedy } = rows[0] ?? {};
      return { verdict, reason: (notRun && run.stopped?.message) || reason, notRun, remedy, rows };
    });
  });

/** The first ids, and how many more there are. */
export const someIds = (rows: readonly RequirementRow[], most: number): string =>
  firstOf(
    rows.map(({ id }) => id),
    most,
  );
