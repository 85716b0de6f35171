/** Failures that follow from what answers show in the place of a resource: an error, or nothing but null. */
import { operation } from '../../../../schemas/index.js';
import { isClientError, placeInAnswer, succeeded } from '../../../expect.js';
import { type Exchange, notJson, objectOf } from '../../../http/exchange.js';
import { hasSent, placeOf, sentIn } from '../../../model/state.js';
import { answeredOtherwise, bodyOnNoContent, changedThoughRefused, decidingOf } from '../../../outcome.js';
import { countsAsFalse } from '../../../values/shapes.js';
import {
  type Cause,
  type Follows,
  fieldOf,
  isAsked,
  isDecidedBy,
  isInvalid,
  isInvalidTaken,
  isOfWhole,
  isWithin,
  isWrongSuccess,
} from '../../cause.js';
import { positions } from '../../features/ids.js';
import { isOfNull } from '../../joins/fields.js';
import { ownOf, type Sighting, wrongPlaceIn } from '../../sighting.js';
import { fieldsAt, fieldsOfState, isBeyond, ofWays, within } from '../changed.js';
import { ofText } from './of-text.js';

/** The names in an answer that shows no resource, since it has none of its ids; undefined for any other. */
function namesOfNone({ failure }: Sighting): string | undefined {
  const shown = decidingOf(failure);
  const names = Object.keys((shown && objectOf(shown)) ?? {});
  return names.length === 0 || positions.some((id) => names.includes(id)) ? undefined : names.sort().join();
}

/** Whether the wrong answers are error messages sent with a code of success, like those to invalid requests. */
function isOfErrorBody(effect: Cause, cause: Cause): boolean {
  if (!isInvalidTaken(cause) || !isWithin(effect, cause)) return false;
  const errors = new Set(cause.sightings.map(namesOfNone));
  const isAlike = (names: string | undefined) => names !== undefined && errors.has(names);
  return !errors.has(undefined) && effect.sightings.every((each) => isAlike(namesOfNone(each)));
}

/** Whether no integer is shown for what no number holds. */
const isOfNoNumber = ({ features, failure }: Sighting): boolean =>
  failure?.violations[0]?.message === 'must be integer' &&
  features.some((each) => each.startsWith('body:a number written as '));

/** With so many different values that are shown wrongly, they are those that were sent, whenever that was. */
const leastValues = 3;

/** Whether answers are wrong only because they show an invalid value that an earlier write was allowed to store. */
function isShownAsTaken(effect: Cause, cause: Cause): boolean {
  const isAnswer = effect.aspect === 'answer' || effect.outcome === 'not readable afterwards';
  // Behind others, a refusal shows what one of them has left.
  const isLate = effect.outcome === changedThoughRefused && effect.sightings.every((each) => each.inCompany);
  if (!isInvalidTaken(cause) || !(isAnswer || isLate)) return false;
  const takesFractions = cause.sightings.some(({ features }) => features.includes('class:a fraction'));
  const isSource = (write: Exchange) => isAsked(write, cause) && isInvalid(write);
  const [field] = (cause.also === undefined && fieldOf(cause)?.split('.')) || [];
  const taken = cause.sightings.flatMap(({ failure }) => decidingOf(failure) ?? []);
  const valueIn = (each: Sighting) => wrongPlaceIn(each)?.value ?? null;
  const isVaried = new Set(effect.sightings.map((each) => JSON.stringify(valueIn(each)))).size >= leastValues;
  // Null, 0 or an empty text may be the server's own; anything else was sent, and what shows only behind other requests.
  const isSent = (each: Sighting) => isVaried || each.inCompany || !countsAsFalse(valueIn(each));
  return effect.sightings.every((each) => {
    const { failure } = each;
    const answer = decidingOf(failure);
    const pointer = failure?.violations[0]?.pointer;
    if (isOfNoNumber(each) && takesFractions) return true;
    // No answer is right for what is to be refused.
    if (answer && isSource(answer) && succeeded(answer)) return true;
    if (field !== undefined && pointer !== undefined && !pointer.split('/').includes(field)) return false;
    const place = answer && placeOf(answer, pointer);
    // Of a long answer only the beginning is left: then the field has to do.
    const isCut = answer?.answer?.wholeLength !== undefined;
    const hasField = (each: Exchange) => Object.hasOwn(sentIn(each) ?? {}, pointer?.split('/').at(-1) ?? '');
    const writes = failure?.exchanges.filter((each) => isSource(each) && succeeded(each)) ?? [];
    // It may have been sent by an earlier check, which is not part of this history.
    const earlier = taken.filter((one) => isSent(each) || (answer && one.startedAt < answer.startedAt));
    return [...writes, ...earlier].some((each) => (place ? hasSent(each, place) : isCut && hasField(each)));
  });
}

/** Whether answers differ from the next reading, mostly, since they show null for what was not sent. */
function isOfNulls(effect: Cause, cause: Cause): boolean {
  if (effect.outcome !== answeredOtherwise || !isOfNull(cause) || !isWithin(effect, cause)) return false;
  const answered = effect.sightings.filter(({ failure }) => {
    const answer = failure?.exchanges.findLast((each) => isAsked(each, cause));
    return answer && placeOf(answer, failure?.violations[0]?.pointer)?.value === null;
  });
  return 2 * answered.length > effect.sightings.length;
}

