import type { FixtureKind } from '../../schemas/index.js';
import type { Exchange, JsonObject } from '../http/exchange.js';
import { gentler } from '../http/overload.js';
import type { InstanceKind, Lists, Place, ProjectKind } from './resource.js';

/**
 * What a check does to its fixture: only what is disposable may be written to or destroyed. At risk is what a target
 * may delete though it should refuse to. What is refused as it should be leaves a fixture as it was.
 */
export type Use = 'read' | 'refused' | 'write' | 'risk' | 'destroy';

/** Whether it may be deleted: whoever makes it need not know whether it should be. */
export const mayDelete = (use: Use): boolean => use === 'risk' || use === 'destroy';

/** What a check asks for. */
export interface Wanted {
  readonly kind: FixtureKind;
  readonly use: Use;
  /** A project that the fixture must not be in, nor be. */
  readonly apartFrom?: string;
}

/** A project, node or instance that a check works on. */
export interface Fixture extends Place {
  /** What the target said of it when it was made: the values that it returned itself. */
  readonly resource: JsonObject;
  /** The exchanges that made it, for evidence. */
  readonly made: readonly Exchange[];
}

/** What was made and could not be removed. */
export interface Leftover {
  readonly kind: FixtureKind;
  readonly path: string;
  readonly reason: string;
}

/** How a provisioner left its target. */
export interface Closed {
  readonly leftovers: readonly Leftover[];
  /** What it lists now. */
  readonly lists?: Lists;
}

/** A project whose deletion was answered with a success, or with 404 though it is there. */
export interface Removed {
  /** What made it. */
  readonly made: readonly Exchange[];
  readonly deletion: Exchange;
  /** A reading after that; undefined where a list does not show it any more. */
  readonly read: Exchange | undefined;
}

/** A fixture that this target does not offer to this run. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';

  constructor(
    message: string,
    /** The line that would supply it. */
    readonly remedy?: string,
    /** Whether the next attempt may well succeed. */
    readonly passing = false,
  ) {
    super(message);
  }
}

/** Nothing where a fixture cannot be had: what needs none can still be done. */
export function unlessUnavailable(error: unknown): undefined {
  if (!(error instanceof Unavailable)) throw error;
}

/** What is wanted in the project of a fixture. */
export type Beside = readonly [fixture: Fixture, kind: InstanceKind | 'node', fields?: JsonObject];

/** Makes fixtures on a target, and removes them. */
export interface Provisioner {
  /** What a reader of the report is to know, a sentence each. */
  readonly notices?: readonly string[];
  /** Whether it makes a new fixture of a kind each time; else it lends those that there are. */
  renews(kind: FixtureKind): boolean;
  /** Rejects with {@link Unavailable} when there is none for this use. */
  make(wanted: Wanted): Promise<Fixture>;
  /**
   * Makes another instance in the project of a fixture that it has made, where it can.
   * @param fields What is to be sent besides.
   * Rejects with {@link Unavailable} when the target does not want it.
   */
  makeBeside?(...wanted: Beside): Promise<Fixture> | undefined;
  /**
   * Makes the project of a fixture again, by the same id; it goes with the fixture.
   * Rejects with {@link Unavailable} when the target does not want it.
   */
  remake?(fixture: Fixture): Promise<Exchange | undefined>;
  /** Takes a fixture back. Goes on after the run was stopped; never rejects. */
  dispose(fixture: Fixture): Promise<void>;
  /** The projects of a kind that it has deleted so far. */
  removed?(kind: ProjectKind): Promise<readonly Removed[]>;
  /** Called once, when every fixture was given back. */
  close(): Promise<Closed>;
}

/** Attempts in a row that may fail before a kind is given up. */
const maxStrikes = 3;

/** Remembers what cannot be had, so that a target is not asked hundreds of times for the same. */
export class ProvisioningBackoff {
  readonly #final = new Map<string, Unavailable>();
  readonly #strikes = new Map<string, number>();
  /** How often each reason was given since anything was made: what one kind needs, others need, too. */
  readonly #reasons = new Map<string, number>();
  readonly #proven = new Set<string>();
  readonly #first = new Map<string, Promise<unknown>>();

  /** @param renews Whether a kind is made, so that fewer at a time may help; what is lent has remedies of its own. */
  constructor(private readonly renews: Provisioner['renews']) {}

  /** Calls `make` unless it is known to fail; until one has succeeded, one at a time. */
  async guard<T>(wanted: Wanted, make: () => Promise<T>): Promise<T> {
    const use = mayDelete(wanted.use) ? 'destroy' : wanted.use;
    const key = JSON.stringify([wanted.kind, use, wanted.apartFrom !== undefined]);
    for (;;) {
      const refused = this.#final.get(key);
      if (refused) throw refused;
      const first = this.#first.get(key);
      if (!first || this.#proven.has(key)) break;
      await first;
    }
    const attempt = this.#attempt(key, wanted, make);
    if (!this.#proven.has(key)) {
      const settled = attempt.catch(() => {}).finally(() => this.#first.delete(key));
      this.#first.set(key, settled);
    }
    return attempt;
  }

  async #attempt<T>(key: string, { kind }: Wanted, make: () => Promise<T>): Promise<T> {
    try {
      const made = await make();
      this.#proven.add(key);
      this.#strikes.delete(key);
      this.#reasons.clear();
      return made;
    } catch (error) {
      if (error instanceof Unavailable) this.#note(key, error, this.renews(kind));
      throw error;
    }
  }

  #note(key: string, error: Unavailable, isMade: boolean): void {
    const own = count(this.#strikes, key);
    const alike = count(this.#reasons, error.message);
    const proven = this.#proven.has(key);
    const strikes = proven ? own : Math.max(own, alike);
    if (strikes >= maxStrikes || !(error.passing || proven))
      this.#final.set(key, proven && isMade ? new Unavailable(error.message, gentler) : error);
  }
}

function count(counts: Map<string, number>, key: string): number {
  const next = (counts.get(key) ?? 0) + 1;
  counts.set(key, next);
  return next;
}
