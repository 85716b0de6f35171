import type { Report, RequirementRow, Verdict } from '../schemas/generated/report.js';
import type { StopCause } from './labels.js';
import { isJudged, isLeftOut } from './summary.js';

/** How a requirement can differ between two reports. */
export const CHANGES = [
  'regression',
  'still-failing',
  'fixed',
  'newly-exercised',
  'no-longer-exercised',
  'added',
  'removed',
] as const;

export type Change = (typeof CHANGES)[number];

/** A requirement that changed or still fails. */
export interface ChangedRow extends Pick<RequirementRow, 'id' | 'operation' | 'level' | 'statement'> {
  readonly change: Change;
  readonly before?: Verdict;
  readonly after?: Verdict;
  /** Whether one of the runs left it out: deselected, or stopped before its turn came. */
  readonly isLeftOut: boolean;
  /** What was expected and seen in the second report, for a failure. */
  readonly seen?: string;
}

/** How the second report differs from the first. */
export interface Comparison {
  readonly before: Side;
  readonly after: Side;
  /** How many requirements neither changed nor still fail. */
  readonly unchanged: number;
  readonly rows: readonly ChangedRow[];
}

export interface Side {
  readonly target: string;
  readonly startedAt: string;
  readonly requirementSet: string;
  readonly verdict: Report['verdict'];
  readonly stopped?: StopCause;
}

const side = ({ target, run, tool, verdict }: Report): Side => ({
  target: target.version ? `${target.baseUrl} (${target.version})` : target.baseUrl,
  startedAt: run.startedAt,
  requirementSet: tool.requirementSet,
  verdict,
  ...(run.stopped && { stopped: run.stopped.cause }),
});

const changeOf = (before: Verdict, after: Verdict): Change | undefined => {
  if (before === 'failed' && after === 'failed') return 'still-failing';
  if (before === 'failed' && after === 'passed') return 'fixed';
  if (before === 'passed' && after === 'failed') return 'regression';
  if (!isJudged(before) && isJudged(after)) return 'newly-exercised';
  if (isJudged(before) && !isJudged(after)) return 'no-longer-exercised';
  return undefined;
};

/** Compares two reports requirement by requirement. */
export const compare = (before: Report, after: Report): Comparison => {
  const old = new Map(before.requirements.map((row) => [row.id, row]));
  const now = new Set(after.requirements.map(({ id }) => id));
  const describe = (change: Change, row: RequirementRow, was?: RequirementRow): ChangedRow => {
    const { id, operation, level, statement } = row;
    const is = change === 'removed' ? undefined : row;
    const evidence = is?.verdict === 'failed' ? is.evidence?.[0] : undefined;
    return {
      ...{ id, operation, level, statement, change },
      ...(was && { before: was.verdict }),
      ...(is && { after: is.verdict }),
      isLeftOut: isLeftOut(was) || isLeftOut(is),
      ...(evidence && { seen: `expected ${evidence.expected}, got ${evidence.seen}` }),
    };
  };
  const rows = after.requirements.flatMap((is) => {
    const was = old.get(is.id);
    const change = was ? changeOf(was.verdict, is.verdict) : 'added';
    return change ? describe(change, is, was) : [];
  });
  const removed = before.requirements
    .filter(({ id }) => !now.has(id))
    .map((was) => describe('removed', was, was));
  const changed = [...rows, ...removed];
  return {
    before: side(before),
    after: side(after),
    unchanged: after.requirements.length - rows.length,
    rows: CHANGES.flatMap((change) => changed.filter((row) => row.change === change)),
  };
};

/**
 * Exit code of a comparison: 1 when a `must` or `should` fails that did not fail before; else 3 when one is no
 * longer exercised or was removed; else 0.
 */
export const compareExitCode = ({ rows }: Comparison): 0 | 1 | 3 => {
  const counting = rows.filter(({ level }) => level !== 'may');
  if (counting.some(({ change, after }) => change !== 'still-failing' && after === 'failed')) return 1;
  return counting.some(({ change }) => change === 'no-longer-exercised' || change === 'removed') ? 3 : 0;
};
