/** Projects that are gone though nobody deleted them: what fails in them says nothing of the request that failed. */
import { familyOf } from '../../schemas/groups.js';
import type { OperationId } from '../../schemas/index.js';
import { succeeded } from '../expect.js';
import { type Exchange, objectOf, status } from '../http/exchange.js';
import { operationOf } from '../http/request.js';
import { decidingOf, deletesElsewhere, harms, removed } from '../outcome.js';
import type { Cause } from './cause.js';
import type { Sighting } from './sighting.js';

/** The outcome of requests to such projects. */
export const lost = 'answers 404 for a project that nobody deleted';

const idIn = (path: string) =>
  /^\/v2\/(?:compute\/)?projects\/([\da-f-]{36})/i.exec(path.replaceAll('%2D', '-'))?.[1]?.toLowerCase();

interface Known {
  /** When its deletion was first asked for, in milliseconds. */
  deletedAt: number;
  /** The operation by which that was answered 404. */
  goneBy?: OperationId | undefined;
  /** When it was first answered 404, since when nothing succeeded. */
  lostAt: number;
  /** When it last was there. */
  seenAt: number;
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
    const known = this.#known.get(id) ?? { deletedAt: never, lostAt: never, seenAt: never };
    this.#known.set(id, known);
    if (succeeded(exchange)) known.seenAt = startedAt + durationMs;
    const isGone = status(exchange) === 404;
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

  /** Whether it is a deletion that found nothing, of a project that was there: it was lost before, or is refused. */
  mayBeLost(exchange: Exchange | undefined): boolean {
    const known = this.#notFound(exchange);
    if (!exchange || known?.deletedAt !== exchange.startedAt || !known.goneBy) return false;
    return known.seenAt <= exchange.startedAt && this.#served.has(known.goneBy);
  }

  /** What is known of the project of a request that was answered 404. */
  #notFound(exchange: Exchange | undefined): Known | undefined {
    if (!exchange || status(exchange) !== 404) return undefined;
    return this.#known.get(idIn(exchange.request.path) ?? '');
  }
}

/** What is asked of them. */
export type WhatBecame = Pick<Projects, 'isLost' | 'mayBeLost' | 'wentWith'>;

/** The project that a request has made. */
function madeBy(exchange: Exchange): string | undefined {
  if (exchange.request.method !== 'POST' || !succeeded(exchange)) return undefined;
  const { project_id } = objectOf(exchange) ?? {};
  return typeof project_id === 'string' ? project_id.toLowerCase() : undefined;
}

/** When a resource was last found, and a deletion that was carried out. */
interface Deletion {
  readonly exchange: Exchange;
  readonly by: OperationId;
}

const endOf = ({ startedAt, durationMs }: Exchange) => startedAt + durationMs;

/** Which deletions may have taken what is not found any more, though it was not deleted itself. */
export class Takers {
  /** By path in small letters. */
  readonly #found = new Map<string, Exchange>();
  readonly #deletions: Deletion[] = [];
  /** Deletions after which something of a family was found that had been there before. */
  readonly #harmless = new Set<string>();

