import type { FixtureKind } from '../../schemas/index.js';
import type { HttpClient } from '../http/client.js';
import type { Exchange } from '../http/exchange.js';
import { isDoubtful, isFailed } from '../outcome.js';
import { makeIt } from './fixtures-file.js';
import { Inventory } from './inventory.js';
import {
  type Beside,
  type Fixture,
  type Provisioner,
  ProvisioningBackoff,
  Unavailable,
  type Use,
  unlessUnavailable,
} from './provisioner.js';
import type { ProjectKind } from './resource.js';

export type { Differences } from './inventory.js';
export { type Fixture, type Leftover, Unavailable, type Use, unlessUnavailable } from './provisioner.js';
export { type ProvisionSettings, provisionerFor } from './static.js';

interface Shared {
  readonly fixture: Promise<Fixture>;
  users: number;
  /** How often the target had ended when it was made. */
  readonly falls: number;
}

/** How often a fixture is lent before it is removed: what takes long is found again with fewer requests. */
const maxLoans = 10;
/** How often a check is carried out anew because of what others may have done to the target meanwhile. */
const maxAnew = 3;

/** Hands out fixtures, one check at a time, and sees to it that all are removed. */
export class Fixtures {
  readonly #inventory: Inventory;
  readonly #backoff: ProvisioningBackoff;
  readonly #live = new Set<Fixture>();
  readonly #removals = new Set<Promise<void>>();
  readonly #current = new Map<FixtureKind, Shared>();
  /** Sound ones that nobody holds, and what was done to them: what was done to a node cannot be seen. */
  readonly #idle = new Map<Fixture, Use>();
  readonly #loans = new WeakMap<Fixture, number>();
  /** How often the target had ended when a fixture was made: what it had then may be gone since. */
  readonly #falls = new WeakMap<Fixture, number>();
  readonly #shared = new Map<Fixture, Shared>();

  /** @param isShared Whether a sound fixture serves several checks, one after another. */
  constructor(
    private readonly provisioner: Provisioner,
    private readonly target: HttpClient,
    private readonly isShared = true,
  ) {
    this.#backoff = new ProvisioningBackoff((kind) => provisioner.renews(kind));
    this.#inventory = new Inventory(target);
  }

  /** Whether a check can have as many fixtures of a kind as it asks for. */
  renews(kind: FixtureKind): boolean {
    return this.provisioner.renews(kind);
  }

  /**
   * For a check that changes the project of a node or instance, too.
   * @throws Unavailable The user named the node: its project is not the suite's to change.
   */
  requireOwnProject(kind: FixtureKind): void {
    if (!this.renews(kind))
      throw new Unavailable(`the project of a ${kind} that you named is not changed`, makeIt(kind));
  }

  /**
   * A fixture of its own for the caller; one that is only read may be read by others too.
   * @param apartFrom A project that the fixture must not be in, nor be.
   * @param fresh Whether nobody may have had it before.
   * @throws Unavailable There is none; what cannot be had is not asked for again and again.
   */
  async take(kind: FixtureKind, use: Use = 'write', apartFrom?: string, fresh = false): Promise<Fixture> {
    await this.#inventory.begin();
    // A deletion is judged on what nobody has written to: nothing shows how it left the rest of the resource.
    const mayBeUsed = !fresh && use !== 'read' && use !== 'destroy';
    const idle = mayBeUsed ? await this.#idleOne(kind, apartFrom) : undefined;
    if (idle) return idle;
    if (use !== 'read' || !this.renews(kind)) return this.#make(kind, use, apartFrom);
    const shared = this.#share(kind);
    shared.users++;
    const fixture = await shared.fixture;
    if (fixture.project_id !== apartFrom) return fixture;
    this.release(fixture);
    return this.#make(kind, use, apartFrom);
  }

