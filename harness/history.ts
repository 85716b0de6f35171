/** What was sent in the course of a check: no script has to say what led to an exchange. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { isOfFixture } from '../schemas/purpose.js';
import { ownNames, uuids, withHyphens } from '../schemas/uuid.js';
import { beginningOf, type Exchange } from './http/exchange.js';
import { ordinaryBytes } from './http/limits.js';

/** Bytes of long bodies that are remembered as far as evidence shows them; a secret at the cut is still known for one. */
const maxLong = 16 * 1024 * 1024;
/** What is remembered of a long body from then on. */
const shortBytes = 4 * 1024;
/** Exchanges of a course that are remembered at least; a check that sends more keeps its own. */
const remembered = 200;
/** Exchanges that made something, of those before. */
const rememberedMaking = 20;

/** `outer` is the course in which this one began. */
type Course = Exchange[] & { outer?: Course | undefined };

/** One for all sessions of a process: each storage that was ever used makes every promise slower. */
const here = new AsyncLocalStorage<Course>();

export class Histories {
  readonly #known = new WeakMap<Exchange, { readonly kept: Exchange; readonly course: Course }>();

  #left = maxLong;

  /** A course of its own for what `work` sends. */
  begin<T>(work: () => T): T {
    return here.run(Object.assign([], { outer: here.getStore() }), work);
  }

  /** What was sent last in the course of this check. */
  get last(): Exchange | undefined {
    const course = here.getStore();
    return course?.at(-1) ?? course?.outer?.at(-1);
  }

  /** The last deletion of an address in the course of this check, unless something may have been made there since. */
  deletionOf(path: string): Exchange | undefined {
    const course = here.getStore() ?? [];
    const isDeletion = ({ request, answer }: Exchange) =>
      request.method === 'DELETE' && request.path === path && answer?.status === 204;
    const at = course.findLastIndex(isDeletion);
    const family = path.slice(0, path.lastIndexOf('/'));
    const isMade = course
      .slice(at + 1)
      .some(({ request }) => request.method === 'POST' && request.path === family);
    return isMade ? undefined : course[at];
  }

  /** Whether the deletion of an address was asked for in the course of this check, whatever the answer. */
  asksToDelete(path: string): boolean {
    const course = here.getStore() ?? [];
    return course.some(({ request }) => request.method === 'DELETE' && request.path === path);
  }

  /** Notes what was sent, or what made something that is now worked with. */
  add(...exchanges: readonly Exchange[]): void {
    const course = here.getStore();
    if (!course) return;
    for (const exchange of exchanges) {
      if (course.includes(this.kept(exchange))) continue;
      const kept = this.#shortened(exchange);
      this.#known.set(exchange, { kept, course });
      this.#known.set(kept, { kept, course });
      course.push(kept);
    }
    if (course.length <= 2 * remembered) return;
    const old = course.splice(0, course.length - remembered);
    // What is worked with was made long before.
    course.unshift(...old.filter(isOfFixture).slice(-rememberedMaking));
  }

  /**
   * An exchange as it is remembered for evidence: without most of a long body. A run keeps thousands of exchanges
   * until it knows which of them it tells, and a server may answer each with megabytes. Not for answers that are
   * still to be judged.
   */
  kept(exchange: Exchange): Exchange {
    return this.#known.get(exchange)?.kept ?? exchange;
  }

  /** These exchanges, with all that was sent before the last of them to what they name. */
  leadingTo(shown: readonly Exchange[]): Exchange[] {
    const own = shown.map((each) => this.kept(each));
    const last = own.at(-1);
    const course = last && this.#known.get(last)?.course;
    if (!course) return own;
    // What was under way at the same time may have been answered later.
    const end = last.startedAt + last.durationMs;
    const until = [...course.filter((each) => each !== last && each.startedAt < end), last];
    const named = new Set(own.flatMap(idsIn));
    const parts = own.flatMap(partsIn);
    const isNamed = (id: string) => named.has(id) || parts.some((part) => part.test(id));
    const led = new Set(own);
    for (const each of [...until].reverse()) {
      const ids = idsIn(each);
      if (!led.has(each) && !ids.some(isNamed)) continue;
      led.add(each);
      for (const id of ids) named.add(id);
    }
    return [...own.filter((each) => !until.includes(each)), ...until.filter((each) => led.has(each))];
  }

  /** What was sent until an exchange is remembered, however much is sent after it. */
  keep(exchange: Exchange): void {
    const known = this.#known.get(exchange);
    if (known) this.#known.set(known.kept, { ...known, course: [...known.course] });
  }

  #shortened(exchange: Exchange): Exchange {
    const { answer } = exchange;
    const length = answer?.body.length ?? 0;
    if (!answer || length <= shortBytes) return exchange;
    const most = this.#left > 0 ? ordinaryBytes : shortBytes;
    this.#left -= Math.min(length, most);
    return length <= most ? exchange : { ...exchange, answer: beginningOf(answer, most) };
  }
}

const withoutHyphens = /\b([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})\b/gi;

/** Parts of a path that begin as ids do, and are none. */
const beginnings = /(?<=\/)[\da-f]{8}(?!-([\da-f]{4}-){3}[\da-f]{12}(\/|$))/gi;

/** What else a server may find something by: the beginning of an id. */
const partsIn = ({ request }: Exchange): RegExp[] =>
  (request.path.match(beginnings) ?? []).map((part) => new RegExp(`^${part}`, 'i'));

/** Ids and names that a request names, however it writes them; of a creation also those that it was answered with. */
function idsIn({ request, answer }: Exchange): string[] {
  const created = request.method === 'POST' ? String(answer?.body ?? '') : '';
  const text = `${request.path} ${String(request.body ?? '').slice(0, ordinaryBytes)} ${created}`;
  const usual = withHyphens(text).replace(withoutHyphens, '$1-$2-$3-$4-$5');
  return [...(usual.match(uuids) ?? []), ...(usual.match(ownNames) ?? [])].map((id) => id.toLowerCase());
}

/** Of the exchanges that led to a request, those since the resource with its path was made again, if it was. */
export function sinceMade(path: string, led: readonly Exchange[]): readonly Exchange[] {
  const gone = led.findLastIndex(({ request }) => request.method === 'DELETE' && request.path === path);
  const made = led.findLastIndex(({ request }) => request.method === 'POST');
  return gone >= 0 && made > gone ? led.slice(made) : led;
}
