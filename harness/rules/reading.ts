/** Judges what the reading behind a unit of updates shows: what was sent is stored, the rest is as it was. */
import { isDeepStrictEqual } from 'node:util';
import { isCertain, outcomeOf, succeeded, succeeds } from '../expect.js';
import { type Exchange, isObject, type Json, json } from '../http/exchange.js';
import {
  afterWrites,
  type Contradiction,
  changes,
  contradictions,
  differences,
  type Expected,
  expectedFrom,
  known,
} from '../model/model.js';
import { createdId, type State, stateOf, steady } from '../model/state.js';
import { listedTimes, mismatch, surplus } from '../outcome.js';
import { countsAsFalse } from '../values/shapes.js';
import type { WriteOperation } from '../values/write-operations.js';
import { meantBy } from './answer.js';
import { asItWas, contradicted, expectedOfSent, judgeFields } from './fields.js';
import { type Observation, observe, type PlayedUnit, type Sent } from './observation.js';

export function judgeReading(
  written: WriteOperation,
  { sent, before, defaults }: Pick<PlayedUnit, 'sent' | 'defaults'> & { readonly before: State },
  now: State,
  read: Exchange,
): Observation[] {
  if (!sent.every(({ exchange }) => isCertain(exchange))) return [];
  const taken = sent.filter(({ exchange }) => succeeded(exchange));
  const refused = sent.find(({ exchange }) => !succeeded(exchange));
  const exchanges = [...sent.map(({ exchange }) => exchange), read];
  const last = taken.at(-1);
  if (!last) {
    const wrong = [
      ...changes(written, before, now),
      ...sent.flatMap((each) => carriedOut(written, each, before, now)),
    ];
    if (!refused) return [];
    const hasNews = hasNewsIn(refused, before);
    return [{ ...asItWas('unchanged', refused, wrong, exchanges), ...(hasNews && { hasNews }) }];
  }
  const bodies = taken.flatMap(({ body }) => (body ? [body] : []));
  // What was taken without being understood may have changed anything.
  if (bodies.length < taken.length) return [];
  const expected = Object.entries(afterWrites(written, expectedFrom(written, before), bodies, defaults));
  const isSent = ([name]: readonly [string, unknown]) => bodies.some((body) => Object.hasOwn(body, name));
  const others = expected.filter((each) => !isSent(each));
  const stored = judgeFields(
    'stored',
    { ...last, body: Object.assign({}, ...bodies) },
    Object.fromEntries(expected.filter(isSent)),
    now,
    [last.exchange, read],
    `in a later ${written.read}`,
    before,
  );
  const names = others.map(([name]) => name);
  const told = [...stored, ...agreeing(written, last, names, before, now, read)];
  if (others.length === 0) return told;
  const wrong = changedOrLost(Object.fromEntries(others), now);
  // A row of refusals in which one was taken: any of the others may have changed the rest.
  const rule = refused ? 'unchanged' : 'kept';
  const isFirst = (name: string, value: Json) =>
    defaults !== undefined && Object.hasOwn(defaults, name) && isDeepStrictEqual(value, defaults[name]);
  const values = bodies.flatMap((body) => Object.values(body));
  const isSentElsewhere = (_: string, value: Json) => values.some((each) => isDeepStrictEqual(each, value));
  const isEmpty = (_: string, value: Json) => countsAsFalse(value);
  const [back, emptied, copied] = [isFirst, isEmpty, isSentElsewhere].map((isOne) =>
    changedTo(isOne, names, before, wrong),
  );
  const changed = { ...(back && { back }), ...(emptied && { emptied }), ...(copied && { copied }) };
  return [...told, { ...asItWas(rule, refused ?? last, wrong, exchanges), changed }];
}

/** The fields that changed, where each changed to such a value; where none did, those that could have. */
function changedTo(
  isOne: (field: string, value: Json) => boolean,
  names: readonly string[],
  before: State,
  wrong: readonly Contradiction[],
): string[] | undefined {
  if (wrong.length === 0) return names.filter((name) => !isOne(name, before[name] ?? null));
  return wrong.every(({ field, shown = null }) => isOne(field, shown))
    ? wrong.map(({ field }) => field)
    : undefined;
}

/** Whether there is more in a body than what it is refused for, and of that something new. */
function hasNewsIn(each: Sent, before: State): boolean {
  const tried = new Set(each.case.trials.map(({ field }) => field));
  return Object.entries(meantBy(each) ?? {}).some(
    ([name, value]) =>
      !tried.has(name) && Object.hasOwn(before, name) && !isDeepStrictEqual(before[name], value),
  );
}

/**
 * An answer is to show what the next reading does: of what the server works out, as it likes, and of what was not sent.
 * @param unsent Fields that were not sent, and whose values are known.
 */
function agreeing(
  written: WriteOperation,
  last: Sent,
  unsent: readonly string[],
  before: State,
  now: State,
  read: Exchange,
): Observation[] {
  const answered = stateOf(written, last.exchange) ?? {};
  const exchanges = [last.exchange, read];
  const isInBoth = (name: string) => Object.hasOwn(answered, name) && Object.hasOwn(now, name);
  const otherwise = (rule: 'agrees' | 'rest', each: Contradiction) =>
    contradicted(rule, last.case, [each], `in a later ${written.read}`, exchanges);
  const own = steady(written)
    .filter(isInBoth)
    .map((field): Observation => {
      const expected = [answered[field] ?? null];
      const shown = now[field];
      if (!isDeepStrictEqual(expected[0], shown)) return otherwise('agrees', { field, expected, shown });
      // What did not change is shown rightly by those who show what was there before, too.
      const result = isDeepStrictEqual(before[field], shown) ? 'untelling' : 'kept';
      return { rule: 'agrees', case: last.case, field, result, exchanges };
    });
  const values = unsent.filter(isInBoth).map((name) => [name, [answered[name] ?? null]] as const);
  const rest = contradictions(Object.fromEntries(values), now);
  return [...own, ...rest.map((each) => otherwise('rest', each))];
}