  /** Gives a fixture back; `spoiled` when nobody else should see it any more. */
  release(fixture: Fixture, spoiled = false, use: Use = 'write'): void {
    const shared = this.#shared.get(fixture);
    if (shared) {
      shared.users--;
      if (spoiled && this.#current.get(fixture.kind) === shared) this.#current.delete(fixture.kind);
      if (shared.users > 0 || this.#current.get(fixture.kind) === shared) return;
    }
    if (!shared && !spoiled && this.#mayLend(fixture)) this.#idle.set(fixture, use);
    else this.#dispose(fixture);
  }

  /** Whether somebody has had it before. */
  wasLent(fixture: Fixture): boolean {
    return this.#loans.has(fixture);
  }

  /** Whether it may be lent once more. */
  #mayLend(fixture: Fixture): boolean {
    const loans = (this.#loans.get(fixture) ?? 0) + 1;
    this.#loans.set(fixture, loans);
    if (this.#mayBeGone(fixture) || this.target.crashedIn.has(fixture.project_id.toLowerCase())) return false;
    return this.isShared && this.renews(fixture.kind) && loans < maxLoans && this.#live.has(fixture);
  }

  #mayBeGone = (fixture: Fixture) => this.#falls.get(fixture) !== this.target.falls.length;

  async #idleOne(kind: FixtureKind, apartFrom: string | undefined): Promise<Fixture | undefined> {
    const fits = (each: Fixture) => each.kind === kind && each.project_id !== apartFrom;
    const idle = [...this.#idle.keys()].find((each) => fits(each) && !this.#mayBeGone(each));
    const use = idle && this.#idle.get(idle);
    if (idle) this.#idle.delete(idle);
    if (!idle || kind !== 'node' || use !== 'write') return idle;
    // Another one in its project takes its place.
    const project = idle.made.slice(0, 1);
    this.target.histories.add(...project);
    const beside = await this.besideIfAny(idle, kind);
    if (!beside) return void this.#dispose(idle);
    const another = { ...beside, made: [...project, ...beside.made.slice(-1)] };
    this.#live.delete(idle);
    this.#live.add(another);
    for (const counts of [this.#loans, this.#falls]) counts.set(another, counts.get(idle) ?? 0);
    return another;
  }

  /** Runs `work` with a fixture, see {@link take}, and gives it back whatever happens. */
  async with<T>(
    kind: FixtureKind,
    use: Use,
    work: (fixture: Fixture) => Promise<T>,
    apartFrom?: string,
    fresh = false,
  ): Promise<T> {
    const fixture = await this.take(kind, use, apartFrom, fresh);
    const wasLent = this.wasLent(fixture);
    const anew = async () => this.lend(await this.take(kind, use, apartFrom, true), use, work);
    let { upsets } = this.target;
    let result = await this.lend(fixture, use, work);
    const isUpset = () => this.renews(kind) && this.target.upsets > upsets;
    if (isUpset()) {
      // Some may be of this work, which has then seen a state that it did not ask for.
      for (let times = 0; times < maxAnew && isUpset(); times++) {
        upsets = this.target.upsets;
        result = await anew();
      }
      return result;
    }
    if (!wasLent || !isDoubtful(result)) return result;
    // What went before it may have done it: alone, it is seen again or not.
    const again = await anew();
    return isFailed(result) && !isFailed(again) ? result : again;
  }

  /** Runs `work` with what was taken, and gives it back whatever happens. */
  async lend<T>(fixture: Fixture, use: Use, work: (fixture: Fixture) => Promise<T>): Promise<T> {
    let spoiled = true;
    try {
      this.target.histories.add(...fixture.made);
      const result = await work(fixture);
      spoiled = use === 'destroy' || isDoubtful(result);
      return result;
    } finally {
      this.release(fixture, spoiled, use);
    }
  }

  /**
   * Another instance or node in the project of a fixture, which goes with it.
   * @param fields What its creation is to say besides.
   * @throws Unavailable The target, or the way that fixtures are made, does not offer one.
   */
  async beside(...wanted: Beside): Promise<Fixture> {
    const another = await this.provisioner.makeBeside?.(...wanted);
    if (another) return another;
    throw new Unavailable('only --provision rest creates two nodes in one project', '--provision rest');
  }

  /** The same, or undefined where there is none. */
  besideIfAny(...wanted: Beside): Promise<Fixture | undefined> {
    return this.beside(...wanted).catch(unlessUnavailable);
  }

  /**
   * Makes the project of a fixture, which was deleted, again by the same id; it goes with the fixture.
   * @throws Unavailable The target, or the way that fixtures are made, gives no id a second time.
   */
  async remake(fixture: Fixture): Promise<Exchange> {
    const creation = await this.provisioner.remake?.(fixture);
    if (creation) return creation;
    throw new Unavailable('only --provision rest creates a project again', '--provision rest');
  }

  /** The projects of a kind that were deleted so far, those that are being deleted among them. */
  async removed(kind: ProjectKind) {
    await Promise.all(this.#removals);
    return (await this.provisioner.removed?.(kind)) ?? [];
  }

  /** Removes everything that is still there; resolves with what remains, and what else has changed if that is listed. */
  async close() {
    for (const fixture of this.#live) this.#dispose(fixture);
    while (this.#removals.size > 0) await Promise.all(this.#removals);
    const closed = await this.provisioner.close();
    return { leftovers: closed.leftovers, inventory: await this.#inventory.end(closed) };
  }

  #dispose(fixture: Fixture): void {
    if (!this.#live.delete(fixture)) return;
    this.#shared.delete(fixture);
    const removal = this.provisioner.dispose(fixture).finally(() => this.#removals.delete(removal));
    this.#removals.add(removal);
  }

  async #make(kind: FixtureKind, use: Use, apartFrom: string | undefined): Promise<Fixture> {
    const asked = use === 'refused' ? 'write' : use;
    const wanted = { kind, use: asked, ...(apartFrom !== undefined && { apartFrom }) };
    const fixture = await this.#backoff.guard(wanted, () => this.provisioner.make(wanted));
    this.#live.add(fixture);
    this.#falls.set(fixture, this.target.falls.length);
    if (fixture.project_id !== apartFrom) return fixture;
    this.release(fixture);
    throw new Unavailable(`the ${kind} that was supplied second is in the same project as the first`);
  }

  #share(kind: FixtureKind): Shared {
    const current = this.#current.get(kind);
    const falls = this.target.falls.length;
    if (current?.falls === falls) return current;
    const fixture = this.#make(kind, 'read', undefined);
    const shared = { fixture, users: 0, falls };
    this.#current.set(kind, shared);
    fixture.then(
      (made) => this.#shared.set(made, shared),
      () => this.#current.get(kind) === shared && this.#current.delete(kind),
    );
    return shared;
  }
}
