/** A resource under a series of units: it is read behind each, and written plainly where the next unit does not do so. */
import { isDeepStrictEqual } from 'node:util';
import type { OperationId } from '../../schemas/index.js';
import { mayBeTwice, succeeded } from '../expect.js';
import { salvageOnAbort } from '../http/breaker.js';
import { type Exchange, status } from '../http/exchange.js';
import { isLong } from '../http/limits.js';
import type { Payload } from '../http/request.js';
import { afterPlainWrite, defaultsOf, type State, stateOf } from '../model/state.js';
import { payloadOf, plainCase, type Unit } from '../plan/case.js';
import type { Observation, PlayedUnit, Sent } from '../rules/observation.js';
import { judgeUnit, reads, writes } from '../rules/unit.js';
import type { Run } from '../run.js';
import { fits } from '../values/shapes.js';
import type { WriteOperation } from '../values/write-operations.js';
import type { Fixture } from '../worlds/index.js';
import { isBroken, isLoss, type Played, symptomOf } from './again.js';

/**
 * Requests that a world sees at most: lists grow, and what takes long is found again with fewer. With more, fewer
 * projects would be deleted, each as what was written to it has left it.
 */
const maxRequests = 80;

export class WriteWorld {
  /** Everything that was sent to it since it was made, for evidence. */
  readonly history: Exchange[];
  /** The first write and the reading behind it. What does not work in it from the start is no later unit's fault. */
  opening: PlayedUnit = { sent: [], wasReadable: false, wasWritable: false };
  /** Whether it is read and written as at the start, so that it can be used for more. */
  isSound = true;
  #defaults: State | undefined;
  #shown: State | undefined;
  #readable = false;
  #writable = false;
  /** Whether the plain write before the first unit was taken. */
  #taken = false;
  #turn = 0;
  /** What was played in it, in order. */
  readonly units: Unit[] = [];
  /** Whether nobody has written to it before. */
  readonly isNew: boolean;

  private constructor(
    private readonly run: Run,
    private readonly written: WriteOperation,
    private readonly fixture: Fixture,
  ) {
    this.isNew = !run.fixtures.wasLent(fixture);
    this.#defaults = defaultsOf(fixture);
    this.history = [...fixture.made];
  }

