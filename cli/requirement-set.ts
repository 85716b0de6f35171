/** Frozen sets of requirements: what a server was judged by once, it can be judged by again. */
import { readFileSync } from 'node:fs';
import type { Level } from '../schemas/generated/report.js';
import { requirementSets } from './options/published.js';

/** The set that holds all requirements of this suite: what is judged by unless another is asked for. */
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
