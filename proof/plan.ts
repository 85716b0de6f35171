/** What the proof carries out. */

import type { Requirement } from '../harness/requirement.js';
import { type Fault, faults, type Variant, variants } from '../reference-impl/index.js';
import { groupBy } from '../schemas/group-by.js';
import { requirements } from '../suites/index.js';
import { paced } from './expected-passes.js';
import { inOne, type Job } from './jobs.js';
import { defaultRuns } from './measures/whole.js';
import { dealt, drawn, sharing } from './together.js';
import { trivialServers } from './trivial-servers.js';

/** Only what counts against a server can be broken. */
export const judgedOnes = requirements.filter(({ level }) => level !== 'may');

const seed = 1;
/** Where the point is a single field, a few generated cases show that they do not cry wolf. */
const fewRuns = 15;
const seeds = Array.from({ length: 10 }, (_, index) => 1000 + index);

/** The end of the id of a requirement that is about generated input. */
const generated = /\.(generated\.[\w-]+|sequences)$/;
const isGenerated = (requirement: string) => generated.test(requirement);
const needsGeneration = ({ aims }: Fault) => aims.every(isGenerated);

/** Faults whose name or family matches. */
export const matching = (only: RegExp): Fault[] =>
  faults.filter(({ name, family }) => only.test(name) || only.test(family));

/** Each fault against all that it may break. */
export const faultJobs = (chosen: readonly Fault[]): Job[] =>
  chosen.map((fault) => faultJob(fault, relevantRequirements(requirements, fault)));

/** Of so many faults one is held against all that it may break, the others against what they aim at. */
const widely = 10;

/** A seventh of the requests: most faults against what they aim at only. */
export function aimJobs(chosen: readonly Fault[]): Job[] {
  const aimed = new Set(faults.flatMap(({ aims }) => aims));
  /** What no fault aims at, by the first fault that is known to break it all the same. */
  const besides = groupBy(
    judgedOnes.map(({ id }) => id).filter((id) => !aimed.has(id)),
    (id) => faults.find(({ breaks }) => breaks.includes(id))?.name,
  );
  return chosen.map((fault, index) => {
    const own = new Set([...fault.aims, ...(besides.get(fault.name) ?? [])]);
    const aims = judgedOnes.filter(({ id }) => own.has(id));
    return faultJob(fault, index % widely === 0 ? relevantRequirements(requirements, fault) : aims);
  });
}

function faultJob({ name, aims }: Fault, relevant: readonly Requirement[]): Job {
  const runs = aims.some(isGenerated) ? defaultRuns : fewRuns;
  return { kind: 'fault', name, requirements: relevant.map(({ id }) => id), seed, runs };
}

/** The same faults, for the scripts of what is found in them. */
export const scriptJobs = (only: RegExp): Job[] =>
  faultJobs(matching(only)).map((job) => ({ ...job, kind: 'scripts' }));

export function variantJobs(only: RegExp): Job[] {
  return judgedVariants.filter(({ name }) => only.test(name)).map((each) => variantJob([each]));
}

/** So many variants in one server, since real ones differ in many things at once. */
const inCompany = 6;

/** Each variant twice, in different company: what one hides from the suite, another company shows. */
export const companyJobs = (): Job[] =>
  [seed, seed + 1].flatMap((each) => dealt(judgedVariants, inCompany, each).map(variantJob));

const judgedVariants = variants.filter(({ name }) => !paced.test(name));

const variantJob = (some: readonly Variant[]): Job => ({ kind: 'variant', ...inOne(some), ...everything });

export function trivialJobs(): Job[] {
  return trivialServers.flatMap(({ name }): Job[] => [
    { kind: 'trivial', name, ...everything },
    // Nothing answers behind creations either, which would only cost time-outs.
    ...(name === 'silence' ? [] : [{ kind: 'trivial behind creations', name, ...everything } as const]),
  ]);
}

const everything = { requirements: judgedOnes.map(({ id }) => id), seed, runs: fewRuns };

/** So many faults in one server at most: the more, the likelier one of them hides another. */
const atOnce = 4;

/** Defects that only generated input finds, with ten seeds each: several of one operation, which is asked once then. */
export function seedJobs(): Job[] {
  const byOperation = groupBy(faults.filter(needsGeneration), ({ aims: [aim = ''] }) =>
    aim.replace(generated, ''),
  );
  const groups = [...byOperation.values()].flatMap((each) => sharing(each, atOnce));
  return groups.flatMap((group) => seeds.map((each) => seedJob(group, each)));
}

/** Faults in one server, judged by what they aim at. */
export function seedJob(group: readonly Fault[], seed: number): Job {
  const aims = [...new Set(group.flatMap((each) => each.aims))];
  return { kind: 'fault', ...inOne(group), requirements: aims, seed, runs: defaultRuns };
}

/** Faults that only show where ids are tried that a client has no reason to send. */
const probing: ReadonlySet<string> = new Set(['ids', 'uuids', 'addresses']);
/** Recordings of faults that are judged. */
const recordedFaults = 200;

/** Recordings of faults drawn by a seed, of two clients at once, and of the variants. */
export function recordingJobs(only: RegExp): Job[] {
  const shown = faults.filter(
    ({ module, breaks, name }) => breaks.length > 0 && !probing.has(module) && only.test(name),
  );
  const names = drawn(shown, seed).map(({ name }) => name);
  const recorded = new Set(names.slice(0, recordedFaults));
  const ofFaults = faultJobs(faults)
    .filter(({ name }) => recorded.has(name))
    .flatMap((job): Job[] => [
      { ...job, kind: 'recording of a fault' },
      { ...job, kind: 'complete recording of a fault' },
    ]);
  const ofVariants = variantJobs(only).map((job): Job => ({ ...job, kind: 'recording of a variant' }));
  const ofTwo: Job = { kind: 'recording of two clients', name: 'two clients', ...everything };
  return [...ofVariants, ...(only.test(ofTwo.name) ? [ofTwo] : []), ...ofFaults];
}

/** One kind of value of one field is let through: there are hundreds of these, and each shows in one refusal. */
const narrow = new Set(['one kind of invalid value accepted', 'invalid values converted']);

/**
 * The requirements that a fault is held against: those of the operations that it changes, and of those it aims at.
 * Of a narrow family only the aims are judged, which saves the proof a quarter of its time.
 */
function relevantRequirements(
  requirements: readonly Requirement[],
  { operations, aims, family }: Fault,
): Requirement[] {
  const own = new Set(aims);
  const isAim = ({ id }: Requirement) => own.has(id);
  if (narrow.has(family)) return requirements.filter(isAim);
  const changed = new Set([...operations, ...requirements.filter(isAim).map(({ operation }) => operation)]);
  return requirements.filter(({ operation, level }) => level !== 'may' && changed.has(operation));
}
