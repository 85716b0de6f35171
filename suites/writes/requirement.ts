/** Requirements of an operation with a documented body: what they need to be sent, and how what was seen decides. */
import { inconclusive, type Outcome, overloaded } from '../../harness/outcome.js';
import type { CaseKind } from '../../harness/plan/case.js';
import { type Seen, WriteCampaign } from '../../harness/play/write-campaign.js';
import type { Kind, Requirement, Statement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { type WriteId, type WriteOperation, writeOperations } from '../../harness/values/write-operations.js';
import type { OperationId } from '../../schemas/index.js';
import { makers } from '../define.js';

/** Cases of a kind; of one field or place, where one is named. */
export interface Need {
  readonly kind: CaseKind;
  readonly name?: string;
}

export interface WriteRequirement extends Statement {
  readonly needs: readonly Need[];
  /** Whether it looks at what all the others have sent. */
  readonly isLast?: true;
  readonly decide: (seen: Seen, written: WriteOperation, run: Run) => Outcome | Promise<Outcome>;
}

type How = Pick<WriteRequirement, 'needs' | 'decide' | 'isLast'>;

/** Requirements of a write operation, which {@link asRequirements} completes. */
export const rowsOf = (id: OperationId, kind: Kind, section?: string) =>
  makers(id, kind, section, (statement, how: How): WriteRequirement => ({ ...statement, ...how }));

/** Every requirement of an operation that was defined so far. */
const known = new Map<WriteId, readonly WriteRequirement[]>();

/** The requirements of an operation, which send together what any of them needs. */
export function asRequirements(id: WriteId, rows: readonly WriteRequirement[]): Requirement[] {
  const written = writeOperations[id];
  known.set(id, [...(known.get(id) ?? []), ...rows]);
  return rows.map(({ needs, decide, ...statement }) => ({
    ...statement,
    check: async (run) => {
      const campaign = await run.once(`${id} campaign`, async () =>
        campaignOf(run, written, known.get(id) ?? []),
      );
      const seen = await campaign.seen(needs.map(({ kind }) => kind));
      const outcome = await decide(seen, written, run);
      if (outcome.verdict === 'failed') return outcome;
      // What was not sent, or not answered, may be what would have failed.
      if (seen.aborted !== undefined) return inconclusive(seen.aborted);
      const isMine = (kind: CaseKind) => needs.some((need) => need.kind === kind);
      const load = seen.observations.some((each) => each.overloaded && isMine(each.case.kind));
      return load ? overloaded : outcome;
    },
  }));
}

function campaignOf(run: Run, written: WriteOperation, rows: readonly WriteRequirement[]): WriteCampaign {
  const needs = rows.filter(({ id }) => run.judges(id)).flatMap((row) => row.needs);
  const whole = new Set(needs.filter(({ name }) => name === undefined).map(({ kind }) => kind));
  const named = new Set(needs.map(({ kind, name }) => `${kind} ${name}`));
  const some = new Set(needs.map(({ kind }) => kind));
  const wanted = (kind: CaseKind, name?: string) =>
    whole.has(kind) || (name === undefined ? some.has(kind) : named.has(`${kind} ${name}`));
  return new WriteCampaign(run, written, wanted);
}

/** All that is sent of single fields and places: what generated cases build on. */
export const singles: readonly Need[] = (
  ['empty object', 'sample', 'plain', 'null', 'edge', 'invalid'] as const
).map((kind) => ({ kind }));
