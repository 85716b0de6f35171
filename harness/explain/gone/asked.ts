/** What an update does not find, and finds from then on: it has made what it was asked for. */
import { groupBy } from '../../../schemas/group-by.js';
import { familyOf } from '../../../schemas/groups.js';
import { type OperationId, operation } from '../../../schemas/index.js';
import { isSuccess } from '../../expect.js';
import { status } from '../../http/exchange.js';
import { operationOf } from '../../http/request.js';
import { before, decidingOf } from '../../outcome.js';
import { type Cause, causeOfAll } from '../cause.js';
import type { Sighting } from '../sighting.js';

export const makesWhatItMisses = 'makes what it does not find';

/** With fewer sightings, it may be the one request. */
const fewest = 2;

/** The update that has answered 404 before something was found at its address; undefined where there was none. */
function askedBefore({ failure }: Sighting): OperationId | undefined {
  const found = decidingOf(failure)?.request.path.toLowerCase();
  const asked = before(failure).find(
    (each) =>
      each.request.method === 'PUT' && each.request.path.toLowerCase() === found && status(each) === 404,
  );
  return asked && operationOf(asked.request);
}

/**
 * The causes of what is found and should not be, where an update has asked for all of that before which was read or
 * written in a family. What was deleted may have been asked for in another check.
 */
export function madeByAsking(broken: readonly Sighting[]): Cause[] {
  const found = broken.filter(
    ({ aspect, expected, outcome }) => aspect === 'code' && expected === '404' && isSuccess(outcome),
  );
  return [...groupBy(found, ({ operation }) => familyOf(operation)).values()].flatMap((some) => {
    const told = some.filter((each) => askedBefore(each) || operation(each.operation).method !== 'DELETE');
    const [id, ...others] = new Set(told.map(askedBefore));
    if (id === undefined || others.length > 0 || told.length < fewest) return [];
    return [causeOfAll({ operations: [id], expected: 'answered', outcome: makesWhatItMisses }, some)];
  });
}
