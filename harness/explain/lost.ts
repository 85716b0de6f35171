/** Projects that are gone though nobody deleted them: what fails in them says nothing of the request that failed. */
import type { OperationId } from '../../schemas/index.js';
import { succeeded } from '../expect.js';
import { type Exchange, status } from '../http/exchange.js';
import { operationOf } from '../http/request.js';
import { decidingOf, deletesElsewhere, harms, removed } from '../outcome.js';
import type { Cause } from './cause.js';
import type { Sighting } from './sighting.js';

/** The outcome of requests to such projects. */
export const lost = 'answers 404 for a project that nobody deleted';

const idIn = (path: string) =>
  /^\/v2\/(?:compute\/)?projects\/([\da-f-]{36})/i.exec(path)?.[1]?.toLowerCase();

interface Known {
  /** When its deletion was first asked for, in milliseconds. */
  deletedAt: number;
  /** The operation by which that was answered 404. */
  goneBy?: OperationId | undefined;
  /** When it was first answered 404, since when nothing succeeded. */
  lostAt: number;
}

/** What became of each project that requests name. */
export class Projects {
  readonly #known = new Map<string, Known>();
  /** Operations that succeeded at all: what is not served is answered 404 as well. */
  readonly #served = new Set<OperationId | undefined>();

  add(exchange: Exchange): void {
    const { request, startedAt, durationMs } = exchange;
    const id = idIn(request.path);
    if (id === undefined) return;
    const by = operationOf(request);
    if (succeeded(exchange)) this.#served.add(by);
    const never = Number.POSITIVE_INFINITY;
    const known = this.#known.get(id) ?? { deletedAt: never, lostAt: never };
    this.#known.set(id, known);
    const isGone = status(exchange) === 404;
    if (request.method === 'DELETE' && request.path.toLowerCase().endsWith(id)) {
      if (startedAt > known.deletedAt) return;
      known.deletedAt = startedAt;
      known.goneBy = isGone ? by : undefined;
    } else if (succeeded(exchange)) known.lostAt = never;
    else if (isGone) known.lostAt = Math.min(known.lostAt, startedAt + durationMs);
  }

  /** Whether a request was answered 404 because its project is gone: the first deletion, later, found none either. */
  isLost(exchange: Exchange | undefined): boolean {
    if (!exchange || status(exchange) !== 404) return false;
    const { goneBy, lostAt = 0, deletedAt = 0 } = this.#known.get(idIn(exchange.request.path) ?? '') ?? {};
    const isServed = [goneBy, operationOf(exchange.request)].every((id) => id && this.#served.has(id));
    return isServed && lostAt < deletedAt;
  }
}

/** With fewer causes, each says well enough what goes wrong. */
const leastCauses = 3;
/** Outcomes that say what removed the project. */
const removals: readonly string[] = [harms.removed, deletesElsewhere, removed];

/**
 * The one cause of all causes that were seen in such projects only: the one that says what removed them, else one of
 * its own. Undefined where there are few.
 */
export function causeOfLost(
  causes: readonly Cause[],
  projects: Pick<Projects, 'isLost'>,
): { readonly cause: Cause; readonly of: readonly Cause[] } | undefined {
  const isLost = ({ failure }: Sighting) => projects.isLost(decidingOf(failure));
  const of = causes.filter(({ sightings }) => sightings.every(isLost));
  const [first] = of;
  if (!first || of.length < leastCauses) return undefined;
  const known = of.find(({ outcome }) => removals.includes(outcome));
  if (known) return { cause: known, of };
  const sightings = of.flatMap((each) => each.sightings);
  const operations = [...new Set(of.flatMap((each) => each.operations))];
  const none = { circumstance: [], failed: sightings.length, otherwise: 0, spared: 0 };
  return {
    cause: { operations, aspect: 'state', expected: 'there', outcome: lost, sightings, ...none },
    of,
  };
}
