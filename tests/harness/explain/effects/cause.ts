/** Causes written by hand, with one sighting each. */
import type { Cause } from '../../../../harness/explain/cause.js';
import type { Sighting } from '../../../../harness/explain/sighting.js';
import type { OperationId } from '../../../../schemas/index.js';
import { answered } from '../../by-hand.js';

const common = {
  aspect: 'code',
  expected: 'valid',
  outcome: 'status 500',
  features: [],
  succeeded: true,
} as const;

/** A cause with one sighting that a reading or an answer shows. */
export function cause(
  operation: OperationId,
  more: Partial<Cause>,
  seen: Partial<Sighting> = {},
  shown = answered(200),
  pointer?: string,
): Cause {
  const whole = {
    ...common,
    operations: [operation],
    circumstance: [],
    failed: 30,
    otherwise: 0,
    spared: 0,
    ...more,
  };
  const symptom = { operation, input: '', outcome: '' };
  const failure = {
    expected: '',
    seen: '',
    violations: pointer === undefined ? [] : [{ in: 'body' as const, pointer, message: '' }],
    symptom,
    exchanges: [shown],
    deciding: 0,
    essential: [],
  };
  const { aspect, expected, outcome } = whole;
  return { ...whole, sightings: [{ ...common, operation, aspect, expected, outcome, failure, ...seen }] };
}

export const state = { aspect: 'state', expected: 'shown later', outcome: 'ignored' } as const;
