/** What has to be known of recorded exchanges so that they can be played again: on fresh ids, and with what result. */
import type { Check, Replacements } from '../../schemas/generated/report.js';
import { groupsAtOnce, sameAtOnce } from '../../schemas/instant.js';
import { isOfFixture } from '../../schemas/purpose.js';
import { uuid, uuids } from '../../schemas/uuid.js';
import { succeeded } from '../expect.js';
import {
  type Answer,
  type Exchange,
  header,
  type Json,
  type JsonObject,
  typeOf,
  valueIn,
} from '../http/exchange.js';
import { type Failure, notAllListed } from '../outcome.js';
import { purposeOfLook } from '../worlds/resource.js';

const noContent = 204;
const nilPrefix = '00000000';
const prefixLength = 8;
/** The names of what the suite makes hold the beginning of an id of their own. */
export const names = /\bconformance-([0-9a-f]{8})-/g;

const sentText = ({ request }: Exchange): string => `${request.path} ${String(request.body ?? '')}`;

export const isCreationOfProject = (each: Exchange) =>
  each.request.method === 'POST' && succeeded(each) && each.request.path.endsWith('/projects');

/** Whether the projects are made within it. Else its ids name what somebody else has made, and stay as they are. */
export const makesItsWorld = (exchanges: readonly Exchange[]) =>
  exchanges.some(isCreationOfProject) && !exchanges.some(isLook);

/** A look at what the suite has not made: it cannot be made anew. */
export const isLook = ({ purpose }: Exchange) => purpose.startsWith(purposeOfLook);

/** What a replay has to send otherwise: ids and names of its own, and the ids that the server gives this time. */
export function replacements(exchanges: readonly Exchange[], check: Check, deciding: number): Replacements {
  const answered = new Map<string, Replacements['answered'][number]>();
  const fresh = new Set<string>();
  for (const [index, exchange] of exchanges.entries()) {
    const wrong = index === deciding && check.pointer !== undefined ? valueAt(exchange, check.pointer) : '';
    for (const [id] of `${sentText(exchange)} ${typeof wrong === 'string' ? wrong : ''}`.matchAll(uuids)) {
      if (answered.has(id) || fresh.has(prefixOf(id))) continue;
      const from = exchanges.slice(0, index).findIndex((each) => pointerTo(valueIn(each), id) !== undefined);
      const by = exchanges[from];
      if (by) answered.set(id, { value: id, exchange: from, pointer: pointerTo(valueIn(by), id) ?? '' });
      else if (!wrong && prefixOf(id) !== nilPrefix) fresh.add(prefixOf(id));
    }
    for (const [, prefix = ''] of sentText(exchange).matchAll(names)) fresh.add(prefix);
  }
  return { fresh: makesItsWorld(exchanges) ? [...fresh] : [], answered: [...answered.values()] };
}

const prefixOf = (id: string) => id.slice(0, prefixLength).toLowerCase();

/** What tells whether the failure shows again in the deciding answer; undefined where that answer does not tell. */
export function checkOf(failure: Failure): Check | undefined {
  const check = checkOfAnswer(failure);
  const led = ledTo(failure);
  return check && { ...check, ...(led.length > 0 && { led }) };
}

export const withStart = (exchange: Exchange) => ({ ...exchange, start: exchange.startedAt });

/** What a reading shows depends on whether the writes before it were taken; of those at once that is left to chance. */
function ledTo({ exchanges, deciding }: Failure): number[] {
  if (exchanges[deciding]?.request.method !== 'GET') return [];
  return groupsAtOnce(exchanges.map(withStart))
    .flatMap((group) => (group.length === 1 ? group : []))
    .filter((index) => {
      const each = exchanges[index] as Exchange;
      return index < deciding && each.request.method !== 'GET' && each.answer && !isOfFixture(each);
    });
}