  add(exchange: Exchange): void {
    const by = operationOf(exchange.request);
    const path = pathOf(exchange);
    if (path === undefined || !succeeded(exchange)) return;
    if (exchange.request.method === 'DELETE') {
      if (by) this.#deletions.push({ exchange, by });
      return;
    }
    const last = this.#found.get(path);
    this.#found.set(path, exchange);
    if (!last || !by) return;
    for (const each of this.#since(last, path))
      if (endOf(each.exchange) < exchange.startedAt && each.exchange.startedAt > endOf(last))
        this.#harmless.add(`${each.by} ${familyOf(by)}`);
  }

  /**
   * Deletions of other resources since this one was last found, of operations after which nothing of its family was
   * ever found; undefined where it was deleted itself, or never found.
   */
  of(exchange: Exchange | undefined): readonly Deletion[] | undefined {
    const path = exchange && pathOf(exchange);
    const by = exchange && operationOf(exchange.request);
    const last = path === undefined ? undefined : this.#found.get(path);
    if (!last || !by || path === undefined || status(exchange) !== 404 || last.startedAt > exchange.startedAt)
      return undefined;
    const all = this.#since(last, path).filter((each) => each.exchange.startedAt < endOf(exchange));
    if (all.some((each) => isWithin(path, each))) return undefined;
    return all.filter((each) => !this.#harmless.has(`${each.by} ${familyOf(by)}`));
  }

  /** Deletions that ended after a resource was found, of which its own ends the list. */
  #since(last: Exchange, path: string): Deletion[] {
    const from = this.#deletions.findLastIndex(({ exchange }) => endOf(exchange) < last.startedAt) + 1;
    const all = this.#deletions.slice(from);
    const own = all.findIndex((each) => isWithin(path, each));
    return own < 0 ? all : all.slice(0, own + 1);
  }
}

/** Whether what is deleted has this path, or holds it. */
const isWithin = (path: string, { exchange }: Deletion) => path.startsWith(pathOf(exchange) ?? '?');

/** The path of the resource that is found or made by a request: a project or an instance. */
function pathOf(exchange: Exchange): string | undefined {
  const path = exchange.request.path.replaceAll('%2D', '-').toLowerCase();
  const { node_id, project_id } = exchange.request.method === 'POST' ? (objectOf(exchange) ?? {}) : {};
  const made = path.endsWith('/nodes') ? node_id : path.endsWith('/projects') ? project_id : undefined;
  const whole = typeof made === 'string' ? `${path}/${made.toLowerCase()}` : path;
  return /^\/v2\/(compute\/)?projects\/[\da-f-]{36}(\/\w+\/nodes\/[\da-f-]{36})?$/.test(whole)
    ? whole
    : undefined;
}

/** With fewer failures, it may be chance which deletions went on. */
const leastTaken = 5;

/** The cause of what one deletion takes whenever it is carried out, as its failures show it, and those as they were. */
export function takenBy(
  takers: Takers,
  broken: readonly Sighting[],
): { readonly cause: Cause; readonly of: readonly Sighting[] } | undefined {
  const taken = broken.flatMap((sighting) => {
    const deletions = takers.of(decidingOf(sighting.failure));
    return deletions && deletions.length > 0 ? [{ sighting, deletions }] : [];
  });
  const always = [...new Set(taken.flatMap(({ deletions }) => deletions.map(({ by }) => by)))].filter((by) =>
    taken.every(({ deletions }) => deletions.some((each) => each.by === by)),
  );
  const [by] = always;
  if (!by || always.length > 1 || taken.length < leastTaken) return undefined;
  const none = { circumstance: [], failed: taken.length, otherwise: 0, spared: 0 };
  const sightings = taken.map(({ sighting, deletions }) => withDeletion(sighting, deletions, by));
  return {
    cause: {
      ...{ operations: [by], aspect: 'state', expected: 'state', outcome: harms.removed },
      ...{ sightings, ...none },
    },
    of: taken.map(({ sighting }) => sighting),
  };
}

/** The same, with the deletion that goes before it. */
function withDeletion(sighting: Sighting, deletions: readonly Deletion[], by: OperationId): Sighting {
  const { failure } = sighting;
  const last = deletions.findLast((each) => each.by === by)?.exchange;
  if (!failure || !last || failure.exchanges.includes(last)) return sighting;
  const { deciding, exchanges } = failure;
  const shown = [...exchanges.slice(0, deciding), last, ...exchanges.slice(deciding)];
  return { ...sighting, failure: { ...failure, exchanges: shown, deciding: deciding + 1 } };
}

/** With fewer causes, each says well enough what goes wrong, … */
const leastCauses = 3;
/** … but for plain requests that are refused: that says nothing of what removed the project. */
const isRefusal = ({ aspect, expected, outcome }: Cause) =>
  aspect === 'code' && expected === 'valid' && outcome === 'status 404';
/** Outcomes that say what removed the project. */
const removals: readonly string[] = [harms.removed, deletesElsewhere, removed];

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
