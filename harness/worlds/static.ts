/** Lends the resources that the user has named; nothing else is written to or deleted. */
import type { FixturesFile } from '../../schemas/generated/fixtures.js';
import type { FixtureKind } from '../../schemas/index.js';
import { seen } from '../expect.js';
import type { HttpClient } from '../http/client.js';
import { type Exchange, type JsonObject, status } from '../http/exchange.js';
import type { RestBodies } from './bodies.js';
import { type CommandOptions, CommandProvisioner } from './command.js';
import { namedIn } from './named/fixtures-file.js';
import { type Entry, Pool } from './named/pool.js';
import { type Baseline, baseline, Drawings, restore } from './named/restore.js';
import type { Closed, Fixture, Leftover, Provisioner, Use, Wanted } from './provisioner.js';
import { addressOf, readResource } from './resource.js';
import { RestProvisioner } from './rest.js';

interface Known {
  readonly resource: JsonObject;
  readonly exchange: Exchange;
  baseline?: Baseline;
}

class StaticProvisioner implements Provisioner {
  readonly renews = () => false;
  readonly #pool: Pool;
  readonly #drawings: Drawings;
  readonly #known = new Map<Entry, Known>();
  readonly #loans = new Map<Fixture, { readonly entry: Entry; readonly use: Use }>();
  readonly #spoiled: Leftover[] = [];

  constructor(
    private readonly target: HttpClient,
    file: FixturesFile,
  ) {
    this.#pool = new Pool(namedIn(file), target);
    this.#drawings = new Drawings(target);
  }

  async make(wanted: Wanted): Promise<Fixture> {
    for (;;) {
      const entry = await this.#pool.take(wanted);
      let missing: string | undefined = 'it could not be looked at';
      try {
        const { resource, exchange } = await this.#read(entry);
        missing = missingIn(entry, exchange);
        if (missing === undefined) {
          if (wanted.use === 'write') await this.#prepare(entry);
          const { kind, project_id, node_id } = entry;
          const fixture: Fixture = { kind, project_id, node_id, resource, made: [exchange] };
          this.#loans.set(fixture, { entry, use: wanted.use });
          return fixture;
        }
      } catch (error) {
        this.#pool.giveBack(entry, wanted.use);
        throw error;
      }
      this.#pool.giveBack(entry, wanted.use, missing);
    }
  }

  async dispose(fixture: Fixture): Promise<void> {
    const loan = this.#loans.get(fixture);
    if (!loan) return;
    this.#loans.delete(fixture);
    const { entry, use } = loan;
    const spoiled = use === 'write' ? await this.#putBack(entry) : undefined;
    const lost = use === 'risk' ? await this.#lost(entry) : undefined;
    const reason = `not as it was before: ${spoiled}`;
    if (spoiled !== undefined) this.#spoiled.push({ kind: entry.kind, path: addressOf(entry), reason });
    this.#pool.giveBack(entry, use, spoiled ?? lost);
  }

  async close(): Promise<Closed> {
    const drawings = this.target.broken === undefined ? await this.#drawings.left() : [];
    return { leftovers: [...this.#spoiled, ...drawings] };
  }

  /** What the target says of a resource before anything was done to it; asked once. */
  async #read(entry: Entry): Promise<Known> {
    const before = this.#known.get(entry);
    if (before) return before;
    const { exchange, resource = {} } = await readResource(this.target, entry);
    const known = this.#known.get(entry) ?? { exchange, resource };
    this.#known.set(entry, known);
    return known;
  }

  async #prepare(entry: Entry): Promise<void> {
    const known = this.#known.get(entry);
    if (!known || known.baseline) return;
    if (entry.kind === 'project') await this.#drawings.remember(entry.project_id);
    known.baseline = await baseline(this.target, entry, known.resource);
  }

  async #putBack(entry: Entry): Promise<string | undefined> {
    const before = this.#known.get(entry)?.baseline;
    if (!before || this.target.broken !== undefined) return undefined;
    const restored = await restore(this.target, entry, before);
    const drawings = entry.kind === 'project' ? await this.#drawings.remove(entry.project_id) : undefined;
    return restored ?? drawings;
  }

  /** Why it cannot be lent any more: a request that should have been refused has deleted it. */
  async #lost(entry: Entry): Promise<string | undefined> {
    if (this.target.broken !== undefined) return undefined;
    return missingIn(entry, (await readResource(this.target, entry)).exchange);
  }
}

/** Lends the kinds that the user has named, and makes the others. */
function mixed(target: HttpClient, bodies: RestBodies, file: FixturesFile): Provisioner {
  const named = new Set(namedIn(file).map(({ kind }) => kind));
  const lending = new StaticProvisioner(target, file);
  const making = new RestProvisioner(target, bodies);
  const renews = (kind: FixtureKind) => !named.has(kind);
  const providerOf = ({ kind }: Pick<Wanted, 'kind'>) => (renews(kind) ? making : lending);
  return {
    renews,
    notices: making.notices,
    make: (wanted) => providerOf(wanted).make(wanted),
    makeBeside: (fixture, kind, fields) =>
      renews(fixture.kind) && renews(kind) ? making.makeBeside(fixture, kind, fields) : undefined,
    remake: async (fixture) => (renews(fixture.kind) ? making.remake(fixture) : undefined),
    removed: (kind) => making.removed(kind),
    dispose: (fixture) => providerOf(fixture).dispose(fixture),
    async close() {
      const lent = await lending.close();
      const made = await making.close();
      return { ...made, leftovers: [...lent.leftovers, ...made.leftovers] };
    },
  };
}

/** A resource that the target does not know would make it look wrong everywhere; reading nodes is not documented. */
function missingIn({ kind }: Entry, exchange: Exchange): string | undefined {
  if (kind === 'node' || status(exchange) !== 404) return undefined;
  return `GET ${exchange.request.path} answered ${seen(exchange)}`;
}

/** Where fixtures come from. Plain data: it crosses threads. */
export type ProvisionSettings =
  /** What `file` names is taken from it. */
  | { readonly by: 'rest'; readonly bodies: RestBodies; readonly file?: FixturesFile }
  | { readonly by: 'static'; readonly file: FixturesFile }
  | ({ readonly by: 'command' } & CommandOptions);

export function provisionerFor(settings: ProvisionSettings, target: HttpClient): Provisioner {
  switch (settings.by) {
    case 'rest':
      return settings.file
        ? mixed(target, settings.bodies, settings.file)
        : new RestProvisioner(target, settings.bodies);
    case 'static':
      return new StaticProvisioner(target, settings.file);
    case 'command':
      return new CommandProvisioner(target, settings);
  }
}
