/** Whether the circumstance of a finding says which requests fail, of requests that it was not made of. */
import type { Cause, Explained } from '../../harness/explain/cause.js';
import { ofKind } from '../../harness/explain/features/feature.js';
import type { Sighting, Sightings } from '../../harness/explain/sighting.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Judged } from '../../harness/settings.js';
import { type JudgeOptions, judgeReference, type Outcome } from '../judge.js';

/** Findings that were seen less often say that they were seen so often, and predict nothing. */
const leastSeen = 3;
/** Requests of each side that are predicted. */
const most = 20;
/** Most requests are the same with any seed: what is new comes from so many others. */
const otherSeeds = 3;
/** The share that has to be right. */
const enough = 0.95;

interface Told {
  readonly outcome: Outcome;
  readonly explained: readonly Explained[];
  readonly sightings: readonly Sighting[];
}

/** A verdict for each finding that predicts something, by its title: of a run with one seed on runs with the next. */
export async function predictionsOf(
  fault: string,
  requirements: readonly Requirement[],
  options: JudgeOptions,
): Promise<Outcome> {
  const first = await explainedOf(fault, requirements, options);
  const unseen = new Map<string, Sighting>();
  for (let seed = options.seed + 1; seed <= options.seed + otherSeeds; seed++) {
    const { sightings } = await explainedOf(fault, requirements, { ...options, seed });
    for (const each of sightings) unseen.set(keyOf(each), each);
  }
  for (const each of first.sightings) unseen.delete(keyOf(each));
  const verdicts = new Map<string, Judged>();
  for (const { title, cause } of first.explained) {
    const share = cause && cause.failed >= leastSeen ? rightOf(cause, [...unseen.values()]) : undefined;
    if (!share) continue;
    const { right, tried, example } = share;
    verdicts.set(title, {
      verdict: right >= enough * tried ? 'passed' : 'failed',
      reason: `${right} of ${tried} are predicted, but not ${example ?? ''}`,
      durationMs: 0,
    });
  }
  return { ...first.outcome, verdicts };
}

/** How many unseen requests of the same duty come out as the circumstance says; undefined where there are none. */
function rightOf(cause: Cause, unseen: readonly Sighting[]) {
  const ofDuty = unseen.filter(
    (each) =>
      cause.operations.includes(each.operation) &&
      each.aspect === cause.aspect &&
      each.expected === cause.expected &&
      !each.inCompany &&
      !isAllowedRefusal(each),
  );
  const fails = ({ outcome }: Sighting) => outcome !== undefined;
  const tried = [
    ...ofDuty.filter(fails).slice(0, most),
    ...ofDuty.filter((each) => !fails(each)).slice(0, most),
  ];
  if (tried.length === 0) return undefined;
  const all = [cause.circumstance, ...(cause.also ?? [])];
  const isNamed = ({ features }: Sighting) =>
    all.some((circumstance) => circumstance.every((each) => features.includes(each)));
  const wrong = tried.filter((each) => isNamed(each) !== fails(each));
  return { right: tried.length - wrong.length, tried: tried.length, example: wrong[0]?.features.join(' ') };
}

/** A valid request that may be refused, and was: what would have come of it otherwise is not known. */
const isAllowedRefusal = ({ aspect, expected, outcome, succeeded }: Sighting) =>
  aspect === 'code' && expected === 'valid' && outcome === undefined && !succeeded;

/** The request of a sighting, without its outcome, and without what happened to go over its connection before. */
const keyOf = ({ operation, aspect, expected, features }: Sighting) =>
  JSON.stringify([operation, aspect, expected, features.filter((each) => !isOfConnection(each))]);
const isOfConnection = ofKind('behind');

async function explainedOf(
  fault: string,
  requirements: readonly Requirement[],
  options: JudgeOptions,
): Promise<Told> {
  let told: Pick<Told, 'explained' | 'sightings'> = { explained: [], sightings: [] };
  const onExplained = (explained: readonly Explained[], { broken, kept }: Sightings) => {
    told = { explained, sightings: [...broken, ...kept.map(({ sighting }) => sighting)] };
  };
  const outcome = await judgeReference({ faults: [fault] }, requirements, options, { onExplained });
  return { ...told, outcome };
}
