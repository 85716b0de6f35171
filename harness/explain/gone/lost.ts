/** Projects that are gone though nobody deleted them: what fails in them says nothing of the request that failed. */
import type { OperationId } from '../../../schemas/index.js';
import { isPlainPath, withHyphens } from '../../../schemas/uuid.js';
import { codeIn, succeeded } from '../../expect.js';
import { type Exchange, objectOf, status } from '../../http/exchange.js';
import { operationOf } from '../../http/request.js';
import { decidingOf, deletesElsewhere, harms, removed, setByUpdate } from '../../outcome.js';
import { type Cause, causeOfAll } from '../cause.js';
import type { Sighting } from '../sighting.js';

/** The outcome of requests to such projects. */
export const lost = 'answers 404 for a project that nobody deleted';

const idIn = (path: string) =>
  /^\/v2\/(?:compute\/)?projects\/([\da-f-]{36})/i.exec(withHyphens(path))?.[1]?.toLowerCase();

/** Whether a request was answered 404 for an id as it was given: what is not found by another spelling may be there. */
export const isMissed = (exchange: Exchange): boolean =>
  status(exchange) === 404 && isPlainPath(exchange.request.path);

interface Known {
  /** When its deletion was first asked for, in milliseconds. */
  deletedAt: number;
  /** The operation by which that was answered 404. */
  goneBy?: OperationId | undefined;
  /** When it was first answered 404, since when nothing succeeded. */
  lostAt: number;
  /** When it last was there, … */
  seenAt: number;
  /** … which is what a request showed that was sent at this time. */
  seenBy: number;
  /** The last write in it, where nothing behind that has shown it. */
  write?: Write | undefined;
}

/** A request with a body, and when it was under way. */
export type Write = Pick<Exchange, 'request' | 'startedAt' | 'durationMs'>;

/** A project that is gone, though nobody deleted it: it went between these times, in milliseconds since the epoch. */
export interface Loss {
  readonly from: number;
  readonly to: number;
  /** The last write in it, if nothing was found in it behind that. */
  readonly write?: Write | undefined;
}

/** What became of each project that requests name. */
export class Projects {
  readonly #known = new Map<string, Known>();
  /** Operations that succeeded at all: what is not served is answered 404 as well. */
  readonly #served = new Set<OperationId | undefined>();

  /** @param falls When the target ended and was started again, in milliseconds since the epoch. */
  constructor(private readonly falls: () => readonly number[] = () => []) {}

  add(exchange: Exchange): void {
    const { request, startedAt, durationMs } = exchange;
    const id = idIn(request.path) ?? madeBy(exchange);
    if (id === undefined) return;
    const by = operationOf(request);
    if (succeeded(exchange)) this.#served.add(by);
    const never = Number.POSITIVE_INFINITY;
    const known = this.#known.get(id) ?? { deletedAt: never, lostAt: never, seenAt: never, seenBy: never };
    this.#known.set(id, known);
    if (succeeded(exchange)) {
      known.seenAt = startedAt + durationMs;
      known.seenBy = startedAt;
      known.write = undefined;
    }
    if (request.body !== undefined && known.lostAt === never && idIn(request.path))
      known.write = { request, startedAt, durationMs };
    const isGone = isMissed(exchange);
    if (request.method === 'DELETE' && request.path.toLowerCase().endsWith(id)) {
      if (startedAt > known.deletedAt) return;
      known.deletedAt = startedAt;
      known.goneBy = isGone ? by : undefined;
    } else if (succeeded(exchange)) known.lostAt = never;
    else if (isGone) known.lostAt = Math.min(known.lostAt, startedAt + durationMs);
  }

  /** Whether a request was answered 404 though its project was there before the target ended, and nobody deleted it. */
  wentWith(exchange: Exchange | undefined): boolean {
    const known = this.#notFound(exchange);
    if (!exchange || !known) return false;
    const at = exchange.startedAt + exchange.durationMs;
    if (known.seenAt > at || known.deletedAt < at) return false;
    return this.falls().some((each) => each >= known.seenAt && each <= at);
  }

