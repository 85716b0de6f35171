/** Which fields were changed that were not sent. */
import { isDeepStrictEqual } from 'node:util';
import { uuid } from '../../../schemas/uuid.js';
import { isRefused } from '../../expect.js';
import { type Exchange, objectOf } from '../../http/exchange.js';
import { sentIn } from '../../model/state.js';
import { before, decidingOf } from '../../outcome.js';
import type { Cause } from '../cause.js';
import type { Sighting } from '../sighting.js';

/** The fields that failures changed, each the first that it changed; empty for what is no field, such as a whole drawing. */
const changedFields = (sightings: readonly Pick<Sighting, 'failure'>[]) => [
  ...new Set(
    sightings.map(({ failure }) => {
      const name = failure?.violations[0]?.pointer?.slice(1) ?? '';
      return uuid.test(name) ? '' : name;
    }),
  ),
];

/** The field that every failure changed; empty when they changed different ones. */
export function changedField(sightings: readonly Pick<Sighting, 'failure'>[]): string {
  const names = changedFields(sightings);
  return names.length === 1 ? (names[0] ?? '') : '';
}

/** Whether all that was changed shows what a refused request had sent before. */
export const isOfRefused = (sightings: readonly Pick<Sighting, 'failure'>[]): boolean =>
  sightings.every((each) => {
    const { failure } = each;
    const name = changedField([each]);
    const read = decidingOf(failure);
    const shown = read && objectOf(read)?.[name];
    const wasRefused = (one: Exchange) => isRefused(one) && isDeepStrictEqual(sentIn(one)?.[name], shown);
    return shown !== undefined && before(failure).some(wasRefused);
  });

/** With fewer changes back to the first values, or to none, they may be something else. */
const leastReset = 3;

/** Whether updates take fields that they do not send back to what they were at first, or empty them. */
export const isTakenBack = ({ sightings }: Pick<Cause, 'sightings'>): boolean =>
  sightings.length >= leastReset &&
  (['back', 'emptied'] as const).some((how) => sightings.every(({ changed }) => changed?.[how]));

/** The same of every update. */
export const isReset = (cause: Pick<Cause, 'sightings' | 'otherwise'>): boolean =>
  cause.otherwise === 0 && isTakenBack(cause);

/** More fields than these are any. */
const maxChanged = 4;

/** The fields that failures changed, as words; empty when they are many, or not known. */
export function changedInWords(sightings: readonly Pick<Sighting, 'failure'>[]): string {
  const names = changedFields(sightings).toSorted();
  if (names.length > maxChanged || names.includes('')) return '';
  const [first = '', second, ...more] = names;
  if (second === undefined) return first;
  return more.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${more.length} more`;
}
