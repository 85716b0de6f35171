/** Joins causes that are the same mistake in several operations. */
import { groupBy } from '../../../schemas/group-by.js';
import { groups } from '../../../schemas/groups.js';
import { type OperationId, operation } from '../../../schemas/index.js';
import { isInstance } from '../../../schemas/kinds.js';
import { isClientError, withoutPlaces } from '../../expect.js';
import { changedThoughRefused, decidingOf, harms, isHarm } from '../../outcome.js';
import { unknownProject } from '../../samples.js';
import {
  attributeOf,
  type Cause,
  fieldOf,
  isBodyUnreadable,
  isCrash,
  isErrorPage,
  isWronglyTaken,
  notStored,
  toldOf,
} from '../cause.js';
import { timesOf } from '../circumstance.js';
import { attributeIn, ofKind } from '../features/feature.js';
import { atOnce, gone, goneAlone, inDeleted } from '../features/ids.js';
import { type Kept, keptOf } from '../features/kept.js';
import { invalidValue, noObject } from '../features/of-bodies.js';
import { isByNobody } from '../sighting.js';
import { together } from './together.js';
import { isOfWholeBody, withForms } from './unchecked.js';

/** The size in KB that bodies exceed; 0 for other features. Operations get bodies of different sizes, so it varies. */
const sizeIn = (feature: string | undefined) =>
  Number(/^body:.* more than (\d+) KB$/.exec(feature ?? '')?.[1] ?? 0);

/** What is wrong, as a key that is equal for the same mistake in different operations. */
export function wrongOf(cause: Cause): string {
  const { aspect, circumstance, expected, outcome, sightings } = cause;
  // Operations have different success codes.
  if (isWronglyTaken(cause)) return JSON.stringify([aspect, expected, 'taken']);
  // An id is read in one way, whatever an operation answers where it finds nothing by it.
  const isOfId = circumstance.length > 0 && circumstance.every(ofKind('ids'));
  if (isOfId && expected === 'valid' && isClientError(outcome))
    return JSON.stringify([aspect, expected, 'refused']);
  if (sightings.every(isBodyUnreadable) || sightings.every(isErrorPage))
    return JSON.stringify([aspect, expected, 'no JSON']);
  // An item of a list is wrong in the same way as the answer to its creation.
  return JSON.stringify([aspect, expected, aspect === 'answer' ? withoutPlaces(outcome) : outcome]);
}

function keyOf(cause: Cause): string {
  const { aspect, circumstance, also = [], operations, outcome, sightings } = cause;
  const isBody = sightings.every(isBodyUnreadable);
  // For answers that only scripts get, it is unknown when they are right: the circumstance says nothing.
  if (aspect === 'error' || (aspect === 'answer' && !isBody)) return wrongOf(cause);
  // What text turns into does not depend on one field: other operations have other fields.
  const isOfText = isBody || notStored.has(outcome);
  // What a refusal lets through depends on the fields beside the refused one.
  if (outcome === changedThoughRefused) return isByNobody(cause) ? `${operations}` : wrongOf(cause);
  if (isOfWholeBody(cause)) return JSON.stringify([wrongOf(cause), noObject]);
  // Several sorts of text in one field, in whatever order they were told.
  if (isOfText && also.length > 0) {
    const sorts = [circumstance, ...also].flat().map(inAnyField);
    return JSON.stringify([wrongOf(cause), fieldOf(cause), [...new Set(sorts)].sort()]);
  }
  // In which order the ways to write a body were told is chance.
  const ways = [circumstance, ...also].flat();
  if (also.length > 0 && ways.every(ofKind('body'))) return JSON.stringify([wrongOf(cause), ways.sort()]);
  const isOfGone = sightings.every(({ features }) => !features.includes(inDeleted));
  const isOfSort = circumstance.some((each) => attributeIn(each) !== undefined);
  const telling = circumstance.filter((each) => !(isOfSort && each === invalidValue));
  const alike = telling.map((each) =>
    each === gone && isOfGone
      ? goneAlone
      : sizeIn(each) > 0
        ? 'size'
        : isOfText
          ? inAnyField(each)
          : isAtOnce(each)
            ? atOnce
            : each.replace(/^type:\w+=(?=with )/, 'any:').replace(/^(body:NaN) in .+$/, '$1'),
  );
  return JSON.stringify([wrongOf(cause), alike]);
}

/** The same of whichever field has the value. */
function inAnyField(feature: string): string {
  const attribute = attributeIn(feature);
  return attribute === undefined ? feature : `any:${attribute}`;
}

/** What goes on at the same time may be in different projects. */
const isAtOnce = (feature: string) => feature.startsWith(atOnce.replace(/^ids:/, 'case:'));

/** Features that tell the sort of a value, not the field: operations have other fields of a sort. */
export const kindsOfSorts = ['type', 'truth', 'for', 'anyvalue'] as const;
export const kindsInSeveral = ['class', ...kindsOfSorts] as const;

/** Whether a circumstance does not depend on the fields of one operation. */
export const isGeneral = (features: readonly string[]) =>
  features.length > 0 &&
  features.every((each) => isAtOnce(each) || isOfNoField(each) || each === `case:${unknownProject}`);
const isOfNoField = ofKind('input', 'body', 'any', 'ids', 'answer', 'order', ...kindsInSeveral);

