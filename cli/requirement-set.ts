/** Frozen sets of requirements, so that a server can be judged by the same requirements again. */
import { readFileSync } from 'node:fs';
import type { Level } from '../schemas/generated/report.js';
import { requirementSets } from './options/published.js';

/** The newest set, with all requirements of this suite: used unless another one is chosen. */
export const newestSet = String(requirementSets.at(-1));

interface FrozenRow {
  readonly id: string;
  readonly level: Level;
}

/** Ids of the requirements in a set. */
export function idsOf(set: string): ReadonlySet<string> {
  const file = new URL(`../requirements/v${set}.json`, import.meta.url);
  const { requirements } = JSON.parse(readFileSync(file, 'utf8')) as { requirements: readonly FrozenRow[] };
  return new Set(requirements.map(({ id }) => id));
}
