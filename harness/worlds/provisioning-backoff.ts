import { gentler } from '../http/overload.js';
import { mayDelete, type Provisioner, Unavailable, type Wanted } from './provisioner.js';

/** Attempts in a row that may fail before a kind is given up. */
const maxStrikes = 3;

/** Remembers what cannot be had, so that a target is not asked hundreds of times for the same. */
export class ProvisioningBackoff {
  readonly #final = new Map<string, Unavailable>();
  readonly #strikes = new Map<string, number>();
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
      return made;
    } catch (error) {
      if (error instanceof Unavailable) this.#note(key, error, this.renews(kind));
      throw error;
    }
  }

  #note(key: string, error: Unavailable, isMade: boolean): void {
    const strikes = (this.#strikes.get(key) ?? 0) + 1;
    this.#strikes.set(key, strikes);
    const proven = this.#proven.has(key);
    if (strikes >= maxStrikes || !(error.passing || proven))
      this.#final.set(key, proven && isMade ? new Unavailable(error.message, gentler) : error);
  }
}
