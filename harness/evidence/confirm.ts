/** Plays the exchanges of a failure again, the shortest sequence first: the first that shows it is the evidence. */
import { isDeepStrictEqual } from 'node:util';
import { jsonIn } from '../../schemas/json-text.js';
import { isOfFixture } from '../../schemas/purpose.js';
import { succeeded } from '../expect.js';
import { RunAborted } from '../http/breaker.js';
import { type Exchange, isObject, type JsonObject, status } from '../http/exchange.js';
import { decidingOf, type Failure } from '../outcome.js';
import { checkOf, decidingAgain, isLook, replacements, showsAgain, valueAt } from './recording.js';
import type { Replayed, Replayer } from './replay.js';
import { messageOf } from './text.js';

/** Requests at most for one failure, and for all failures of a run. */
const maxConfirming = { failure: 60, run: 600 };

/** A failure that a finding shows, with the fields that it is about. */
interface Shown {
  readonly failure: Failure;
  readonly circumstance: { readonly fields: readonly string[] };
}

/** What becomes of each failure when it is played again. What crashed is played alone: it may only do so in company. */
export async function allConfirmed(
  shown: readonly Shown[],
  replayer: Player,
): Promise<ReadonlyMap<Failure, Failure>> {
  const most = Math.min(maxConfirming.failure, Math.floor(maxConfirming.run / shown.length));
  const known = new Map<Failure, Failure>();
  const confirm = async ({ failure, circumstance }: Shown) => {
    if (failure.exchanges.some(isLook)) return;
    known.set(failure, await confirmed(failure, circumstance.fields, replayer, most));
  };
  const isCrash = ({ failure }: Shown) => (decidingOf(failure)?.answer?.status ?? 0) >= 500;
  await Promise.all(shown.filter((each) => !isCrash(each)).map(confirm));
  for (const each of shown.filter(isCrash)) await confirm(each);
  return known;
}

/**
 * @param fields The fields of the body that it is about: where they show it alone, nothing else is sent.
 * @param most Requests that may be sent.
 */
export async function confirmed(
  failure: Failure,
  fields: readonly string[],
  replayer: Player,
  most: number,
): Promise<Failure> {
  let known = failure;
  const budget = { left: most };
  /** Whether it shows with nothing but some fields in the last body; undefined where it does not. */
  const withOnly = async (names: readonly string[]) => {
    const some = narrowed(known, names);
    if (!some || !spend(budget, some)) return undefined;
    const shown = await seenAgain(some, replayer);
    return shown && isAnsweredAlike(shown, known) ? shown : undefined;
  };
  const late = async (shown: Failure) =>
    (spend(budget, shown, readingsMore) && (await seenLate(shown, replayer))) || shown;
  // To wait for an answer once more would take as long again.
  const isUnanswered = decidingOf(failure)?.failure?.kind === 'timeout';
  if (isUnanswered || !checkOf(failure)) return failure;
  try {
    known = await shortest(failure, replayer, budget);
    if (known.reproducibility !== 'deterministic') return await late(known);
    const needed = neededFields(failure, fields);
    const alone = needed.length > 0 ? await withOnly(needed) : undefined;
    // Scripts send what they need.
    const spare = failure.observation && !alone ? fieldsOf(known) : [];
    known = alone ?? known;
    for (const name of spare.filter((each) => !needed.includes(each))) {
      const others = fieldsOf(known).filter((each) => each !== name);
      if (others.length > 0) known = (await withOnly(others)) ?? known;
    }
    return await late(known);
  } catch (error) {
    if (error instanceof RunAborted) return known;
    throw error;
  }
}

type Player = Pick<Replayer, 'play'>;

interface Budget {
  /** Requests. */
  left: number;
}

/** Whether a failure may be played once more. */
function spend(budget: Budget, { exchanges }: Pick<Failure, 'exchanges'>, more = 0): boolean {
  budget.left -= exchanges.length + more;
  return budget.left >= 0;
}

async function shortest(failure: Failure, replayer: Player, budget: Budget): Promise<Failure> {
  const whole = failure.exchanges.slice(0, failure.deciding + 1);
  const needed = neededOf(failure);
  const others = whole.filter((each) => !needed.has(each));
  for (let count = 0; ; count = count === 0 ? 1 : 2 * count) {
    const last = new Set(others.slice(Math.max(0, others.length - count)));
    const exchanges = whole.filter((each) => needed.has(each) || last.has(each));
    if (!spend(budget, { exchanges })) return failure;
    const shown = await seenAgain({ ...failure, exchanges, deciding: exchanges.length - 1 }, replayer);
    if (shown) return shown;
    if (count >= others.length) return { ...failure, reproducibility: 'flaky' };
  }
}

/**
 * What is to be refused is so for a field that the failure need not be about, and a value that is not shown has to be
 * sent.
 */
