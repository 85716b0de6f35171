/** Expectations: pure functions that say how an exchange misses what is acceptable. */
import { STATUS_CODES } from 'node:http';
import { type Operation, operation, type ShapeName } from '../schemas/index.js';
import { type Exchange, header, type Json, json, mediaType, valueIn } from './http/exchange.js';
import { operationOf } from './http/request.js';
import { type Mismatch, mismatch, type Violation } from './outcome.js';
import { some, violations, withArticle } from './values/shapes.js';

export { hasContent, isRefused, succeeded } from './http/response.js';

export interface Expectation {
  (exchange: Exchange): Mismatch | undefined;
  /** What the code must be, in words that are equal for equal duties; none where it is not about the code. */
  readonly duty?: string;
}

/** `404 Not Found`, or just the number for a code without a name. */
export function named(code: number): string {
  const name = STATUS_CODES[code];
  return name ? `${code} ${name}` : String(code);
}

/** Codes of which any will do: `200 OK, 400 Bad Request or 409 Conflict`. */
export const anyOf = (codes: readonly number[]) =>
  codes
    .map(named)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' or ');

/** What came back, in a few words. */
export function seen({ answer, failure }: Exchange): string {
  return answer ? named(answer.status) : `no answer: ${failure?.message}`;
}

/** The outcome part of a symptom: equal for failures of one cause. */
export function outcomeOf({ answer, failure }: Exchange): string {
  return answer ? `status ${answer.status}` : `transport ${failure?.kind}`;
}

/** The code that such an outcome tells; NaN where it tells none. */
export const codeIn = (outcome = ''): number => Number(/^status (\d+)/.exec(outcome)?.[1] ?? Number.NaN);

const isOfClass = (digit: number) => (outcome?: string) => Math.floor(codeIn(outcome) / 100) === digit;

/** Whether such an outcome tells a success. */
export const isSuccess = isOfClass(2);
/** Whether it tells that the client is to blame. */
export const isClientError = isOfClass(4);
/** Whether it tells that the server is to blame. */
export const isServerError = isOfClass(5);

/** Whether it tells that no answer came. */
export const isUnanswered = (outcome = ''): boolean => outcome.startsWith('transport ');

/** The outcome of a request that was sent at once with a deletion of what it is about. */
export const besideDeletion = (outcome: string): string => `${outcome} beside a deletion`;

/** The outcome part of a symptom for a miss: the code, or the first thing that is wrong in the answer. */
export function symptomOf(miss: Mismatch, exchange: Exchange): string {
  const first = miss.violations[0];
  if (!first || first.in === 'status' || first.in === 'transport') return outcomeOf(exchange);
  return `${first.pointer ?? ''} ${first.message}`.trim();
}

/** The place in an answer that such an outcome tells, and what is wrong there; undefined where it tells none. */
export function placeInAnswer(
  outcome: string,
): { readonly pointer: string; readonly message: string } | undefined {
  const [, pointer, message] = /^(\/\S*) (.+)$/.exec(outcome) ?? [];
  return pointer === undefined || message === undefined ? undefined : { pointer, message };
}

/** The same without the places of items in lists: equal for what is wrong in the same way. */
export const withoutPlaces = (symptom: string): string => symptom.replace(/\/\d+(?=[/ ])/g, '');

/** One of the codes. */
export function status(...codes: readonly number[]): Expectation {
  const judge = (exchange: Exchange): Mismatch | undefined => {
    if (exchange.answer && codes.includes(exchange.answer.status)) return undefined;
    const where = exchange.answer ? 'status' : 'transport';
    return mismatch(anyOf(codes), seen(exchange), { in: where, message: outcomeOf(exchange) }, codes);
  };
  return Object.assign(judge, { duty: dutyOf(codes) });
}

function dutyOf(codes: readonly number[]): string {
  if (codes.some((code) => code < 400)) return 'valid';
  return codes.includes(404) ? '404' : codes.join(' or ');
}

/** Codes with which servers answer for a path or a method that they do not have. */
export const notServedCodes: readonly number[] = [404, 405, 501];

/** Success, as the operation of the request lists it. */
export const succeeds: Expectation = (exchange) => {
  const id = operationOf(exchange.request);
  return status(...(id ? operation(id).success : []))(exchange);
};

/** Whether a write may have been carried out twice, since it was sent so often. */
export const mayBeTwice = ({ lostBefore, sentTwice }: Exchange): boolean =>
  sentTwice === true || lostBefore !== undefined;

/** Whether a write was carried out once, or refused: what was never answered may have been carried out, or not. */
export const isCertain = (exchange: Exchange): boolean =>
  exchange.answer !== undefined && !mayBeTwice(exchange);

/** A body, where there is one, is declared as JSON (section 1). */
export const declaresJson: Expectation = ({ answer }) => {
  if (!answer || answer.body.length === 0 || mediaType(answer) === 'application/json') return undefined;
  const sent = header(answer, 'content-type');
  return mismatch(
    'Content-Type: application/json on an answer with a body',
    sent === undefined ? 'no Content-Type' : `Content-Type: ${sent}`,
    inHeader('content-type', sent, 'application/json'),
  );
};

const inHeader = (name: string, value: string | undefined, wanted: string): Violation => ({
  in: 'header',
  pointer: name,
  message: value === undefined ? 'is missing' : `must be ${wanted}`,
});

/** A header with one value, parameters aside; one that is not mandatory may be missing. */
export function headerIs(name: string, wanted: string, mandatory: boolean): Expectation {
  return ({ answer }) => {
    const value = answer && header(answer, name);
    const plain = value?.split(';')[0]?.trim().toLowerCase();
    if (plain === wanted || (value === undefined && !mandatory)) return undefined;
    const shown = value === undefined ? `no ${name}` : `${name}: ${value}`;
    return mismatch(`${name}: ${wanted}`, shown, inHeader(name, value, wanted));
  };
}

