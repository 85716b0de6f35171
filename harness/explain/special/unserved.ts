/** Operations that are always answered as if they did not exist, or that always crash: one cause for all of them. */
import { groupBy } from '../../../schemas/group-by.js';
import { inOrder } from '../../../schemas/groups.js';
import { type OperationId, operation } from '../../../schemas/index.js';
import { codeIn, isServerError, notServedCodes } from '../../expect.js';
import { type Cause, causeOfAll } from '../cause.js';
import type { Noted, Sighting } from '../sighting.js';
import { isOfRefusal } from './unrefused.js';

/**
 * The causes of operations that got one such code whatever was asked of them: one for each code.
 * @param succeeded How often an operation succeeded.
 */
export function unservedIn({ broken, kept }: Noted, succeeded: (id: OperationId) => number): Cause[] {
  const ofCode = broken.filter(({ aspect }) => aspect === 'code');
  const otherwise = new Set(
    kept.filter(({ sighting }) => isOfOtherCode(sighting)).map(({ sighting }) => sighting.operation),
  );
  const unserved = [...groupBy(ofCode, ({ operation }) => operation)].filter(
    ([id, all]) => succeeded(id) === 0 && !otherwise.has(id) && isOfOneCode(all),
  );
  const byOutcome = groupBy(unserved, ([, [first]]) => first?.outcome ?? '');
  return [...byOutcome].map(([outcome, some]) => {
    const sightings = some.flatMap(([, all]) => all);
    const operations = inOrder(some.map(([id]) => id));
    return causeOfAll({ operations, aspect: 'code', expected: served, outcome }, sightings);
  });
}

/** What is expected where an operation is not served, and where it does nothing. */
export const served = 'served';
export const done = 'done';

/** Whether valid requests below a resource get what the resource is answered with, whatever is asked of it. */
export const isOfUnserved = (effect: Cause, cause: Cause): boolean =>
  cause.expected === served &&
  effect.expected === 'valid' &&
  effect.circumstance.length === 0 &&
  effect.outcome === cause.outcome &&
  effect.operations.every((id) =>
    cause.operations.some(
      (each) => isReading(each) && operation(id).path.startsWith(`${operation(each).path}/`),
    ),
  );
const isReading = (id: OperationId) => operation(id).method === 'GET';

function isOfOneCode(all: readonly Sighting[]): boolean {
  const [{ outcome = '' } = {}] = all;
  const isOfAll =
    notServedCodes.includes(codeIn(outcome)) || (isServerError(outcome) && all.some(isOfRefusal));
  return isOfAll && all.every((each) => each.outcome === outcome);
}

/** Whether a rule that was kept shows that something else was answered. */
const isOfOtherCode = ({ aspect, expected }: Sighting) => aspect === 'code' && expected === '400';
