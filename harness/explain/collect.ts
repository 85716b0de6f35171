/** Turns observations of a write operation into sightings: one for each thing that is wrong with a request. */
import { isAscii } from 'node:buffer';
import { groupBy } from '../../schemas/group-by.js';
import { jsonIn } from '../../schemas/json-text.js';
import { succeeded } from '../expect.js';
import { hasUnreadableBody, lengthOf } from '../http/exchange.js';
import { answeredOtherwise, changedThoughRefused, type Failure } from '../outcome.js';
import type { Case } from '../plan/case.js';
import { isOtherSuccess, type Observation, type Rule, wasTaken } from '../rules/observation.js';
import type { WriteOperation } from '../values/write-operations.js';
import { notAscii, truthOf } from './features/attributes.js';
import { connectionOf, ofKind, partsOf } from './features/feature.js';
import { featuresOf, inputOf, malformedInput, newsOf, validNews } from './features/of-bodies.js';
import { listsOf } from './features/sizes.js';
import type { Sighting, Sightings } from './sighting.js';

/** The observations of a unit, and how to build the failure for each broken one. */
export interface Shown {
  readonly unit: object;
  readonly observations: readonly Observation[];
  readonly failureOf: (observation: Observation) => Failure;
}

/** When several rules are broken after one request, the first of these explains the others. */
const precedence: readonly Rule[] = [
  'code',
  'readable',
  'writable',
  'unchanged',
  'kept',
  'answer',
  'error',
  'stored',
  'echo',
  'agrees',
  'rest',
];

export const listedOnce = 'listed once';

/** Rules about what a request leaves behind. */
const lastingRules: ReadonlySet<Rule> = new Set(['readable', 'writable', 'unchanged']);

/** Adds the observations of a unit to the sightings. */
export function collect(
  sightings: Sightings,
  written: WriteOperation,
  { unit, observations, failureOf }: Shown,
): void {
  for (const [each, mine] of groupBy(observations, (one) => one.case)) {
    const sent = bodySent(mine);
    const features = featuresOf(written, each, jsonIn(sent), lengthOf(sent));
    features.push(...newsOf(mine.find(({ news }) => news) ?? {}));
    const base = { operation: written.id, unit, succeeded: mine.some(isTaken) };
    const broken = mine.filter(({ result }) => result === 'broken').map(asChange);
    // That it says so with another code explains nothing of what else is wrong.
    const telling = broken.filter((one) => !isOtherSuccess(one));
    // When the answer itself is invalid JSON too, the server writes invalid JSON: the resource is not damaged.
    const first = broken.some(isUnreadable)
      ? 'answer'
      : precedence.find((rule) => telling.some((one) => one.rule === rule));
    const damage = broken
      .filter(({ rule, inCompany }) => lastingRules.has(rule) && !inCompany)
      // A resource that is read successfully is still there, even if it is shown wrongly.
      .filter(({ rule, exchanges }) => rule !== 'readable' || !exchanges.slice(-1).some(succeeded))
      .map((one) => outcomeOf(one, broken));
    const wrong = broken.filter(({ rule }) => rule === first);
    const explained: Observation[] = [];
    let main: Sighting | undefined;
    for (const observation of mine) {
      const seen = asChange(observation);
      const { rule, result, field } = seen;
      const [answered] = observation.exchanges;
      if (rule === 'code' && result === 'kept' && answered && succeeded(answered))
        sightings.right.add(written.id, answered);
      if (result === 'untelling' || (result === 'kept' && (observation.isOld || observation.isTolerated)))
        continue;
      if (result === 'broken' && !isOtherSuccess(seen) && isExplained(seen, first, wrong)) {
        explained.push(observation);
        continue;
      }
      const outcome = result === 'broken' ? outcomeOf(seen, broken) : undefined;
      const isWhole = isOfWhole(seen);
      if (isWhole && main && main.outcome === outcome) {
        sightings.relate(observation, main);
        continue;
      }
      const isState = field !== undefined && isOfField(rule) && !isWhole;
      const sighting: Sighting = {
        ...base,
        ...kindOf(seen),
        features: isState
          ? [
              `field:${field}`,
              ...about(features, field),
              ...(observation.sentAs ?? []).map((name) => `from:${name}`),
            ]
          : isWhole
            ? [...features, ...listsOf(observation.beside)]
            : [
                ...(result === 'kept' ? heeded(features, each) : features),
                ...textIn(seen),
                ...(observation.hasNews ? [validNews] : []),
                ...(rule === 'code' && answered ? connectionOf(answered) : []),
              ],
        ...(observation.inCompany && { inCompany: true as const }),
        ...(observation.isOther && { isOther: true as const }),
        ...(observation.changed && { changed: observation.changed }),
        ...(rule === 'code' && result === 'broken' && damage.length > 0 && { damage }),
        ...(outcome === 'ignored' && { expected: 'shown later' }),
        ...(outcome !== undefined && { outcome, failure: failureOf(observation) }),
      };
      if (outcome !== undefined && (rule === first || !main)) main = sighting;
      if (outcome !== undefined) sightings.relate(observation, sighting);
      sightings.add(sighting);
    }
    if (main) for (const observation of explained) sightings.relate(observation, main);
    // What is read back as it was created is in the list.
    const listed = mine.find(({ rule, result }) => rule === 'stored' && result === 'kept');
    if (written.creates && listed)
      sightings.add({
        ...base,
        aspect: 'state',
        expected: listedOnce,
        features: [...features, ...listsOf(listed.beside)],
      });
  }
}

/** What a refusal leaves behind is changed by it, also where it is shown in a wrong shape then. */
function asChange(each: Observation): Observation {
  const [read, ...sent] = each.exchanges.toReversed();
  const isOfRefusal = each.rule === 'readable' && each.result === 'broken' && !sent.some(succeeded);
  return isOfRefusal && read && succeeded(read) ? { ...each, rule: 'unchanged' } : each;
}

