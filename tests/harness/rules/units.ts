/** Units of requests written by hand, with what is said of them. */
import type { Exchange, JsonObject } from '../../../harness/http/exchange.js';
import type { Case } from '../../../harness/plan/case.js';
import type { Observation, PlayedUnit, Rule, Sent } from '../../../harness/rules/observation.js';
import { judgeUnit } from '../../../harness/rules/unit.js';
import { type WriteId, writeOperations } from '../../../harness/values/write-operations.js';
import { answered, caseOf } from '../by-hand.js';

export const before = { name: 'R1', ram: 16, status: 'stopped' };
export const plainly = answered(200, {});

export function sent(values: JsonObject, exchange: Exchange, duty: Case['duty'] = 'answered'): Sent {
  return { case: caseOf(duty === 'refused' ? 'invalid' : 'plain', values, duty), exchange, body: values };
}

export const written = writeOperations['iou.update'];

export const shown = (cases: readonly Sent[]): PlayedUnit => ({
  sent: cases,
  before,
  plain: plainly,
  wasReadable: true,
  wasWritable: true,
});

/** A sound resource under some cases, unless it is said otherwise. */
export function judged(
  cases: readonly Sent[],
  read: Exchange,
  more: Partial<PlayedUnit> = {},
  id: WriteId = 'iou.update',
) {
  return judgeUnit(writeOperations[id], { ...shown(cases), read, ...more });
}

export const of = (all: readonly Observation[], rule: Rule, field?: string) =>
  all.filter((each) => each.rule === rule && (field === undefined || each.field === field));
export const result = (all: readonly Observation[], rule: Rule, field?: string) =>
  of(all, rule, field).map((each) => each.result);

export const refused = sent({ name: 7 }, answered(400), 'refused');
