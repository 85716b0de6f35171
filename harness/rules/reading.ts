/** Judges what the reading behind a unit of updates shows: what was sent is stored, the rest is as it was. */
import { isCertain, succeeded } from '../expect.js';
import type { Exchange, Json } from '../http/exchange.js';
import {
  afterWrites,
  type Contradiction,
  changes,
  contradictions,
  type Expected,
  expectedFrom,
} from '../model/model.js';
import type { State } from '../model/state.js';
import type { WriteOperation } from '../values/write-operations.js';
import { asItWas, judgeFields } from './fields.js';
import type { Observation, PlayedUnit } from './observation.js';

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
