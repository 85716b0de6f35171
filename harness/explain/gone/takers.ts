/** Deletions that take what they are not about: whenever they are carried out, something else is not found any more. */
import { familyOf } from '../../../schemas/groups.js';
import type { OperationId } from '../../../schemas/index.js';
import { withHyphens } from '../../../schemas/uuid.js';
import { succeeded } from '../../expect.js';
import { type Answer, type Exchange, objectOf, status } from '../../http/exchange.js';
import { operationOf } from '../../http/request.js';
import { decidingOf, harms } from '../../outcome.js';
import { type Cause, stateCause } from '../cause.js';
import type { Sighting } from '../sighting.js';

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

/** Which deletions may have taken what is not found any more, though it was not deleted itself. */
export class Takers {
  /** When each resource was last found, by its path in small letters. */
  readonly #found = new Map<string, Span>();
  readonly #deletions: Deletion[] = [];
  /** Deletions after which something of a family was found that had been there before. */
  readonly #harmless = new Set<string>();

  add(exchange: Exchange): void {
    const by = operationOf(exchange.request);
    const path = pathOf(exchange);
    if (path === undefined || !succeeded(exchange)) return;
    const now = spanOf(exchange);
    if (exchange.request.method === 'DELETE') {
      if (by) this.#deletions.push({ ...now, by, path, exchange: withoutBody(exchange) });
      return;
    }
    const last = this.#found.get(path);
    this.#found.set(path, now);
    if (!last || !by) return;
    for (const { from, to, by: deletion } of this.#since(last, path))
      if (from > last.to && to < now.from) this.#harmless.add(`${deletion} ${familyOf(by)}`);
  }

  /**
   * Deletions of other resources since this one was last found, of operations after which nothing of its family was
   * ever found; undefined where it was deleted itself, or never found.
   */
  of(exchange: Exchange | undefined): readonly Deletion[] | undefined {
    if (!exchange || status(exchange) !== 404) return undefined;
    const [path, by] = [pathOf(exchange), operationOf(exchange.request)];
    if (path === undefined || by === undefined) return undefined;
    const last = this.#found.get(path);
    const now = spanOf(exchange);
    if (!last || last.from > now.from) return undefined;
    const all = this.#since(last, path).filter(({ from }) => from < now.to);
    if (all.some((each) => path.startsWith(each.path))) return undefined;
    return all.filter((each) => !this.#harmless.has(`${each.by} ${familyOf(by)}`));
  }

  /** Deletions that ended after a resource was found; that of itself, or of its project, is the last. */
  #since(last: Span, path: string): Deletion[] {
    const all = this.#deletions.slice(this.#deletions.findLastIndex(({ to }) => to < last.from) + 1);
    const own = all.findIndex((each) => path.startsWith(each.path));
    return own < 0 ? all : all.slice(0, own + 1);
  }
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

/** The cause of what one deletion takes whenever it is carried out, and its sightings as they were without that. */
export function takenBy(
  takers: Takers,
  broken: readonly Sighting[],
): { readonly cause: Cause; readonly seen: ReadonlyMap<Sighting, Sighting> } | undefined {
  const taken = broken.flatMap((sighting) => {
    const deletions = takers.of(decidingOf(sighting.failure));
    return deletions && deletions.length > 0 ? [{ sighting, deletions }] : [];
  });
  const always = [...new Set(taken.flatMap(({ deletions }) => deletions.map(({ by }) => by)))].filter((by) =>
    taken.every(({ deletions }) => deletions.some((each) => each.by === by)),
  );
  const [by] = always;
  if (!by || always.length > 1 || taken.length < leastTaken) return undefined;
  const seen = new Map(
    taken.map(({ sighting, deletions }) => [withDeletion(sighting, deletions, by), sighting]),
  );
  const what = { operations: [by], expected: 'state', outcome: harms.removed };
  return { cause: stateCause(what, [...seen.keys()]), seen };
}

/** The same, with the deletion that goes before it. */
function withDeletion(sighting: Sighting, deletions: readonly Deletion[], by: OperationId): Sighting {
  const { failure } = sighting;
  const last = deletions.findLast((each) => each.by === by)?.exchange;
  if (!failure || !last || failure.exchanges.some(({ request }) => request === last.request)) return sighting;
  const { deciding, exchanges } = failure;
  const shown = [...exchanges.slice(0, deciding), last, ...exchanges.slice(deciding)];
  return { ...sighting, failure: { ...failure, exchanges: shown, deciding: deciding + 1 } };
}
