/** Judges fields by what is shown of them. */
import { isDeepStrictEqual } from 'node:util';
import { uuid } from '../../schemas/uuid.js';
import { seen, succeeded } from '../expect.js';
import { type Exchange, isObject, type Json, type JsonObject } from '../http/exchange.js';
import {
  afterWrites,
  type Contradiction,
  contradictions,
  differences,
  type Expected,
  expectedFrom,
} from '../model/model.js';
import { type State, stateOf } from '../model/state.js';
import { answeredOtherwise, type Mismatch, mismatch } from '../outcome.js';
import { brief, type Case } from '../plan/case.js';
import { countsAsFalse } from '../values/shapes.js';
import type { WriteOperation } from '../values/write-operations.js';
import { type Observation, observe, type Rule, type Sent } from './observation.js';

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

/** Whether two fields hardly have such a value by accident. */
const isUnlikely = (value: Json | undefined) => typeof value === 'number' || typeof value === 'string';

/** Each field that was sent, by what is shown of it. */
export function judgeFields(
  rule: 'echo' | 'stored',
  { case: each, body = {} }: Sent,
  expected: Expected,
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
      const wasThere = before ? isDeepStrictEqual(before[field], instead) : countsAsFalse(instead);
      const isOther = instead !== undefined && !wasThere;
      const sentAs = Object.keys(body).filter(
        (name) => name !== field && isUnlikely(instead) && isDeepStrictEqual(body[name], instead),
      );
      const broken = contradicted(rule, each, [contradiction], where, exchanges);
      return { ...broken, ...(isOther && { isOther }), ...(sentAs.length > 0 && { sentAs }) };
    }
    const tells = expected[field] !== undefined && Object.hasOwn(shown, field);
    // What is not known may have been there.
    const isOld = before
      ? !Object.hasOwn(before, field) || isDeepStrictEqual(before[field], body[field])
      : countsAsFalse(body[field]);
    const result = tells ? 'kept' : 'untelling';
    const isTolerated = tells && typeof body[field] === 'string' && shown[field] !== body[field];
    return {
      rule,
      case: each,
      field,
      result,
      ...(isOld && { isOld }),
      ...(isTolerated && { isTolerated }),
      exchanges,
    };
  });
}

/** At least one. */
export type Contradictions = readonly [Contradiction, ...Contradiction[]];
export const isAny = (found: readonly Contradiction[]): found is Contradictions => found.length > 0;

/** Others that are named. */
const maxNamed = 5;

/** What fields show against the model, the first of them in words. */
export function mismatchOf(found: Contradictions, where: string): Mismatch {
  const [first, ...more] = found;
  const [told] = insideOf(first);
  const wanted = ({ expected, shown }: Contradiction) =>
    expected.length === 0 ? 'nothing' : expected.map((value) => brief(value, shown)).join(' or ');
  const got = ({ expected, shown }: Contradiction) => brief(shown, expected[0]);
  const name = told === first ? first.field : `${told.field} of drawing ${first.field}`;
  const others = more.length > maxNamed ? `${more.length} more` : more.map(({ field }) => field).join(', ');
  return {
    expected: `${uuid.test(name) ? `drawing ${name}` : name} to be ${wanted(told)} ${where}`,
    seen: `${got(told)}${more.length > 0 ? ` (and ${others})` : ''}`,
    violations: found.flatMap((whole) =>
      insideOf(whole).map((each) => ({
        in: 'state' as const,
        pointer: each === whole ? `/${each.field}` : `/${whole.field}/${each.field}`,
        message: `expected ${wanted(each)}, got ${got(each)}`,
      })),
    ),
  };
}

/** The fields of a drawing that differ; of anything else, the field itself. */
function insideOf(whole: Contradiction): Contradictions {
  const [wanted, ...others] = whole.expected;
  const { field: id, shown } = whole;
  if (!uuid.test(id) || others.length > 0 || !isObject(wanted) || !isObject(shown)) return [whole];
  const [first, ...more] = differences(wanted, shown);
  return first ? [first, ...more] : [whole];
}

const outcomes: Partial<Record<Rule, string>> = {
  echo: 'not echoed',
  stored: 'not stored',
  agrees: answeredOtherwise,
  rest: answeredOtherwise,
  kept: 'other fields changed',
};

export function contradicted(
  rule: Rule,
  each: Case,
  found: Contradictions,
  where: string,
  exchanges: readonly Exchange[],
): Observation {
  const { field } = found[0];
  // Which field a refusal has let through depends on the body; it is one symptom all the same.
  const outcome = rule === 'unchanged' ? 'changed although refused' : `${outcomes[rule]}: ${field}`;
  return { ...observe(rule, each, mismatchOf(found, where), outcome, exchanges), field };
}

/** Whether what was not written, or refused, has left everything as it was. */
export function asItWas(
  rule: 'kept' | 'unchanged',
  { case: each, body = {} }: Sent,
  wrong: readonly Contradiction[],
  exchanges: readonly Exchange[],
): Observation {
  if (!isAny(wrong)) return { rule, case: each, result: 'kept', exchanges };
  const isOther = !wrong.some(({ field, shown }) => isDeepStrictEqual(body[field], shown));
  return { ...contradicted(rule, each, wrong, 'afterwards', exchanges), ...(isOther && { isOther }) };
}

/** @param open Fields that may change by themselves. */
export function unexpectedChange(
  written: WriteOperation,
  before: Exchange,
  after: Exchange,
  open: ReadonlySet<string> = written.owned,
): Mismatch | undefined {
  if (!succeeded(after))
    return mismatch('the resource unchanged', `${seen(after)} when it is read`, {
      in: 'state',
      pointer: '',
      message: 'is not shown any more',
    });
  const [then, now] = [stateOf(written, before), stateOf(written, after)];
  // What shows another resource than before says nothing of either: its ids are judged by themselves.
  const isOfSame = ['project_id', 'node_id'].every((name) => then?.[name] === now?.[name]);
  const found = then && now && isOfSame ? differences(then, now, open) : [];
  return isAny(found) ? mismatchOf(found, 'afterwards') : undefined;
}

/** Whether a reading shows anything that a write elsewhere could have changed. */
export function isTelling(written: WriteOperation, reading: Exchange): boolean {
  return Object.keys(stateOf(written, reading) ?? {}).some((name) => !written.owned.has(name));
}
