/** Makes fixtures by the creation endpoints that deployed servers have beside the documented operations. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FixtureKind } from '../../schemas/index.js';
import { kinds } from '../../schemas/kinds.js';
import { ofFixture } from '../../schemas/purpose.js';
import { uuid } from '../../schemas/uuid.js';
import { notServedCodes, seen, succeeded } from '../expect.js';
import type { HttpClient } from '../http/client.js';
import { type Exchange, type JsonObject, objectOf, status } from '../http/exchange.js';
import { gentler } from '../http/overload.js';
import { build, requestOf } from '../http/request.js';
import { CreationBodies, messageIn, type RestBodies } from './bodies.js';
import { Cleanup, type Made } from './cleanup.js';
import { type Beside, type Fixture, type Provisioner, Unavailable, type Wanted } from './provisioner.js';
import { isInstance, isProject, type ProjectKind, projectKindOf, rootOf } from './resource.js';

/** Node types that need no image, tried in this order until one starts. */
const startableTypes = ['vpcs', 'ethernet_switch', 'cloud'] as const;

/** Answers of servers that do not have an endpoint: asked again they would say the same, and nothing was made. */
const absentCodes = notServedCodes.filter((code) => code !== 404);

/** Waits before a creation that a server failed at is tried again, in milliseconds. */
const pauses = [100, 500];

export class RestProvisioner implements Provisioner {
  readonly renews = () => true;
  readonly notices: string[] = [];
  /** All ids of a run differ in their last group only: what goes by another part of an id shows. */
  readonly #start = randomUUID().slice(0, 24);
  readonly #prefix = `conformance-${this.#start.slice(0, 8)}-`;
  readonly #cleanup: Cleanup;
  readonly #bodies: CreationBodies;
  /** By the ids of projects, which a server may give twice. */
  readonly #made = new Map<string, Made>();
  #nodeType: Promise<string> | undefined;

  constructor(
    private readonly target: HttpClient,
    bodies: RestBodies = {},
  ) {
    this.#bodies = new CreationBodies(bodies, this.#prefix);
    this.#cleanup = new Cleanup(target, this.#prefix);
  }

  async make({ kind, apartFrom }: Wanted): Promise<Fixture> {
    return this.#make(kind, kind === 'node' ? { node_type: await this.#startableType() } : {}, apartFrom);
  }

