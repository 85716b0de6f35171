/** Failures that follow from how text is read or written that is not plain. */
import { isSuccess } from '../../../expect.js';
import type { Exchange } from '../../../http/exchange.js';
import { changedThoughRefused, decidingOf } from '../../../outcome.js';
import { notUtf8 } from '../../../values/malformed.js';
import { writeOperation } from '../../../values/write-operations.js';
import {
  attributeOf,
  type Cause,
  type Follows,
  isBodyUnreadable,
  isUnreadable,
  isWithin,
  notStored,
} from '../../cause.js';
import { attributes, notAscii } from '../../features/attributes.js';
import { hasValue } from '../../features/feature.js';
import { arriveInPieces, isOfPieces } from '../../joins/parsers.js';
import type { Sighting } from '../../sighting.js';
import { within } from '../changed.js';

/** What only a part of a body is like that is no plain JSON. */
const outsideAscii: readonly string[] = ['not ASCII', 'beyond Latin-1', 'beyond the basic plane'];

/** Whether a text has letters of such a kind; undefined for any other kind. */
export const lettersOf = (kind: string | undefined) =>
  attributes.find(([words]) => words === kind && outsideAscii.includes(words))?.[1];

/** What was sent and answered, as text. */
export const textsOf = (exchange: Exchange | undefined) =>
  [exchange?.request.body, exchange?.answer?.body].map((body) => String(body ?? ''));

/** Outcomes of what is read after something else. */
const ofReadings: readonly string[] = ['not readable afterwards', changedThoughRefused];

/** Whether an answer is unreadable for the text in it, as those of other operations are. */
function isOfSameText(effect: Cause, cause: Cause): boolean {
  const kind = cause.circumstance.includes(notAscii) ? 'not ASCII' : attributeOf(cause);
  const has = lettersOf(kind);
  const isOfKind = ({ features, failure }: Sighting) =>
    features.includes(`any:${kind}`) || textsOf(decidingOf(failure)).some((text) => has?.(text));
  const isOfAnswer = (each: Sighting) =>
    isBodyUnreadable(each) ||
    (isUnreadable(each) && (each.aspect === 'error' || ofReadings.includes(each.outcome ?? '')));
  return (
    kind !== undefined &&
    cause.sightings.every(isBodyUnreadable) &&
    effect.sightings.every((each) => isOfAnswer(each) && isOfKind(each))
  );
}

/** Whether text that is not ASCII is not stored as it was sent, however it came. */
const isGarbled = (cause: Cause) =>
  notStored.has(cause.outcome) && cause.sightings.every(hasValue('not ASCII'));

/** Whether that is not for letters that are cut, which are decoded as UTF-8, though piece by piece. */
const isDecoded = (cause: Cause) => isGarbled(cause) && !isOfPieces(cause) && !arriveInPieces(cause);

/** Whether bytes that are no UTF-8 are taken because text is decoded as something else; also where none is stored. */
function isOfDecoding(effect: Cause, cause: Cause): boolean {
  const isLenient = effect.circumstance.includes(`body:${notUtf8}`) && isSuccess(effect.outcome);
  const storesNone = effect.operations.every((id) => !writeOperation(id)) && cause.operations.length > 1;
  return isLenient && isDecoded(cause) && (storesNone || isWithin(effect, cause));
}

/** Whether text comes in pieces that does not come whole either. */
const isCutToo = (effect: Cause, cause: Cause) => isOfPieces(effect) && isGarbled(effect) && isDecoded(cause);

export const ofText: readonly Follows[] = [...within(isCutToo), isOfDecoding, isOfSameText];
