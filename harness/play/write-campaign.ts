/** The waves of one write operation, played one behind another; whoever asks for less waits for less. */

import { collect } from '../explain/collect.js';
import type { CaseKind, Unit } from '../plan/case.js';
import type { FieldSurvey } from '../plan/generated.js';
import { apart, probes, spoilers } from '../plan/packs.js';
import {
  edgeCases,
  generatedWave,
  type Property,
  plainWave,
  refusalWave,
  taking,
  type Wanted,
} from '../plan/waves.js';
import { failureOf, type Observation, wasTaken } from '../rules/observation.js';
import { survey } from '../rules/survey.js';
import type { Run } from '../run.js';
import type { WriteOperation } from '../values/write-operations.js';
import type { Played } from './again.js';
import { WritePlayer } from './write-player.js';

const waves = ['plain', 'edges', 'refusals', 'generated'] as const;
type Wave = (typeof waves)[number];

const waveOf: Record<CaseKind, Wave> = {
  control: 'plain',
  'empty object': 'plain',
  sample: 'plain',
  plain: 'plain',
  null: 'plain',
  edge: 'edges',
  spelling: 'refusals',
  charset: 'refusals',
  chunked: 'refusals',
  closing: 'refusals',
  'unknown field': 'refusals',
  notation: 'refusals',
  malformed: 'refusals',
  'non-object': 'refusals',
  invalid: 'refusals',
  combination: 'generated',
  'edges together': 'generated',
  'unusual text': 'generated',
  'invalid in company': 'generated',
  'malformed otherwise': 'generated',
};

const caseKinds = Object.keys(waveOf) as CaseKind[];

/** What was seen in the waves up to one. */
export interface Seen {
  readonly played: readonly Played[];
  readonly observations: readonly Observation[];
  readonly facts: FieldSurvey;
  readonly properties: readonly Property[];
  /** Why not everything was played, when the run ended. */
  readonly aborted?: string;
}

export class WriteCampaign {
  readonly #seen = new Map<Wave, Promise<Seen>>();
  readonly #player: WritePlayer;
  readonly #last: Wave | undefined;

  /** @param wanted What the selected requirements need; nothing else is sent. */
  constructor(
    private readonly run: Run,
    private readonly written: WriteOperation,
    private readonly wanted: Wanted,
  ) {
    this.#player = new WritePlayer(run, written);
    this.#last = waves.findLast((wave) => caseKinds.some((kind) => waveOf[kind] === wave && wanted(kind)));
  }

  /** What was seen when everything of these kinds was played. */
  seen(kinds: readonly CaseKind[]): Promise<Seen> {
    const last = waves.findLast((wave) => kinds.some((kind) => waveOf[kind] === wave)) ?? 'plain';
    return this.#wave(last);
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
    const written = this.written;
    const index = waves.indexOf(wave);
    const before = index > 0 ? await this.#wave(waves[index - 1] as Wave) : nothing(written);
    const { units, properties = [] } = await this.#deal(wave, before.facts);
    const now = wave === 'edges' ? await this.#edges(before.facts) : await this.#player.play(units);
    for (const each of now)
      collect(this.run.sightings, written, {
        unit: each,
        observations: each.observations,
        failureOf: (observation) => failureOf(written, each.history, observation),
      });
    const played = [...before.played, ...now];
    const observations = played.flatMap((each) => each.observations);
    const { aborted } = this.#player;
    return {
      played,
      observations,
      facts: survey(written, observations),
      properties,
      ...(aborted !== undefined && { aborted }),
    };
  }

  /** A field that spoils most packs is found with a few of them. */
  async #edges(facts: FieldSurvey): Promise<Played[]> {
    const written = this.written;
    const [first, rest] = probes(edgeCases(written, this.wanted, facts, this.run.hazards));
    const played = await this.#player.play(taking(written, first));
    const refused = played
      .flatMap(({ observations }) => observations)
      .filter((each) => each.rule === 'code' && each.case.trials.length === 1 && !wasTaken(each));
    const fields = spoilers(
      first,
      refused.map((each) => each.case),
    );
    return [...played, ...(await this.#player.play(taking(written, apart(rest, fields))))];
  }

  async #deal(
    wave: Wave,
    facts: FieldSurvey,
  ): Promise<{ readonly units: readonly Unit[]; readonly properties?: readonly Property[] }> {
    const [run, written, wanted] = [this.run, this.written, this.wanted] as const;
    switch (wave) {
      case 'plain':
        return { units: plainWave(written, wanted, await run.with(written.kind, 'read', async (f) => f)) };
      case 'edges':
        return { units: [] };
      case 'refusals':
        return { units: refusalWave(written, wanted, run.hazards) };
      case 'generated':
        return generatedWave(written, wanted, facts, {
          runs: run.runs,
          hazards: run.hazards,
          seedOf: (...names) => run.seedOf(...names),
        });
    }
  }
}

const nothing = (written: WriteOperation): Seen => ({
  played: [],
  observations: [],
  facts: survey(written, []),
  properties: [],
});
