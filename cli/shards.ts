/** Splits requirements into parts that take about the same time, always in the same way. */
import type { Selected } from './selection.js';

/** What a kind costs beside the others: requests that its checks send, roughly. */
const costs: Record<Selected['kind'], number> = {
  generated: 120,
  aftermath: 40,
  refuses: 12,
  accepts: 8,
  state: 8,
  addresses: 6,
  deletion: 6,
  'unknown ids': 3,
  answer: 1,
  success: 1,
  observed: 2,
};

interface Block {
  readonly ids: string[];
  cost: number;
}

/**
 * Ids of the requirements of one part. Checks of one operation and kind share procedures and stay together;
 * the costliest block goes to the part with the least so far.
 */
export function inShard(
  requirements: readonly Selected[],
  { index, count }: { readonly index: number; readonly count: number },
): ReadonlySet<string> {
  const blocks = new Map<string, Block>();
  for (const { id, operation, kind } of requirements) {
    const key = `${operation} ${kind}`;
    const block = blocks.get(key) ?? { ids: [], cost: 0 };
    block.ids.push(id);
    block.cost += costs[kind];
    blocks.set(key, block);
  }
  const parts = Array.from({ length: count }, (): Block => ({ ids: [], cost: 0 }));
  for (const block of [...blocks.values()].sort((a, b) => b.cost - a.cost)) {
    const part = parts.reduce((least, each) => (each.cost < least.cost ? each : least));
    part.ids.push(...block.ids);
    part.cost += block.cost;
  }
  return new Set(parts[index - 1]?.ids);
}
