import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('./proven/', import.meta.url);

/** Written by `npm run prove -- --update`: each fault with the requirements that it breaks, a file for each module. */
const proven = new Map<string, readonly string[]>(
  readdirSync(folder).flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))),
  ),
);

/** Ids of the must and should requirements that a fault breaks, those that it was made for first. */
export const breaksOf = (fault: string): readonly string[] => proven.get(fault) ?? [];

const byRequirement = new Map<string, { readonly name: string; readonly rank: number }[]>();
for (const [name, breaks] of proven)
  for (const [place, requirement] of breaks.entries()) {
    const known = byRequirement.get(requirement) ?? [];
    known.push({ name, rank: place * proven.size + breaks.length });
    byRequirement.set(requirement, known);
  }

/** Names of the faults that were seen to fail a requirement, those that were made for it first. */
export const provenBy = (requirement: string): readonly string[] =>
  (byRequirement.get(requirement) ?? [])
    .sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name);
