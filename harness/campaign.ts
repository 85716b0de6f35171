/** The property engine: a batch is drawn with the seed, sent concurrently, and only what fails is shrunk. */
import fc from 'fast-check';
import { type Case, counterexampleOf, failureOf } from './failures.js';
import { orWhenGone } from './gone.js';
import type { Aspect, Duty, Hit } from './judge-write.js';
import type { Failure } from './outcome.js';
import type { Run } from './run.js';
import { type Drawn, shrink } from './shrink.js';
import type { Subject } from './subjects.js';
import { type Lane, onLane, type Trace } from './write.js';

export interface Property {
  /** Names the stream of values: the same name and seed give the same cases. */
  readonly name: string;
  readonly subject: Subject;
  readonly duty: Duty;
  readonly arbitrary: fc.Arbitrary<Case>;
  /** Fields that were found not to be stored when written alone: told there, not again here. */
  readonly unstored?: ReadonlySet<string>;
}

export interface Campaign {
  /** What could be looked at in any case; an aspect that is not among these neither passed nor failed. */
  readonly judged: ReadonlySet<Aspect>;
  readonly failures: ReadonlyMap<Aspect, readonly Failure[]>;
}

/** Lanes of one property: fixed, so that the same seed gives the same requests whatever the concurrency. */
const lanes = 4;
/** Cases drawn at a time; memory does not grow with the number of runs. */
const chunk = 100;
/** Distinct findings of one aspect. */
const maxFindings = 5;
/** Failing cases looked at for a finding of their own. */
const maxExamined = 20;

interface Suspect extends Drawn {
  readonly hit: Hit;
  readonly example: Case;
  readonly trace: Trace;
}

export async function campaign(run: Run, property: Property): Promise<Campaign> {
  let suspects: Suspect[] = [];
  const judged = new Set<Aspect>();
  const note = (example: Case, trace: Trace, drawn: Drawn) => {
    for (const aspect of looked(trace)) judged.add(aspect);
    for (const hit of trace.hits) suspects.push({ hit, example, trace, ...drawn });
  };
  const enough = () => suspects.length > 0;
  for (let done = 0; done < run.runs; done += chunk) {
    const seed = run.seedOf(property.name, done);
    const numRuns = Math.min(chunk, run.runs - done);
    const cases = fc.sample(property.arbitrary, { seed, numRuns });
    await Promise.all(
      Array.from({ length: lanes }, (_, first) =>
        sendLane(run, property, cases, { seed, first, note, enough }),
      ),
    );
    suspects = firstOfEach(suspects);
  }
  const aspects = new Map<Aspect, readonly Failure[]>();
  for (const aspect of new Set(suspects.map(({ hit }) => hit.aspect))) {
    const mine = suspects.filter(({ hit }) => hit.aspect === aspect);
    aspects.set(aspect, await distinct(run, property, mine));
  }
  return { judged, failures: aspects };
}

const inOrder = (a: Suspect, b: Suspect) => a.seed - b.seed || a.index - b.index;

/** An echo or a later reading that shows none of the fields sent has been looked at in vain. */
function looked({ judged, echoed, shown }: Trace): Aspect[] {
  return [...judged].filter(
    (aspect) => (aspect !== 'echo' || echoed.size > 0) && (aspect !== 'stored' || shown.size > 0),
  );
}

interface Share {
  readonly seed: number;
  /** Index of the first case of this lane. */
  readonly first: number;
  readonly note: (example: Case, trace: Trace, drawn: Drawn) => void;
  /** Whether what was noted is a finding, should the target be gone. */
  readonly enough: () => boolean;
}

function sendLane(
  run: Run,
  property: Property,
  cases: readonly Case[],
  { seed, first, note, enough }: Share,
): Promise<boolean> {
  const send = async (lane: Lane) => {
    for (let index = first; index < cases.length; index += lanes) {
      const example = cases[index] as Case;
      note(example, await lane.trace(example.payload, property.duty, property.unstored), { seed, index });
    }
    return true;
  };
  return onLane(run, property.subject, (lane) => orWhenGone(send(lane), () => enough() || undefined));
}

/** The failing cases of each aspect that are looked at; those of more would be kept only to be thrown away. */
function firstOfEach(suspects: readonly Suspect[]): Suspect[] {
  const count = new Map<Aspect, number>();
  return [...suspects].sort(inOrder).filter(({ hit: { aspect } }) => {
    const before = count.get(aspect) ?? 0;
    count.set(aspect, before + 1);
    return before < maxExamined;
  });
}

/** The distinct findings among failing cases, each as small as it gets. */
async function distinct(run: Run, property: Property, suspects: readonly Suspect[]): Promise<Failure[]> {
  const found: Finding[] = [];
  for (const suspect of suspects.slice(0, maxExamined)) {
    if (found.length >= maxFindings) break;
    const known = found.filter(({ failure }) => failure.symptom.outcome === suspect.hit.outcome);
    if (known.some(({ example }) => example.label === suspect.example.label)) continue;
    if (
      known.length > 0 &&
      (await orWhenGone(
        explained(
          run,
          property,
          suspect,
          known.map(({ example }) => example),
        ),
        () => false,
      ))
    )
      continue;
    found.push(await orWhenGone(smallest(run, property, suspect), () => asDrawn(property, suspect)));
  }
  return found.map(({ failure }) => failure);
}

/** Whether a failing case no longer fails without the fields of the counterexamples that are known. */
async function explained(
  run: Run,
  property: Property,
  { example, hit }: Suspect,
  known: readonly Case[],
): Promise<boolean> {
  if (!('json' in example.payload) || property.duty === 'refused') return false;
  const fields = new Set(
    known.flatMap(({ payload }) => ('json' in payload ? Object.keys(payload.json as object) : [])),
  );
  const rest = Object.entries(example.payload.json as object).filter(([name]) => !fields.has(name));
  if (rest.length === 0) return true;
  const again = await once(run, property, { ...example, payload: { json: Object.fromEntries(rest) } });
  return !again.hits.some((other) => sameSymptom(other, hit));
}

const sameSymptom = (a: Hit, b: Hit) => a.aspect === b.aspect && a.outcome === b.outcome;

/** One case on a fixture of its own. */
function once(run: Run, { subject, duty, unstored }: Property, { payload }: Case): Promise<Trace> {
  return onLane(run, subject, (lane) => lane.trace(payload, duty, unstored));
}

interface Finding {
  readonly failure: Failure;
  readonly example: Case;
}

/** A suspect that cannot be made smaller any more. */
function asDrawn({ subject }: Property, { hit, example, trace, seed, index }: Suspect): Finding {
  const told = failureOf(subject, hit, example, trace);
  const counterexample = counterexampleOf(example);
  return { failure: { ...told, counterexample, seed, path: String(index) }, example };
}

async function smallest(
  run: Run,
  property: Property,
  { hit, example: first, trace, ...drawn }: Suspect,
): Promise<Finding> {
  const { arbitrary, subject } = property;
  const shows = async (candidate: Case): Promise<Trace | undefined> => {
    const again = await once(run, property, candidate);
    return again.hits.some((other) => sameSymptom(other, hit)) ? again : undefined;
  };
  const { example, shown, ...provenance } = await shrink(
    arbitrary,
    drawn,
    { example: first, shown: trace },
    shows,
  );
  const telling = shown.hits.find((other) => sameSymptom(other, hit)) ?? hit;
  const counterexample = counterexampleOf(example);
  return {
    failure: { ...failureOf(subject, telling, example, shown), ...provenance, counterexample },
    example,
  };
}