/** A body, where there is one, is one JSON value in UTF-8. */
export const isJson: Expectation = ({ answer }) => {
  if (!answer || answer.body.length === 0) return undefined;
  const body = json(answer);
  return body.ok ? undefined : mismatch('a JSON body', unreadable(body.error), inBody(body.error));
};

const unreadable = (error: string) => (error.startsWith('not ') ? `a body that is ${error}` : error);

const inBody = (message: string): Violation => ({ in: 'body', pointer: '', message });

/** A body, whatever it holds. */
export const hasBody: Expectation = ({ answer }) =>
  !answer || answer.body.length > 0 ? undefined : mismatch('a body', 'an empty body', inBody('is missing'));

/** A body of the shape, or an array of it. Violations can be narrowed to one field. */
export function shaped(shape: ShapeName, options: { list?: boolean; field?: string } = {}): Expectation {
  return ({ answer }) => {
    if (!answer) return undefined;
    const body = json(answer);
    const name = shape.replace(/-answer$/, '');
    const wanted = options.list ? `an array of ${name} objects` : `${withArticle(name)} object`;
    if (answer.body.length === 0) return mismatch(wanted, 'an empty body', inBody('is missing'));
    if (!body.ok) return mismatch(wanted, unreadable(body.error), inBody(body.error));
    const found = options.list ? listViolations(shape, body.value) : violations(shape, body.value);
    const relevant = options.field === undefined ? found : found.filter((v) => concerns(v, options));
    return relevant.length === 0
      ? undefined
      : { ...summary(wanted, relevant, body.value), violations: relevant };
  };
}

function listViolations(shape: ShapeName, value: Json): Violation[] {
  if (!Array.isArray(value)) return [{ in: 'body', pointer: '', message: 'must be array' }];
  const told = some();
  return value.flatMap((item, index) =>
    violations(shape, item)
      .filter(({ pointer = '' }) => told(pointer))
      .map((v) => ({ ...v, pointer: `/${index}${v.pointer ?? ''}` })),
  );
}

/**
 * Whether a violation is about the field, which is `''` for the body as a whole. A body, or an element, of the
 * wrong kind has none of its fields right.
 */
function concerns(violation: Violation, { list, field }: { list?: boolean; field?: string }): boolean {
  const parts = (violation.pointer ?? '').split('/').slice(1);
  if (list && parts.length > 0) parts.shift();
  return parts.length === 0 || parts[0] === field;
}

/** The first of the violations in words: `console to be an integer`, `null (and 2 more)`. */
function summary(
  wanted: string,
  found: readonly Violation[],
  body: Json,
): Pick<Mismatch, 'expected' | 'seen'> {
  const { pointer = '', message } = found[0] as Violation;
  const more = found.length > 1 ? ` (and ${found.length - 1} more)` : '';
  const parts = pointer.split('/').slice(1);
  const place = parts.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('');
  const name = place.replace(/^\./, '');
  if (name !== '' && message === 'is missing')
    return { expected: `${name} to be present`, seen: `no ${name}${more}` };
  const [, duty] = /^must be (.+)$/.exec(message) ?? [];
  const shown = inBrief(parts.reduce<Json | undefined>(within, body));
  if (name === '' || duty === undefined) return { expected: wanted, seen: `${shown}${more}` };
  const what = types.test(duty) ? withArticle(duty) : duty.replace(/^one of ([^,]+)$/, '$1');
  return { expected: `${name} to be ${what}`, seen: `${shown}${more}` };
}

/** The same mismatch with some of its violations only, of which its words are then. */
export function narrowed(miss: Mismatch, violations: readonly Violation[], exchange: Exchange): Mismatch {
  if (violations.length === miss.violations.length) return miss;
  return { ...miss, ...summary(miss.expected, violations, valueIn(exchange) ?? null), violations };
}

const types = /^(string|integer|number|boolean|array|object)\b/;

const within = (value: Json | undefined, part: string): Json | undefined =>
  (Object(value) as Readonly<Record<string, Json>>)[part];

/** Characters of a value that are shown. */
const maxShown = 60;

/** A value, cut. What is not empty is not written out: it may be as long as the body. */
function inBrief(value: Json | undefined): string {
  if (Array.isArray(value)) return value.length > 0 ? 'an array' : 'an empty array';
  if (typeof value === 'object' && value !== null)
    return Object.keys(value).length > 0 ? 'an object' : 'an empty object';
  if (typeof value !== 'string' || value.length <= maxShown) return JSON.stringify(value) ?? 'nothing';
  return `${JSON.stringify(value.slice(0, maxShown)).slice(0, -1)}…"`;
}

/** The first miss among several expectations. */
export function all(...expectations: readonly Expectation[]): Expectation {
  const judge = (exchange: Exchange): Mismatch | undefined => {
    for (const expectation of expectations) {
      const miss = expectation(exchange);
      if (miss) return miss;
    }
    return undefined;
  };
  const duty = expectations.find((each) => each.duty !== undefined)?.duty;
  return duty === undefined ? judge : Object.assign(judge, { duty });
}

/** A successful answer of an operation: JSON, declared so, of the listed shape. */
export function properAnswer(operation: Operation): Expectation {
  const shown = operation.success.map((code) => operation.answers[code]).find((answer) => answer?.shape);
  const shape = shown?.shape ? [shaped(shown.shape, { list: shown.list === true })] : [];
  return all(declaresJson, isJson, ...shape);
}