const isOfAny = ofKind('any');
const isOfItem = ofKind('item', 'array');
const isOfPresence = ofKind('has', 'only', 'without', 'fields');
const isOfRequest = ofKind('without', 'fields', 'state', 'body');
const isOfState = ofKind('state');

/** What a server must have looked at in a request that it answered rightly. */
function heeded(features: readonly string[], each: Case): readonly string[] {
  // What no parser takes is refused before its items are looked at.
  if (features.includes(malformedInput)) return features.filter((one) => !isOfItem(one));
  // What is in a field that the document does not name need not be read.
  return inputOf(each) === 'unknown field' ? features.filter((one) => !isOfAny(one)) : features;
}

/** Whether the answer that a rule looks at, or the reading after it, holds text that is not ASCII. */
function textIn({ rule, exchanges }: Observation): string[] {
  const { body } = exchanges.at(-1)?.answer ?? {};
  return (rule === 'answer' || rule === 'readable') && body && !isAscii(body) ? [notAscii] : [];
}

const isTaken = (each: Observation) => each.rule === 'code' && wasTaken(each);
const bodySent = (mine: readonly Observation[]) =>
  mine.find(({ rule }) => rule === 'code')?.exchanges.at(-1)?.request.body;

/**
 * Whether a broken rule only follows from the first one. Each field counts by itself, so that one defect does not
 * hide another.
 */
function isExplained(
  { rule, field }: Observation,
  first: Rule | undefined,
  wrong: readonly Observation[],
): boolean {
  if (first === undefined || rule === first) return false;
  const isOfAnswer = isOfField(rule) && rule !== 'stored';
  if (first === 'answer') return isOfAnswer && !wrong.every(isBesides(field));
  if (first === 'readable' && isOfField(rule)) return !wrong.every(isBesides(field));
  if (first === 'error') return isOfAnswer;
  return !(isOfField(rule) && isOfField(first));
}

/** Whether an answer is wrong in other fields only. */
const isBesides = (field: string | undefined) => (each: Observation) =>
  (each.mismatch?.violations ?? []).every(({ in: where, pointer = '' }) => {
    const name = pointer.split('/').find((part) => /\D/.test(part));
    return where === 'body' && name !== undefined && name !== field;
  });

const isOfField = (rule: Rule) => ['stored', 'echo', 'agrees', 'rest'].includes(rule);

/** Whether the answer to the request itself has a body that is not JSON. */
const isUnreadable = ({ rule, exchanges }: Observation) =>
  rule === 'answer' && hasUnreadableBody(exchanges.at(-1)?.answer);

/** Whether a whole drawing is missing or listed twice: that is one sighting, not one for each field. */
const isOfWhole = ({ rule, mismatch }: Observation) =>
  rule === 'stored' && mismatch !== undefined && mismatch.violations[0]?.pointer === '';

const about = (features: readonly string[], field: string) => {
  // Of several bodies sent one after another, the features are those of the last: which fields are in it says nothing.
  const isOfLast = features.includes(`without:${field}`);
  return features.flatMap((each) => {
    if ((isOfLast && isOfPresence(each)) || (isOfState(each) && field === 'name')) return [];
    const { kind, name, value: is } = partsOf(each);
    const value = kind === 'value' && /^\w+$/.test(name) ? jsonIn(is) : undefined;
    const isBoolean = typeof value === 'boolean';
    if (kind === 'value' && name === field)
      return [each, ...(isBoolean ? [`any:${is}`] : []), ...truthOf(value)];
    if (isBoolean) return [`beside:${name}=${is}`];
    const isMine =
      each.startsWith(`is:${field}`) ||
      (kind === 'has' && name !== field) ||
      (kind === 'only' && name === field) ||
      isOfRequest(each);
    return isMine ? [each] : [];
  });
};

function kindOf(observation: Observation): Pick<Sighting, 'aspect' | 'expected'> {
  const { rule, mismatch } = observation;
  const where = mismatch?.violations[0]?.in;
  const isForm = rule === 'code' && (where === 'body' || where === 'header');
  const of = isForm ? 'answer' : rule;
  const aspect = of === 'code' || of === 'answer' || of === 'error' ? of : 'state';
  return { aspect, expected: isForm ? 'answer' : expectedOf(observation) };
}

function expectedOf(observation: Observation): string {
  const { rule, case: each } = observation;
  if (rule === 'code') return each.duty === 'refused' ? '400' : 'valid';
  // A value that is not stored is often missing from the answer as well: the later reading decides.
  if (rule === 'echo') return 'shown in the answer';
  if (rule === 'agrees') return 'shown as answered';
  if (rule === 'stored') return isOfWhole(observation) ? listedOnce : 'shown later';
  return rule === 'answer' || rule === 'error'
    ? rule
    : `${rule} after ${inputOf(each) === 'valid' ? 'valid' : 'other'} input`;
}

function outcomeOf(observation: Observation, broken: readonly Observation[]): string {
  const { rule, outcome = '', field } = observation;
  if (isOfWhole(observation)) return outcome;
  if (rule === 'stored' || rule === 'echo') {
    const both = (['stored', 'echo'] as const).every((each) =>
      broken.some((one) => one.rule === each && one.field === field),
    );
    return both ? 'ignored' : rule === 'stored' ? 'not stored' : 'not echoed';
  }
  if (rule === 'kept') return 'other fields changed';
  if (rule === 'agrees' || rule === 'rest') return answeredOtherwise;
  if (rule === 'unchanged') return changedThoughRefused;
  return rule === 'readable' || rule === 'writable' ? `not ${rule} afterwards` : outcome;
}
