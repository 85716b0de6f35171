/** Splits requirements into parts that take about the same time, always in the same way. */
import type { Statement } from '../../harness/requirement.js';

/** What a selection looks at. */
export type Selected = Pick<Statement, 'id' | 'operation' | 'kind'>;

/** Requests that the checks of one kind send together for one operation, roughly, at 100 runs. */
const shared: { readonly [kind in Selected['kind']]?: number } = {
  generated: 2400,
  refuses: 500,
  accepts: 500,
  state: 400,
};
/** Requests of a check by itself, roughly. */
const single = 3;

interface Block {
  readonly ids: string[];
  cost: number;
}

/**
 * Ids of the requirements of one part. The checks of one operation share what they send, so they stay
 * together; the costliest operation goes to the part with the least so far.
 */
export function inShard(
  requirements: readonly Selected[],
  { index, count }: { readonly index: number; readonly count: number },
): ReadonlySet<string> {
  const parts = Array.from({ length: count }, (): Block => ({ ids: [], cost: 0 }));
  for (const block of blocks(requirements).sort((a, b) => b.cost - a.cost)) {
    const part = parts.reduce((least, each) => (each.cost < least.cost ? each : least));
    part.ids.push(...block.ids);
    part.cost += block.cost;
  }
  return new Set(parts[index - 1]?.ids);
}

function blocks(requirements: readonly Selected[]): Block[] {
  const operations = [...new Set(requirements.map(({ operation }) => operation))];
  return operations.map((operation) => {
    const mine = requirements.filter((each) => each.operation === operation);
    const kinds = [...new Set(mine.map(({ kind }) => kind))];
    const cost = kinds.reduce((sum, kind) => sum + (shared[kind] ?? 0), single * mine.length);
    return { ids: mine.map(({ id }) => id), cost };
  });
}
