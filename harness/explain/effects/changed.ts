/** Which fields a state differs in, and whether an update writes all of them elsewhere, too. */
import { uuid } from '../../../schemas/uuid.js';
import { harms, type Violation } from '../../outcome.js';
import type { Cause } from '../cause.js';

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
