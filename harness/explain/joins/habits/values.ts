/** Writes that are lost in one way: values that count as false, those of races, and whole writes. */
import { notWhatWasWritten } from '../../../outcome.js';
import { type Cause, notStored } from '../../cause.js';
import { attributeIn, ofKind, saidBy } from '../../features/feature.js';
import type { Sighting } from '../../sighting.js';
import { isAtOnce } from '../../words/states.js';
import { wordsForFalse } from '../fields.js';
import { toldIn } from '../together.js';

/** Values that count as false and are lost, in each operation those that it takes. */
export function ofFalse({ outcome, ...cause }: Cause): string | undefined {
  const isFalse = (each: readonly string[]) =>
    each.some((one) => isOfTruth(one) || wordsForFalse.includes(attributeIn(one) ?? ''));
  return notStored.has(outcome) && toldIn(cause).every(isFalse) ? outcome : undefined;
}
const isOfTruth = ofKind('truth');

/** Whether a field ends with another value than the last one written, where several requests come at once. */
export const isOfRace = ({ features, outcome }: Sighting): boolean =>
  notWhatWasWritten.is(outcome) && saidBy('case', features).some(isAtOnce);

/** What is lost in races, whichever field it is. */
export function ofRaces({ outcome, sightings }: Cause): string | undefined {
  return notWhatWasWritten.is(outcome) && sightings.every(isOfRace) ? 'at once' : undefined;
}

/** What is lost this many times as often as not is lost whatever it is. */
const mostly = 5;

/** Writes that are hardly ever stored, and those that change what they are not sent, whichever fields those are. */
export function ofWrites({ circumstance, failed, otherwise, outcome }: Cause): string | undefined {
  if (outcome === 'other fields changed') return circumstance.length === 0 ? outcome : undefined;
  return notStored.has(outcome) && failed >= mostly * Math.max(1, otherwise) ? outcome : undefined;
}