  async makeBeside(...[fixture, kind, fields]: Beside): Promise<Fixture> {
    const { family, project_id, beside } = this.#made.get(fixture.project_id) as Made;
    const made: Made = { family, project_id, kind, beside: [] };
    const type = kind === 'node' ? { node_type: fields?.node_type ?? (await this.#startableType()) } : {};
    const another = await this.#inside(made, fixture.made, kind, { ...fields, ...type });
    beside.push(made);
    return another;
  }

  async remake(fixture: Fixture): Promise<Exchange> {
    const { family, project_id } = this.#made.get(fixture.project_id) as Made;
    const kind = projectKindOf(fixture.kind);
    const made: Made = { family, project_id, kind, beside: [] };
    const name = this.#bodies.name();
    const create = (json: JsonObject) => this.#create(kind, `/v2/${family}`, { ...json, project_id }, made);
    const usual = { name, ...this.#bodies.usual(kind) };
    // No operation writes the name of a compute project: only here readings have to show an odd one.
    const creation = await create({ ...usual, name: `${name} "\u00e9\u20ac` }).catch(() => create(usual));
    made.project_id = idIn(objectOf(creation) ?? {}, 'project_id') ?? project_id;
    if (made.project_id === project_id) {
      this.#cleanup.forget(made);
      return creation;
    }
    await this.#cleanup.remove(made);
    throw new Unavailable('the server gave the project another id');
  }

  async dispose(fixture: Fixture): Promise<void> {
    const made = this.#made.get(fixture.project_id);
    if (made) await this.#cleanup.remove(made, fixture.made);
  }

  removed(kind: ProjectKind) {
    return this.#cleanup.removed(kind);
  }

  close() {
    return this.#cleanup.finish();
  }

  /** Each fixture has a project of its own: what spoils one spoils no other. */
  async #make(kind: FixtureKind, extra: JsonObject = {}, beside?: string): Promise<Fixture> {
    const { made, exchange } = await this.#project(kind, beside);
    try {
      const fixture = isProject(kind)
        ? this.#fixtureOf(made, exchange)
        : await this.#inside(made, [exchange], kind, extra);
      this.#made.set(made.project_id, made);
      return fixture;
    } catch (error) {
      await this.#cleanup.remove(made);
      throw error;
    }
  }

  /** @param beside The project beside which it is to be used. */
  async #project(kind: FixtureKind, beside?: string): Promise<{ made: Made; exchange: Exchange }> {
    const bodyKind = projectKindOf(kind);
    const family = rootOf(bodyKind);
    const sent = { project_id: this.#id(), ...this.#bodies.usual(bodyKind) };
    const made: Made = { family, project_id: String(sent.project_id), kind, beside: [] };
    const create = (name: string) => this.#create(bodyKind, `/v2/${family}`, { name, ...sent }, made);
    const { own, shared } = this.#bodies.namesOf(bodyKind, this.#cleanup.nameOf(beside));
    const second = shared === undefined ? undefined : await create(shared).catch(() => undefined);
    // A target may refuse a name that is taken, or answer with the project that has it.
    const isNew = second && !this.#cleanup.has(idIn(objectOf(second) ?? {}, 'project_id'));
    if (shared !== undefined && !isNew) this.#bodies.stopSharing();
    const exchange = isNew ? second : await create(own);
    const { name, path, ...shown } = objectOf(exchange) ?? {};
    // Not the whole answer, which may be long: this is kept until the end of the run.
    made.original = { ...(name !== undefined && { name }), ...(path !== undefined && { path }) };
    made.project_id = idIn(shown, 'project_id') ?? made.project_id;
    await this.#cleanup.arrived(made);
    return { made, exchange };
  }

  async #inside(
    made: Made,
    before: readonly Exchange[],
    kind: FixtureKind,
    extra: JsonObject = {},
  ): Promise<Fixture> {
    const sent = { name: this.#bodies.name(), node_id: this.#id(), ...this.#bodies.usual(kind), ...extra };
    made.node_id = String(sent.node_id);
    const place = isInstance(kind) ? `${kind}/nodes` : 'nodes';
    const exchange = await this.#create(kind, `/v2/${made.family}/${made.project_id}/${place}`, sent);
    made.node_id = idIn(objectOf(exchange) ?? {}, 'node_id') ?? made.node_id;
    return this.#fixtureOf(made, exchange, before);
  }

  #fixtureOf({ kind, project_id, node_id }: Made, shown: Exchange, before: readonly Exchange[] = []) {
    const made = [...before, shown].map((each) => this.target.histories.kept(each));
    return { kind, project_id, node_id, resource: objectOf(shown) ?? {}, made };
  }

  /** Asks again where a server failed, and without what it hardly needs; other refusals are final. */
  async #create(kind: FixtureKind, path: string, sent: JsonObject, made?: Made): Promise<Exchange> {
    // A creation that a stopped run never sent leaves nothing to remove.
    const sending = {
      purpose: ofFixture(`create ${kind}`),
      again: true,
      onSending: () => made && this.#cleanup.expect(made),
    };
    const ask = (json = sent) => this.target.send(build('POST', path, { json }), sending);
    let exchange = await ask();
    const first = exchange;
    const lean = status(first) === 400 ? this.#bodies.withoutExtras(kind, sent) : undefined;
    if (lean) {
      const plain = await ask(lean);
      if (succeeded(plain)) this.#bodies.leaveOutExtras(kind);
      if (succeeded(plain)) return plain;
    }
    for (const pause of pauses) {
      if (!isTransientFailure(exchange)) break;
      await sleep(pause);
      exchange = await ask();
    }
    if (succeeded(exchange)) return exchange;
    const there = status(exchange) === 409 ? await this.#arrived(kind, path, sent) : undefined;
    if (there) return there;
    const code = status(exchange) ?? 500;
    // An answer was lost on its way, or there is a conflict about an id that nobody else can have.
    const isRefused = absentCodes.includes(code);
    const mayExist = made !== undefined && !isRefused && (code >= 500 || code === 409 || exchange !== first);
    if (mayExist) await this.#cleanup.remove(made);
    else if (made) this.#cleanup.forget(made);
    const generic = path.replace(/[0-9a-f-]{36}/g, '{project_id}');
    const words = `POST ${generic} answered ${seen(exchange)}${messageIn(exchange)}`;
    if (exchange.overloaded) throw new Unavailable(words, gentler, true);
    const remedy =
      isRefused || (code === 404 && isProject(kind))
        ? `check the base URL, serve POST ${generic}, name what exists with --fixtures FILE, or leave out what needs it: ${kinds[kind].leaveOut}`
        : kinds[kind].remedy;
    throw new Unavailable(words, remedy, mayExist || (code >= 500 && !isRefused));
  }