  /** Whether a request was answered 404 because its project is gone: the first deletion, later, found none either. */
  isLost(exchange: Exchange | undefined): boolean {
    const known = this.#notFound(exchange);
    if (!exchange || !known) return false;
    const { goneBy, lostAt, deletedAt } = known;
    const isServed = [goneBy, operationOf(exchange.request)].every((id) => id && this.#served.has(id));
    return isServed && lostAt < deletedAt;
  }

  /** The projects that are gone: there they were, and their deletion found none. */
  get losses(): readonly Loss[] {
    return [...this.#known.values()]
      .filter(({ lostAt, deletedAt, seenAt }) => lostAt < deletedAt && seenAt < deletedAt)
      .filter(({ goneBy }) => goneBy !== undefined && this.#served.has(goneBy))
      .map(({ seenBy, deletedAt, write }) => ({ from: seenBy, to: deletedAt, write }));
  }

  /** How the project went in which a request was lost, or may have been. */
  lossOf(exchange: Exchange | undefined): Loss | undefined {
    const known = this.#notFound(exchange);
    if (!exchange || !known || !(this.isLost(exchange) || this.mayBeLost(exchange))) return undefined;
    return { from: known.seenBy, to: exchange.startedAt + exchange.durationMs };
  }

  /** Whether it is a deletion that found nothing, of a project that was there: it was lost before, or is refused. */
  mayBeLost(exchange: Exchange | undefined): boolean {
    const known = this.#notFound(exchange);
    if (!exchange || known?.deletedAt !== exchange.startedAt || !known.goneBy) return false;
    return known.seenAt <= exchange.startedAt && this.#served.has(known.goneBy);
  }

  /** What is known of the project of a request that was answered 404. */
  #notFound(exchange: Exchange | undefined): Known | undefined {
    if (!exchange || !isMissed(exchange)) return undefined;
    return this.#known.get(idIn(exchange.request.path) ?? '');
  }
}

/** What is asked of them. */
export type WhatBecame = Pick<Projects, 'isLost' | 'losses' | 'lossOf' | 'mayBeLost' | 'wentWith'>;

/** The project that a request has made. */
function madeBy(exchange: Exchange): string | undefined {
  if (exchange.request.method !== 'POST' || !succeeded(exchange)) return undefined;
  const { project_id } = objectOf(exchange) ?? {};
  return typeof project_id === 'string' ? project_id.toLowerCase() : undefined;
}

/** With fewer causes, each says well enough what goes wrong, … */
const leastCauses = 3;
/** … but for plain requests that are refused: that says nothing of what removed the project. */
const isRefusal = ({ aspect, expected, outcome }: Cause) =>
  aspect === 'code' && expected === 'valid' && codeIn(outcome) === 404;
/** Outcomes that say what removed the project. */
const removals: readonly string[] = [harms.removed, deletesElsewhere, removed];
/** What leaves nothing under the id of a project. */
const moved = setByUpdate.of('project_id');

/**
 * The one cause of all causes that were seen in such projects only: the one that says what removed them, else one of
 * its own. Undefined where there are few.
 */
export function causeOfLost(
  causes: readonly Cause[],
  projects: WhatBecame,
): { readonly cause: Cause; readonly of: readonly Cause[] } | undefined {
  const hasGone = ({ failure }: Sighting) => projects.wentWith(decidingOf(failure));
  const gone = causes.filter(({ sightings }) => sightings.every(hasGone));
  const end = causes.find((each) => each.outcome === 'transport dropped' && !gone.includes(each));
  if (end && gone.length > 0) return { cause: end, of: gone };
  const isLost = ({ failure }: Sighting) => projects.isLost(decidingOf(failure));
  const surely = causes.filter(({ sightings }) => sightings.every(isLost));
  const [first] = surely;
  if (!first || (surely.length < leastCauses && !surely.every(isRefusal))) return undefined;
  const mayBeLost = (each: Sighting) => isLost(each) || projects.mayBeLost(decidingOf(each.failure));
  const of = causes.filter(({ sightings }) => sightings.every(mayBeLost));
  const known =
    of.find(({ outcome }) => removals.includes(outcome)) ?? causes.find(({ outcome }) => outcome === moved);
  if (known) return { cause: known, of };
  const sightings = of.flatMap((each) => each.sightings);
  const operations = [...new Set(of.flatMap((each) => each.operations))];
  return { cause: causeOfAll({ operations, expected: 'there', outcome: lost }, sightings), of };
}
