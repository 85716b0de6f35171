import { readFileSync } from 'node:fs';

/**
 * Written by `npm run prove -- --update`: each requirement with the faults that turn it red, those that were made
 * for it first.
 */
const proven = JSON.parse(readFileSync(new URL('./proven.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, readonly string[]>
>;

const broken = new Map<string, string[]>();
for (const [requirement, faults] of Object.entries(proven))
  for (const fault of faults) {
    const known = broken.get(fault);
    if (known) known.push(requirement);
    else broken.set(fault, [requirement]);
  }

/** Ids of the must and should requirements that a fault breaks. */
export const breaksOf = (fault: string): readonly string[] => broken.get(fault) ?? [];

/** Names of the faults that were seen to turn a requirement red, those that were made for it first. */
export const provenBy = (requirement: string): readonly string[] => proven[requirement] ?? [];
