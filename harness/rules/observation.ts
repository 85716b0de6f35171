/** What a rule says of an exchange in its history. */
import { succeeded } from '../expect.js';
import { type Exchange, type JsonObject, status } from '../http/exchange.js';
import type { State } from '../model/state.js';
import type { Failure, Mismatch } from '../outcome.js';
import { type Case, counterexampleOf, labelOf } from '../plan/case.js';
import type { WriteOperation } from '../values/write-operations.js';

/**
 * What can be wrong about a write. `code`, `answer` and `error` are about the answer itself, `echo` about the values
 * in it; the others about what a later reading or write shows: `agrees` about whether that is what was answered of
 * fields of the server, `rest` of those that were not sent.
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
  | 'agrees'
  | 'rest'
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
  /** The other fields of the body that have the value that is shown. */
  readonly sentAs?: readonly string[];
  /** Whether what is kept differs from what was sent in a way that the document leaves open. */
  readonly isTolerated?: true;
  /** Of an update, the fields of its body that are there already with the same values, and those that are not. */
  readonly news?: { readonly there: readonly string[]; readonly others: readonly string[] };
  /** Of an update, what it has done to fields that it does not send, or could have done. */
  readonly changed?: Changed;
  /** Whether a body that was refused holds valid values that were not shown before, too. */
  readonly hasNews?: true;
  /** Whether the deciding answer was 429 or 503 because too much was asked at once. */
  readonly overloaded?: true;
  /** Whether it was seen behind other units of its world, and not when the case was sent alone. */
  readonly inCompany?: true;
  /** Whether a later request to the resource succeeded: it was not lost when it was not found. */
  readonly found?: true;
  /** How many other drawings are in the list that shows it. */
  readonly beside?: number;
  /** The exchanges that show it, the deciding one last. */
  readonly exchanges: readonly Exchange[];
}

/**
 * Fields that could have been changed in one way; where some were changed, those, if each was in this way. One that
 * has the value already could not.
 */
export interface Changed {
  /** To what they showed when the resource was made. */
  readonly back?: readonly string[];
  /** To false, 0, an empty text or null. */
  readonly emptied?: readonly string[];
  /** To what was sent for other fields. */
  readonly copied?: readonly string[];
}

/** Whether the body of an update holds something, and nothing but what is there already. */
export const changesNothing = ({ news }: Pick<Observation, 'news'>): boolean =>
  news !== undefined && news.there.length > 0 && news.others.length === 0;

/** Whether the target took the input. */
export function wasTaken({ exchanges }: Observation): boolean {
  return exchanges.some(succeeded);
}

/** Whether the target took what it may take, and only says so with another code. */
export const isOtherSuccess = (each: Observation): boolean =>
  each.rule === 'code' && each.result === 'broken' && each.case.duty !== 'refused' && wasTaken(each);

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

/** A case as it was sent. */
export interface Sent {
  readonly case: Case;
  readonly exchange: Exchange;
  /** The JSON object that the body means, where it means one. */
  readonly body?: JsonObject;
}

/** A unit as it was played, with what was known of its resource. */
export interface PlayedUnit {
  readonly sent: readonly Sent[];
  /** What the resource showed before; undefined where it showed nothing. */
  readonly before?: State;
  /** What it showed when it was made, of the fields that were not sent; undefined where nobody saw it made. */
  readonly defaults?: State;
  /** The reading behind the cases, and the plain write behind that; missing when the run ended. */
  readonly read?: Exchange;
  readonly plain?: Exchange;
  /** Whether reading and plain writes worked before: what did not is no fault of the unit. */
  readonly wasReadable: boolean;
  readonly wasWritable: boolean;
}

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
