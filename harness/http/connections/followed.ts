/** What became of requests behind others on the same connection: some answers leave it unusable. */
import { type Behind, type Exchange, status } from '../exchange.js';
import { operationOf } from '../request.js';
import { succeeded } from '../response.js';

/** What became of the requests behind the answers of one sort that one operation gave. */
export interface Followed {
  readonly behind: Behind;
  all: number;
  taken: number;
  /** Those that were answered with the same code. */
  alike: number;
}

export const sortOf = ({ request: { method }, body, status }: Behind) =>
  `a ${status} to a ${{ none: method, short: 'request with a body', long: 'request with a long body' }[body]}`;

export const keyOf = (behind: Behind) => `${operationOf(behind.request)}: ${sortOf(behind)}`;

export class FollowedAnswers {
  readonly #followed = new Map<string, Followed>();
  /** Sorts of refusals over whose connections a body was taken afterwards. */
  readonly #harmless = new Set<string>();
  /** Bodies that were taken over connections that had carried no refusal. */
  takenFirst = 0;
  /** Bodies that were taken over connections that had carried nothing. */
  takenFresh = 0;
  #stuck: Exchange | undefined;

  /** A request that was refused over a connection which had carried others, and taken over a fresh one. */
  get stuck(): Exchange | undefined {
    return this.#stuck;
  }

  /** Where no refusal went before, none is to blame. What is behind a creation of a fixture says nothing of an operation. */
  noteStuck(exchange: Exchange): void {
    const { behind, refusals } = exchange;
    const isTelling = refusals !== undefined || (behind && operationOf(behind.request) !== undefined);
    if (isTelling && (!this.#stuck || !refusals)) this.#stuck = exchange;
  }

  /** Whether nothing more is to be sent over a connection that has carried such requests. */
  isSpoiled({ refusals }: Pick<Exchange, 'refusals'>): boolean {
    return this.#stuck !== undefined && (!this.#stuck.refusals || (refusals?.size ?? 0) > 0);
  }

  get all(): readonly Followed[] {
    return [...this.#followed.values()];
  }

  add(exchange: Exchange): void {
    const { behind, refusals, request } = exchange;
    const isTaken = succeeded(exchange);
    if (isTaken && request.body !== undefined) {
      for (const key of refusals?.keys() ?? []) this.#harmless.add(key);
      if (!refusals) this.takenFirst++;
      if (!behind) this.takenFresh++;
    }
    if (!behind || !operationOf(behind.request)) return;
    // What was deleted is to be refused, whatever the connection is like.
    if (behind.request.method === 'DELETE' && request.path.startsWith(behind.request.path)) return;
    const key = keyOf(behind);
    const known = this.#followed.get(key) ?? { behind, all: 0, taken: 0, alike: 0 };
    this.#followed.set(key, known);
    known.all++;
    if (isTaken) known.taken++;
    if (status(exchange) === behind.status) known.alike++;
  }

  /**
   * The refusals that may be why a request was refused after them. Of a request with a body, something may be left on
   * the connection: where there are such, they are it, and first of all the one right before, if nothing was ever taken
   * right behind its like. Else it is the last one, where others did no harm.
   */
  get culprits(): readonly Behind[] {
    const { behind, refusals } = this.stuck ?? {};
    const isRefusal = behind && behind.body !== 'none' && refusals?.has(keyOf(behind));
    if (behind && isRefusal && this.#followed.get(keyOf(behind))?.taken === 0) {
      // Its length is the reason only where a shorter one does no harm.
      const short: Behind = { ...behind, body: 'short' };
      return [this.#harmless.has(keyOf(short)) ? behind : short];
    }
    const harmful = [...(refusals ?? [])].flatMap(([key, each]) => (this.#harmless.has(key) ? [] : [each]));
    const withBody = harmful.filter(({ body }) => body !== 'none');
    if (withBody.length > 0) return withBody;
    return harmful.length > 0 || !behind ? harmful : [behind];
  }
}
