/** Judges what the list behind a unit of creations shows: each that was taken once and as sent, and no other change. */
import { isCertain, succeeded } from '../expect.js';
import { type Exchange, isObject, json } from '../http/exchange.js';
import { differences } from '../model/model.js';
import { createdId, type State } from '../model/state.js';
import type { Mismatch } from '../outcome.js';
import type { WriteOperation } from '../values/write-operations.js';
import { asItWas, expectedOfSent, judgeFields } from './fields.js';
import { type Observation, observe, type Sent } from './observation.js';

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

/** A created drawing stands in the list, only once, and as it was sent. */
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
