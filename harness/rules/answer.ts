/** Judges the answer to one case: its code, its form, and the values that it shows of those sent. */
import { isDeepStrictEqual } from 'node:util';
import { operation } from '../../schemas/index.js';
import {
  all,
  declaresJson,
  isJson,
  isRefused,
  properAnswer,
  status as statusIs,
  succeeded,
  symptomOf,
} from '../expect.js';
import { type JsonObject, objectOf, status } from '../http/exchange.js';
import { type State, sentIn } from '../model/state.js';
import type { Mismatch } from '../outcome.js';
import { codesOf, isBesideOthers } from '../plan/case.js';
import type { WriteOperation } from '../values/write-operations.js';
import { expectedOfSent, judgeFields } from './fields.js';
import { type Observation, observe, type PlayedUnit, type Rule, type Sent } from './observation.js';

/** Which fields of a body are there already with the same values. */
function newsIn(body: JsonObject, before: State): NonNullable<Observation['news']> {
  const names = Object.keys(body);
  const there = names.filter((name) => isDeepStrictEqual(before[name], body[name]));
  return { there, others: names.filter((name) => !there.includes(name)) };
}

/** The JSON object that a body means, also where it may be refused for how it is written. */
export const meantBy = ({ body, exchange }: Sent) => body ?? sentIn(exchange);

/** @param latest What the resource has by what was sent since `before`. */
export function judgeAnswer(
  written: WriteOperation,
  each: Sent,
  { before, defaults }: Pick<PlayedUnit, 'before' | 'defaults'>,
  latest = before,
): Observation[] {
  const { exchange, body } = each;
  const { kind } = each.case;
  const found: Observation[] = [];
  const meant = meantBy(each);
  const news = !written.creates && meant && latest ? newsIn(meant, latest) : undefined;
  const note = (rule: Rule, mismatch: Mismatch | undefined, outcome: string) =>
    found.push({
      ...observe(rule, each.case, mismatch, outcome, [exchange]),
      ...(news && { news }),
      ...(rule === 'code' &&
        isBesideOthers(each.case) &&
        status(exchange) === 409 && { isTolerated: true as const }),
    });
  const taken = succeeded(exchange);
  // What may have been carried out before may be refused the second time.
  if (exchange.lostBefore && isRefused(exchange) && each.case.duty !== 'refused') return [];
  const proper = properAnswer(operation(written.id));
  const codes = statusIs(...codesOf(written.id, each.case));
  // What is too large to hold is not to be shown as what no whole number is.
  const code = kind === 'notation' && taken ? all(codes, proper)(exchange) : codes(exchange);
  note('code', code, code ? symptomOf(code, exchange) : '');
  if (!exchange.answer) return found;
  const answer = taken ? proper(exchange) : all(declaresJson, isJson)(exchange);
  note(taken ? 'answer' : 'error', answer, answer ? symptomOf(answer, exchange) : '');
  const shown = taken ? objectOf(exchange) : undefined;
  if (!body || !shown) return found;
  const expected = expectedOfSent(written, before, body, defaults);
  found.push(
    ...judgeFields(
      'echo',
      each,
      expected,
      shown,
      [exchange],
      'in the answer',
      written.creates ? undefined : latest,
    ),
  );
  return found;
}
