/** What a rule says of an exchange in its history. */

import { succeeded } from '../expect.js';
import { type Exchange, status } from '../http/exchange.js';
import type { Mismatch } from '../outcome.js';
import type { Case } from '../plan/case.js';

/**
 * What can be wrong about a write. `code`, `answer` and `error` are about the answer itself, `echo` about the values
 * in it; the others about what a later reading or write shows.
 */
export type Rule =
  | 'code'
  | 'answer'
  | 'error'
  | 'echo'
  | 'readable'
  | 'writable'
  | 'unchanged'
  | 'stored'
  | 'kept';

/** One rule on one case, or on one field of it. A value that was there before, or is not shown, tells nothing. */
export interface Observation {
  readonly rule: Rule;
  /** The case that is judged, or the first of those that may have done it. */
  readonly case: Case;
  /** The field that is judged, where the rule is about fields. */
  readonly field?: string;
  readonly result: 'kept' | 'broken' | 'untelling';
  readonly mismatch?: Mismatch;
  /** What shows it, in words that are equal for equal causes: `status 500`. */
  readonly outcome?: string;
  /** Whether the value that was kept had been there before, so that one that is never stored would show the same. */
  readonly isOld?: true;
  /** Whether a third value is shown: neither what was sent nor what was there before. */
  readonly isOther?: true;
  /** Whether what is kept differs from what was sent in a way that the document leaves open. */
  readonly isTolerated?: true;
  /** Whether the body holds nothing but what was shown before. */
  readonly changesNothing?: true;
  /** Whether the deciding answer was 429 or 503 because too much was asked at once. */
  readonly overloaded?: true;
  /** Whether it was seen behind other units of its world, and not when the case was sent alone. */
  readonly inCompany?: true;
  /** Whether a later request to the resource succeeded: it was not lost when it was not found. */
  readonly found?: true;
  /** The exchanges that show it, the deciding one last. */
  readonly exchanges: readonly Exchange[];
}

/** Whether the target took the input. */
export function wasTaken({ exchanges }: Observation): boolean {
  return exchanges.some(succeeded);
}

/** A listed conflict counts where only a refusal would say something, since its conditions are not shown. */
export function wasTakenOrConflicts({ exchanges }: Observation): boolean {
  return exchanges.some((exchange) => succeeded(exchange) || status(exchange) === 409);
}

/** What an expectation comes to: kept when nothing is missed. */
export function observe(
  rule: Rule,
  each: Case,
  mismatch: Mismatch | undefined,
  outcome: string,
  exchanges: readonly Exchange[],
): Observation {
  if (!mismatch) return { rule, case: each, result: 'kept', exchanges };
  return { rule, case: each, result: 'broken', mismatch, outcome, exchanges };
}
