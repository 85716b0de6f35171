/** Deletions that take what they are not about: whenever they are carried out, something else is not found any more. */
import { familyOf, hostOf, isOfProject } from '../../../schemas/groups.js';
import type { OperationId } from '../../../schemas/index.js';
import { withHyphens } from '../../../schemas/uuid.js';
import { succeeded } from '../../expect.js';
import { type Answer, type Exchange, objectOf } from '../../http/exchange.js';
import { operationOf } from '../../http/request.js';
import { decidingOf, deletesElsewhere, harms, notRemoved } from '../../outcome.js';
import { type Cause, causeOfAll } from '../cause.js';
import { deletedAlone, isOfDeleted } from '../features/ids.js';
import type { Sighting } from '../sighting.js';
import { isMissed } from './lost.js';

/** From when to when a request was under way, in milliseconds. */
interface Span {
  readonly from: number;
  readonly to: number;
}

const spanOf = ({ startedAt, durationMs }: Exchange): Span => ({
  from: startedAt,
  to: startedAt + durationMs,
});

/** A deletion that was carried out. */
interface Deletion extends Span {
  readonly by: OperationId;
  readonly path: string;
  readonly exchange: Exchange;
}

/** How often something of a family was found again, and how often a deletion went on since it was found before. */
interface Again {
  times: number;
  readonly behind: Map<OperationId, number>;
}

/** Which deletions may have taken what is not found any more, though it was not deleted itself. */
export class Takers {
  /** When each resource was last found, by its path in small letters, … */
  readonly #found = new Map<string, Span & { readonly by?: OperationId | undefined }>();
  /** … and when it was first not found since. */
  readonly #missed = new Map<string, Span>();
  readonly #deletions: Deletion[] = [];
  readonly #again = new Map<string, Again>();
  /** The paths of what was deleted itself. */
  readonly #deleted = new Set<string>();
  /** The operations that have found what was there: what others never find is not gone for that. */
  readonly #finding = new Set<OperationId>();

