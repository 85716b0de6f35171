/** What a reading shows right behind a write, and no more when it is sent again, or later: one finding, since nothing is lost. */
import { fingerprint } from '../../schemas/fingerprint.js';
import { inOrder } from '../../schemas/groups.js';
import type { OperationId } from '../../schemas/index.js';
import { status } from '../http/exchange.js';
import { operationOf } from '../http/request.js';
import { decidingOf, type Failure } from '../outcome.js';
import { levels } from '../requirement.js';
import { writeOperation } from '../values/write-operations.js';
import type { Explained } from './cause.js';
import { together } from './special/whole-run.js';
import { subjectOf } from './words/titles.js';

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

type Told = Explained & { readonly fingerprint: string };

/** What the title says, when it happens, and when it is right. */
const words = {
  again: ['only when read again what was written', 'a first reading behind a write', 'the next time'],
  later: ['late what was written', 'right behind a write', 'a second later'],
} as const;

/** @param failures What became of each failure when it was played again. */
export function lateAsOne(
  explained: readonly Told[],
  failures: ReadonlyMap<Failure, Failure>,
): readonly Told[] {
  const passes = ({ failure }: Told) => failures.get(failure)?.passes;
  const isLate = (each: Told) => passes(each) !== undefined;
  if (!explained.some(isLate)) return explained;
  const [what, when, then] = words[explained.some((each) => passes(each) === 'later') ? 'later' : 'again'];
  const late = explained.filter((each) => isLate(each) || isPassing(each, failures.get(each.failure)));
  const operations = inOrder(late.flatMap(readingsOf));
  const sum = (of: 'failed' | 'otherwise') =>
    late.reduce((total, { circumstance }) => total + circumstance[of], 0);
  const failed = sum('failed');
  const circumstance = `${when} (${failed} of ${failed + sum('otherwise')}), and no more ${then}`;
  const title = `${subjectOf(operations)} ${operations.length > 1 ? 'show' : 'shows'} ${what}`;
  // Its evidence is that of one that was seen to be late.
  const [one] = together(
    late.toSorted((a, b) => Number(isLate(b)) - Number(isLate(a))),
    title,
    circumstance,
  );
  const level = levels.find((each) => late.some((finding) => finding.level === each));
  if (!one || !level) return explained;
  const atoms = operations.map((id) => `${id} | late`);
  const told = { ...one, level, operations, atoms, fingerprint: fingerprint(atoms.join('\n')) };
  return explained.flatMap((each) => (each === late[0] ? [told] : late.includes(each) ? [] : [each]));
}