/** What is wrong in one way in so many groups of operations is so in one place. */
export const many = 3;
/** Whether it is about the form of answers, or nothing of a kind is ever answered. */
const isOfServer = (cause: Cause) =>
  cause.aspect === 'answer' ||
  cause.sightings.every(isErrorPage) ||
  (isCrash(cause) && cause.expected === '404' && cause.circumstance.length === 0 && cause.otherwise === 0);

/** Joins the same mistake where a whole group of operations has it, or where its circumstance is general. */
export function joinedByOperation(causes: readonly Cause[], kept: Kept): Cause[] {
  const joint = [...groupBy(causes, keyOf).values()].flatMap((some) => {
    const told = joined(some, kept);
    return told.length >= many && told.every(isOfServer) ? [asOne(told)] : told;
  });
  // Where an operation has one field of a type, its cause names the type. Named by the field, it can join others.
  const byField = groupBy(joint, (cause) => keyOf({ ...cause, circumstance: toldOf(cause) }));
  return [...byField.values()].flatMap((some) => joined(some, kept));
}

function joined(causes: readonly Cause[], kept: Kept): Cause[] {
  const [first] = causes;
  if (!first || causes.length < 2) return [...causes];
  if (areOfDeletedNodes(causes)) return [asOne(causes)];
  // What one operation does to others is no habit of several.
  if (isHarm(first.outcome)) return areUpdates(causes) ? [asOne(causes)] : [...causes];
  if (causes.every(isOfWholeBody)) return [withForms(asOne(causes), causes)];
  if (areApart(causes)) return [...causes];
  if (isGeneral(first.circumstance) || areOfOneCode(causes)) return [asOne(causes)];
  const failing = new Map(causes.flatMap((cause) => cause.operations.map((id) => [id, cause] as const)));
  const isKept = (id: OperationId) => timesOf(first.circumstance, keptOf(kept, id, first)) > 0;
  for (const members of groups) {
    const telling = members.filter((id) => failing.has(id) || isKept(id));
    if (telling.length < 2 || !telling.every((id) => failing.has(id))) continue;
    const mine = new Set(telling.flatMap((id) => failing.get(id) ?? []));
    return [
      asOne([...mine]),
      ...joined(
        causes.filter((cause) => !mine.has(cause)),
        kept,
      ),
    ];
  }
  return [...causes];
}

/** Whether two operations that have nothing in common find what was deleted: each forgets it in its own way. */
export function areApart(causes: readonly Cause[]): boolean {
  const [one, other, ...more] = causes.flatMap(({ operations }) => operations);
  return (
    one !== undefined &&
    other !== undefined &&
    more.length === 0 &&
    causes.every(({ circumstance }) => circumstance.some((each) => each === gone || each === goneAlone)) &&
    !groups.some((group) => group.length < mostAlike && group.includes(one) && group.includes(other))
  );
}

/** A larger group is one of operations that hardly share code. */
const mostAlike = 5;

/** Whether the updates of several kinds of instances do so: what they have in common does it. */
const areUpdates = (causes: readonly Cause[]) =>
  causes.every(({ operations: ids }) =>
    ids.every((id) => isOfInstance(id) && operation(id).method === 'PUT'),
  );
const isOfInstance = (id: OperationId) => isInstance(operation(id).fixture);

/** Whether deletions of nodes take others along in the same case: nodes of all kinds are kept in one place. */
function areOfDeletedNodes(causes: readonly Cause[]): boolean {
  const isDeletion = (id: OperationId) => operation(id).method === 'DELETE' && isOfInstance(id);
  const [first, ...others] = causes.map(
    ({ sightings }) => new Set(sightings.flatMap(({ failure }) => failure?.symptom.input ?? [])),
  );
  return (
    causes.every((each) => each.outcome === harms.removed && each.operations.every(isDeletion)) &&
    [...(first ?? [])].some((input) => others.every((each) => each.has(input)))
  );
}

/** Whether errors of one code are no JSON: one place of a server makes the page for them. */
function areOfOneCode(causes: readonly Cause[]): boolean {
  const all = causes.flatMap(({ sightings }) => sightings);
  const codes = new Set(all.map(({ failure }) => decidingOf(failure)?.answer?.status));
  return all.every(isErrorPage) && codes.size === 1;
}

/** One cause of several operations. */
export function asOne(causes: readonly Cause[]): Cause {
  // Of several sizes the largest holds for all, as does what was deleted by itself. No circumstance says least.
  const rank = ({ circumstance: [first] }: Cause) =>
    first === undefined ? -1 : first === goneAlone ? 1 : sizeIn(first);
  const [main] = causes.toSorted((a, b) => rank(b) - rank(a) || b.failed - a.failed);
  if (!main) throw new RangeError('there is no cause');
  const attribute = attributeOf(main);
  const isOfOne = causes.every((each) => fieldOf(each) !== undefined && fieldOf(each) === fieldOf(main));
  const isOfText = main.sightings.every(isBodyUnreadable) || notStored.has(main.outcome);
  const isOfAny = isOfText && attribute !== undefined && !isOfOne;
  const isOfEach = causes.some(({ circumstance }) => circumstance.join() !== main.circumstance.join());
  const isVague = isOfEach && (main.outcome === changedThoughRefused || main.aspect === 'error');
  const vague = isVague ? [] : isOfEach && main.circumstance.some(isAtOnce) ? [atOnce] : undefined;
  return together(main, causes, {
    ...((isOfAny || vague) && { circumstance: vague ?? [`any:${attribute}`] }),
    otherwise: causes.reduce((sum, { otherwise }) => sum + otherwise, 0),
  });
}