  add(exchange: Exchange): void {
    const by = operationOf(exchange.request);
    const path = pathOf(exchange);
    if (path === undefined) return;
    const now = spanOf(exchange);
    if (isMissed(exchange) && !this.#missed.has(path)) this.#missed.set(path, now);
    if (!succeeded(exchange)) return;
    const last = this.#found.get(path);
    const isThere = last && !this.#deleted.has(path) && !this.#deleted.has(projectOf(path));
    // Who finds whatever it is asked for need not find what there is.
    if (by && isThere && last.by !== by) this.#finding.add(by);
    if (exchange.request.method === 'DELETE') {
      this.#deleted.add(path);
      if (by) this.#deletions.push({ ...now, by, path, exchange: withoutBody(exchange) });
      return;
    }
    this.#found.set(path, { ...now, by });
    this.#missed.delete(path);
    if (!last || !by) return;
    const family = familyOf(by);
    const again = this.#again.get(family) ?? { times: 0, behind: new Map() };
    this.#again.set(family, again);
    again.times++;
    for (const each of new Set(this.#between(last, path, now).map((deletion) => deletion.by)))
      again.behind.set(each, (again.behind.get(each) ?? 0) + 1);
  }

  /** The share of what is found again behind such a deletion: how likely it is that one goes on before a request. */
  chance(deletion: OperationId, { request }: Exchange): number {
    const by = operationOf(request);
    const { times = 0, behind } = (by && this.#again.get(familyOf(by))) ?? {};
    return ((behind?.get(deletion) ?? 0) + 1) / (times + 2);
  }

  /**
   * Deletions of others between the last time that what a request is about was found and the first that it was not;
   * undefined where it was deleted itself, or never found, or the operation finds nothing.
   */
  of(exchange: Exchange | undefined): readonly Deletion[] | undefined {
    const by = exchange && operationOf(exchange.request);
    if (!by || !isMissed(exchange)) return undefined;
    const path = pathOf(exchange) ?? '';
    const [last, missed] = [this.#found.get(path), this.#missed.get(path)];
    if (!last || !missed || (last.by !== by && !this.#finding.has(by)) || last.from > spanOf(exchange).from)
      return undefined;
    const all = this.#between(last, path, missed);
    return all.some(isOfIt(path)) ? undefined : all;
  }

  #between(last: Span, path: string, next: Span): Deletion[] {
    return this.#since(last, path).filter(({ from }) => from < next.to);
  }

  /** Deletions that ended after a resource was found; that of itself, or of its project, is the last. */
  #since(last: Span, path: string): Deletion[] {
    const all = this.#deletions.slice(this.#deletions.findLastIndex(({ to }) => to < last.from) + 1);
    const own = all.findIndex(isOfIt(path));
    return own < 0 ? all : all.slice(0, own + 1);
  }
}

const projectOf = (path: string) => path.replace(/\/\w+\/nodes\/.*$/, '');
const nodeIn = (path: string) => /\/nodes\/([\da-f-]+)$/.exec(path)?.[1];

/** Whether a deletion was that of a resource or of its project, also by its id under another project. */
function isOfIt(path: string): (deletion: Deletion) => boolean {
  const node = nodeIn(path);
  return (deletion) =>
    path.startsWith(deletion.path) || (node !== undefined && node === nodeIn(deletion.path));
}

/** A run keeps them to its end, and a server may answer each with megabytes. */
function withoutBody(exchange: Exchange): Exchange {
  const { body, ...head } = exchange.answer as Answer;
  return body.length === 0
    ? exchange
    : { ...exchange, answer: { ...head, body: Buffer.alloc(0), wholeLength: body.length } };
}

/** The path of the resource that is found or made by a request: a project or an instance. */
function pathOf(exchange: Exchange): string | undefined {
  const path = withHyphens(exchange.request.path).toLowerCase();
  const { node_id, project_id } = exchange.request.method === 'POST' ? (objectOf(exchange) ?? {}) : {};
  const made = path.endsWith('/nodes') ? node_id : path.endsWith('/projects') ? project_id : undefined;
  const whole = typeof made === 'string' ? `${path}/${made.toLowerCase()}` : path;
  return /^\/v2\/(compute\/)?projects\/[\da-f-]{36}(\/\w+\/nodes\/[\da-f-]{36})?$/.test(whole)
    ? whole
    : undefined;
}

/** With fewer failures, it may be chance which deletions went on. */
const leastTaken = 5;
/** That as many deletions went on by chance is to be less likely than this. */
const mostChance = 1e-4;

/** What answers 404 though it was found before and not deleted since, and the deletions of others since then. */
interface Taken {
  readonly sighting: Sighting;
  readonly exchange: Exchange;
  readonly deletions: readonly Deletion[];
}

/** The cause of what one deletion takes whenever it is carried out, and its sightings as they were without that. */
export function takenBy(
  takers: Takers,
  broken: readonly Sighting[],
): { readonly cause: Cause; readonly seen: ReadonlyMap<Sighting, Sighting> } | undefined {
  const lost = broken.flatMap((sighting): Taken[] => {
    const exchange = decidingOf(sighting.failure);
    const deletions = takers.of(exchange);
    return exchange && deletions ? [{ sighting, exchange, deletions }] : [];
  });
  const operations = new Set(lost.flatMap(({ deletions }) => deletions.map(({ by }) => by)));
  const all = [...operations].map((by) => ({ by, taken: lost.filter(isBehind(by)) }));
  const first = all.find((each) => isInstead(each, broken)) ?? mostOften(all, lost, takers);
  if (!first) return undefined;
  // What deletes through a wrong address says that it has not: it is not among them.
  const isOfOthers = ({ operation, outcome }: Sighting) =>
    outcome === deletesElsewhere && hostOf(operation) !== hostOf(first.by);
  if (broken.some(isOfOthers)) return undefined;
  const seen = new Map(
    first.taken.map(({ sighting, deletions }) => [withDeletion(sighting, deletions, first.by), sighting]),
  );
  const what = { operations: [first.by], expected: 'state', outcome: harms.removed };
  return { cause: causeOfAll(what, [...seen.keys()]), seen };
}

interface Taking {
  readonly by: OperationId;
  readonly taken: readonly Taken[];
}

/** Whether a deletion leaves what it is about, while others of its kind, or what they hold, are not found. */
function isInstead({ by, taken }: Taking, broken: readonly Sighting[]): boolean {
  const isWhole = isOfProject(by);
  const kindOf = isWhole ? hostOf : familyOf;
  const isOfKind = (id: OperationId | undefined) => id !== undefined && kindOf(id) === kindOf(by);
  const isOfSuch = (features: readonly string[]) =>
    isOfDeleted(features) && features.some((each) => deletedAlone.includes(each)) !== isWhole;
  const isLeft = ({ operation, outcome, features, succeeded }: Sighting) =>
    (operation === by && outcome === notRemoved) || (isOfKind(operation) && succeeded && isOfSuch(features));
  return taken.every(({ exchange }) => isOfKind(operationOf(exchange.request))) && broken.some(isLeft);
}

/** The deletion behind which most is not found, where that is no chance. */
function mostOften(all: readonly Taking[], lost: readonly Taken[], takers: Takers): Taking | undefined {
  const [first, second] = all.toSorted((a, b) => resourcesIn(b.taken) - resourcesIn(a.taken));
  if (!first || first.taken.length < leastTaken) return undefined;
  const many = resourcesIn(first.taken);
  if (second && resourcesIn(second.taken) === many) return undefined;
  const likely = lost.map(({ exchange }) => takers.chance(first.by, exchange));
  const mean = likely.reduce((sum, each) => sum + each, 0) / likely.length;
  return chanceOf(many, resourcesIn(lost), mean) > mostChance ? undefined : first;
}

const isBehind = (by: OperationId) => (each: Taken) => each.deletions.some((deletion) => deletion.by === by);

/** What is asked for again and again is gone once. */
const resourcesIn = (all: readonly Taken[]) =>
  new Set(all.map(({ exchange }) => exchange.request.path.toLowerCase())).size;

/** A bound of the chance that what happens to one in `likely` happens to so many of all (Chernoff). */
function chanceOf(many: number, all: number, likely: number): number {
  const share = many / all;
  if (share <= likely) return 1;
  const others = share < 1 ? (all - many) * Math.log((1 - likely) / (1 - share)) : 0;
  return Math.exp(many * Math.log(likely / share) + others);
}

/** The same, with the deletion that goes before it; what another check had sent says nothing of what was taken. */
function withDeletion(sighting: Sighting, deletions: readonly Deletion[], by: OperationId): Sighting {
  const { failure } = sighting;
  const own = sighting.operation === by ? sighting : { ...sighting, features: [] };
  const last = deletions.findLast((each) => each.by === by)?.exchange;
  if (!failure || !last || failure.exchanges.some(({ request }) => request === last.request)) return own;
  const { deciding, exchanges } = failure;
  const shown = [...exchanges.slice(0, deciding), last, ...exchanges.slice(deciding)];
  return { ...own, failure: { ...failure, exchanges: shown, deciding: deciding + 1 } };
}
