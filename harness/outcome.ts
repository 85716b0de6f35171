/** What a check found: the verdict of one requirement, with what shows it. */
import type { Sighting } from './explain/sighting.js';
import type { Exchange } from './http/exchange.js';
import type { Observation } from './rules/observation.js';

export interface Violation {
  readonly in: 'status' | 'header' | 'body' | 'transport' | 'state';
  /** JSON pointer into the body, or the name of a header. */
  readonly pointer?: string;
  readonly message: string;
}

/** How an answer misses what is acceptable. */
export interface Mismatch {
  readonly expected: string;
  readonly seen: string;
  readonly violations: readonly Violation[];
  /** Codes that are acceptable, where the code decides. */
  readonly codes?: readonly number[];
}

/** A mismatch in one place. */
export const mismatch = (
  expected: string,
  seen: string,
  violation: Violation,
  codes?: readonly number[],
): Mismatch => ({ expected, seen, violations: [violation], ...(codes && { codes }) });

/** A field that a later answer shows otherwise than it should. */
export const wrongField = (field: string, expected: string, seen: string, message: string): Mismatch =>
  mismatch(expected, seen, { in: 'state', pointer: `/${field}`, message });

/** The same mismatch, counted as one of state: the answer shows what another request did to a resource. */
export const inState = ({ violations, ...mismatch }: Mismatch): Mismatch => ({
  ...mismatch,
  violations: violations.map((each) => ({ ...each, in: 'state' })),
});

/** Two failures with the same symptom have the same cause. */
interface Symptom {
  readonly operation: string;
  readonly input: string;
  readonly outcome: string;
}

export interface Failure extends Mismatch {
  readonly symptom: Symptom;
  /** The shortest sequence that shows it, in the order sent. */
  readonly exchanges: readonly Exchange[];
  /** Index of the exchange that shows it. */
  readonly deciding: number;
  /** Those that no shorter sequence can do without; all of them unless told. */
  readonly essential?: readonly Exchange[];
  /** JSON text of the generated input, after shrinking. */
  readonly counterexample?: string;
  readonly seed?: number;
  readonly reproducibility?: 'deterministic' | 'flaky';
  /** When a reading does not show it any more: when it is sent again, or only a moment later. */
  readonly passes?: 'again' | 'later';
  /** What it was worked out from: the observation of a write, or the sighting of a script. */
  readonly observation?: Observation;
  readonly sighting?: Sighting;
}

/** The exchanges before the one that shows a failure. */
export const before = (failure: Failure | undefined): readonly Exchange[] =>
  failure?.exchanges.slice(0, failure.deciding) ?? [];

/** The exchange that shows a failure; undefined where there is no failure. */
export const decidingOf = (failure: Failure | undefined): Exchange | undefined =>
  failure?.exchanges[failure.deciding];

export type Outcome =
  | { readonly verdict: 'passed'; readonly observation?: string }
  | { readonly verdict: 'failed'; readonly failures: readonly Failure[] }
  | {
      readonly verdict: 'inconclusive';
      readonly reason: string;
      readonly exchanges?: readonly Exchange[];
      /** Whether the run ended before anything was known. */
      readonly notRun?: true;
    }
  | { readonly verdict: 'not-exercised'; readonly reason: string; readonly remedy?: string };

export const passed: Outcome = { verdict: 'passed' };

export function inconclusive(reason: string, exchanges: readonly Exchange[] = []): Outcome {
  return { verdict: 'inconclusive', reason, exchanges };
}

export function notExercised(reason: string, remedy?: string): Outcome {
  return { verdict: 'not-exercised', reason, ...(remedy && { remedy }) };
}

/** What is answered 429 or 503 in company only is the target's load, and says nothing of its conformance. */
export const overloaded = inconclusive(
  'the server answered 429 or 503 at any rate of requests, but not to a single request: try --concurrency 1 or --rate N',
);

/** What shows behind a write that may have been carried out twice says nothing either. */
export const sentTwice = inconclusive(
  'a write had to be sent twice, because all connections broke at once or it had to wait: try --concurrency 1',
);

/** Distinct findings that one requirement shows at most. */
const maxFailures = 5;

/** Failed with distinct symptoms among `failures`, one of each outcome first, or `otherwise` when there are none. */
export function failedOr(failures: readonly Failure[], otherwise: Outcome): Outcome {
  if (failures.length === 0) return otherwise;
  const distinct = new Map<string, Failure>();
  for (const failure of failures) {
    const { operation, input, outcome } = failure.symptom;
    const key = JSON.stringify([operation, input, outcome]);
    if (!distinct.has(key)) distinct.set(key, failure);
  }
  const all = [...distinct.values()];
  const outcomes = new Map(all.toReversed().map((each) => [each.symptom.outcome, each]));
  const first = [...outcomes.values()].toReversed();
  const others = all.filter((each) => !first.includes(each));
  return { verdict: 'failed', failures: [...first, ...others].slice(0, maxFailures) };
}

