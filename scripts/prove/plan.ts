/** What the proof carries out. */
import { type Fault, faults, variants } from '../../reference-impl/index.js';
import { requirements } from '../../suites/index.js';
import { concerned } from './concerned.js';
import { degenerates } from './degenerate.js';
import type { Job } from './jobs.js';

/** Only what counts against a server can be broken. */
export const judgedOnes = requirements.filter(({ level }) => level !== 'may');

const seed = 1;
/** Where the point is a single field, a few generated cases show that they do not cry wolf. */
const fewRuns = 15;
/** The default of the command line, where the defect is only found by generated input. */
const defaultRuns = 100;
const seeds = Array.from({ length: 10 }, (_, index) => 1000 + index);

const isGenerated = (requirement: string) => /\.(generated\.[\w-]+|sequences)$/.test(requirement);
const needsGeneration = ({ aims }: Fault) => aims.every(isGenerated);

export function faultJobs(only: RegExp): Job[] {
  return faults
    .filter(({ name, family }) => only.test(name) || only.test(family))
    .map((fault) => ({
      kind: 'fault',
      name: fault.name,
      requirements: concerned(requirements, fault).map(({ id }) => id),
      seed,
      runs: fault.aims.some(isGenerated) ? defaultRuns : fewRuns,
    }));
}

export function variantJobs(only: RegExp): Job[] {
  return variants
    .filter(({ name }) => only.test(name))
    .map(({ name }) => ({ kind: 'variant', name, ...everything }));
}

export function degenerateJobs(): Job[] {
  return degenerates.flatMap(({ name }): Job[] => [
    { kind: 'degenerate', name, ...everything },
    // Nothing answers behind creations either, which would only cost time-outs.
    ...(name === 'silence' ? [] : [{ kind: 'degenerate behind creations', name, ...everything } as const]),
  ]);
}

const everything = { requirements: judgedOnes.map(({ id }) => id), seed, runs: fewRuns };

/** Defects that only generated input finds, with ten seeds each. */
export function seedJobs(): Job[] {
  return faults
    .filter(needsGeneration)
    .flatMap(({ name, aims }) =>
      seeds.map((each): Job => ({ kind: 'fault', name, requirements: aims, seed: each, runs: defaultRuns })),
    );
}
