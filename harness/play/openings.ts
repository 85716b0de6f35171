/** What the first write to a world shows: nothing was read before it, so it may show what no later one does. */
import { plainCase } from '../plan/case.js';
import type { Observation } from '../rules/observation.js';
import { judgeUnit } from '../rules/unit.js';
import type { WriteOperation } from '../values/write-operations.js';
import { isBroken, isLoss, type Played, symptomOf } from './again.js';
import type { WriteWorld } from './write-world.js';

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
