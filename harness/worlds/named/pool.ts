/** Lends what there is: several readers at a time or one writer, each destruction once, in the order of asking. */
import { RunAborted } from '../../http/breaker.js';
import type { HttpClient } from '../../http/client.js';
import { mayDelete, Unavailable, type Use, type Wanted } from '../provisioner.js';
import { projectKindOf } from '../resource.js';
import { exampleLine, type Named } from './fixtures-file.js';

/** One resource with who uses it. */
export interface Entry extends Named {
  readers: number;
  /** Somebody writes to it, or destroys it. */
  held: boolean;
  gone?: string;
}

interface Waiter {
  readonly wanted: Wanted;
  readonly resolve: (entry: Entry) => void;
  readonly reject: (reason: Error) => void;
}

/** How often waiters look whether the run still goes on, in milliseconds. */
const watchMs = 500;
/** Beyond the time-out of a request: nothing was sent, so nobody is working and nothing will come free. */
const stuckMs = 5000;

export class Pool {
  readonly entries: readonly Entry[];
  readonly #queue: Waiter[] = [];
  #watch: NodeJS.Timeout | undefined;

  constructor(
    named: readonly Named[],
    private readonly target: HttpClient,
  ) {
    this.entries = named.map((each) => ({ ...each, readers: 0, held: false }));
  }

  /** Resolves when there is one for the caller; rejects with {@link Unavailable} when there cannot be one. */
  take(wanted: Wanted): Promise<Entry> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ wanted, resolve, reject });
      this.#serve();
    });
  }

  /** @param gone Why it is not to be lent any more. */
  giveBack(entry: Entry, use: Use, gone?: string): void {
    if (use === 'read') entry.readers--;
    else entry.held = false;
    if (gone !== undefined) entry.gone ??= gone;
    this.#serve();
  }

  #serve(): void {
    const waiting = new Set<string>();
    for (const waiter of [...this.#queue]) {
      const { kind } = waiter.wanted;
      const found = this.#choose(waiter.wanted, waiting.has(kind));
      if (found === undefined) {
        waiting.add(kind);
        continue;
      }
      this.#queue.splice(this.#queue.indexOf(waiter), 1);
      if (found instanceof Unavailable) waiter.reject(found);
      else waiter.resolve(lend(found, waiter.wanted.use));
    }
    this.#watchOver();
  }

  /** @param behind Somebody has been waiting longer: only what the others cannot use is given. */
  #choose({ kind, use, apartFrom }: Wanted, behind: boolean): Entry | Unavailable | undefined {
    const mine = this.entries.filter((entry) => entry.kind === kind && entry.project_id !== apartFrom);
    const fit = mine.filter((entry) => entry.gone === undefined && this.#mayBeUsed(entry, use));
    if (fit.length === 0) return none(kind, use, apartFrom, mine);
    const idle = fit.filter((entry) => this.#isFree(entry, use, apartFrom !== undefined));
    const free = behind ? idle.filter(({ disposable }) => !disposable) : idle;
    if (use === 'read') return free.find(({ disposable }) => !disposable) ?? free[0];
    return use === 'write' ? free[0] : free.at(-1);
  }

  /** A project goes with what is in it, and the last of its kind is kept for the checks that need it alive. */
  #mayBeUsed(entry: Entry, use: Use): boolean {
    if (use === 'read') return true;
    if (!entry.disposable || use === 'write') return entry.disposable;
    return this.#within(entry).length === 0 && this.#others(entry).length > 0;
  }

  #others(entry: Entry): Entry[] {
    return this.entries.filter(
      (other) =>
        other !== entry &&
        other.kind === entry.kind &&
        other.gone === undefined &&
        // Nothing is written to a compute project, so any other will do.
        (other.disposable || entry.kind === 'compute-project'),
    );
  }

  /** @param nested The asker holds a fixture already: to wait for other holders could be to wait for ever. */
  #isFree(entry: Entry, use: Use, nested: boolean): boolean {
    const around = this.entries.some((other) => other.held && isWithin(entry, other));
    if (entry.held || around) return false;
    if (use === 'read') return true;
    const inside = nested ? [] : this.#within(entry);
    return entry.readers === 0 && inside.every((inner) => !inner.held && inner.readers === 0);
  }

  #within(entry: Entry): Entry[] {
    return this.entries.filter((other) => isWithin(other, entry));
  }

  /** Nobody waits for ever: neither after the end of a run nor for one another. */
  #watchOver(): void {
    if (this.#queue.length === 0) {
      clearInterval(this.#watch);
      this.#watch = undefined;
      return;
    }
    let requests = this.target.requests;
    let since = Date.now();
    this.#watch ??= setInterval(() => {
      const { gone } = this.target;
      if (gone !== undefined) for (const { reject } of this.#queue.splice(0)) reject(new RunAborted(gone));
      else if (this.target.requests !== requests) {
        requests = this.target.requests;
        since = Date.now();
      } else if (Date.now() - since > this.target.timeoutMs + stuckMs) {
        since = Date.now();
        const first = this.#queue.shift();
        const remedy = first && `name one more: ${exampleLine(first.wanted.kind)}`;
        first?.reject(new Unavailable(`each ${first.wanted.kind} stayed in use`, remedy, true));
      }
      this.#serve();
    }, watchMs).unref();
  }
}

function lend(entry: Entry, use: Use): Entry {
  if (use === 'read') entry.readers++;
  else entry.held = true;
  if (use === 'destroy') entry.gone = 'it was used by a check that deletes';
  return entry;
}

/** Whether `inner` is a node or instance of the project `outer`. */
function isWithin(inner: Entry, outer: Entry): boolean {
  if (inner.node_id === undefined || inner.project_id !== outer.project_id) return false;
  return outer.kind === projectKindOf(inner.kind);
}

function none(
  kind: Wanted['kind'],
  use: Use,
  apartFrom: string | undefined,
  named: readonly Entry[],
): Unavailable {
  const one = exampleLine(kind);
  const file = 'the fixtures file';
  if (named.length === 0 && apartFrom !== undefined)
    return new Unavailable(`${file} names no ${kind} in another project`, `name a second one: ${one}`);
  if (named.length === 0)
    return new Unavailable(
      `${file} names no ${kind}`,
      `name one: ${one}, or let the suite create one: --provision rest`,
    );
  const disposable = named.filter((entry) => entry.disposable);
  if (use !== 'read' && disposable.length === 0)
    return new Unavailable(
      `no ${kind} of ${file} is disposable`,
      `mark one as disposable, to be written to and deleted: ${one}`,
    );
  const lost = (use === 'read' ? named : disposable).find(({ gone }) => gone !== undefined);
  if (mayDelete(use))
    return new Unavailable(
      `every disposable ${kind} of ${file} was used up or is still needed: each is deleted once, the last of a kind is kept, and so is a project with something named inside it`,
      `name one more: ${one}`,
    );
  return new Unavailable(`no ${kind} of ${file} is left: ${lost?.gone}`, `name one more: ${one}`);
}
