/** Judges one unit, with the reading and the plain write behind it: a pure function of the exchanges. */
import { operation } from '../../schemas/index.js';
import {
  all,
  type Expectation,
  hasContent,
  properAnswer,
  seen,
  status as statusIs,
  succeeded,
  symptomOf,
} from '../expect.js';
import { type Exchange, status } from '../http/exchange.js';
import { stateOf } from '../model/state.js';
import type { Mismatch } from '../outcome.js';
import { codesFor } from '../plan/case.js';
import type { WriteOperation } from '../values/write-operations.js';
import { judgeAnswer, meantBy } from './answer.js';
import { type Observation, observe, type PlayedUnit, type Rule, type Sent } from './observation.js';
import { judgeList, judgeReading } from './reading.js';

/** Whether it succeeded, or has one of these codes. A wrong code for success is reported by the operation's own requirements. */
const successOr =
  (...codes: readonly number[]): Expectation =>
  (exchange) =>
    hasContent(exchange) ? undefined : statusIs(...codes)(exchange);

const isReadable = (written: WriteOperation): Expectation =>
  all(successOr(200), properAnswer(operation(written.read)));

const isWritable = ({ id }: WriteOperation): Expectation => successOr(...codesFor(id, 'accepted'));

/** Whether a reading is one that later readings are held against. */
export const reads = (written: WriteOperation, reading: Exchange) => !isReadable(written)(reading);

/** Whether a plain write was taken, or answered with another code that it may have. */
export const writes = (written: WriteOperation, plain: Exchange) => !isWritable(written)(plain);

export function judgeUnit(written: WriteOperation, unit: PlayedUnit): Observation[] {
  const found = judged(written, unit);
  const news = new Map(found.flatMap((each) => (each.news ? [[each.case, each.news]] : [])));
  return found.map((each) => {
    const mine = news.get(each.case);
    return settled(written, unit, { ...each, ...(mine && { news: mine }) });
  });
}

/** Whether the resource can be written after a unit, as the first plain write behind it shows. */
export function judgeWritable(written: WriteOperation, unit: PlayedUnit): Observation[] {
  const { sent, plain, wasWritable } = unit;
  const suspect = suspectOf(sent);
  if (!suspect || !plain || !wasWritable) return [];
  const mismatch = isWritable(written)(plain);
  const exchanges = [...sent.map(({ exchange }) => exchange), plain];
  const outcome = `afterwards ${written.id}: ${seen(plain)}`;
  const found = observe('writable', suspect.case, after(mismatch, written), outcome, exchanges);
  return [settled(written, unit, found)];
}

/** What load has done is not told, and what was found later is not lost. */
function settled(written: WriteOperation, unit: PlayedUnit, each: Observation): Observation {
  const last = each.exchanges.at(-1);
  if (each.result !== 'broken' || !last) return each;
  if (last.overloaded) return { ...each, result: 'untelling', overloaded: true };
  return isFound(written, unit, last) ? { ...each, found: true } : each;
}

/** Whether what was not found was there for a later request. A list may be answered for any project (4.1). */
function isFound({ creates }: WriteOperation, { sent, read, plain }: PlayedUnit, missing: Exchange): boolean {
  if (creates || status(missing) !== 404) return false;
  const all = [...sent.map(({ exchange }) => exchange), read, plain];
  return all.slice(all.lastIndexOf(missing) + 1).some((each) => each !== undefined && succeeded(each));
}

function judged(written: WriteOperation, unit: PlayedUnit): Observation[] {
  const found: Observation[] = [];
  let latest = unit.before;
  for (const each of unit.sent) {
    found.push(...judgeAnswer(written, each, unit, latest));
    if (latest && succeeded(each.exchange)) latest = { ...latest, ...meantBy(each) };
  }
  const { read, sent } = unit;
  const suspect = suspectOf(sent);
  if (!read || !suspect) return found;
  const exchanges = sent.map(({ exchange }) => exchange);
  const note = (rule: Rule, mismatch: Mismatch | undefined, outcome: string, last: Exchange) =>
    found.push(observe(rule, suspect.case, mismatch, outcome, [...exchanges, last]));
  if (unit.wasReadable) {
    const mismatch = isReadable(written)(read);
    // Told by what is wrong, not by the value: equal for failures of one cause.
    const isShape = mismatch?.violations[0]?.in === 'body';
    const outcome = isShape ? symptomOf(mismatch, read) : mismatch?.seen;
    note('readable', after(mismatch, written), `afterwards ${written.read}: ${outcome}`, read);
  }
  found.push(...judgeWritable(written, unit));
  const now = stateOf(written, read);
  if (!unit.before || !now) return found;
  if (written.creates) found.push(...judgeList(written, sent, unit.before, now, read));
  else found.push(...judgeReading(written, { ...unit, before: unit.before }, now, read));
  return found;
}

const after = (mismatch: Mismatch | undefined, { id }: WriteOperation): Mismatch | undefined =>
  mismatch && { ...mismatch, seen: `${mismatch.seen} after ${id}` };

/** Of several that may have done it, one that was taken against its duty; else one that crashed. */
export const culpritOf = (sent: readonly Sent[]): Sent | undefined =>
  sent.find((each) => each.case.duty === 'refused' && succeeded(each.exchange)) ??
  sent.find(({ exchange }) => (status(exchange) ?? 500) >= 500);

const suspectOf = (sent: readonly Sent[]) => culpritOf(sent) ?? sent.at(-1);
