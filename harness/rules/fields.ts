/** Judges fields by what is shown of them. */
import { isDeepStrictEqual } from 'node:util';
import type { Exchange, Json, JsonObject } from '../http/exchange.js';
import {
  afterWrites,
  type Contradiction,
  contradictions,
  type Expected,
  expectedFrom,
} from '../model/model.js';
import type { State } from '../model/state.js';
import type { Mismatch } from '../outcome.js';
import { brief, type Case } from '../plan/case.js';
import type { WriteOperation } from '../values/write-operations.js';
import type { Observation, Rule, Sent } from './observation.js';

/** What may be shown of the fields that were sent. */
export function expectedOfSent(
  written: WriteOperation,
  before: State | undefined,
  body: JsonObject,
  defaults?: State,
): Expected {
  const known = before && !written.creates ? expectedFrom(written, before) : {};
  const next = afterWrites(written, known, [body], defaults);
  return Object.fromEntries(Object.entries(next).filter(([name]) => Object.hasOwn(body, name)));
}

/** What a new resource may well have without being told. */
const isDefault = (value: Json | undefined) => value === 0 || value === '' || value === false;

/** Each field that was sent, by what is shown of it. */
export function judgeFields(
  rule: 'echo' | 'stored',
  { case: each, body = {} }: Sent,
  expected: Readonly<Record<string, readonly Json[]>>,
  shown: Readonly<Record<string, Json>>,
  exchanges: readonly Exchange[],
  where: string,
  before?: State,
): Observation[] {
  const wrong = new Map(contradictions(expected, shown).map((each) => [each.field, each]));
  return Object.keys(body).map((field) => {
    const contradiction = wrong.get(field);
    if (contradiction) {
      const { shown: instead } = contradiction;
      const isOther = before && instead !== undefined && !isDeepStrictEqual(before[field], instead);
      const broken = contradicted(rule, each, contradiction, where, exchanges);
      return isOther ? { ...broken, isOther } : broken;
    }
    const tells = expected[field] !== undefined && Object.hasOwn(shown, field);
    const isOld = before ? isDeepStrictEqual(before[field], body[field]) : isDefault(body[field]);
    const result = tells ? 'kept' : 'untelling';
    return { rule, case: each, field, result, ...(isOld && { isOld }), exchanges };
  });
}

const outcomes: Partial<Record<Rule, string>> = {
  echo: 'not echoed',
  stored: 'not stored',
  kept: 'other fields changed',
  unchanged: 'changed although refused',
};

/** What a field shows against the model; `more` are others that do so too. */
export function contradicted(
  rule: Rule,
  each: Case,
  first: Contradiction,
  where: string,
  exchanges: readonly Exchange[],
  more: readonly Contradiction[] = [],
): Observation {
  const { field } = first;
  const wanted = ({ expected }: Contradiction) =>
    expected.length === 0 ? 'nothing' : expected.map(brief).join(' or ');
  const also = more.length > 0 ? ` (and ${more.map((other) => other.field).join(', ')})` : '';
  const mismatch: Mismatch = {
    expected: `${field} to be ${wanted(first)} ${where}`,
    seen: `${brief(first.shown)}${also}`,
    violations: [first, ...more].map((one) => ({
      in: 'state',
      pointer: `/${one.field}`,
      message: `expected ${wanted(one)}, got ${brief(one.shown)}`,
    })),
  };
  const outcome = `${outcomes[rule]}: ${field}`;
  return { rule, case: each, field, result: 'broken', mismatch, outcome, exchanges };
}

/** Whether what was refused has left everything as it was. */
export function unchanged(
  { case: each }: Sent,
  wrong: readonly Contradiction[],
  exchanges: readonly Exchange[],
): Observation {
  const [first, ...more] = wrong;
  if (!first) return { rule: 'unchanged', case: each, result: 'kept', exchanges };
  const broken = contradicted('unchanged', each, first, 'afterwards', exchanges, more);
  // Which field a refusal has let through depends on the body; it is one symptom all the same.
  return { ...broken, outcome: 'changed although refused' };
}