  /** Whether a creation whose answer was lost was carried out: nobody else knows an id that was drawn for it. */
  async #arrived(kind: FixtureKind, path: string, sent: JsonObject): Promise<Exchange | undefined> {
    const name = isProject(kind) ? 'project_id' : 'node_id';
    if (Object.hasOwn(this.#bodies.ownOf(kind), name)) return undefined;
    const request = build('GET', `${path}/${sent[name]}`);
    const read = await this.target.send(request, { purpose: ofFixture(`look for ${kind}`) });
    return succeeded(read) ? read : undefined;
  }

  /** The configured node type, or the first that this target can create and start, as far as it answers. */
  async #startableType(): Promise<string> {
    const configured = this.#bodies.ownOf('node').node_type;
    if (typeof configured === 'string') return configured;
    this.#nodeType ??= this.#probeTypes().catch((error: unknown) => {
      this.#nodeType = undefined;
      throw error;
    });
    return this.#nodeType;
  }

  async #probeTypes(): Promise<string> {
    let created: string | undefined;
    let reason: unknown;
    const passedOver = new Map<string, string>();
    for (const type of startableTypes) {
      try {
        const fixture = await this.#make('node', { node_type: type });
        const started = await this.target.send(requestOf('nodes.start', fixture, { json: {} }), {
          purpose: ofFixture('find a node type that starts'),
        });
        await this.dispose(fixture);
        created ??= type;
        // Other types may never answer either, and each would cost a time-out.
        if (succeeded(started) || started.failure?.kind === 'timeout') {
          created = type;
          break;
        }
        passedOver.set(type, `starting one got ${seen(started)}`);
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error;
        passedOver.set(type, 'none could be created');
        reason ??= error;
      }
    }
    if (created === undefined) throw reason;
    const others = [...passedOver].map(([type, why]) => `${type} (${why})`).join(', ');
    if (passedOver.has(created)) this.notices.push(`No node that could be created starts here: ${others}.`);
    else if (others !== '')
      this.notices.push(`nodes.start was tested on nodes of type ${created}, not on ${others}.`);
    return created;
  }

  #id = () => this.#start + randomUUID().slice(24);
}

/** What may go well the next time. A time-out does not count: it would cost as much again. */
function isTransientFailure({ answer, failure }: Exchange): boolean {
  if (failure) return failure.kind === 'dropped' || failure.kind === 'protocol';
  const code = answer?.status ?? 0;
  return code >= 500 && !absentCodes.includes(code);
}

const idIn = (resource: JsonObject, field: string) => uuid.exec(String(resource[field]))?.[0];
