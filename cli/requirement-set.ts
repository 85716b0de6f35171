/** Frozen sets of requirements, so that a server can be judged by the same requirements again. */
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../requirements/', import.meta.url);

/** Their names, the oldest first: requirements/vN.json holds set N. */
export const requirementSets = readdirSync(folder)
  .map((file) => file.replaceAll(/\D/g, ''))
  .sort((a, b) => Number(a) - Number(b));

/** The newest set, with all requirements of this suite: used unless another one is chosen. */
export const newestSet = String(requirementSets.at(-1));

/** Ids of the requirements in a set. */
export function idsOf(set: string): ReadonlySet<string> {
  const text = readFileSync(new URL(`v${set}.json`, folder), 'utf8');
  const { requirements } = JSON.parse(text) as { requirements: readonly { readonly id: string }[] };
  return new Set(requirements.map(({ id }) => id));
}
