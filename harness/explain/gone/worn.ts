/** Operations that are worn out: from some time on, they carry out nothing and crash instead. */
import type { OperationId } from '../../../schemas/index.js';
import { isServerError, outcomeOf, succeeded } from '../../expect.js';
import type { Exchange } from '../../http/exchange.js';
import { operationOf } from '../../http/request.js';

export const crashesFromThenOn = 'crashes on every valid request from some time on';

/** With fewer requests that were carried out before, it may be what they have in common that makes the others crash. */
const leastTaken = 10;
/** With fewer crashes since then, it may be what these were sent. */
const leastCrashes = 5;
/** The share of crashes since then: some may have gone before, for a reason of their own, or at the same time. */
const mostly = 0.8;

/** With more operations, the whole server is worn out. */
export const leastOfWhole = 4;

/** What became of the requests of one operation. */
interface Course {
  taken: number;
  /** When the last of those was sent, in milliseconds since the epoch; and when each was that crashed. */
  lastTaken: number;
  readonly crashes: number[];
}

export class WornOut {
  readonly #courses = new Map<OperationId, Course>();

  add(exchange: Exchange): void {
    const id = operationOf(exchange.request);
    if (!id || !exchange.answer) return;
    const course = this.#courses.get(id) ?? { taken: 0, lastTaken: Number.NEGATIVE_INFINITY, crashes: [] };
    this.#courses.set(id, course);
    if (isServerError(outcomeOf(exchange))) course.crashes.push(exchange.startedAt);
    if (!succeeded(exchange)) return;
    course.taken++;
    course.lastTaken = Math.max(course.lastTaken, exchange.startedAt);
  }

  /** Of a server that carries out nothing any more, all that crashed since. */
  get operations(): ReadonlySet<OperationId> {
    const all = [...this.#courses.values()];
    const lastTaken = Math.max(...all.map((each) => each.lastTaken));
    const since = [...this.#courses].filter(([, { crashes }]) => crashes.some((at) => at > lastTaken));
    const taken = all.reduce((sum, each) => sum + each.taken, 0);
    const isWhole = isWorn({ taken, lastTaken, crashes: all.flatMap(({ crashes }) => crashes) });
    if (isWhole && since.length >= leastOfWhole) return new Set(since.map(([id]) => id));
    return new Set([...this.#courses].flatMap(([id, course]) => (isWorn(course) ? [id] : [])));
  }
}

function isWorn({ taken, lastTaken, crashes }: Course): boolean {
  const since = crashes.filter((at) => at > lastTaken).length;
  return taken >= leastTaken && since >= Math.max(leastCrashes, mostly * crashes.length);
}
