/** Failures of what an earlier request has damaged: it crashed, or it was carried out wrongly. */
import { familiesIn, isOfProject } from '../../../schemas/groups.js';
import { isRefused, outcomeOf, succeeded } from '../../expect.js';
import type { Exchange } from '../../http/exchange.js';
import { operationOf } from '../../http/request.js';
import { hasSent, type Place } from '../../model/state.js';
import {
  before,
  changedThoughRefused,
  decidingOf,
  harms,
  notRemoved,
  notWhatWasWritten,
  ofAnother,
  setByUpdate,
} from '../../outcome.js';
import {
  type Cause,
  type Follows,
  fieldIn,
  fieldOf,
  isAsked,
  isCrash,
  isFailing,
  isInvalid,
  isInvalidTaken,
  isMet,
  isOfFamilies,
  isOfReadings,
  isWithin,
  isWronglyTaken,
  mixedUp,
  notStored,
} from '../cause.js';
import { fieldsOf, ofKind } from '../features/feature.js';
import { isOfPieces } from '../joins/parsers.js';
import { isByNobody, type Sighting, wrongPlaceIn } from '../sighting.js';
import { spoils } from '../special/spoiled.js';
import { served } from '../special/unserved.js';
import { toldAs } from '../words/states.js';
import { within } from './changed.js';

/** Whether requests fail, behind others only, that fail as those do that damage what they are sent to, or behind a crash. */
function isOfDamage(effect: Cause, cause: Cause): boolean {
  if (effect.aspect !== 'code' || cause.aspect !== 'code') return false;
  if (!effect.sightings.every(({ inCompany }) => inCompany)) return false;
  if (effect.outcome === cause.outcome) return cause.sightings.some(({ damage }) => damage);
  const isBehind = ({ failure }: Sighting) => {
    const path = decidingOf(failure)?.request.path;
    return before(failure).some((each) => isMet(each, cause) && each.request.path === path);
  };
  return isCrash(cause) && effect.sightings.every(isBehind);
}

/** Whether requests fail, or show damage, by the code by which those of several kinds of resources crash anyway. */
const isOfCrashes = (effect: Cause, cause: Cause): boolean =>
  cause.aspect === 'code' &&
  isCrash(cause) &&
  cause.circumstance.length === 0 &&
  (cause.otherwise > 0 || cause.expected === served) &&
  familiesIn(cause.operations) >= severalKinds &&
  effect.sightings.every(({ failure }) => {
    const shown = decidingOf(failure);
    return shown !== undefined && outcomeOf(shown) === cause.outcome;
  });

const severalKinds = 3;

/** Whether invalid values of a field crash as valid ones do, whatever these are. */
const isOfCrashingField = (effect: Cause, cause: Cause): boolean => {
  const field = fieldOf(cause);
  const isAny = [`has:${field}`, `is:${field}=with items`].includes(cause.circumstance.join());
  const isOfField = ({ features }: Sighting) =>
    fieldsOf(features.filter(ofKind('place', 'array'))).join() === field;
  return (
    cause.expected === 'valid' &&
    isCrash(cause) &&
    isAny &&
    effect.expected === '400' &&
    effect.outcome === cause.outcome &&
    isWithin(effect, cause) &&
    effect.sightings.every(isOfField)
  );
};

/** With so many refusals that change something, one more is for the same reason, whatever is refused. */
const manyRefusals = 10;
/** Whether a refusal that changes something was seen once, where it is known which refusals do. */
const isOfRefusals = (effect: Cause, cause: Cause): boolean =>
  [effect, cause].every(({ outcome }) => outcome === changedThoughRefused) &&
  (effect.circumstance.length === 0 || cause.failed >= manyRefusals) &&
  effect.failed === 1 &&
  cause.failed > 1;

/** Whether something has changed behind refusals since any update changes what it is not sent. */
const isOfUnsentFields = (effect: Cause, cause: Cause): boolean =>
  isByNobody(effect) && cause.outcome === 'other fields changed' && isWithin(effect, cause);

/** Whether readings crash, behind others only, where a write crashes: half of it may be there. */
const isOfHalfWritten = (effect: Cause, cause: Cause): boolean =>
  isCrash(effect) &&
  isOfReadings(effect) &&
  effect.sightings.every(({ inCompany }) => inCompany) &&
  isFailing(cause) &&
  isCrash(cause) &&
  !isOfReadings(cause) &&
  isOfFamilies(effect, cause);

/** Whether what fails had been written to before in the way that is known to break what is written to. */
function isOfBroken(effect: Cause, { operations, outcome, sightings }: Cause): boolean {
  // A resource that cannot be read may well be written; and none is so broken that it takes what is wrong.
  const isOfWrites = outcome === 'not readable afterwards' && !isOfReadings(effect);
  if (!broken.includes(outcome)) return false;
  if (effect.aspect === 'code' && (isOfWrites || isWronglyTaken(effect))) return false;
  const isWrite = (each: Exchange) => isAsked(each, { operations });
  const bodyOf = ({ request }: Exchange) => `${operationOf(request)} ${request.body}`;
  const last = sightings.flatMap((each) => before(each.failure).filter(isWrite).slice(-1));
  const breaking = new Set(last.map(bodyOf));
  // Where only what was refused was seen to break it, any refusal does.
  const areRefused = last.some(isRefused) && !last.some(succeeded);
  return effect.sightings.every((each) =>
    before(each.failure).some(
      (one) => isWrite(one) && (areRefused ? isRefused(one) : breaking.has(bodyOf(one))),
    ),
  );
}

/**
 * Whether a script finds a change behind a refused write, where some of them change things: whatever is in its body,
 * fields that an update does not accept among it.
 */
