/** A sighting: whether one exchange kept one rule, and what the request was like. Findings are built from sightings. */
import type { OperationId } from '../../schemas/index.js';
import { RightRequests } from '../evidence/right.js';
import { outcomeOf } from '../expect.js';
import type { Exchange, Request } from '../http/exchange.js';
import { operationOf } from '../http/request.js';
import { type Place, placeOf } from '../model/state.js';
import { changedThoughRefused, decidingOf, type Failure } from '../outcome.js';
import type { Changed, Observation } from '../rules/observation.js';

/** What a rule checks: the status code, the form of the answer, or the state that it shows. */
export type Aspect = 'code' | 'answer' | 'error' | 'state';

export interface Sighting {
  readonly operation: OperationId;
  readonly aspect: Aspect;
  /** What is acceptable. The same duty always has the same words: `valid`, `400`, `404`. */
  readonly expected: string;
  /** What was seen instead; undefined where the rule was kept. */
  readonly outcome?: string;
  /** What the request was like: `field:ram`, `class:a fraction`. */
  readonly features: readonly string[];
  /** Whether the answer was a success. */
  readonly succeeded: boolean;
  /** The same object for all sightings of one unit. */
  readonly unit?: object;
  /** Whether a field shows neither the value sent nor the value before. */
  readonly isOther?: true;
  /** What was done to fields that were not sent, or could have been. */
  readonly changed?: Changed;
  /** What else the request has damaged: `changed though refused`. */
  readonly damage?: readonly string[];
  /** Whether it showed only after other requests. */
  readonly inCompany?: true;
  /** The evidence, where the rule was broken. */
  readonly failure?: Failure;
}

/** What was seen of requests: what is wrong, and the rules that were kept. */
export interface Noted {
  readonly broken: readonly Sighting[];
  readonly kept: Sightings['kept'];
}

/** Whether something else than what was refused has changed behind it, and does not when it is sent alone. */
export const isByNobody = ({
  outcome,
  sightings,
}: {
  readonly outcome: string;
  readonly sightings: readonly Sighting[];
}): boolean => outcome === changedThoughRefused && sightings.every((each) => each.inCompany && each.isOther);

/** Whether answers to updates are wrong in fields that were not sent. */
export const areOfUnsent = ({ sightings }: { readonly sightings: readonly Sighting[] }): boolean =>
  sightings.every(({ failure }) => failure?.observation?.rule === 'rest');

/** What the answer that shows a failure has in the wrong place. */
export function wrongPlaceIn({ failure }: Pick<Sighting, 'failure'>): Place | undefined {
  const shown = decidingOf(failure);
  return shown && placeOf(shown, failure?.violations[0]?.pointer);
}

/** What was seen without anything else before it, where there is such: what was seen in company may come from that. */
export function ownOf({ sightings }: { readonly sightings: readonly Sighting[] }): readonly Sighting[] {
  const own = sightings.filter(({ inCompany }) => !inCompany);
  return own.length > 0 ? own : sightings;
}

/** Collects sightings, and which requirements fail because of each. Equal sightings of kept rules are only counted. */
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
    const { operation, aspect, expected, succeeded, features, changed } = sighting;
    const key = JSON.stringify([operation, aspect, expected, succeeded, features, changed]);
    const known = this.#kept.get(key);
    if (known) known.times++;
    else this.#kept.set(key, { sighting, times: 1 });
  }

  /** Notes which sighting an observation belongs to: its own, or the one that explains it. */
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

  /** The sighting of an exchange, if there is one. */
  shownBy({ request }: Exchange): Sighting | undefined {
    return this.#ofRequest.get(request);
  }

  /** The sighting of an exchange, or of another one with the same operation and the same code. */
  alike(exchange: Exchange): Sighting | undefined {
    return this.shownBy(exchange) ?? this.#ofAnswer.get(answerOf(exchange));
  }

  /** Notes that a requirement fails because of a sighting. */
  blame(sighting: Sighting, requirement: string): void {
    const known = this.#requirements.get(sighting) ?? new Set();
    this.#requirements.set(sighting, known.add(requirement));
  }

  requirementsOf(sighting: Sighting): readonly string[] {
    return [...(this.#requirements.get(sighting) ?? [])];
  }

  /** Sightings of rules that were kept, each with how often it was seen. */
  get kept(): readonly { readonly sighting: Sighting; readonly times: number }[] {
    return [...this.#kept.values()];
  }
}

const answerOf = (exchange: Exchange) => `${operationOf(exchange.request)} ${outcomeOf(exchange)}`;
