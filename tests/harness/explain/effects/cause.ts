/** Causes written by hand, with one sighting each. */
import type { Cause } from '../../../../harness/explain/cause.js';
import type { Sighting } from '../../../../harness/explain/sighting.js';
import type { OperationId } from '../../../../schemas/index.js';
import { answered, causeOf, failureOf } from '../../by-hand.js';

/** A cause with one sighting that a reading or an answer shows. */
export function cause(
  operation: OperationId,
  own: Partial<Cause>,
  seen: Partial<Sighting> = {},
  shown = answered(200),
  pointer?: string,
): Cause {
  const violations = pointer === undefined ? [] : [{ in: 'body' as const, pointer, message: '' }];
  const failure = failureOf([shown], { violations });
  return causeOf(operation, { failed: 30, ...own }, { failure, ...seen });
}

export const state = { aspect: 'state', expected: 'shown later', outcome: 'ignored' } as const;
