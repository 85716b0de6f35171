/** What crashes in company and not alone, or from some time on: whichever check meets that. */
import { groupBy } from '../../../schemas/group-by.js';
import type { OperationId } from '../../../schemas/index.js';
import { isServerError, outcomeOf } from '../../expect.js';
import { operationOf } from '../../http/request.js';
import { decidingOf, type Failure } from '../../outcome.js';
import { type Cause, causeOfAll, type Explained, isCrash, isFailing } from '../cause.js';
import { crashesFromThenOn, leastOfWhole } from '../gone/worn.js';
import { together } from '../joins/together.js';
import type { Sighting } from '../sighting.js';
import type { TargetSeen } from './whole-run.js';

export const crashesAtTimes = 'crashes at times, but not while nothing else is under way';

/** With fewer inputs, it may be theirs. */
const fewest = 2;

/** With fewer findings that are not seen again, each may be a defect of its own. */
const fewestLost = 3;

/**
 * The operations that crash in several circumstances, of which none shows it again.
 * @param failures what became of each when it was played alone
 */
export function unsteadyIn(
  explained: readonly Pick<Explained, 'cause' | 'failure'>[],
  failures: ReadonlyMap<Failure, Failure>,
): ReadonlySet<OperationId> {
  const crashes = explained.filter(({ cause }) => cause && isFailing(cause) && isCrash(cause));
  const byOperation = groupBy(crashes, ({ cause }) => cause?.operations.join());
  const isUnsteady = (some: typeof crashes) => {
    const became = some.map(({ failure }) => failures.get(failure)?.reproducibility);
    return (
      !became.includes('deterministic') && became.filter((each) => each === 'flaky').length >= fewestLost
    );
  };
  return new Set(
    [...byOperation.values()].filter(isUnsteady).flatMap(([first]) => first?.cause?.operations ?? []),
  );
}

/**
 * The causes of what was seen in such readings, and in operations that are not steady, or worn out: one for each
 * operation whose own answers show it in several ways.
 * @param rightOf How often an operation succeeded.
 */
export function passingIn(
  broken: readonly Sighting[],
  rightOf: (id: OperationId) => number,
  { unsteady, worn }: Pick<TargetSeen, 'unsteady' | 'worn'> = {},
): Cause[] {
  const isWhole = worn !== undefined && worn.size >= leastOfWhole;
  const isCrashing = (id: OperationId) => unsteady?.has(id) || worn?.has(id);
  const byOperation = groupBy(broken, ({ failure }) => {
    const shown = decidingOf(failure);
    const id = shown && operationOf(shown.request);
    return shown?.passing || (id && isCrashing(id) && isServerError(outcomeOf(shown))) ? id : undefined;
  });
  const causes = [...byOperation].flatMap(([id, sightings]) => {
    if (id === undefined) return [];
    const own = sightings.filter(({ aspect }) => aspect === 'code');
    const inputs = new Set(own.map(({ failure }) => failure?.symptom.input));
    if (!isWhole && (inputs.size < fewest || 2 * own.length < sightings.length)) return [];
    const outcome = worn?.has(id) ? crashesFromThenOn : crashesAtTimes;
    const what = { operations: [id], expected: 'answered', outcome };
    return [causeOfAll(what, sightings, rightOf(id))];
  });
  const [first, ...more] = causes;
  return isWhole && first && more.length > 0 ? [together(first, causes)] : causes;
}
