/** Sound fixtures that nobody holds: which of them may be lent once more, and which have left their project to others. */
import type { FixtureKind } from '../../schemas/index.js';
import type { HttpClient } from '../http/client.js';
import type { Fixture, Use } from './provisioner.js';
import { addressOf, isInstance, projectKindOf } from './resource.js';

/** How often a fixture is lent before it is removed: what takes long is found again with fewer requests. */
const maxLoans = 10;

export class Idle {
  /** With what was done to each: what was done to a node cannot be seen. */
  readonly #idle = new Map<Fixture, Use>();
  readonly #loans = new WeakMap<Fixture, number>();
  /** How often the target had ended when a fixture was made: what it had then may be gone since. */
  readonly #falls = new WeakMap<Fixture, number>();

  /** Those in whose project something else was made. */
  readonly #accompanied = new WeakSet<Fixture>();

  constructor(private readonly target: HttpClient) {}

  /** To be called with each fixture that was made. */
  made(fixture: Fixture): void {
    this.#falls.set(fixture, this.target.falls.length);
  }

  /** To be called with each fixture in whose project another one was made. */
  accompanied(fixture: Fixture): void {
    this.#accompanied.add(fixture);
  }

  /** Whether somebody has had it, or what was in its project before it. */
  wasLent(fixture: Fixture): boolean {
    return this.#loans.has(fixture);
  }

  /** Keeps what is given back; false where it is not to be lent again. */
  keep(fixture: Fixture, use: Use): boolean {
    const loans = (this.#loans.get(fixture) ?? 0) + 1;
    this.#loans.set(fixture, loans);
    const { spoiledIn, histories } = this.target;
    const { kind, project_id } = fixture;
    if (loans >= maxLoans || this.#mayBeGone(fixture) || spoiledIn.has(project_id.toLowerCase()))
      return false;
    // A server may create instances in projects that are gone.
    if (histories.asksToDelete(addressOf({ kind: projectKindOf(kind), project_id }))) return false;
    if (use === 'destroy' && !this.#leavesItsProject(fixture)) return false;
    this.#idle.set(fixture, use);
    return true;
  }

  /** Whether it was an instance, was deleted, and nothing else is in its project. */
  #leavesItsProject(fixture: Fixture): boolean {
    const isDeleted = () => this.target.histories.deletionOf(addressOf(fixture)) !== undefined;
    return isInstance(fixture.kind) && !this.#accompanied.has(fixture) && isDeleted();
  }

  /** One of a kind that is still there, outside the project `apartFrom`, and what was done to it. */
  take(kind: FixtureKind, apartFrom: string | undefined) {
    return this.#first((each, use) => each.kind === kind && use !== 'destroy', apartFrom);
  }

  /** An instance that was deleted: its project is empty, and may have another of any kind. */
  takeDeleted(apartFrom: string | undefined) {
    return this.#first((_, use) => use === 'destroy', apartFrom)?.fixture;
  }

  /** Another one in the same project has taken its place. */
  replaced(old: Fixture, by: Fixture): void {
    for (const counts of [this.#loans, this.#falls]) counts.set(by, counts.get(old) ?? 0);
  }

  #first(fits: (fixture: Fixture, use: Use) => boolean, apartFrom: string | undefined) {
    for (const [fixture, use] of this.#idle) {
      if (!fits(fixture, use) || fixture.project_id === apartFrom || this.#mayBeGone(fixture)) continue;
      this.#idle.delete(fixture);
      return { fixture, use };
    }
    return undefined;
  }

  #mayBeGone = (fixture: Fixture) => this.#falls.get(fixture) !== this.target.falls.length;
}