/** Whether a check, or a part of one, has failed. */
export function isFailed(result: unknown): boolean {
  const { verdict, failed } = Object(result) as { verdict?: unknown; failed?: unknown };
  return verdict === 'failed' || failed === true;
}

/** Whether the outcome of a check lets one doubt that its fixture is as it was. */
export const isDoubtful = (result: unknown): boolean =>
  isFailed(result) || (Object(result) as { verdict?: unknown }).verdict === 'inconclusive';

/** What is seen when a reading removes what it shows. */
export const removed = 'is gone when read again';
/** What is seen when a deletion that succeeded leaves what it is about. */
export const notRemoved = 'is not removed';
/** What is seen when a sequence of writes ends with a deletion that fails. */
export const notDeletable = 'cannot be deleted';
/** What is seen when a request is refused and carried out all the same. */
export const changedThoughRefused = 'changed though refused';
/** What is seen when an update answers with something else than the next reading shows. */
export const answeredOtherwise = 'answered otherwise';
/** What is seen when an operation changes, removes or breaks what it is not about. */
export const harms = {
  changed: 'changes another',
  written: 'writes to another',
  removed: 'removes another',
  broken: 'breaks another',
} as const;
export const isHarm = (outcome: string): boolean => Object.values<string>(harms).includes(outcome);
/** What is seen when a project that no operation renames shows another name. */
export const otherName = 'another name than at its creation';
/** What is seen when a deletion takes something that its address does not name. */
export const deletesElsewhere = 'deletes something through a wrong address';
export const changesElsewhere = 'changes something through a wrong address';
/** What is seen when an answer shows an id that the body has named, in place of its own. */
export const idOfBody = { node_id: 'that node_id', project_id: 'that project_id' } as const;
/** What is seen when a creation puts a drawing elsewhere, or takes one away there. */
export const theirDrawings = 'changes the drawings of another project';
/** What is seen when a refused start leaves a node that does not start. */
export const notStartable = 'does not start afterwards';
/** What is seen when a request for something in a project that does not exist makes the project. */
export const createsProject = 'creates the project';
/** What is seen when two creations are answered with one id. */
export const sameId = 'the same drawing_id twice';

/** What is seen of one field: its words, with the name of the field in place of the star. */
function ofField(words: string) {
  const [before = '', after = ''] = words.split('*');
  /** The field that such an outcome is about; undefined where it is another one. */
  const fieldIn = (outcome = '') =>
    outcome.startsWith(before) && outcome.endsWith(after)
      ? outcome.slice(before.length, -after.length)
      : undefined;
  return {
    of: (field: string): string => `${before}${field}${after}`,
    fieldIn,
    is: (outcome: string | undefined): boolean => fieldIn(outcome) !== undefined,
  };
}
/** What is seen when a series of writes ends with another value than the last one written. */
export const notWhatWasWritten = ofField('* is not what was written');
/** What is seen when one of two updates at once stores what the other one was sent. */
export const ofAnother = 'what another one was sent';
/** What is seen when an update sets what it must not. */
export const setByUpdate = ofField('* as sent, which its input does not accept');
/** What is seen when an answer shows another id than its path. */
export const notOfPath = ofField('a * that is not that of the path');

export const bodyOnNoContent = 'body on 204';

/** What is seen when readings show what was read before, and not what was written since. */
export const staleReading = 'what was read before';
export const readOtherwise = 'another answer';
/** What is wrong with an empty list behind creations. */
export const nothingListed = 'must show what was created';
/** What is seen of a drawing that a list should have once: by a write, by a script, and by a sequence of writes. */
export const listing = {
  without: 'a list without it',
  again: 'a list with it more than once',
  missing: 'missing from the list',
  twice: 'listed twice',
  lost: 'a created drawing is missing',
} as const;
/** What is seen, by a write, of a drawing that a list has so many times instead of once. */
export const listedTimes = (times: number): string => (times === 0 ? listing.without : listing.again);
/** What is seen when a long list is cut. */
export const notAllListed = 'not all are listed';
/** A list shows what is not of its project. */
export const showsTheirs = 'shows a drawing of another project of the same name';
/** A list shows more than was created. */
export const surplus = 'a drawing that nobody created';