  /** A world in a known state. */
  static async open(run: Run, written: WriteOperation, fresh: boolean): Promise<WriteWorld> {
    const fixture = await run.fixtures.take(written.kind, 'write', undefined, fresh ? 'nothing' : 'itself');
    run.target.histories.add(...fixture.made);
    const world = new WriteWorld(run, written, fixture);
    try {
      const plain = await world.#plainWrite();
      const read = await world.#read();
      world.#taken = succeeded(plain.exchange);
      // What was written and is not found is looked for once more, by another write.
      const isMissing = world.#taken && status(read) === 404;
      const look = isMissing ? { plain: (await world.#plainWrite()).exchange } : {};
      world.opening = {
        sent: [plain],
        before: {},
        read,
        ...look,
        wasReadable: isMissing,
        wasWritable: false,
      };
      // What nothing finds from the start is no world for more than one unit.
      if (status(plain.exchange) === 404 && status(read) === 404) world.isSound = false;
      world.#writable = writes(written, plain.exchange);
      world.#readable = reads(written, read);
      world.#shown = stateOf(written, read);
      return world;
    } catch (error) {
      world.close();
      throw error;
    }
  }

  /** What has come to show long answers would show them to all that comes later. */
  get isFull(): boolean {
    const last = this.history.at(-1);
    const hasGrown = last !== undefined && isLong(last) && !(this.opening.read && isLong(this.opening.read));
    return this.history.length >= maxRequests || hasGrown;
  }

  /** Gives the resource back, unless it is not as it was. */
  close(): void {
    this.run.fixtures.release(this.fixture, !this.isSound || this.isFull || this.written.creates);
  }

  /**
   * Plays a unit; the world is then as the reading, and the plain write behind it, show it.
   * @param goesOn Whether another unit follows: what was taken then needs no plain write of its own.
   */
  async play(unit: Unit, goesOn = false): Promise<PlayedUnit> {
    this.#forget();
    this.units.push(unit);
    const sent: Sent[] = [];
    const sendAll = async () => {
      for (const each of unit.cases) {
        const { payload, sent: body } = payloadOf(each, this.#surroundings());
        const exchange = await this.#send(this.written.id, payload, 'the write');
        sent.push({ case: each, exchange, ...(body && { body }) });
      }
      return this.#behind(goesOn && sent.every(({ exchange }) => succeeded(exchange)));
    };
    const played = {
      sent,
      wasReadable: this.#readable,
      wasWritable: this.#writable,
      ...(this.#shown && this.isSound && { before: this.#shown }),
      ...(this.#defaults && { defaults: this.#defaults }),
    };
    // The write that the target died of is told; what comes after it cannot be.
    const died = () => (sent.every(({ exchange }) => exchange.answer) ? undefined : {});
    const rest = await salvageOnAbort<Pick<PlayedUnit, 'read' | 'plain'>>(sendAll(), died);
    this.#learn(sent, played.before, rest.read);
    return { ...played, ...rest };
  }

  /** What null brings about is a default, though what the resource was made with hid it. */
  #learn(sent: readonly Sent[], before: State = {}, read?: Exchange): void {
    const shown = (read && stateOf(this.written, read)) ?? {};
    for (const [name, value] of sent.flatMap(({ body = {} }) => Object.entries(body)))
      if (value === null && this.#defaults && !isDeepStrictEqual(shown[name], before[name]))
        this.#defaults = { [name]: shown[name] ?? null, ...this.#defaults };
  }

  /** What was judged stays as it is remembered: without most of its long bodies. */
  #forget(): void {
    const { histories } = this.run.target;
    this.history.forEach((each, index) => {
      this.history[index] = histories.kept(each);
    });
  }

  async #behind(isOpen: boolean): Promise<Pick<PlayedUnit, 'read' | 'plain'>> {
    const { written } = this;
    const read = await this.#read();
    const isFilled = this.history.length >= maxRequests - 1;
    if (isOpen && !written.creates && !isFilled && reads(written, read)) {
      this.#shown = stateOf(written, read);
      return { read };
    }
    const { exchange: plain, body } = await this.#plainWrite();
    const taken = succeeded(plain);
    const state = stateOf(written, read);
    this.#shown = state && taken ? afterPlainWrite(written, state, body, plain) : state;
    // A conflict is listed, but a resource that is busy for ever after is not one to test with.
    if (this.#taken && !taken) this.isSound = false;
    if (this.#readable && !reads(written, read)) this.isSound = false;
    return { read, plain };
  }

  /** What the target returns now: values that it works out change with those that it is sent. */
  #surroundings(): Fixture {
    const shown = this.#shown;
    const fixture = this.fixture;
    const { written } = this;
    if (written.creates || !shown) return fixture;
    return {
      ...fixture,
      // Few bodies hold a value that was returned: for the others nothing is validated.
      get resource() {
        const sound = Object.entries(shown).filter(([name, value]) => fits(written.shape, { [name]: value }));
        return { ...fixture.resource, ...Object.fromEntries(sound) };
      },
    };
  }

  #read(): Promise<Exchange> {
    return this.#send(this.written.read, undefined, 'read');
  }

  async #plainWrite(): Promise<Required<Sent>> {
    const each = plainCase(this.written, this.#turn++);
    const { payload, sent: body = {} } = payloadOf(each, this.fixture);
    return { case: each, exchange: await this.#send(this.written.id, payload, 'a plain write'), body };
  }

  async #send(id: OperationId, payload: Payload | undefined, purpose: string): Promise<Exchange> {
    const exchange = await this.run.send(id, this.fixture, payload, purpose);
    if (mayBeTwice(exchange)) this.isSound = false;
    this.history.push(exchange);
    return exchange;
  }
}

/** The plain write and the reading that a world begins with, as far as they show something wrong. */
export function openingOf(written: WriteOperation, world: WriteWorld): Played {
  const isTold = (each: Observation) =>
    isBroken(each) && (each.rule === 'stored' || (each.rule === 'readable' && !isLoss(each)));
  return {
    unit: { cases: [plainCase(written, 0)] },
    observations: judgeUnit(written, world.opening).filter(isTold),
    alone: true,
    before: [],
    history: [...world.history],
  };
}

export class Openings {
  readonly #seen: Played[] = [];
  readonly #shown = new Set<string>();

  add(opening: Played): void {
    if (opening.observations.length > 0) this.#seen.push(opening);
  }

  /**
   * What only openings have shown since the last time.
   * @param all What units have shown by themselves.
   * @param again Opens another world and tells what that shows.
   */
  async told(all: readonly Played[], again: () => Promise<Played | undefined>): Promise<Played[]> {
    const broken = all.flatMap(({ observations }) => observations.filter(isBroken));
    for (const each of broken) this.#shown.add(symptomOf(each));
    const told: Played[] = [];
    for (const opening of this.#seen.splice(0)) {
      const news = opening.observations.filter((each) => !this.#shown.has(symptomOf(each)));
      if (news.length === 0) continue;
      for (const each of news) this.#shown.add(symptomOf(each));
      const confirmed = new Set((await again())?.observations.map(symptomOf));
      const observations = news.map(
        (each): Observation => (confirmed.has(symptomOf(each)) ? each : { ...each, inCompany: true }),
      );
      told.push({ ...opening, observations });
    }
    return told;
  }
}
