/** Plays units on worlds that they share, and again what is not clear in company. */
import { isOfFixture } from '../../schemas/purpose.js';
import { RunAborted } from '../http/breaker.js';
import type { Exchange } from '../http/exchange.js';
import type { Unit } from '../plan/case.js';
import type { Observation, PlayedUnit } from '../rules/observation.js';
import { culpritOf, judgeUnit, judgeWritable } from '../rules/unit.js';
import type { Run } from '../run.js';
import type { WriteOperation } from '../values/write-operations.js';
import { Unavailable } from '../worlds/index.js';
import { isBroken, isLoss, kindOf, type Order, type Played, symptomOf, told } from './again.js';
import { CutDown } from './cut-down.js';
import { Confirmations, playUntilClear } from './until-clear.js';
import { Openings, openingOf, WriteWorld } from './write-world.js';

/** Series of units that go on at once at most: fixed, so that the same seed gives the same requests at any concurrency. */
const maxLanes = 3;
/** Times that the company in which something of a kind shows is looked for. */
const maxSought = 2;

/** A unit that was played, as it was shown and as it is told. */
interface One {
  readonly played: Played;
  readonly shown: PlayedUnit;
}

export class WritePlayer {
  readonly #worlds: (WriteWorld | undefined)[] = [];
  readonly #confirmations = new Confirmations();
  readonly #openings = new Openings();
  readonly #cutDown = new CutDown((unit) => this.#untilOver(() => this.#behind([], unit)));
  /** Kinds of failures whose company was looked for: how often, and whether it was found. */
  readonly #sought = new Map<string, { times: number; found: boolean }>();
  /** Why the run ended before everything was played. */
  aborted: string | undefined;
  #hasPlayed = false;

  constructor(
    private readonly run: Run,
    private readonly written: WriteOperation,
  ) {}

