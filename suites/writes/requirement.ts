/** Requirements of an operation with a documented body: what they need to be sent, and how what was seen decides. */
import { inconclusive, type Outcome, overloaded } from '../../harness/outcome.js';
import { type CaseKind, kindsOf } from '../../harness/plan/case.js';
import { WriteCampaign } from '../../harness/play/write-campaign.js';
import type { Kind, Requirement, Statement } from '../../harness/requirement.js';
import { type WriteId, writeOperations } from '../../harness/values/write-operations.js';
import { makers } from '../define.js';
import { View } from './seen.js';

/** Cases of a kind; of one field or place, where one is named. */
export interface Need {
  readonly kind: CaseKind;
  readonly name?: string;
}

type Decide = (view: View) => Outcome | Promise<Outcome>;
type Asked = readonly [needs: readonly Need[], decide: Decide];

export interface WriteRequirement extends Statement {
  readonly needs: readonly Need[];
  readonly decide: Decide;
}

/** Requirements of a write operation, which {@link asRequirements} completes. */
export const rowsOf = (id: WriteId, kind: Kind, section?: string) =>
  makers(
    id,
    kind,
    section,
    (statement, [needs, decide]: Asked): WriteRequirement => ({
      ...statement,
      needs,
      decide,
    }),
  );

/** Every requirement of an operation that was defined so far. */
const known = new Map<WriteId, readonly WriteRequirement[]>();

/** The requirements of an operation, which send together what any of them needs. */
export function asRequirements(id: WriteId, rows: readonly WriteRequirement[]): Requirement[] {
  const written = writeOperations[id];
  known.set(id, [...(known.get(id) ?? []), ...rows]);
  return rows.map(({ needs, decide, ...statement }) => ({
    ...(needs.some(({ kind }) => isLate(kind)) && { turn: 'late' }),
    ...statement,
    check: async (run) => {
      const campaign = await run.once(`${id} campaign`, async () => {
        const selected = (known.get(id) ?? []).filter((row) => run.judges(row.id));
        return new WriteCampaign(run, written, wantedBy(selected.flatMap((row) => row.needs)));
      });
      const seen = await campaign.seen(needs.map(({ kind }) => kind));
      const outcome = await decide(new View(seen, written, run));
      if (outcome.verdict === 'failed') return outcome;
      // What was not sent, or not answered, may be what would have failed.
      if (seen.aborted !== undefined) return inconclusive(seen.aborted);
      const isMine = (kind: CaseKind) => needs.some((need) => need.kind === kind);
      const load = seen.observations.some((each) => each.overloaded && isMine(each.case.kind));
      return load ? overloaded : outcome;
    },
  }));
}

/** Whether a server may end at such bodies: nobody could have foreseen them. */
const isLate = (kind: CaseKind) => [...kindsOf.broken, ...kindsOf.generated].some((each) => each === kind);

/** Whether cases of a kind are needed; of one field or place, where one is named. */
function wantedBy(needs: readonly Need[]) {
  return (kind: CaseKind, name?: string) =>
    needs.some(
      (need) => need.kind === kind && (need.name === undefined || name === undefined || need.name === name),
    );
}

const of = (kinds: readonly CaseKind[]): Need[] => kinds.map((kind) => ({ kind }));
/** All that is sent of single fields and places: what generated cases build on. */
export const singles = of(['empty object', 'sample', 'plain', 'null', 'edge', 'invalid']);
export const everything = [...singles, ...of(kindsOf.generated)];