function neededFields(failure: Failure, about: readonly string[]): string[] {
  const { case: each, field } = failure.observation ?? {};
  const wrong = each?.duty === 'refused' ? each.trials.map((trial) => trial.field) : [];
  const shown = field !== undefined && fieldsOf(failure).includes(field) ? [field] : [];
  return [...new Set([...about, ...wrong, ...shown])];
}

/** The last body that was sent to what the failure is about, where it is an object. */
function lastBody({ exchanges }: Failure) {
  const at = exchanges.findLastIndex((each) => each.request.body !== undefined && !isOfFixture(each));
  const written = exchanges[at];
  const body = written && parsed(written.request.body);
  return body && { at, written, body };
}

const fieldsOf = (failure: Failure): string[] => Object.keys(lastBody(failure)?.body ?? {});

/** The same with nothing but some fields in the last body; undefined where that is so already. */
function narrowed(failure: Failure, names: readonly string[]): Failure | undefined {
  const last = lastBody(failure);
  if (!last || !names.every((name) => Object.hasOwn(last.body, name))) return undefined;
  const { at, written, body } = last;
  if (Object.keys(body).length === names.length) return undefined;
  const some = JSON.stringify(Object.fromEntries(names.map((name) => [name, body[name]])));
  return {
    ...failure,
    exchanges: failure.exchanges.with(at, { ...written, request: { ...written.request, body: some } }),
  };
}

/** Characters of an error message that tell one error from another; values come later in it. */
const tellingLength = 30;
const saidIn = ({ answer }: Exchange) =>
  messageOf(answer)
    ?.replace(/[^\p{L} ]/gu, '')
    .slice(0, tellingLength);

/** Whether each request was answered with the same code, and refused with the same words: else it is another failure. */
const isAnsweredAlike = (a: Failure, b: Failure) =>
  a.exchanges.every((each, index) => {
    const other = b.exchanges[index];
    return each.answer?.status === other?.answer?.status && saidIn(each) === (other && saidIn(other));
  });

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
    isOfFixture(each) || essential.includes(each) || index === deciding || index === before;
  return new Set(exchanges.filter(isNeeded));
}

async function seenAgain(failure: Failure, replayer: Player): Promise<Failure | undefined> {
  const { exchanges, deciding } = failure;
  const check = checkOf(failure);
  if (!check) return undefined;
  const replayed = await replayer.play(exchanges, replacements(exchanges, check, deciding));
  if (!replayed || !showsAgain(check, exchanges, replayed.exchanges, deciding, replayed.renew))
    return undefined;
  const again = decidingAgain(check, exchanges, replayed.exchanges, deciding);
  return { ...asReplayed(failure, replayed), deciding: again };
}

function asReplayed(failure: Failure, { exchanges, renew }: Replayed): Failure {
  return {
    ...failure,
    exchanges,
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

/** How often what was written is looked for once more, … */
const readingsMore = 2;
/** … and how much later the last time, in milliseconds. */
const laterMs = 1000;

/**
 * The same with two more readings, where one of them shows something else than the reading behind a write, and goes on
 * to, though nothing was sent meanwhile.
 */
async function seenLate(failure: Failure, replayer: Player): Promise<Failure | undefined> {
  const { deciding, violations } = failure;
  const exchanges = failure.exchanges.slice(0, deciding + 1);
  const [written, shown] = exchanges.slice(-2);
  const check = checkOf(failure);
  if (!check || shown?.request.method !== 'GET' || !written || written.request.method === 'GET')
    return undefined;
  const after = ({ startedAt, durationMs }: Exchange, ms: number) => startedAt + durationMs + ms;
  const again = { ...shown, purpose: 'the same again', startedAt: after(shown, 1) };
  const later = { ...shown, purpose: 'the same later', startedAt: after(again, laterMs) };
  const all = [...exchanges, again, later];
  const replayed = await replayer.play(all, replacements(all, check, deciding));
  if (!replayed) return undefined;
  const pointer = replayed.renew(violations[0]?.pointer ?? '');
  const isAlike = (a: Exchange, b: Exchange) =>
    status(a) === status(b) && isDeepStrictEqual(valueAt(a, pointer), valueAt(b, pointer));
  const [one, two, last] = replayed.exchanges.slice(deciding) as [Exchange, Exchange, Exchange];
  // What is written late is shown as before, or not found yet; any other answer has another reason.
  const isOfState = succeeded(one) || status(one) === 404;
  if (isAlike(one, last) || !isOfState) return undefined;
  const isAgain = isAlike(two, last) && failure.reproducibility === 'deterministic';
  const passes = isAlike(one, two) ? 'later' : isAgain ? 'again' : undefined;
  return passes && { ...asReplayed(failure, replayed), passes };
}