  /** Plays the units of a wave, and again what was not clear; resolves with what tells something. */
  async play(units: readonly Unit[]): Promise<Played[]> {
    const alone = this.run.share === 1;
    const orders = units.map((unit) => ({ unit, alone }));
    const played = await playUntilClear(orders, (some) => this.#wave(some), this.#confirmations, !alone);
    const shown = played.flatMap((one) => (one ? told(one) : []));
    this.#cutDown.learn(shown);
    const all: Played[] = [];
    for (const each of shown) {
      const smaller = this.aborted === undefined ? await this.#cutDown.of(each) : undefined;
      all.push(...(smaller ?? (await this.#checked(each))));
    }
    return [...all, ...(await this.#openings.told(all, () => this.#untilOver(() => this.#openedAgain())))];
  }

  async #openedAgain(): Promise<Played> {
    const world = await WriteWorld.open(this.run, this.written, true);
    const opening = this.#kept(openingOf(this.written, world), world.opening);
    world.close();
    return opening;
  }

  /** Leaves out the losses that only company shows, unless the company that brings them about is found. */
  async #checked(played: Played): Promise<Played[]> {
    const missing = played.observations.find((each) => each.inCompany);
    if (!missing || this.aborted !== undefined) return [played];
    const kind = kindOf(missing);
    const sought = this.#sought.get(kind) ?? { times: 0, found: false };
    this.#sought.set(kind, sought);
    if (played.before.length > 0 && sought.times < maxSought) {
      sought.times++;
      const found = await this.#untilOver(() => this.#inCompany(played, missing));
      if (found) {
        sought.found = true;
        return [found];
      }
    }
    if (sought.found || this.aborted !== undefined) return [played];
    // A world that somebody else took away, or that went with a restart, is no failure of the server.
    const observations = played.observations.filter((each) => !each.inCompany || !isLoss(each));
    return observations.length > 0 ? [{ ...played, observations }] : [];
  }

  /** The last 1, 2, 4, 8 units that went before one, as soon as it shows the same behind them. */
  async #inCompany({ before, unit }: Played, missing: Observation): Promise<Played | undefined> {
    for (let count = 1; ; count = Math.min(2 * count, before.length)) {
      const again = await this.#behind(before.slice(-count), unit);
      if (again.observations.some((each) => isBroken(each) && symptomOf(each) === symptomOf(missing)))
        return { ...again, observations: again.observations.map((each) => ({ ...each, inCompany: true })) };
      if (count >= before.length) return undefined;
    }
  }

  async #behind(before: readonly Unit[], unit: Unit): Promise<Played> {
    this.close();
    const world = await WriteWorld.open(this.run, this.written, true);
    try {
      for (const each of before) await world.play(each, true);
      const played = await world.play(unit);
      const observations = judgeUnit(this.written, played);
      return this.#kept({ unit, observations, alone: false, before, history: [...world.history] }, played);
    } finally {
      world.close();
    }
  }

  close(): void {
    for (const world of this.#worlds.splice(0)) world?.close();
  }

  async #wave(orders: readonly Order[]): Promise<(Played | undefined)[]> {
    const played = orders.map((): Played | undefined => undefined);
    // A resource that there is only once is not waited for by those who hold it.
    const lanes = this.run.fixtures.renews(this.written.kind) ? maxLanes : 1;
    const series = async (lane: number) => {
      /** Those of the series that no plain write has followed so far. */
      let open: (One & { readonly index: number })[] = [];
      for (let index = lane; index < orders.length && this.aborted === undefined; index += lanes) {
        const next = orders[index + lanes];
        const one = await this.#playOne(lane, orders[index] as Order, next !== undefined && !next.alone);
        played[index] = one.played;
        open.push({ index, ...one, shown: this.#remembered(one.shown) });
        if (!one.shown.plain) continue;
        // What the last one has done is not told of those before it.
        const earlier = culpritOf(one.shown.sent) ? [] : open.slice(0, -1);
        for (const each of earlier) played[each.index] = this.#withPlain(each, one);
        open = [];
      }
    };
    await Promise.all(
      Array.from({ length: Math.min(lanes, orders.length) }, (_, lane) =>
        this.run.lane(() => this.#untilOver(() => series(lane))),
      ),
    );
    return played;
  }

  /** What was seen stands, though there is no target, or no resource, to see more with. */
  async #untilOver<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      const isOver = error instanceof RunAborted || (error instanceof Unavailable && this.#hasPlayed);
      if (!isOver) throw error;
      this.aborted = error.message;
      return undefined;
    }
  }

  /** @param goesOn Whether another unit follows in the same world. */
  async #playOne(lane: number, { unit, alone: fresh }: Order, goesOn: boolean): Promise<One> {
    const world = await this.#world(lane, fresh);
    const before = [...world.units];
    const shown = await world.play(unit, goesOn && this.run.share !== 1);
    this.#hasPlayed = true;
    const observations = judgeUnit(this.written, shown);
    if (!world.isSound || world.isFull || this.run.share === 1) this.#leave(lane);
    const alone = world.isNew && before.length === 0;
    const played = { unit, observations, alone, before, history: [...world.history] };
    return { played: this.#kept(played, shown), shown };
  }

  /** Whether the resource could still be written after a unit is told by the plain write behind a later one. */
  #withPlain({ played, shown }: One, { played: later, shown: { plain } }: One): Played {
    const writable = judgeWritable(this.written, { ...shown, ...(plain && { plain }) });
    const kept = writable.map((each) => this.#shortened(each));
    const all = { ...played, observations: [...played.observations, ...kept] };
    return kept.some(isBroken) ? { ...all, alone: false, history: later.history } : all;
  }

  /** What was judged, without most of its long bodies: the plain write may come much later. */
  #remembered(shown: PlayedUnit): PlayedUnit {
    const sent = shown.sent.map((each) => ({ ...each, exchange: this.#keep(each.exchange) }));
    return { ...shown, sent, ...(shown.read && { read: this.#keep(shown.read) }) };
  }

  readonly #keep = (exchange: Exchange) => this.run.target.histories.kept(exchange);

  /** What an observation needs to be told, or to be looked at by its code. */
  #shortened(each: Observation): Observation {
    const isTold = isBroken(each) || each.rule === 'code';
    return { ...each, exchanges: isTold ? each.exchanges.map(this.#keep) : [] };
  }

  async #world(lane: number, fresh: boolean): Promise<WriteWorld> {
    if (fresh) this.#leave(lane);
    const known = this.#worlds[lane];
    if (known) return known;
    const world = await WriteWorld.open(this.run, this.written, fresh);
    this.#worlds[lane] = world;
    this.#openings.add(this.#kept(openingOf(this.written, world), world.opening));
    return world;
  }

  #leave(lane: number): void {
    this.#worlds[lane]?.close();
    this.#worlds[lane] = undefined;
  }

  /** Only what is told is kept, and of that no more than evidence shows. */
  #kept(played: Played, { sent, read, plain }: PlayedUnit): Played {
    const observations = played.observations.map((each) => this.#shortened(each));
    const isTold = played.observations.some(isBroken);
    const history = (isTold ? played.history : played.history.filter(isOfFixture)).map(this.#keep);
    for (const exchange of [...sent.map((each) => each.exchange), read, plain])
      if (exchange) this.run.target.done(exchange);
    return { ...played, observations, history };
  }
}