const isOfRefused = (effect: Cause, cause: Cause): boolean =>
  cause.outcome === changedThoughRefused &&
  effect.aspect === 'state' &&
  (setByUpdate.is(effect.outcome) ? isOfFamilies(effect, cause) : isWithin(effect, cause)) &&
  effect.sightings.every(({ features, failure }) => {
    const last = before(failure).findLast((each) => isAsked(each, cause));
    return features.some(ofKind('case')) && last !== undefined && isRefused(last);
  });

/** Whether answers are wrong only because they show what a request had sent that was refused, and applied all the same. */
function isOfRefusedValue(effect: Cause, cause: Cause): boolean {
  if (cause.outcome !== changedThoughRefused || effect.aspect !== 'answer') return false;
  const refused = cause.sightings.flatMap(
    ({ failure }) => failure?.exchanges.filter((each) => isAsked(each, cause) && !succeeded(each)) ?? [],
  );
  const places = effect.sightings.map((each) => {
    const [shown, place] = [decidingOf(each.failure), wrongPlaceIn(each)];
    return shown && place && !hasSent(shown, place) ? place : undefined;
  });
  // Of what changed more than once, not every request is kept.
  const isKept = (place: Place | undefined) => place && refused.some((each) => hasSent(each, place));
  return isOfFamilies(effect, cause) && !places.includes(undefined) && places.some(isKept);
}

/** Whether a request is refused as all are that a connection carries behind an invalid one: which of them it was may be lost. */
const isOfConnection = (effect: Cause, cause: Cause): boolean =>
  cause.circumstance.some(ofKind('behind')) &&
  cause.expected === 'valid' &&
  (effect.outcome === 'not writable afterwards' ||
    (effect.expected === 'valid' && effect.outcome === cause.outcome));

/** Whether values are lost, or bodies taken for others, only at times, where an update stores those of another one. */
const isOfMixedUpdates = (effect: Cause, cause: Cause) =>
  cause.outcome === ofAnother &&
  effect.outcome !== ofAnother &&
  (effect.aspect === 'state'
    ? toldAs(effect) === 'stored otherwise' || effect.circumstance.length > 0 || effect.failed < leastOften
    : effect.aspect === 'code' && effect.failed <= seldom);

/** What fails less often, or as seldom, may be a matter of what else was sent. */
const [leastOften, seldom] = [20, 2];

/** Whether something cannot be read or written any more as it is in a project that deletions of others take along. */
const isOfRemoved = (effect: Cause, cause: Cause): boolean =>
  cause.outcome === harms.removed &&
  cause.operations.some(isOfProject) &&
  [...broken, 'cannot be read'].includes(effect.outcome) &&
  effect.failed < cause.failed &&
  effect.sightings.every(({ failure }) => decidingOf(failure)?.answer?.status === 404);

/** Whether what is there is no sound answer any more, behind others only, since invalid values were taken among them. */
const isOfTakenBefore = (effect: Cause, cause: Cause): boolean =>
  isInvalidTaken(cause) &&
  effect.outcome === changedThoughRefused &&
  effect.sightings.every(
    ({ failure, inCompany }) =>
      inCompany &&
      failure?.violations.some(({ message }) => message.startsWith('must be ')) &&
      before(failure).some((each) => isMet(each, cause) && isInvalid(each)),
  );

/** Whether what is left of a body spoils its connection, as bodies that come in pieces are not read as a whole. */
const isOfRest = (effect: Cause, cause: Cause): boolean =>
  effect.outcome === spoils &&
  isOfPieces(cause) &&
  (cause.operations.length > 1 || isOfFamilies(effect, cause));

/** Whether what is deleted is there again because updates that come at once write back all that they have read. */
const isWrittenBack = (effect: Cause, cause: Cause): boolean =>
  effect.outcome === notRemoved &&
  notWhatWasWritten.is(cause.outcome) &&
  cause.sightings.every(({ features }) =>
    features.some((each) => isOfCase(each) && each.endsWith(' at once')),
  ) &&
  isOfFamilies(effect, cause) &&
  effect.sightings.every(({ failure }) => {
    const all = before(failure);
    const deletion = all.findLast(({ request }) => request.method === 'DELETE');
    const isBeside = ({ startedAt, durationMs }: Exchange) =>
      deletion &&
      startedAt < deletion.startedAt + deletion.durationMs &&
      deletion.startedAt < startedAt + durationMs;
    return all.some((each) => isAsked(each, cause) && isBeside(each));
  });

const isOfCase = ofKind('case');

/** Whether all bodies are taken because none is read: what is left of them spoils the connection. */
const isUnread = (effect: Cause, cause: Cause): boolean =>
  cause.outcome === spoils &&
  isInvalidTaken(effect) &&
  effect.circumstance.length === 0 &&
  cause.sightings.every(({ failure }) =>
    failure?.exchanges.some(({ behind }) => behind && behind.body !== 'none' && isAsked(behind, cause)),
  );

const broken = ['not readable afterwards', 'not writable afterwards'];

/** Whether a field is lost, sent without the other, that is stored in its place when both are sent. */
function isOfExchanged(effect: Cause, cause: Cause): boolean {
  const mixed = notStored.has(effect.outcome) ? mixedUp(cause) : undefined;
  return mixed !== undefined && effect.sightings.every((each) => mixed.all.includes(fieldIn(each) ?? ''));
}

export const ofDamage: readonly Follows[] = [
  ...within(isOfExchanged, isOfTakenBefore, isOfRefusals, isOfConnection, isOfMixedUpdates, isUnread),
  isOfDamage,
  isOfCrashes,
  isOfCrashingField,
  isOfHalfWritten,
  isOfBroken,
  isOfUnsentFields,
  isOfRefused,
  isOfRefusedValue,
  isOfRemoved,
  isOfRest,
  isWrittenBack,
];
