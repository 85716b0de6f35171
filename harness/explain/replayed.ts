/** What findings become when they were played again: what is right a moment later, or never seen again, is one finding. */
import { inOrder } from '../../schemas/groups.js';
import type { OperationId } from '../../schemas/index.js';
import { codeIn, isServerError, named, outcomeOf } from '../expect.js';
import { status } from '../http/exchange.js';
import { operationOf } from '../http/request.js';
import { before, decidingOf, type Failure } from '../outcome.js';
import { levels } from '../requirement.js';
import { writeOperation } from '../values/write-operations.js';
import type { Explained } from './cause.js';
import { together } from './special/whole-run.js';
import { subjectOf } from './words/titles.js';

/** What became of each failure when it was played again. */
type Replayed = ReadonlyMap<Failure, Failure>;

/** The readings that show what the operations of a finding write. */
function readingsOf({ operations, failure }: Explained): OperationId[] {
  const shown = decidingOf(failure);
  const own = shown && operationOf(shown.request);
  return [...(own ? [own] : []), ...operations.flatMap((id) => writeOperation(id)?.read ?? [])];
}

/** Whether a reading has shown something wrong, or nothing, and did not when it was sent again. */
function isPassing({ failure }: Explained, again: Failure | undefined): boolean {
  const shown = decidingOf(failure);
  const isOfState = failure.violations[0]?.in === 'state' || (shown !== undefined && status(shown) === 404);
  return again?.reproducibility === 'flaky' && shown?.request.method === 'GET' && isOfState;
}

/** What the title says, when it happens, and when it is right. */
const words = {
  again: ['only when read again what was written', 'a first reading behind a write', 'the next time'],
  later: ['late what was written', 'right behind a write', 'a second later'],
  deleted: ['what was deleted, for a moment', 'right behind a deletion', 'a second later'],
} as const;

/** Whether the last change before what a failure shows was a deletion. */
const isOfDeletion = ({ failure }: Explained) =>
  before(failure).findLast(({ request }) => request.method !== 'GET')?.request.method === 'DELETE';

/** What a reading shows right behind a write, and no more when it is sent again, or later: nothing is lost. */
export function lateAsOne(explained: readonly Explained[], failures: Replayed): readonly Explained[] {
  const passes = ({ failure }: Explained) => failures.get(failure)?.passes;
  const isLate = (each: Explained) => passes(each) !== undefined;
  if (!explained.some(isLate)) return explained;
  const late = explained.filter((each) => isLate(each) || isPassing(each, failures.get(each.failure)));
  const isLater = late.some((each) => passes(each) === 'later');
  const [what, when, then] = words[isLater ? (late.every(isOfDeletion) ? 'deleted' : 'later') : 'again'];
  const operations = inOrder(late.flatMap(readingsOf));
  const sum = (of: 'failed' | 'otherwise') =>
    late.reduce((total, { circumstance }) => total + circumstance[of], 0);
  const failed = sum('failed');
  // Its evidence is that of one that was seen to be late.
  const inTurn = late.toSorted((a, b) => Number(isLate(b)) - Number(isLate(a)));
  return withOne(explained, inTurn, {
    operations,
    title: `${subjectOf(operations)} ${operations.length > 1 ? 'show' : 'shows'} ${what}`,
    circumstance: `${when} (${failed} of ${failed + sum('otherwise')}), and no more ${then}`,
    atoms: operations.map((id) => `${id} | late`),
  });
}

/** With one of them, it is that request. */
const fewestOdd = 2;

/** Crashes that were seen once each, and never again: what their requests have in common is not known. */
export function oddCrashesAsOne(explained: readonly Explained[], failures: Replayed): readonly Explained[] {
  const codeOf = ({ failure }: Explained) => {
    const shown = decidingOf(failure);
    const outcome = shown ? outcomeOf(shown) : '';
    return isServerError(outcome) ? codeIn(outcome) : undefined;
  };
  const odd = explained.filter(
    (each) =>
      each.circumstance.failed === 1 &&
      codeOf(each) !== undefined &&
      failures.get(each.failure)?.reproducibility === 'flaky',
  );
  if (odd.length < fewestOdd) return explained;
  const operations = inOrder(odd.flatMap((each) => each.operations));
  const codes = new Set(odd.map((each) => named(codeOf(each) ?? 0)));
  return withOne(explained, odd, {
    operations,
    title: `${subjectOf(operations)} ${operations.length > 1 ? 'crash' : 'crashes'} now and then (${[...codes].join(', ')})`,
    circumstance: `seen ${odd.length} times, never again when the same was sent once more`,
    atoms: ['crashes now and then'],
  });
}

/** One finding in the place of several, with the evidence of the first of these. */
function withOne(
  explained: readonly Explained[],
  some: readonly Explained[],
  told: Pick<Explained, 'operations' | 'title' | 'atoms'> & { readonly circumstance: string },
): readonly Explained[] {
  const { operations, title, atoms, circumstance } = told;
  const [one] = together(some, title, circumstance);
  const level = levels.find((each) => some.some((finding) => finding.level === each));
  if (!one || !level) return explained;
  const whole = { ...one, level, operations, atoms };
  const place = explained.find((each) => some.includes(each));
  return explained.flatMap((each) => (each === place ? [whole] : some.includes(each) ? [] : [each]));
}
