/** The waves of one write operation, played one behind another; whoever asks for less waits for less. */
import { collect } from '../explain/collect.js';
import { status } from '../http/exchange.js';
import { type CaseKind, kindsOf, type Unit, type Wave, waves } from '../plan/case.js';
import type { FieldSurvey } from '../plan/facts.js';
import { apart, probes, spoilers } from '../plan/packs.js';
import * as plan from '../plan/waves.js';
import { failureOf, type Observation, wasTaken } from '../rules/observation.js';
import { neededBy, survey } from '../rules/survey.js';
import type { Run } from '../run.js';
import type { WriteOperation } from '../values/write-operations.js';
import type { Played } from './again.js';
import { WritePlayer } from './write-player.js';

/** What was seen in the waves up to one. */
export interface Seen {
  readonly played: readonly Played[];
  readonly observations: readonly Observation[];
  readonly facts: FieldSurvey;
  readonly properties: readonly plan.Property[];
  /** Why not everything was played, when the run ended. */
  readonly aborted?: string;
}

const lastWith = (isMeant: (kind: CaseKind) => boolean) =>
  waves.findLast((wave) => kindsOf[wave].some(isMeant));

export class WriteCampaign {
  readonly #seen = new Map<Wave, Promise<Seen>>();
  readonly #player: WritePlayer;
  readonly #last: Wave | undefined;

  /** @param wanted What the selected requirements need; nothing else is sent. */
  constructor(
    private readonly run: Run,
    private readonly written: WriteOperation,
    private readonly wanted: plan.Wanted,
  ) {
    this.#player = new WritePlayer(run, written);
    this.#last = lastWith((kind) => wanted(kind));
  }

  /** What was seen when everything of these kinds was played. */
  seen(kinds: readonly CaseKind[]): Promise<Seen> {
    return this.#wave(lastWith((kind) => kinds.includes(kind)) ?? 'plain');
  }

  #wave(wave: Wave): Promise<Seen> {
    const known = this.#seen.get(wave);
    if (known) return known;
    const isLast = wave === this.#last || !this.run.fixtures.renews(this.written.kind);
    // Worlds are kept for the next wave, but not from those who wait for a resource that there is only once.
    const seen = this.#play(wave).finally(() => {
      if (isLast) this.#player.close();
    });
    this.#seen.set(wave, seen);
    return seen;
  }

  async #play(wave: Wave): Promise<Seen> {
    const { run, written } = this;
    const previous = waves[waves.indexOf(wave) - 1];
    const nothing = { played: [], facts: survey(written, []) };
    const before = previous ? await this.#wave(previous) : nothing;
    const properties = wave === 'generated' ? plan.generated(written, this.wanted, before.facts, run) : [];
    const now = await this.#played(wave, before.facts, properties);
    for (const unit of now)
      collect(run.sightings, written, {
        unit,
        observations: unit.observations,
        failureOf: (observation) => failureOf(written, unit.history, observation),
      });
    const played = [...before.played, ...now];
    const observations = played.flatMap((each) => each.observations);
    const { aborted } = this.#player;
    const facts = survey(written, observations);
    return { played, observations, facts, properties, ...(aborted !== undefined && { aborted }) };
  }

  async #played(wave: Wave, facts: FieldSurvey, properties: readonly plan.Property[]): Promise<Played[]> {
    const { written } = this;
    switch (wave) {
      case 'plain':
        return this.#plain();
      case 'edges':
        return this.#edges(facts);
      case 'refusals':
        return this.#refusals(facts);
      case 'broken':
        return this.#sent(facts, plan.brokenWave(written, this.wanted));
      case 'generated':
        return this.#sent(facts, plan.generatedWave(written, properties));
    }
  }

  #sent(facts: FieldSurvey, units: readonly Unit[]): Promise<Played[]> {
    return this.#player.play(plan.withNeeded(this.written, facts.needed, units));
  }

  /** Where a field is wanted in every body, the others are also tried beside it. */
  async #plain(): Promise<Played[]> {
    const { run, written } = this;
    const surroundings = await run.with(written.kind, 'read', async (fixture) => fixture);
    const units = plan.plainWave(written, this.wanted, surroundings);
    const played = await this.#player.play(units);
    const observations = played.flatMap((each) => each.observations);
    const beside = plan.withNeeded(written, neededBy(written, observations), units);
    const sent = new Set(units.flatMap(({ cases }) => cases));
    const others = beside.filter(({ cases }) => cases.some((each) => !sent.has(each)));
    return others.length === 0 ? played : [...played, ...(await this.#player.play(others))];
  }

  /** What is no UUID may be told as the conflict that any other id is: where it is, that is looked for. */
  async #refusals(facts: FieldSurvey): Promise<Played[]> {
    const { run, written } = this;
    const played = await this.#sent(facts, plan.refusalWave(written, this.wanted, facts, run.hazards));
    const conflicts = played
      .flatMap(({ observations }) => observations)
      .filter((each) => each.case.kind === 'invalid' && each.exchanges.some((one) => status(one) === 409))
      .flatMap((each) => each.case.trials.map(({ field }) => field));
    return [...played, ...(await this.#sent(facts, plan.otherIds(written, new Set(conflicts))))];
  }

  /** A field that spoils most packs is found with a few of them. */
  async #edges(facts: FieldSurvey): Promise<Played[]> {
    const { run, written } = this;
    const [first, rest] = probes(plan.edgeCases(written, this.wanted, facts, run.hazards));
    const played = await this.#sent(facts, plan.taking(written, first));
    const refused = played
      .flatMap(({ observations }) => observations)
      .filter((each) => each.rule === 'code' && each.case.trials.length === 1 && !wasTaken(each))
      .map((each) => each.case);
    const others = plan.taking(written, apart(rest, spoilers(first, refused)));
    return [...played, ...(await this.#sent(facts, others))];
  }
}
