/** What was played, and what is told of it in the end. Pure: it sends nothing. */
import type { OperationId } from '../../schemas/index.js';
import { isRefused, succeeded } from '../expect.js';
import { type Exchange, status } from '../http/exchange.js';
import { operationOf } from '../http/request.js';
import type { Case, Unit } from '../plan/case.js';
import type { Observation } from '../rules/observation.js';

/** A unit with what it showed. */
export interface Played {
  readonly unit: Unit;
  readonly observations: readonly Observation[];
  /** Whether nothing went before it in its world. */
  readonly alone: boolean;
  /** The units that went before it in its world. */
  readonly before: readonly Unit[];
  /** What was sent to its world until it was over, when it shows something wrong. */
  readonly history: readonly Exchange[];
}

/** A unit to be played. */
export interface Order {
  readonly unit: Unit;
  readonly alone: boolean;
  /** Whether the same unit was played before, and its resource was lost. */
  readonly isSecond?: true;
}

/** A played unit with what was played again because of it. */
export interface PlayedAgain extends Played, Pick<Order, 'isSecond'> {
  readonly children: readonly PlayedAgain[];
}

export const isBroken = ({ result }: Observation) => result === 'broken';

/** What is equal for two observations of one kind of failure: `invalid refused code`. */
export const kindOf = ({ rule, case: { kind, duty } }: Observation) => `${kind} ${duty} ${rule}`;

/** What shows a failure: equal when it shows again. */
export const symptomOf = ({ rule, outcome }: Observation) => `${rule} ${outcome}`;

/** A project with so many drawings may be full: bounds are not shown (section 8). */
const manyDrawings = 16;
const creation: OperationId = 'drawings.create';

/** Whether a drawing is refused where there are many, though it is taken where there is none. */
function mayBeFull({ exchanges }: Observation, history: readonly Exchange[]): boolean {
  const last = exchanges.at(-1);
  if (last === undefined || operationOf(last.request) !== creation) return false;
  // A project that is gone is not full.
  if (!isRefused(last) || status(last) === 404) return false;
  const before = history.filter(
    (each) => operationOf(each.request) === creation && each.startedAt < last.startedAt && succeeded(each),
  );
  return before.length >= manyDrawings;
}

/** What a unit and those that were played because of it have shown; what did not show again is told as seen in company. */
export function told({ children, ...played }: PlayedAgain): Played[] {
  if (children.length === 0) return [played];
  const again = children.flatMap(told);
  const cases = new Set<Case>(again.flatMap(({ unit }) => unit.cases));
  const trials = new Set([...cases].flatMap((each) => each.trials));
  // Of what was cut in halves, the values are played again in other bodies.
  const isAgain = (each: Case) =>
    cases.has(each) || (each.trials.length > 1 && each.trials.some((one) => trials.has(one)));
  const shown = new Set(again.flatMap(({ observations }) => observations.filter(isBroken).map(symptomOf)));
  // A fresh resource may have the value already: that it is shown then says nothing.
  const isOpen = ({ case: sent, rule, field }: Observation) => {
    const same = again
      .flatMap(({ observations }) => observations)
      .filter((each) => each.case === sent && each.rule === rule && each.field === field);
    return same.length > 0 && same.every(({ isOld, result }) => isOld || result === 'untelling');
  };
  const isWhole = played.unit.cases.length === 1 || played.unit.cases.every(isAgain);
  const observations = played.observations.flatMap((each): Observation[] => {
    if (!isWhole && !isAgain(each.case)) return [each];
    if (!isBroken(each) || shown.has(symptomOf(each))) return [];
    if (mayBeFull(each, played.history)) return [];
    return [isOpen(each) ? each : { ...each, inCompany: true }];
  });
  return observations.length > 0 ? [...again, { ...played, observations }] : again;
}

/** Whether the deciding answer says that the resource is not there, or there was none, and it was not found again. */
export function isLoss({ exchanges, found }: Observation): boolean {
  const last = exchanges.at(-1);
  return !found && last !== undefined && (!last.answer || last.answer.status === 404);
}
