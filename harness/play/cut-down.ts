/** Cuts bodies down: of several values that show a failure together, and none by itself, those that it takes. */
import type { Case, Unit } from '../plan/case.js';
import type { Observation, Rule } from '../rules/observation.js';
import { isBroken, type Played, symptomOf } from './again.js';

/** What the answer to a body, or a reading behind it, says of that body alone. */
const ownRules: ReadonlySet<Rule> = new Set(['code', 'answer', 'stored', 'echo']);
/** Bodies that are cut down for one kind of failure. */
const maxTimes = 2;

/** Plays a unit in a world of its own; undefined when the run has ended. */
type Play = (unit: Unit) => Promise<Played | undefined>;

export class CutDown {
  /** Fields that show a failure together, or one by itself. */
  readonly #known = new Map<string, ReadonlySet<string>[]>();
  readonly #times = new Map<string, number>();

  constructor(private readonly play: Play) {}

  /** Takes note of what single values show. */
  learn(played: readonly Played[]): void {
    for (const { observations } of played)
      for (const each of observations)
        if (isBroken(each) && !each.inCompany && fieldsOf(each.case).size === 1)
          this.#add(each, fieldsOf(each.case));
  }

  /** What smaller bodies show, with what was played; undefined where its fields do not show it by themselves. */
  async of(played: Played): Promise<Played[] | undefined> {
    const whole = played.observations.find((each) => this.#isOpen(each));
    const smaller = whole && (await this.#cut(whole));
    const isOwn = (each: Observation) => ownRules.has(each.rule) && this.#isKnown(each);
    if (!smaller && !played.observations.some((each) => each.inCompany && isOwn(each))) return undefined;
    const observations = played.observations.map((each) => (isOwn(each) ? alone(each) : each));
    return [{ ...played, observations }, ...(smaller ?? [])];
  }

  async #cut(whole: Observation): Promise<Played[] | undefined> {
    const symptom = symptomOf(whole);
    this.#times.set(symptom, (this.#times.get(symptom) ?? 0) + 1);
    const shows = (each: Played | undefined) =>
      each?.observations.some((one) => isBroken(one) && symptomOf(one) === symptom) ?? false;
    const smaller: Played[] = [];
    const tryOut = async (each: Case) => {
      const again = await this.play({ cases: [each] });
      if (again) smaller.push(again);
      return shows(again);
    };
    let left = whole.case;
    if (!(await tryOut(left))) return undefined;
    for (const field of fieldsOf(whole.case)) {
      const some = without(left, field);
      if (some.trials.length > 0 && (await tryOut(some))) left = some;
    }
    this.#add(whole, fieldsOf(left));
    return smaller;
  }

  #add(shown: Observation, fields: ReadonlySet<string>): void {
    const known = this.#known.get(symptomOf(shown)) ?? [];
    this.#known.set(symptomOf(shown), [...known, fields]);
  }

  #isOpen(each: Observation): boolean {
    const fields = fieldsOf(each.case);
    if (!isBroken(each) || each.overloaded || !ownRules.has(each.rule)) return false;
    if (each.case.raw || fields.size < 2 || (this.#times.get(symptomOf(each)) ?? 0) >= maxTimes) return false;
    return !this.#isKnown(each);
  }

  /** Whether some of several fields show the same, as far as it shows anything wrong. */
  #isKnown(each: Observation): boolean {
    const fields = fieldsOf(each.case);
    if (fields.size < 2) return false;
    const known = (isBroken(each) && this.#known.get(symptomOf(each))) || [];
    return known.some((some) => [...some].every((name) => fields.has(name)));
  }
}

/** No company is needed for it. */
function alone({ inCompany: _, ...rest }: Observation): Observation {
  return rest;
}

/** The fields that may show a failure; those beside an invalid value may be why it is taken. */
const fieldsOf = ({ kind, trials, base = {} }: Case) =>
  new Set([...trials.map(({ field }) => field), ...(kind === 'invalid in company' ? Object.keys(base) : [])]);

const without = ({ base, trials, ...each }: Case, field: string): Case => ({
  ...each,
  trials: trials.filter((trial) => trial.field !== field),
  ...(base && { base: Object.fromEntries(Object.entries(base).filter(([name]) => name !== field)) }),
});
