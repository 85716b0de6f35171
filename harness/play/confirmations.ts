/** Which failures were seen often enough when played alone, so that the next of the kind is believed. */
import { isSingle } from '../plan/case.js';
import type { Observation } from '../rules/observation.js';
import { isBroken, kindOf, type Played, symptomOf } from './again.js';

/** Failures of a kind that are confirmed alone; the next one is believed. */
export const maxConfirmed = 3;
/** Cases that must all have failed alike before nothing else is expected. */
const leastForAll = 10;

export class Confirmations {
  /** Units of one case, and how many of them showed each symptom. */
  #singles = 0;
  readonly #showing = new Map<string, number>();
  readonly #confirmed = new Map<string, number>();
  readonly #refuted = new Set<string>();

  /** Counts what a unit of one case shows; each kind of failure once. */
  add({ unit, observations, alone }: Played): void {
    if (!isSingle(unit)) return;
    const broken = observations.filter(isBroken);
    this.#singles++;
    for (const symptom of new Set(broken.map(symptomOf))) count(this.#showing, symptom);
    if (!alone) return;
    for (const key of new Set(broken.flatMap(keysOf))) count(this.#confirmed, key);
  }

  /** What was expected to show again alone did not: what is alike in other kinds of cases is not believed any more. */
  refute(each: Observation): void {
    this.#refuted.add(keysOf(each)[0]);
  }

  /** How often a failure like this was seen alone. */
  times(each: Observation): number {
    return this.#confirmed.get(this.keyOf(each)) ?? 0;
  }

  /** Equal for failures that count for each other. */
  keyOf(each: Observation): string {
    const [wide, narrow] = keysOf(each);
    return this.#refuted.has(wide) ? narrow : wide;
  }

  /** Whether every case has failed like this, so that parts of a pack would show nothing else. */
  failsAlways(each: Observation): boolean {
    return this.#singles >= leastForAll && this.#showing.get(symptomOf(each)) === this.#singles;
  }
}

/** The same symptom under the same duty, and that of the same kind of case only. */
function keysOf(each: Observation): readonly [wide: string, narrow: string] {
  return [`${each.case.duty} ${symptomOf(each)}`, `${kindOf(each)} ${symptomOf(each)}`];
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Failures that are confirmed at the same time: no more of a kind than are needed. */
export class Round {
  readonly #ordered = new Map<string, number>();

  constructor(private readonly confirmations: Confirmations) {}

  /** Whether it has been confirmed often enough. */
  believes(each: Observation): boolean {
    return this.confirmations.times(each) >= maxConfirmed;
  }

  /** Whether it is to be confirmed now; if not, it waits for what the others come to. */
  takes(each: Observation): boolean {
    const key = this.confirmations.keyOf(each);
    if (this.confirmations.times(each) + (this.#ordered.get(key) ?? 0) >= maxConfirmed) return false;
    count(this.#ordered, key);
    return true;
  }
}
