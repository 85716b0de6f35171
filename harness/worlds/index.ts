import type { FixtureKind } from '../../schemas/index.js';
import type { HttpClient } from '../http/client.js';
import type { Exchange } from '../http/exchange.js';
import { isDoubtful, isFailed } from '../outcome.js';
import { Idle } from './idle.js';
import { Inventory } from './inventory.js';
import { makeIt } from './named/fixtures-file.js';
import {
  type Beside,
  type Fixture,
  type Provisioner,
  ProvisioningBackoff,
  Unavailable,
  type Use,
  unlessUnavailable,
} from './provisioner.js';
import { type InstanceKind, isInstance, type ProjectKind } from './resource.js';

export type { Differences } from './inventory.js';
export { type Fixture, type Leftover, Unavailable, type Use, unlessUnavailable } from './provisioner.js';
export { type ProvisionSettings, provisionerFor } from './static.js';

interface Shared {
  readonly fixture: Promise<Fixture>;
  users: number;
  /** How often the target had ended when it was made. */
  readonly falls: number;
}

/** What others may have had before; its project only where an instance in it was deleted. */
export type Before = 'itself' | 'its project' | 'nothing';

/** How often a check is carried out anew because of what others may have done to the target meanwhile. */
const maxAnew = 3;

/** Hands out fixtures, one check at a time, and sees to it that all are removed. */
export class Fixtures {
  readonly #inventory: Inventory;
  readonly #backoff: ProvisioningBackoff;
  readonly #live = new Set<Fixture>();
  readonly #removals = new Set<Promise<void>>();
  readonly #current = new Map<FixtureKind, Shared>();
  readonly #idle: Idle;
  readonly #shared = new Map<Fixture, Shared>();

  /** @param isShared Whether a sound fixture serves several checks, one after another. */
  constructor(
    private readonly provisioner: Provisioner,
    private readonly target: HttpClient,
    private readonly isShared = true,
  ) {
    this.#backoff = new ProvisioningBackoff((kind) => provisioner.renews(kind));
    this.#idle = new Idle(target);
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
   * @param before What others may have had before.
   * @throws Unavailable There is none; what cannot be had is not asked for again and again.
   */
  async take(
    kind: FixtureKind,
    use: Use = 'write',
    apartFrom?: string,
    before: Before = 'itself',
  ): Promise<Fixture> {
    await this.#inventory.begin();
    const idle = use === 'read' ? undefined : await this.#idleOne(kind, use, apartFrom, before);
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
    const mayBeLent =
      !shared && !spoiled && this.isShared && this.renews(fixture.kind) && this.#live.has(fixture);
    if (!mayBeLent || !this.#idle.keep(fixture, use)) this.#dispose(fixture);
  }

  /** Whether somebody has had it, or what was in its project, before. */
  wasLent(fixture: Fixture): boolean {
    return this.#idle.wasLent(fixture);
  }

  async #idleOne(kind: FixtureKind, use: Use, apartFrom: string | undefined, before: Before) {
    // A deletion is judged on what nobody has written to: nothing shows how it left the rest of the resource.
    const mayBeUsed = before === 'itself' && use !== 'destroy';
    const idle = mayBeUsed ? this.#idle.take(kind, apartFrom) : undefined;
    if (idle)
      return kind === 'node' && idle.use === 'write' ? this.#another(idle.fixture, kind) : idle.fixture;
    if (before === 'nothing' || !isInstance(kind) || !this.renews(kind)) return undefined;
    const deleted = this.#idle.takeDeleted(apartFrom);
    return deleted && this.#another(deleted, kind);
  }

  /** Another one in the project of one that was given back takes its place. */
  async #another(old: Fixture, kind: InstanceKind | 'node'): Promise<Fixture | undefined> {
    const project = old.made.slice(0, 1);
    this.target.histories.add(...project);
    const beside = await this.besideIfAny(old, kind);
    if (!beside) return void this.#dispose(old);
    const another = { ...beside, made: [...project, ...beside.made.slice(-1)] };
    this.#live.delete(old);
    this.#live.add(another);
    this.#idle.replaced(old, another);
    return another;
  }

  /** Runs `work` with a fixture, see {@link take}, and gives it back whatever happens. */
  async with<T>(
    kind: FixtureKind,
    use: Use,
    work: (fixture: Fixture) => Promise<T>,
    apartFrom?: string,
    before: Before = 'itself',
  ): Promise<T> {
    const fixture = await this.take(kind, use, apartFrom, before);
    const wasLent = this.wasLent(fixture);
    const anew = async () => this.lend(await this.take(kind, use, apartFrom, 'nothing'), use, work);
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
      spoiled = isDoubtful(result);
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
    this.#idle.accompanied(wanted[0]);
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
    this.#idle.made(fixture);
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
