/** Connections that an answer leaves unusable: the next request on them fails, whatever it asks for. */
import { groupBy } from '../../schemas/group-by.js';
import type { OperationId } from '../../schemas/index.js';
import { succeeded } from '../expect.js';
import { type Behind, type Exchange, status } from '../http/exchange.js';
import { operationOf } from '../http/request.js';
import type { Cause } from './cause.js';
import type { Sighting } from './sighting.js';

/** The outcome of what fails behind such answers. */
export const spoils = 'spoils the connection for the next request';

/** What became of the requests behind the answers of one sort that one operation gave. */
interface Followed {
  readonly behind: Behind;
  readonly operation: OperationId;
  all: number;
  taken: number;
  /** Those that were answered with the same code. */
  alike: number;
}

/** So seldom does that many requests in a row fail by chance. */
const chance = 1e-6;
/** With fewer requests behind its answers, nothing is said of an operation. */
const leastFollowed = 5;
/** With fewer failures behind such answers, the connection need not be the reason. */
const leastTelling = 3;

const sortOf = ({ request: { method }, hasBody, status }: Behind) =>
  `a ${status} to a ${hasBody ? 'request with a body' : method}`;

const keyOf = (behind: Behind) => `${operationOf(behind.request)}: ${sortOf(behind)}`;

/** What became of the requests behind others on the same connection. */
export class Connections {
  readonly #followed = new Map<string, Followed>();
  /** Bodies that were taken over connections that had carried no refusal. */
  #takenBefore = 0;
  /** Sorts of refusals over whose connections a body was taken afterwards. */
  readonly #harmless = new Set<string>();

  add(exchange: Exchange): void {
    const { behind, refusals, request } = exchange;
    if (succeeded(exchange) && request.body !== undefined) {
      for (const each of refusals ?? []) this.#harmless.add(keyOf(each));
      if (!refusals) this.#takenBefore++;
    }
    const operation = behind && operationOf(behind.request);
    if (!operation) return;
    const key = keyOf(behind);
    const known = this.#followed.get(key) ?? { behind, operation, all: 0, taken: 0, alike: 0 };
    this.#followed.set(key, known);
    known.all++;
    if (succeeded(exchange)) known.taken++;
    if (status(exchange) === behind.status) known.alike++;
  }

  /**
   * @param stuck A request that was refused over a connection which had carried a refusal before, and taken over a
   *   fresh one.
   */
  causeOf(broken: readonly Sighting[], stuck?: Exchange): Cause | undefined {
    return stuck ? this.#ofStuck(broken, stuck) : this.#ofSpoiled(broken);
  }

  /** The refusals that may be why that request was refused. */
  culpritsOf({ refusals = [] }: Exchange): readonly Behind[] {
    return refusals.filter((each) => !this.#harmless.has(keyOf(each)));
  }

  /** The cause of what was refused, as that request, over connections that had carried a refusal before. */
  #ofStuck(broken: readonly Sighting[], stuck: Exchange): Cause | undefined {
    const isStuck = (each: Exchange) => each.refusals !== undefined && status(each) === status(stuck);
    const sightings = broken.filter(({ failure }) => failure?.exchanges.some(isStuck));
    const culprits = this.culpritsOf(stuck);
    if (sightings.length === 0) return undefined;
    const all = sightings.flatMap(({ failure }) => failure?.exchanges.filter(isStuck) ?? []);
    const sorts = [...new Set(culprits.map(sortOf))].sort().join(' or ');
    return {
      operations: [...new Set(culprits.flatMap(({ request }) => operationOf(request) ?? []))],
      aspect: 'state',
      expected: 'usable',
      outcome: spoils,
      circumstance: [`behind:${sorts}`],
      sightings,
      failed: new Set([stuck, ...all]).size,
      otherwise: this.#takenBefore,
      spared: 0,
    };
  }

  /** The cause of what was seen right behind answers after which nothing succeeds, though much does after others. */
  #ofSpoiled(broken: readonly Sighting[]): Cause | undefined {
    const all = [...this.#followed.values()];
    const isVain = ({ all, taken }: Followed) => taken === 0 && all >= leastFollowed;
    const isOfSort = (sort: string) => (each: Followed) => each.taken === 0 && sortOf(each.behind) === sort;
    const others = all.filter((each) => !isVain(each));
    const taken = sum(others, 'taken');
    const failing = 1 - taken / sum(others, 'all');
    const sorts = [...groupBy(all.filter(isVain), ({ behind }) => sortOf(behind))].filter(
      ([, some]) => failing ** sum(some, 'all') < chance,
    );
    // What many show, a few show as well.
    const vain = sorts.flatMap(([sort]) => all.filter(isOfSort(sort)));
    const keys = new Set(vain.map(({ behind }) => keyOf(behind)));
    const isSpoiled = ({ behind }: Exchange) => behind !== undefined && keys.has(keyOf(behind));
    const sightings = broken.filter(({ failure }) => failure?.exchanges.some(isSpoiled));
    // In some checks, requests that are to be answered alike follow each other.
    const isPlain = ({ aspect, expected }: Sighting) => aspect === 'code' && expected === 'valid';
    const telling = sum(vain, 'alike') === 0 ? sightings : sightings.filter(isPlain);
    if (telling.length < leastTelling) return undefined;
    const words = sorts
      .map(([sort]) => sort)
      .sort()
      .join(' or ');
    return {
      operations: [...new Set(vain.map(({ operation }) => operation))],
      aspect: 'state',
      expected: 'usable',
      outcome: spoils,
      circumstance: [`behind:${words}`],
      sightings,
      failed: sum(vain, 'all'),
      otherwise: taken,
      spared: 0,
    };
  }
}

const sum = (all: readonly Followed[], of: 'all' | 'taken' | 'alike') =>
  all.reduce((total, each) => total + each[of], 0);