/** A server may change its own fields, but not into what it has just refused, nor a list into the first items of that. */
function carriedOut(
  written: WriteOperation,
  { body = {} }: Sent,
  before: State,
  now: State,
): Contradiction[] {
  const own = new Set(steady(written));
  const isTaken = (shown: Json | undefined, list: readonly Json[]) =>
    Array.isArray(shown) &&
    (shown.length > 0 || list.length === 0) &&
    isDeepStrictEqual(shown, list.slice(0, shown.length));
  const isCarriedOut = ([field, value]: [string, Json]) =>
    Array.isArray(value)
      ? written.owned.has(field) && isTaken(now[field], value)
      : own.has(field) && value !== null && now[field] === value;
  return Object.entries(body)
    .filter(isCarriedOut)
    .filter(([field]) => Object.hasOwn(before, field) && !isDeepStrictEqual(before[field], now[field]))
    .map(([field]) => ({ field, expected: [before[field] ?? null], shown: now[field] }));
}

/** What was shown before and not sent: it is to be shown still, and as it was. */
function changedOrLost(expected: Expected, now: Readonly<Record<string, Json>>): Contradiction[] {
  const lost = Object.entries(expected).flatMap(([field, values]): Contradiction[] =>
    Object.hasOwn(now, field) ? [] : [{ field, expected: known(values), shown: undefined }],
  );
  return [...contradictions(expected, now), ...lost];
}

export function judgeList(
  written: WriteOperation,
  sent: readonly Sent[],
  before: State,
  now: State,
  read: Exchange,
): Observation[] {
  const taken = sent.filter(({ exchange }) => succeeded(exchange));
  const refused = sent.find(({ exchange }) => !succeeded(exchange));
  const found = taken.flatMap((each) => judgeListed(written, each, now, read));
  const created = new Set(taken.map(({ exchange }) => createdId(exchange)));
  if (!refused && !created.has(undefined))
    found.push(...judgeNews(written, taken, created, before, now, read));
  if (!refused || created.has(undefined) || !sent.every(({ exchange }) => isCertain(exchange))) return found;
  const others = Object.fromEntries(Object.entries(now).filter(([id]) => !created.has(id)));
  const exchanges = [...sent.map(({ exchange }) => exchange), read];
  return [...found, asItWas('unchanged', refused, differences(before, others), exchanges)];
}

/** No other drawings are in the list than before, but for those that were created. */
function judgeNews(
  written: WriteOperation,
  taken: readonly Sent[],
  created: ReadonlySet<string | undefined>,
  before: State,
  now: State,
  read: Exchange,
): Observation[] {
  const last = taken.at(-1);
  // Before the first reading it is not known what is there.
  if (Object.keys(before).length === 0) return [];
  // Somebody else may draw as well, but not the same.
  const isAlike = (drawing: Json | undefined) =>
    taken.some(({ body = {} }) => {
      const expected = expectedOfSent(written, undefined, body);
      const isTold = Object.keys(expected).length > 0 && isObject(drawing);
      return isTold && contradictions(expected, drawing).length === 0;
    });
  const isNew = (id: string) => !Object.hasOwn(before, id) && !created.has(id) && isAlike(now[id]);
  if (!last || taken.some(({ exchange }) => exchange.sentTwice) || !Object.keys(now).some(isNew)) return [];
  const lost = taken.flatMap(({ case: each, exchange: { lostBefore } }) =>
    lostBefore ? [observe('code', each, succeeds(lostBefore), outcomeOf(lostBefore), [lostBefore])] : [],
  );
  // What got no answer was carried out all the same: that is what is wrong.
  if (lost.length > 0) return lost;
  return ofWhole(last, 'no other drawing in the list', surplus, read);
}

/** Something is wrong with a drawing as a whole: each of its fields fails by it. */
function ofWhole(each: Sent, expected: string, shown: string, read: Exchange): Observation[] {
  const miss = mismatch(expected, shown, { in: 'state', pointer: '', message: shown });
  return Object.keys(each.body ?? {}).map((field) => ({
    ...observe('stored', each.case, miss, shown, [each.exchange, read]),
    field,
  }));
}

/** A created drawing is in the list exactly once, with the values that were sent. */
function judgeListed(written: WriteOperation, each: Sent, now: State, read: Exchange): Observation[] {
  const id = createdId(each.exchange);
  if (id === undefined) return [];
  const exchanges = [each.exchange, read];
  const times = timesListed(read, id);
  const beside = Object.keys(now).filter((other) => other !== id).length;
  if (times !== 1) {
    const shown = listedTimes(times);
    return ofWhole(each, `drawing ${id} once in the list`, shown, read).map((one) => ({ ...one, beside }));
  }
  const drawing = now[id];
  if (!each.body || !isObject(drawing)) return [];
  const expected = expectedOfSent(written, undefined, each.body);
  const found = judgeFields('stored', each, expected, drawing, exchanges, 'in a later drawings.list');
  return found.map((one) => ({ ...one, beside }));
}

function timesListed({ answer }: Exchange, id: string): number {
  const body = answer && json(answer);
  if (!body?.ok || !Array.isArray(body.value)) return 0;
  return body.value.filter((item) => isObject(item) && String(item.drawing_id).toLowerCase() === id).length;
}
