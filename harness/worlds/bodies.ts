/** The bodies of creations, which the document does not show, and what a target says about them. */
import { type FixtureKind, fieldsOf } from '../../schemas/index.js';
import { instances, kinds, nodePlace } from '../../schemas/kinds.js';
import { type Exchange, type JsonObject, objectOf } from '../http/exchange.js';
import { isInstance, type ProjectKind } from './resource.js';

/** Fields that a target needs beyond the usual ones, by kind; merged over these, of which null takes one out. */
export type RestBodies = { readonly [kind in FixtureKind]?: JsonObject };

export class CreationBodies {
  readonly #extrasRefused = new Set<FixtureKind>();
  #count = 0;
  #sharesNames = true;
  /** The last compute project, where the next one is to have its name, too. */
  #lastName: string | undefined;

  /** @param prefix What all names of a run begin with. */
  constructor(
    private readonly own: RestBodies,
    private readonly prefix: string,
  ) {}

  /** A name that nothing else has. */
  name(): string {
    return `${this.prefix}${++this.#count}`;
  }

  /**
   * A name of its own for a project. A compute project that is used beside another is to be tried with the name of that
   * one first, and every second of the rest with that of the one before: what goes by its name shows, and no operation
   * writes it.
   */
  namesOf(kind: ProjectKind, beside?: string): { readonly own: string; readonly shared?: string } {
    const own = this.name();
    if (kind !== 'compute-project' || !this.#sharesNames) return { own };
    if (beside !== undefined) return { own, shared: beside };
    const shared = this.#lastName;
    this.#lastName = shared === undefined ? own : undefined;
    return shared === undefined ? { own } : { own, shared };
  }

  /** To be called when a target does not make two of one name. */
  stopSharing(): void {
    this.#sharesNames = false;
  }

  /** What the user has set for a kind. */
  ownOf(kind: FixtureKind): JsonObject {
    return this.own[kind] ?? {};
  }

  /** What a creation sends besides the name and the ids. */
  usual(kind: FixtureKind): JsonObject {
    const own = this.ownOf(kind);
    const defaults = kinds[kind].creation as JsonObject;
    const body = { ...defaults, ...own };
    const isOut = (name: string) =>
      Object.hasOwn(defaults, name) &&
      (own[name] === null || (this.#extrasRefused.has(kind) && this.#isExtra(kind, name)));
    return without(body, isOut);
  }

  /** A body that was refused, without those defaults that a creation hardly needs; undefined if there are none. */
  withoutExtras(kind: FixtureKind, refused: JsonObject): JsonObject | undefined {
    const body = without(refused, (name) => this.#isExtra(kind, name));
    return Object.keys(body).length < Object.keys(refused).length ? body : undefined;
  }

  /** To be called when that helped: from now on {@link usual} leaves them out. */
  leaveOutExtras(kind: FixtureKind): void {
    this.#extrasRefused.add(kind);
  }

  #isExtra(kind: FixtureKind, name: string): boolean {
    const isDefault = Object.hasOwn(kinds[kind].creation, name) && !Object.hasOwn(this.ownOf(kind), name);
    return isDefault && !isNeeded(kind, name);
  }
}

/** Whether a creation may well need a field: the document has it in an update, or a node is made on that host. */
const isNeeded = (kind: FixtureKind, name: string) =>
  isInstance(kind)
    ? fieldsOf(instances[kind].update).some((field) => field.name === name)
    : !Object.hasOwn(nodePlace, name);

const without = (body: JsonObject, isOut: (name: string) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !isOut(name)));

/** What a target says about a refusal, in a few words. */
export function messageIn(refusal: Exchange): string {
  const message = objectOf(refusal)?.message;
  return typeof message === 'string' ? ` (${message.slice(0, 200)})` : '';
}
