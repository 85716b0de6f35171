/** What families of faults are put together from where an operation takes some time, and others come meanwhile. */
import { type Answer, refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import { type counter, type Is, isSuccess } from './recipes.js';

type Count = ReturnType<typeof counter>;

/** Answers the successes of an operation some time later, with what `finish` makes of them then. */
export const slowly = (
  id: string,
  ms: number,
  finish: (exchange: Exchange, answer: Answer) => Answer,
): Pick<Required<Hooks>, 'wire'> => ({
  wire(exchange, answer, next) {
    if (exchange.route.id !== id || !isSuccess(answer)) return next(exchange, answer);
    setTimeout(() => next(exchange, finish(exchange, answer)), ms);
  },
});

/** Lets an operation take some time, and counts what is under way; its `act` is to count what begins. */
export const takingTime = (id: string, ms: number, count: Count) =>
  slowly(id, ms, (exchange, answer) => {
    count(exchange, -1);
    return answer;
  });

/**
 * What comes to an operation while it is under way, which takes some time, is answered with a code.
 * @param is which of its requests count
 */
export const oneAtATime = (
  status: number,
  id: string,
  ms: number,
  count: Count,
  is: Is = () => true,
): Hooks => {
  const { wire } = takingTime(id, ms, count);
  return {
    act(exchange, next) {
      if (!is(exchange)) return next(exchange);
      if (count(exchange, 0) > 0) return refuse(status, 'Busy');
      count(exchange, 1);
      return next(exchange);
    },
    wire: (exchange, answer, next) => (is(exchange) ? wire(exchange, answer, next) : next(exchange, answer)),
  };
};

/** One operation counts, as `act` does before anything else, and the others answer with a code from then on. */
export const blocking =
  (status: number, id: string, count: Count): NonNullable<Hooks['act']> =>
  (exchange, next) => {
    if (exchange.route.id === id) count(exchange, 1);
    else if (count(exchange, 0) > 0) return refuse(status, 'Busy');
    return next(exchange);
  };

/** While an operation is under way, which takes some time, the others answer with a code. */
export const blockingMeanwhile = (status: number, id: string, ms: number, count: Count): Hooks => ({
  act: blocking(status, id, count),
  ...takingTime(id, ms, count),
});
