/** What effects have in common with a cause: its operations, and the fields that a state differs in. */
import { uuid } from '../../../schemas/uuid.js';
import { isRefused, succeeded, withoutPlaces } from '../../expect.js';
import { typeOf } from '../../http/exchange.js';
import { sentIn } from '../../model/state.js';
import {
  before,
  changedThoughRefused,
  decidingOf,
  harms,
  listing,
  notAllListed,
  theirDrawings,
  type Violation,
} from '../../outcome.js';
import { fits } from '../../values/shapes.js';
import { writeOperation } from '../../values/write-operations.js';
import { type Cause, type Follows, fieldIn, fieldOf, isAsked, isInvalidTaken, isWithin } from '../cause.js';
import { type Sighting, wrongPlaceIn } from '../sighting.js';

/** Effects that are only looked for in the operations of a cause. */
export const within = (...all: readonly Follows[]): Follows[] =>
  all.map((holds) => (effect, cause) => isWithin(effect, cause) && holds(effect, cause));

/** The fields that violations point to. Ids of drawings, which are part of a pointer too, are left out. */
export const fieldsAt = (violations: readonly Violation[] = []): string[] =>
  violations.flatMap(({ pointer = '' }) =>
    pointer.split('/').filter((each) => each !== '' && !uuid.test(each)),
  );

/** The fields in which a state differs; none when they are unknown, or when the whole resource is gone. */
export const fieldsOfState = ({ sightings }: Pick<Cause, 'sightings'>): ReadonlySet<string> =>
  new Set(sightings.flatMap(({ failure }) => fieldsAt(failure?.violations)));

/** Whether a state differs in a field that the cause leaves alone. */
export function isBeyond(effect: Pick<Cause, 'sightings'>, cause: Cause): boolean {
  const changed = fieldsOfState(cause);
  return !isSpread(cause) && [...fieldsOfState(effect)].some((name) => !changed.has(name));
}

/** Whether an update writes whatever it is sent to others, too: several of its fields were seen there. */
export const isSpread = (cause: Cause): boolean =>
  cause.outcome === harms.written && fieldsOfState(cause).size > 1;

/** Whether a state differs, in some failure, only in fields that the answer shows correctly. */
export function isOfOtherFields(effect: Cause, { sightings }: Cause): boolean {
  const wrong = new Set(sightings.map(fieldIn));
  if (effect.aspect !== 'state' || wrong.has(undefined)) return false;
  return effect.sightings.some(({ failure }) => {
    const names = fieldsAt(failure?.violations);
    return names.length > 0 && !names.some((name) => wrong.has(name));
  });
}

/** Whether what a state shows mostly has another type than what answers show wrongly. */
export function areOfOtherTypes(effect: Cause, cause: Cause): boolean {
  if (effect.aspect !== 'state' || cause.aspect !== 'answer') return false;
  const places = ({ sightings }: Cause) => sightings.flatMap((each) => wrongPlaceIn(each) ?? []);
  const wrong = new Set(places(cause).map(({ value }) => typeOf(value)));
  const others = places(effect).filter(({ value }) => !wrong.has(typeOf(value)));
  return wrong.size > 0 && 2 * others.length > effect.sightings.length;
}

/** Whether a state differs in a field beside those that a cause mostly shows as what they cannot be. */
export const isBesideMisshown = (effect: Cause, cause: Cause) => isMisshown(cause) && isBeyond(effect, cause);

function isMisshown({ sightings }: Cause): boolean {
  const misshown = sightings.filter((each) => {
    const [written, place] = [writeOperation(each.operation), wrongPlaceIn(each)];
    return written && place && !fits(written.shape, { [place.field]: place.value });
  });
  return 2 * misshown.length > sightings.length;
}

/** Whether answers are wrong in a way in which other answers of the same operations are, among other ways. */
function isOneWayOf(effect: Cause, { aspect, sightings }: Cause): boolean {
  if (effect.aspect !== 'answer' || aspect !== 'answer') return false;
  const ways = new Set(sightings.map(wayOf));
  return effect.sightings.every((each) => ways.has(wayOf(each)));
}
const wayOf = ({ outcome = '' }: Pick<Sighting, 'outcome'>) => withoutPlaces(outcome);

/** Whether any value is taken for a field that no answer has: the server does not know it. */
const isOfUnknownField = (effect: Cause, { aspect, otherwise, sightings }: Cause): boolean =>
  effect.aspect === 'code' &&
  isInvalidTaken(effect) &&
  aspect === 'answer' &&
  otherwise === 0 &&
  sightings.some((each) => wayOf(each) === `/${fieldOf(effect)} is missing`);

/** What follows from the ways in which the answers of a cause are wrong. */
export const ofWays: readonly Follows[] = within(isOneWayOf, isOfUnknownField);

/** What is seen of a drawing that is not in a list, or not any more. */
const lacking: string[] = [listing.without, listing.missing, listing.lost, notAllListed, theirDrawings];

/** Whether a drawing is not in a list that only shows another of its fields wrongly: it is found there by its id. */
export function isNotListed(effect: Cause, { aspect, sightings }: Cause): boolean {
  if (aspect !== 'answer' || !lacking.includes(effect.outcome)) return false;
  const field = sightings.map(fieldIn).find((name) => name !== undefined);
  return field !== undefined && field !== 'drawing_id';
}

/** Whether a cause was only seen where a body names another node, as none of the effect does. */
export const isOfNamedAlone = (effect: Cause, cause: Cause): boolean =>
  cause.sightings.every(namesAnother) && !effect.sightings.some(namesAnother);

const namesAnother = ({ failure }: Sighting) =>
  failure?.exchanges.some((each) => {
    const id = each.request.method === 'PUT' && sentIn(each)?.node_id;
    return typeof id === 'string' && !each.request.path.endsWith(id);
  }) ?? false;

/** Whether the last write before what a reading shows has sent the field that is wrong there. */
export function isSentLast(each: Sighting): boolean {
  const write = before(each.failure).findLast((one) => sentIn(one) !== undefined && succeeded(one));
  return write !== undefined && Object.hasOwn(sentIn(write) ?? {}, fieldIn(each) ?? '');
}

/** What the field of a failure was sent last, by requests as those of a cause. */
export const sentLast = (each: Sighting, cause: Cause) =>
  (each.failure?.exchanges ?? [])
    .filter((one) => isAsked(one, cause))
    .map((one) => sentIn(one)?.[fieldIn(each) ?? ''])
    .findLast((one) => one !== undefined);

/** Whether later writes are refused, not answered wrongly. */
export const areRefusals = ({ outcome, sightings }: Cause) =>
  outcome === 'not writable afterwards' &&
  sightings.every(({ failure }) => {
    const shown = decidingOf(failure);
    return shown !== undefined && isRefused(shown);
  });

/** Whether writes are refused only where others were before, some of which were stored all the same. */
export const isOfKeptRefusals = (effect: Cause, cause: Cause): boolean =>
  cause.outcome === changedThoughRefused &&
  areRefusals(effect) &&
  isWithin(effect, cause) &&
  effect.sightings.every(({ failure }) => before(failure).every(isRefused));
