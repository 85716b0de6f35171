/** Updates whose answers are nothing but what they were sent: one cause, whatever is missing in each of them. */
import { isDeepStrictEqual } from 'node:util';
import { groupBy } from '../../../schemas/group-by.js';
import type { OperationId } from '../../../schemas/index.js';
import { succeeded } from '../../expect.js';
import { objectOf } from '../../http/exchange.js';
import { sentIn } from '../../model/state.js';
import { answeredOtherwise, decidingOf, idOfBody } from '../../outcome.js';
import { type Cause, causeOfAll, shownBy } from '../cause.js';
import type { Sighting } from '../sighting.js';

/** What is seen where an answer is nothing but the body of its request. */
export const echoes = 'answers with what it was sent, and nothing else';

/** With fewer such answers, what is missing in them may be missing in any. */
const fewest = 3;
/** The share of them, at least: not everything that is sent can be read as JSON. */
const leastShare = 0.9;

/** The cause, of all updates whose wrong answers are like that. */
export function echoedIn(broken: readonly Sighting[]): Cause[] {
  const ids = Object.values<string>(idOfBody);
  const isOfAnswer = ({ aspect, outcome = '' }: Sighting) => aspect === 'answer' || ids.includes(outcome);
  const byUpdate = groupBy(broken.filter(isOfAnswer), shownBy);
  const echoing = [...byUpdate].filter(
    ([, all]) => all.filter(isEcho).length >= Math.max(fewest, leastShare * all.length),
  );
  const operations = echoing.flatMap(([id]) => id ?? ([] as OperationId[]));
  if (operations.length === 0) return [];
  const told = { operations, expected: 'answer', outcome: echoes } as const;
  // What it was sent is not what is there.
  const isOfState = ({ operation, outcome }: Sighting) =>
    outcome === answeredOtherwise && operations.includes(operation);
  return [causeOfAll(told, [...echoing.flatMap(([, all]) => all), ...broken.filter(isOfState)])];
}

function isEcho({ failure }: Sighting): boolean {
  const shown = decidingOf(failure);
  const sent = shown && sentIn(shown);
  return (
    shown !== undefined && sent !== undefined && succeeded(shown) && isDeepStrictEqual(objectOf(shown), sent)
  );
}