function checkOfAnswer(failure: Failure): Check | undefined {
  const { violations, codes = [], exchanges, deciding } = failure;
  const last = exchanges[deciding];
  const { in: where, pointer = '', message } = violations[0] ?? { in: 'status', message: '' };
  const acceptable = { codes: [...codes] };
  if (!last?.answer || codes.length > 0 || where === 'status') return { by: 'status', ...acceptable };
  if (where === 'body' && last.answer.status === noContent) return announcedBody(last.answer, acceptable);
  if (where === 'header') return { by: 'header', ...acceptable, pointer };
  const count = countOf(failure);
  if (count) return { by: 'body', ...acceptable, ...count };
  // Of a long answer only the beginning is remembered.
  if (last.answer.wholeLength !== undefined) return undefined;
  const shown = valueAt(last, pointer);
  if (where === 'body') {
    const wanted = /^must be (.+)$/.exec(message)?.[1] ?? '';
    if (uuid.test(wanted)) return { by: 'other', ...acceptable, pointer, value: wanted };
    // A value differs from run to run, its type does not.
    if (/^(string|integer|number|boolean|array|object|null)\b/.test(wanted))
      return { by: 'type', ...acceptable, pointer };
    return pointer === '' ? { by: 'body', ...acceptable } : { by: 'value', ...acceptable, pointer };
  }
  // What an update answers and the next reading shows may be other values each time.
  if (failure.observation?.rule === 'agrees' || failure.observation?.rule === 'rest') {
    const answered = exchanges.findLastIndex(
      (each, index) => index < deciding && each.request.method === 'PUT' && succeeded(each),
    );
    return { by: 'change', ...acceptable, pointer, before: answered };
  }
  const by =
    pointer !== '' && shown !== undefined ? { by: 'value' as const, pointer } : { by: 'body' as const };
  const before = exchanges.findLastIndex(
    (each, index) => index < deciding && showsTheSame(by, each, last) && !isAlike(by, each, last),
  );
  return { ...by, ...acceptable, ...(before >= 0 && { before }) };
}

/** Most clients do not read a body behind a 204: it is only seen where a header announces it. */
function announcedBody(answer: Answer, acceptable: Pick<Check, 'codes'>): Check | undefined {
  const length = Number(header(answer, 'content-length') ?? 0);
  const pointer = length > 0 ? 'content-length' : 'transfer-encoding';
  return header(answer, pointer) === undefined ? undefined : { by: 'header', ...acceptable, pointer };
}

/** Where drawings are missing in a list, or stand there besides: how many, and what made them. */
function countOf({ exchanges, deciding, violations: [first], symptom }: Failure): Partial<Check> | undefined {
  const list = exchanges[deciding];
  if (!list?.request.path.endsWith('/drawings') || first?.in !== 'state' || first.pointer) return undefined;
  const made = exchanges.flatMap(({ request: { method, path } }, index) =>
    index < deciding && method === 'POST' && path === list.request.path ? [index] : [],
  );
  // Of a long list only the beginning is remembered.
  if (symptom.outcome === notAllListed) return { by: 'fewer', made };
  const surplus = surplusIn(list, made, exchanges);
  return surplus ? { by: surplus < 0 ? 'fewer' : 'more', made } : undefined;
}

/** How many more drawings a list shows than were created; undefined where it is none. */
function surplusIn(
  list: Exchange,
  made: readonly number[],
  exchanges: readonly Exchange[],
): number | undefined {
  const items = valueIn(list);
  if (list.request.method !== 'GET' || !Array.isArray(items)) return undefined;
  const creations = made.flatMap((index) => exchanges[index] ?? []).filter(succeeded);
  return items.length - new Set(creations.map((each) => valueAt(each, '/drawing_id'))).size;
}

/** Whether an earlier answer shows the resource of a reading: what it shows is what was to be kept. */
const showsTheSame = (
  { by, pointer = '' }: Pick<Check, 'by' | 'pointer'>,
  each: Exchange,
  reading: Exchange,
) =>
  each.request.path === reading.request.path &&
  reading.request.method === 'GET' &&
  (by === 'body' ? each.request.method === 'GET' : succeeded(each) && valueAt(each, pointer) !== undefined);

const isAlike = (check: Pick<Check, 'by' | 'pointer'>, a: Exchange, b: Exchange) =>
  shownBy(check, a) === shownBy(check, b);

