/** Sightings and causes written by hand, with what they come to. */
import type { Cause } from '../../../harness/explain/cause.js';
import { causesOf } from '../../../harness/explain/causes.js';
import { type Sighting, Sightings } from '../../../harness/explain/sighting.js';
import { titleOf } from '../../../harness/explain/words/titles.js';
import type { OperationId } from '../../../schemas/index.js';
import { causeOf } from '../by-hand.js';

type Written = Partial<Sighting> & Pick<Sighting, 'operation'>;
export const code = (
  operation: OperationId,
  features: string[],
  outcome?: string,
  more: Partial<Sighting> = {},
) => ({ operation, features, ...(outcome !== undefined && { outcome }), ...more }) satisfies Written;

export const crash = 'status 500';
/** A request that was answered as it should be. */
export const fine = (operation: OperationId) => code(operation, ['has:name']);

/** Each with its operations, its outcome and its circumstances. */
export function causes(...written: Written[]) {
  const sightings = new Sightings();
  for (const each of written)
    sightings.add({ aspect: 'code', expected: 'valid', features: [], succeeded: true, ...each });
  return causesOf({ broken: sightings.broken, kept: sightings.kept }).map((cause) => [
    cause.operations.join(' '),
    cause.outcome,
    ...[cause.circumstance, ...(cause.also ?? [])].map((each) => each.join(' and ')),
  ]);
}

export const cause = (own: Partial<Cause>): Cause =>
  causeOf('iou.update', { failed: 3, otherwise: 40, ...own });

export const title = (own: Partial<Cause>): string => titleOf(cause(own), '200 OK');
