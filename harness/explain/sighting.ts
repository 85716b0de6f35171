/** One rule on one exchange, with what the request was like: what findings are worked out from. */
import type { OperationId } from '../../schemas/index.js';
import { RightRequests } from '../evidence/right.js';
import { outcomeOf } from '../expect.js';
import type { Exchange, Request } from '../http/exchange.js';
import { operationOf } from '../http/request.js';
import { decidingOf, type Failure } from '../outcome.js';
import type { Observation } from '../rules/observation.js';

/** What a rule is about: the answer's code, its form, or what it says of the state. */
export type Aspect = 'code' | 'answer' | 'error' | 'state';

export interface Sighting {
  readonly operation: OperationId;
  readonly aspect: Aspect;
  /** What is acceptable, in words that are equal for equal duties: `400`, `404`, `a listed code`. */
  readonly expected: string;
  /** What was seen instead; undefined where the rule was kept. */
  readonly outcome?: string;
  /** What the request was like: `field:ram`, `class:a fraction`. */
  readonly features: readonly string[];
  /** Whether the answer meant success: only then does it speak against a refusal. */
  readonly succeeded: boolean;
  /** The same for sightings of one unit: a wrong code explains what else is wrong there. */
  readonly unit?: object;
  /** Whether a field shows a third value: neither what was sent nor what was there before. */
  readonly isOther?: true;
  /** What the request has left behind besides, as outcomes: `changed though refused`. */
  readonly damage?: readonly string[];
  /** Whether it showed behind other requests only. */
  readonly inCompany?: true;
  /** What shows it, where it is broken. */
  readonly failure?: Failure;
}

/** Collects sightings, and which requirements fail by them; those that were kept are told apart by their features only, so equal ones are counted. */
export class Sightings {
  readonly right = new RightRequests();
  readonly broken: Sighting[] = [];
  readonly #kept = new Map<string, { readonly sighting: Sighting; times: number }>();
  readonly #ofObservation = new WeakMap<Observation, Sighting>();
  readonly #ofRequest = new WeakMap<Request, Sighting>();
  readonly #ofAnswer = new Map<string, Sighting>();
  readonly #requirements = new Map<Sighting, Set<string>>();

  add(sighting: Sighting): void {
    if (sighting.outcome !== undefined) {
      this.broken.push(sighting);
      const shown = decidingOf(sighting.failure);
      if (shown) this.#show(shown, sighting);
      return;
    }
    const { operation, aspect, expected, succeeded, features } = sighting;
    const key = JSON.stringify([operation, aspect, expected, succeeded, features]);
    const known = this.#kept.get(key);
    if (known) known.times++;
    else this.#kept.set(key, { sighting, times: 1 });
  }

  /** Notes what shows an observation: its own sighting, or that which explains it. */
  relate(observation: Observation, sighting: Sighting): void {
    this.#ofObservation.set(observation, sighting);
    const shown = observation.exchanges.at(-1);
    if (shown) this.#show(shown, sighting);
  }

  #show(shown: Exchange, sighting: Sighting): void {
    this.#ofRequest.set(shown.request, sighting);
    const key = answerOf(shown);
    if (!this.#ofAnswer.has(key)) this.#ofAnswer.set(key, sighting);
  }

  of(observation: Observation): Sighting | undefined {
    return this.#ofObservation.get(observation);
  }

  /** What was told of an exchange, if anything was. */
  shownBy({ request }: Exchange): Sighting | undefined {
    return this.#ofRequest.get(request);
  }

  /** What was told of an exchange, or of another one of its operation that was answered with the same code. */
  alike(exchange: Exchange): Sighting | undefined {
    return this.shownBy(exchange) ?? this.#ofAnswer.get(answerOf(exchange));
  }

  /** Notes that a requirement fails by what was seen. */
  blame(sighting: Sighting, requirement: string): void {
    const known = this.#requirements.get(sighting) ?? new Set();
    this.#requirements.set(sighting, known.add(requirement));
  }

  requirementsOf(sighting: Sighting): readonly string[] {
    return [...(this.#requirements.get(sighting) ?? [])];
  }

  /** What was kept, with how often. */
  get kept(): readonly { readonly sighting: Sighting; readonly times: number }[] {
    return [...this.#kept.values()];
  }
}

const answerOf = (exchange: Exchange) => `${operationOf(exchange.request)} ${outcomeOf(exchange)}`;