/** Whether an answer that should be empty declares the type of the body that it has. */
const isOfDeclaredBody = (effect: Cause, cause: Cause): boolean =>
  cause.outcome === bodyOnNoContent && effect.outcome.startsWith('content-type ') && isWithin(effect, cause);

/** The names of fields in the wrong places of answers, without the numbers of items. */
const namesWrong = ({ failure }: Sighting) =>
  fieldsAt(failure?.violations).filter((name) => !/^\d+$/.test(name));

/** Whether an answer is wrong only in fields that were not sent, since those are changed. */
function isOfUnsent(effect: Cause, cause: Cause): boolean {
  if (cause.outcome !== 'other fields changed' || effect.aspect !== 'answer') return false;
  const changed = new Set(cause.sightings.flatMap(namesWrong));
  return effect.sightings.every((each) => {
    const shown = decidingOf(each.failure);
    const sent = (shown && sentIn(shown)) ?? {};
    const names = namesWrong(each);
    // Of fields that a server may change by itself it is not known.
    return names.some((name) => changed.has(name)) && !names.some((name) => name in sent);
  });
}

/** Whether a field seems to have changed behind refusals since the answer to the write before them shows it wrongly. */
const isOfWrongBefore = (effect: Cause, cause: Cause): boolean =>
  effect.outcome === changedThoughRefused &&
  cause.aspect === 'answer' &&
  effect.sightings.every(({ inCompany }) => inCompany) &&
  fieldsOfState(effect).size > 0 &&
  !isBeyond(effect, cause);

/** Whether a field is refused that answers always lack: it has another name there. */
const isOfOtherName = (effect: Cause, cause: Cause): boolean => {
  const { message, pointer } = placeInAnswer(cause.outcome) ?? {};
  return (
    message === 'is missing' &&
    cause.circumstance.length === 0 &&
    effect.expected === 'valid' &&
    isClientError(effect.outcome) &&
    effect.circumstance.join() === `has:${pointer?.split('/').at(-1)}` &&
    isWithin(effect, cause)
  );
};

/** Whether readings always show fields wrongly that the answers to writes show wrongly as well. */
function isOfAnswered(effect: Cause, cause: Cause): boolean {
  if (effect.outcome !== 'not readable afterwards' || cause.aspect !== 'answer') return false;
  const wrong = new Set(cause.sightings.flatMap(namesWrong));
  const isWrong = (each: Sighting) => namesWrong(each).some((name) => wrong.has(name));
  return isWithin(effect, cause) && ownOf(effect).every(isWrong);
}

/**
 * Whether answers have a wrong form only because of a wrong code of success: one that some requests get, and that form
 * with it, or one that does not call for a body.
 */
const isOfWrongSuccess = (effect: Cause, cause: Cause): boolean =>
  isWrongSuccess(cause) &&
  (effect.aspect === 'answer' || effect.outcome === 'not writable afterwards') &&
  isDecidedBy(effect, cause) &&
  (cause.circumstance.length > 0 || effect.sightings.every(hasNoBody) || isOfOtherBody(effect, cause));

/**
 * Whether answers by a code that the document does not show have another body: where a success may have none, a body
 * without most of the fields is not that of the resource.
 */
function isOfOtherBody({ sightings }: Cause, { operations }: Cause): boolean {
  const missing = new Set(sightings.map(({ outcome }) => outcome));
  return (
    operations.every((id) => operation(id).success.length > 1) &&
    missing.size >= fewestMissing &&
    [...missing].every((outcome = '') => placeInAnswer(outcome)?.message === 'is missing')
  );
}

/** With fewer fields missing, each is left out by itself. */
const fewestMissing = 3;

const hasNoBody = (each: Sighting) => isOfWhole(each) && decidingOf(each.failure)?.answer?.body.length === 0;

/** Whether answers are wrong in a way that is one of several of another cause, whatever is sent. */
function isOneOfSeveral(effect: Cause, cause: Cause): boolean {
  const areAnswers = effect.aspect === 'answer' && cause.aspect === 'answer' && isWithin(effect, cause);
  if (!areAnswers || cause.circumstance.length > 0 || cause.also) return false;
  const wrong = new Set(cause.sightings.map(({ outcome }) => outcome));
  return wrong.size > 1 && effect.sightings.every(({ outcome }) => wrong.has(outcome));
}

/** Whether a body that is mostly no JSON is of a wrong type where it happens to be JSON. */
const isJsonByChance = (effect: Cause, cause: Cause): boolean =>
  cause.outcome === notJson && effect.aspect === 'answer' && effect.sightings.every(isOfWholeType);

const isOfWholeType = (each: Sighting) =>
  isOfWhole(each) && /^must be (array|object)$/.test(each.failure?.violations[0]?.message ?? '');

export const ofAnswers: readonly Follows[] = [
  ...within(isOfWrongSuccess, isOfUnsent, isOfWrongBefore, isJsonByChance),
  ...ofWays,
  isOneOfSeveral,
  isOfAnswered,
  isOfErrorBody,
  isShownAsTaken,
  isOfNulls,
  isOfDeclaredBody,
  ...ofText,
  isOfOtherName,
];
