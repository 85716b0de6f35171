/** What was seen of requests that were answered as a duty requires. */
import type { OperationId } from '../../../schemas/index.js';
import type { Seen } from '../circumstance.js';
import type { Sighting, Sightings } from '../sighting.js';
import { attributeIn, hasValue, ofKind } from './feature.js';

export type Kept = Sightings['kept'];

/** Sightings that count as those of a rule that was kept: what they break is another one. */
export const asKept = (sightings: readonly Sighting[]): Kept =>
  sightings.map((sighting) => ({ sighting, times: 1 }));

/** What was seen of requests of one operation that were answered as a duty requires. */
export const keptOf = (
  kept: Kept,
  operation: OperationId,
  { aspect, expected }: Pick<Sighting, 'aspect' | 'expected'>,
  counts: (each: Sighting) => boolean = () => true,
): Seen[] =>
  kept
    .filter(
      ({ sighting: each }) =>
        each.operation === operation && each.aspect === aspect && each.expected === expected && counts(each),
    )
    .map(({ sighting, times }) => ({ features: sighting.features, times }));

/** Without what could not have been changed as all that was changed is: back to its first value, to none, or to what was sent. */
export function withoutUnchangeable(kept: Kept, broken: readonly Sighting[]): Kept {
  const how = (['back', 'emptied', 'copied'] as const).find((each) =>
    broken.every(({ changed }) => changed?.[each]),
  );
  if (!how) return kept;
  const names = new Set(broken.flatMap(({ changed }) => changed?.[how] ?? []));
  return kept.filter(({ sighting }) => sighting.changed?.[how]?.some((name) => names.has(name)));
}

/**
 * Of text that is not ASCII, without what a server may well read that decodes such text wrongly: what was sent as escapes,
 * and what names its charset, where what failed does not.
 */
export function asDecoded(kept: Kept, broken: readonly Sighting[]): Kept {
  if (!broken.every(hasValue('not ASCII'))) return kept;
  const isOpen = broken.some(({ features }) => features.some(isDeclared));
  const isAside = (each: string) => isEscaped(each) || (!isOpen && isDeclared(each));
  return kept.filter(({ sighting }) => !sighting.features.some(isAside));
}
const isEscaped = (feature: string) =>
  (ofKind('body')(feature) && feature.includes('escape')) || attributeIn(feature) === 'with a lone surrogate';
const isDeclared = (feature: string) => ofKind('body')(feature) && feature.includes('charset');

/**
 * Requests with the same duty that were answered correctly. A valid request that was refused only shows its sort of
 * input: whether it would have failed otherwise is unknown.
 */
export function keptBeside({ operation, aspect, expected }: Sighting, kept: Kept): Seen[] {
  const duty = { aspect, expected };
  if (aspect !== 'code' || expected !== 'valid') return keptOf(kept, operation, duty);
  const taken = keptOf(kept, operation, duty, ({ succeeded }) => succeeded);
  // Bodies that are too large or too deep are refused whatever else is in them.
  const isLarge = (each: string) => /^body:(deep nesting$|a body of more )/.test(each);
  const refused = keptOf(kept, operation, duty, (each) => !each.succeeded && !each.features.some(isLarge))
    // Not counted: whether they would have failed is not known.
    .map(({ features }) => ({ features: features.filter(ofKind('input')), times: 0 }))
    .filter(({ features }) => features.length > 0);
  return [...taken, ...refused];
}