/** Replaces what a replay replaces in a text, by the values of this time. */
export type Renew = (text: string) => string;

/** Which exchange of a replay decides: of requests that are alike and at once, another one may fail this time. */
export function decidingAgain(
  { codes }: Pick<Check, 'codes'>,
  all: readonly Exchange[],
  replayed: readonly Exchange[],
  deciding: number,
): number {
  const codeAt = (index: number, of = replayed) => of[index]?.answer?.status;
  const candidates = sameAtOnce(all.map(withStart), deciding);
  const again = candidates.find((index) => codeAt(index) === codeAt(deciding, all));
  return again ?? candidates.find((index) => codes.includes(codeAt(index) ?? 0)) ?? deciding;
}

/** Whether the failure shows again; undefined when that cannot be told. */
export function showsAgain(
  check: Check,
  all: readonly Exchange[],
  replayed: readonly Exchange[],
  deciding: number,
  renew: Renew,
): boolean | undefined {
  const recorded = all[deciding];
  const now = replayed[decidingAgain(check, all, replayed, deciding)];
  if (!recorded || !now || now.failure?.kind === 'refused') return undefined;
  const code = now.answer?.status;
  if (check.led?.some((index) => isTaken(all[index]) !== isTaken(replayed[index]))) return false;
  if (check.by === 'status') {
    if (code !== undefined && check.codes.includes(code)) return false;
    return code === recorded.answer?.status ? true : undefined;
  }
  if (code === undefined) return undefined;
  if (code !== recorded.answer?.status) return check.codes.includes(code) || code < 500 ? false : undefined;
  if (check.by === 'fewer' || check.by === 'more') {
    const surplus = surplusIn(now, check.made ?? [], replayed);
    return surplus === undefined ? undefined : check.by === 'fewer' ? surplus < 0 : surplus > 0;
  }
  if (check.by === 'other') {
    const value = valueAt(now, check.pointer ?? '');
    return value !== undefined && String(value).toLowerCase() !== renew(check.value ?? '').toLowerCase();
  }
  const before = check.before === undefined ? undefined : replayed[check.before];
  if (before && isAlike(check, before, now)) return false;
  if (check.by === 'change') return before !== undefined;
  const [then, seen] = [shownBy(check, recorded), shownBy(check, now)];
  return check.by === 'body' ? withoutIds(then) === withoutIds(seen) : renew(then) === seen;
}

const isTaken = (each: Exchange | undefined) => each !== undefined && succeeded(each);

/** Ids are given anew each time, and names are made of them. */
const withoutIds = (text: string) => text.replace(uuids, 'id').replace(names, 'name-');

/** What an answer shows where it is looked at, as a text. */
function shownBy({ by, pointer = '' }: Pick<Check, 'by' | 'pointer'>, exchange: Exchange): string {
  const { answer } = exchange;
  if (by === 'header') return (answer && header(answer, pointer.toLowerCase())?.trim()) ?? '';
  const value = valueAt(exchange, by === 'body' ? '' : pointer);
  if (by === 'body')
    return value === undefined ? String(answer?.body ?? '') : JSON.stringify(value, withoutPorts);
  if (value !== undefined) return by === 'type' ? typeOf(value) : JSON.stringify(value);
  // A field is missing in an item only where there is an item.
  const isPlace = valueAt(exchange, pointer.replace(/\/[^/]*$/, '')) !== undefined;
  return isPlace ? 'nothing' : 'no place for it';
}

/** A console is the server's to choose. */
const withoutPorts = (key: string, value: unknown) => (key === 'console' ? undefined : value);

/** The value that a JSON pointer points at. */
export const valueAt = (exchange: Exchange, pointer: string) => atPointer(valueIn(exchange), pointer);

function pointerTo(value: Json | undefined, id: string): string | undefined {
  if (value === id) return '';
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const rest = pointerTo(inner, id);
    if (rest !== undefined) return `/${key}${rest}`;
  }
  return undefined;
}

/** What a JSON pointer points at in a value. */
export function atPointer(whole: Json | undefined, pointer: string): Json | undefined {
  let value = whole;
  for (const key of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as JsonObject)[key.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return value;
}
