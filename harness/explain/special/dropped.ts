/** Requests that are carried out and get no answer on connections that have carried others: one cause. */
import { inOrder } from '../../../schemas/groups.js';
import { operationOf } from '../../http/request.js';
import { decidingOf } from '../../outcome.js';
import type { Cause } from '../cause.js';
import { onUsed } from '../features/difference.js';
import type { Sighting } from '../sighting.js';

/** @param broken What is wrong; of what was sent again, what got no answer at first. */
export function droppedIn(broken: readonly Sighting[]): Cause[] {
  const sightings = broken.filter(isOfUsed);
  const [first] = sightings;
  const operations = inOrder(sightings.flatMap(({ failure }) => operationIn(failure) ?? []));
  if (!first || operations.length === 0) return [];
  const outcome = `transport ${decidingOf(first.failure)?.failure?.kind}`;
  return [
    {
      ...{ operations, aspect: 'code', expected: 'valid', outcome, circumstance: [`case:${onUsed}`] },
      ...{ sightings, failed: sightings.length, otherwise: 0, spared: 0 },
    },
  ];
}

/** What is dropped on a fresh connection as well is told as that. */
const isOfUsed = ({ failure }: Sighting) => decidingOf(failure)?.resent === true;

function operationIn(failure: Sighting['failure']) {
  const lost = decidingOf(failure);
  return lost && operationOf(lost.request);
}
