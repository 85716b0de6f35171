/** Sightings written by hand, and the causes that they come to. */
import { causesOf } from '../../../harness/explain/causes.js';
import { type Sighting, Sightings } from '../../../harness/explain/sighting.js';
import type { OperationId } from '../../../schemas/index.js';

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
