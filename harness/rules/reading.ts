/** Judges what the reading behind a unit of updates shows: what was sent is stored, the rest is as it was. */
import { isCertain, succeeded } from '../expect.js';
import { type Exchange, isObject, type Json, json } from '../http/exchange.js';
import {
  afterWrites,
  type Contradiction,
  changes,
  contradictions,
  differences,
  type Expected,
  expectedFrom,
} from '../model/model.js';
import { createdId, type State } from '../model/state.js';
import type { Mismatch } from '../outcome.js';
import type { WriteOperation } from '../values/write-operations.js';
import { asItWas, expectedOfSent, judgeFields } from './fields.js';
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
  if (!last) return refused ? [asItWas('unchanged', refused, changes(written, before, now), exchanges)] : [];
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
  if (others.length === 0) return stored;
  const wrong = changedOrLost(Object.fromEntries(others), now);
  // A row of refusals in which one was taken: any of the others may have changed the rest.
  const rule = refused ? 'unchanged' : 'kept';
  return [...stored, asItWas(rule, refused ?? last, wrong, exchanges)];
}

/** What was shown before and not sent: it is to be shown still, and as it was. */
function changedOrLost(expected: Expected, now: Readonly<Record<string, Json>>): Contradiction[] {
  const lost = Object.entries(expected).flatMap(([field, values]): Contradiction[] =>
    Object.hasOwn(now, field) ? [] : [{ field, expected: values, shown: undefined }],
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
  if (!refused || created.has(undefined) || !sent.every(({ exchange }) => isCertain(exchange))) return found;
  const others = Object.fromEntries(Object.entries(now).filter(([id]) => !created.has(id)));
  const exchanges = [...sent.map(({ exchange }) => exchange), read];
  return [...found, asItWas('unchanged', refused, differences(before, others), exchanges)];
}

/** A created drawing is in the list exactly once, with the values that were sent. */
function judgeListed(written: WriteOperation, each: Sent, now: State, read: Exchange): Observation[] {
  const id = createdId(each.exchange);
  if (id === undefined) return [];
  const exchanges = [each.exchange, read];
  const times = timesListed(read, id);
  if (times !== 1) {
    const shown = times === 0 ? 'a list without it' : 'a list with it more than once';
    const mismatch: Mismatch = {
      expected: `drawing ${id} once in the list`,
      seen: shown,
      violations: [{ in: 'state', pointer: '', message: shown }],
    };
    return Object.keys(each.body ?? {}).map((field) => ({
      ...observe('stored', each.case, mismatch, shown, exchanges),
      field,
    }));
  }
  const drawing = now[id];
  if (!each.body || !isObject(drawing)) return [];
  const expected = expectedOfSent(written, undefined, each.body);
  return judgeFields('stored', each, expected, drawing, exchanges, 'in a later drawings.list');
}

function timesListed({ answer }: Exchange, id: string): number {
  const body = answer && json(answer);
  if (!body?.ok || !Array.isArray(body.value)) return 0;
  return body.value.filter((item) => isObject(item) && String(item.drawing_id).toLowerCase() === id).length;
}
