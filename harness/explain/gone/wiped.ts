/** A request that takes everything away: whatever is gone was there until it was sent. */
import { groupBy } from '../../../schemas/group-by.js';
import type { Request } from '../../http/exchange.js';
import { operationOf } from '../../http/request.js';
import { decidingOf } from '../../outcome.js';
import type { Sighting } from '../sighting.js';
import type { Loss, WhatBecame, Write } from './lost.js';

/** With fewer projects that are gone, each may have gone by itself. */
const leastLost = 3;
/** Sent once, it is one of many that were under way when everything went. */
const leastSent = 2;

/** What is the same of a request each time that it is sent: ids in its path differ. */
const textOf = (request: Request) => `${operationOf(request)} ${request.body}`;

/** One loss in so many may have another reason. */
const nearlyAll = 0.9;

const isBehind = ({ from, to }: Loss, sent: readonly Write[]) =>
  sent.some(({ startedAt, durationMs }) => startedAt < to && startedAt + durationMs > from);

/** The times that the one request was sent before nearly each loss; each time, its own project went as well. */
function wiping(losses: readonly Loss[]): readonly Write[] | undefined {
  if (losses.length < leastLost) return undefined;
  const writes = groupBy(
    losses.flatMap(({ write }) => write ?? []),
    ({ request }) => textOf(request),
  );
  const guilty = [...writes.values()].filter(
    (sent) =>
      sent.length >= leastSent &&
      losses.filter((loss) => isBehind(loss, sent)).length >= nearlyAll * losses.length,
  );
  return guilty.length === 1 ? guilty[0] : undefined;
}

/** What a request shows that takes everything away, and what was seen only because all was gone; undefined without such. */
export function wipedBy(
  broken: readonly Sighting[],
  projects: WhatBecame,
): { readonly main: Sighting; readonly effects: readonly Sighting[] } | undefined {
  const sent = wiping(projects.losses);
  if (!sent?.[0]) return undefined;
  const text = textOf(sent[0].request);
  const isGone = ({ failure }: Sighting) => {
    const loss = projects.lossOf(decidingOf(failure));
    return loss !== undefined && isBehind(loss, sent);
  };
  const own = broken.filter(({ failure }) =>
    failure?.exchanges.some(({ request }) => textOf(request) === text),
  );
  const main = own.find((each) => !isGone(each)) ?? own[0];
  return main && { main, effects: broken.filter((each) => each !== main && isGone(each)) };
}
