/** What readings show right behind a write, and no more a moment later: one finding, since nothing is lost. */

import { fingerprint } from '../../schemas/fingerprint.js';
import { inOrder } from '../../schemas/groups.js';
import type { OperationId } from '../../schemas/index.js';
import { operationOf } from '../http/request.js';
import { decidingOf, type Failure } from '../outcome.js';
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

type Told = Explained & { readonly fingerprint: string };

/** @param failures What became of each failure when it was played again. */
export function lateAsOne(
  explained: readonly Told[],
  failures: ReadonlyMap<Failure, Failure>,
): readonly Told[] {
  const late = explained.filter(({ failure }) => failures.get(failure)?.isLate);
  const operations = inOrder(late.flatMap(readingsOf));
  const sum = (of: 'failed' | 'otherwise') =>
    late.reduce((total, { circumstance }) => total + circumstance[of], 0);
  const failed = sum('failed');
  const words = `right behind a write (${failed} of ${failed + sum('otherwise')}), and no more a second later`;
  const title = `${subjectOf(operations)} ${operations.length > 1 ? 'show' : 'shows'} late what was written`;
  const [one] = together(late, title, words);
  if (!one) return explained;
  const atoms = operations.map((id) => `${id} | late`);
  const told = { ...one, operations, atoms, fingerprint: fingerprint(atoms.join('\n')) };
  return explained.flatMap((each) => (each === late[0] ? [told] : late.includes(each) ? [] : [each]));
}
