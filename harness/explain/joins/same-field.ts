/** Joins causes of one operation and one kind of failure that are about the same field, or are one mistake in several. */
import { groupBy } from '../../../schemas/group-by.js';
import { operation } from '../../../schemas/index.js';
import { codeIn, isSuccess } from '../../expect.js';
import { setByUpdate } from '../../outcome.js';
import {
  type Cause,
  fieldOf,
  isFailing,
  isUnexplained,
  isWronglyTaken,
  mixedUp,
  notStored,
  toldOf,
} from '../cause.js';
import { ofSpelling } from '../features/attributes.js';
import { missingBody } from '../features/difference.js';
import { attributeIn, fieldsOf, ofKind, placeIn, sharedBy } from '../features/feature.js';
import { atOnce } from '../features/ids.js';
import { malformedInput, noObject } from '../features/of-bodies.js';
import { asOne } from './fields.js';
import { isMalformed, isOfPieces, readBy } from './parsers.js';

/**
 * Joins causes about the same field, or about the items of the same array. Wrong answers are joined too, since a server
 * writes its answers in one place; so is malformed JSON, since it is parsed in one place, bodies that are no objects,
 * and what crashes in several scripts that have nothing in common.
 */
export function joinedByField(causes: readonly Cause[]): Cause[] {
  const byField = groupBy(causes, (cause) => {
    const { aspect, circumstance } = cause;
    // What becomes of a body that should have been refused says nothing of others.
    if (aspect === 'error' || aspect === 'answer')
      return `${aspect} to ${circumstance.includes(malformedInput) ? 'malformed' : 'any'}`;
    const absent = absentIn(cause, causes);
    if (absent !== undefined) return absent;
    if (isOfMalformed(cause)) return readBy(circumstance[0]);
    if (isOfNoObject(cause)) return 'whole bodies';
    if (isOfPieces(cause)) return `in pieces: ${cause.outcome}`;
    if (setByUpdate.is(cause.outcome)) return `set by ${cause.operations}`;
    const spelling = spellingOf(cause);
    if (spelling !== undefined) return `spelled ${spelling}`;
    const mixed = mixedUp(cause);
    if (mixed) return `mixed up: ${mixedWith(mixed.all, causes)}`;
    const together = togetherIn(cause);
    if (together.length > 1) return `together: ${together}`;
    if (isOfItems(cause)) return `items of ${sharedBy(cause.sightings, 'array')}`;
    return isOfScripts(cause) ? 'scripts' : (fieldOf(cause) ?? cause);
  });
  return [...byField.values()].flatMap((some) => asOne(some).map(asTogether));
}

/** The feature `without:name` where it fails for that: null may be as no value, and no body has none. */
function absentIn(cause: Cause, causes: readonly Cause[]): string | undefined {
  const [feature = '', ...more] = toldOf(cause);
  if (more.length > 0 || !isFailing(cause)) return undefined;
  if (isWithout(feature)) return feature;
  const isOfBody = feature === missingBody;
  const isNull = attributeIn(feature) === 'null';
  const absent = causes.filter((each) => each.circumstance.length === 1).flatMap((each) => each.circumstance);
  return absent.find(
    (each) => isWithout(each) && (isOfBody || (isNull && each === `without:${placeIn(feature)}`)),
  );
}
const isWithout = ofKind('without');

const isOfMalformed = (cause: Cause) =>
  cause.expected === '400' && cause.circumstance.length === 1 && isMalformed(cause);

const isOfNoObject = ({ circumstance, sightings }: Cause) =>
  circumstance.length === 1 && sightings.every(({ features }) => features.includes(noObject));

/** How values are spelled that are taken as if they were spelled rightly. */
const spellingOf = (cause: Cause) => {
  const [first, ...more] = cause.circumstance;
  const isTaken = cause.expected === '400' && isWronglyTaken(cause) && more.length === 0;
  return isTaken ? ofSpelling.find((each) => first?.endsWith(`=${each}`)) : undefined;
};

/** Whatever type the wrong values in the items have, or in several of their fields. */
const isOfItems = (cause: Cause) =>
  isSuccess(cause.outcome) &&
  fieldOf(cause)?.includes('.') !== true &&
  cause.circumstance.length > 0 &&
  (isUnexplained(cause)
    ? sharedBy(cause.sightings, 'item') !== undefined
    : cause.circumstance.some(ofKind('item')) && cause.circumstance.every(ofKind('item', 'type')));

/** A deletion has no body to fail for: it fails for what was done before to what it deletes. */
const isOfScripts = (cause: Cause) => {
  const areDeletions = cause.operations.every((id) => operation(id).method === 'DELETE');
  const isOfScript = (each: string) =>
    ofKind('case')(each) || (areDeletions && (each === atOnce || ofKind('body')(each)));
  // What it does not find may have been updated before like anything else.
  const isMissed = areDeletions && codeIn(cause.outcome) === 404 && cause.circumstance.every(isUpdate);
  return (
    isFailing(cause) && (isMissed || (cause.circumstance.length <= 1 && cause.circumstance.every(isOfScript)))
  );
};
const isUpdate = ofKind('state');

/** All fields that get the values of these, or of each other: a server may tell values by their place. */
function mixedWith(names: readonly string[], causes: readonly Cause[]): string[] {
  const others = causes.map((cause) => mixedUp(cause)?.all ?? []);
  const touching = others.filter((some) => some.some((each) => names.includes(each)));
  const all = [...new Set([...names, ...touching.flat()])];
  return all.length === names.length ? all.sort() : mixedWith(all, causes);
}

/** The fields that are lost when all of them are sent, whichever of them was looked at. */
const togetherIn = ({ circumstance, outcome }: Cause) =>
  notStored.has(outcome) && circumstance.every(ofKind('has', 'field')) ? fieldsOf(circumstance).sort() : [];

/** Which of the fields that are lost together was looked at says nothing. */
function asTogether(cause: Cause): Cause {
  const names = togetherIn(cause);
  const { also, ...rest } = cause;
  return names.length > 1 && also ? { ...rest, circumstance: names.map((name) => `has:${name}`) } : cause;
}
