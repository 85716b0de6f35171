/** From a broken observation to the failure that a report shows. */
import type { Exchange } from '../http/exchange.js';
import type { Failure } from '../outcome.js';
import { counterexampleOf, labelOf } from '../plan/case.js';
import type { WriteOperation } from '../values/write-operations.js';
import type { Observation } from './observation.js';

/** @param history What was sent to the resource, from its making on; the failure shows it up to what decides. */
export function failureOf(
  { id }: WriteOperation,
  history: readonly Exchange[],
  observation: Observation,
): Failure {
  const { mismatch, outcome = '', exchanges, case: each } = observation;
  const last = exchanges.at(-1);
  const until = last ? history.lastIndexOf(last) : -1;
  const led = history.slice(0, until + 1);
  const shown = until < 0 ? [...history.filter((each) => !exchanges.includes(each)), ...exchanges] : led;
  return {
    expected: mismatch?.expected ?? '',
    seen: mismatch?.seen ?? '',
    violations: mismatch?.violations ?? [],
    ...(mismatch?.codes && { codes: mismatch.codes }),
    symptom: { operation: id, input: labelOf(each), outcome },
    exchanges: shown,
    deciding: shown.length - 1,
    essential: exchanges,
    counterexample: counterexampleOf(each),
    observation,
  };
}
