/** Splits requirements into shards that take about the same time. The same input always gives the same shards. */
import type { Statement } from '../../harness/requirement.js';

/** The part of a requirement that a selection looks at. */
export type Selected = Pick<Statement, 'id' | 'operation' | 'kind'>;

/** About how many requests all checks of one kind send for one operation, with `--runs 100`. */
const shared: { readonly [kind in Selected['kind']]?: number } = {
  generated: 2400,
  refuses: 500,
  accepts: 500,
  state: 400,
};
/** About how many requests one check sends by itself. */
const single = 3;

interface Block {
  readonly ids: string[];
  cost: number;
}

/**
 * Ids of the requirements in one shard. The checks of one operation share their requests, so they stay together.
 * Operations are given out from the costliest to the cheapest, each to the shard with the least cost so far.
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
