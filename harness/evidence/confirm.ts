/** Plays the exchanges of a failure again, the shortest sequence first: the first that shows it is the evidence. */
import { jsonIn } from '../../schemas/json-text.js';
import { RunAborted } from '../http/breaker.js';
import { type Exchange, isObject, type JsonObject } from '../http/exchange.js';
import { decidingOf, type Failure } from '../outcome.js';
import { checkOf, replacements, showsAgain } from './recording.js';
import type { Replayer } from './replay.js';

/** Requests at most for one failure, and for all failures of a run. */
export const maxConfirming = { failure: 60, run: 600 };

/**
 * @param fields The fields of the body that it is about: where they show it alone, nothing else is sent.
 * @param most Requests that may be sent.
 */
export async function confirmed(
  failure: Failure,
  fields: readonly string[],
  replayer: Replayer,
  most: number,
): Promise<Failure> {
  let known = failure;
  // To wait for an answer once more would take as long again.
  const isUnanswered = decidingOf(failure)?.failure?.kind === 'timeout';
  if (isUnanswered || !checkOf(failure)) return failure;
  try {
    known = await shortest(failure, replayer, most);
    const narrow = known.reproducibility === 'deterministic' && narrowed(known, fields);
    const shown = narrow && (await seenAgain(narrow, replayer));
    return shown && isAnsweredAlike(shown, known) ? shown : known;
  } catch (error) {
    if (error instanceof RunAborted) return known;
    throw error;
  }
}

async function shortest(failure: Failure, replayer: Replayer, most: number): Promise<Failure> {
  const whole = failure.exchanges.slice(0, failure.deciding + 1);
  const needed = neededOf(failure);
  const others = whole.filter((each) => !needed.has(each));
  let left = most;
  for (let count = 0; ; count = count === 0 ? 1 : 2 * count) {
    const last = new Set(others.slice(Math.max(0, others.length - count)));
    const exchanges = whole.filter((each) => needed.has(each) || last.has(each));
    left -= exchanges.length;
    if (left < 0) return failure;
    const shown = await seenAgain({ ...failure, exchanges, deciding: exchanges.length - 1 }, replayer);
    if (shown) return shown;
    if (count >= others.length) return { ...failure, reproducibility: 'flaky' };
  }
}

/** The same with nothing but some fields in the last body; undefined where that is so already. */
function narrowed(failure: Failure, fields: readonly string[]): Failure | undefined {
  const { exchanges } = failure;
  const at = exchanges.findLastIndex(({ request }) => request.body !== undefined);
  const written = exchanges[at];
  const body = written && parsed(written.request.body);
  if (!body || fields.length === 0 || !fields.every((name) => Object.hasOwn(body, name))) return undefined;
  if (Object.keys(body).length === fields.length) return undefined;
  const some = JSON.stringify(Object.fromEntries(fields.map((name) => [name, body[name]])));
  return {
    ...failure,
    exchanges: exchanges.with(at, { ...written, request: { ...written.request, body: some } }),
  };
}

/** Whether each request was answered with the same code: else it is another failure. */
const isAnsweredAlike = (a: Failure, b: Failure) =>
  a.exchanges.every(({ answer }, index) => answer?.status === b.exchanges[index]?.answer?.status);

function parsed(body: Exchange['request']['body']): JsonObject | undefined {
  const value = jsonIn(body);
  // What is spelled otherwise, or holds a number that does not fit, would not be the same any more.
  return isObject(value) && JSON.stringify(value) === String(body) ? value : undefined;
}

/** What makes the world, what shows the failure, and what it differs from. */
function neededOf(failure: Failure): ReadonlySet<Exchange> {
  const { exchanges, deciding, essential = exchanges, observation } = failure;
  const { by, before } = checkOf(failure) ?? {};
  // What is to be as it was may depend on all that was written.
  const isState = observation?.rule === 'kept' || observation?.rule === 'unchanged';
  if (isState && by !== 'status' && before === undefined) return new Set(exchanges);
  const isNeeded = (each: Exchange, index: number) =>
    each.purpose.startsWith('fixture') || essential.includes(each) || index === deciding || index === before;
  return new Set(exchanges.filter(isNeeded));
}

async function seenAgain(failure: Failure, replayer: Replayer): Promise<Failure | undefined> {
  const { exchanges, deciding } = failure;
  const check = checkOf(failure);
  if (!check) return undefined;
  const replayed = await replayer.play(exchanges, replacements(exchanges, check, deciding));
  const [recorded, now] = [exchanges[deciding], replayed?.exchanges[deciding]];
  if (!replayed || !recorded || !now) return undefined;
  const { renew } = replayed;
  if (!showsAgain(check, recorded, replayed.exchanges, now, renew)) return undefined;
  return {
    ...failure,
    exchanges: replayed.exchanges,
    reproducibility: 'deterministic',
    expected: renew(failure.expected),
    seen: renew(failure.seen),
    violations: failure.violations.map(({ pointer, message, ...rest }) => ({
      ...rest,
      ...(pointer !== undefined && { pointer: renew(pointer) }),
      message: renew(message),
    })),
  };
}
