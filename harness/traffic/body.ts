/** What the body of a recorded write is: a case, as if it had been planned, or nothing that can be judged. */
import { atPointer } from '../evidence/recording.js';
import { header, isObject, type Json, type JsonObject, json } from '../http/exchange.js';
import { isKnown } from '../model/model.js';
import { isOrdinaryText } from '../model/same-value.js';
import type { Violation } from '../outcome.js';
import type { Case, CaseKind, Trial } from '../plan/case.js';
import { rawCase } from '../plan/singles.js';
import type { Observation } from '../rules/observation.js';
import { violations } from '../values/shapes.js';
import type { WriteOperation } from '../values/write-operations.js';
import type { Event } from './history/event.js';

/** Longer ones may be refused: limits are not shown (section 8). */
const maxBytes = 100_000;

/** The text of a JSON body, or why there is none that can be judged. */
export type Sent =
  | { readonly is: 'json'; readonly value: unknown; readonly text: string }
  | { readonly is: 'malformed'; readonly text: string }
  | { readonly is: 'missing' }
  | { readonly is: 'of another type'; readonly type: string }
  | { readonly is: 'unclear' };

const unclear: Sent = { is: 'unclear' };

export function sentBy({ exchange, sent }: Pick<Event, 'exchange' | 'sent'>): Sent {
  const { request } = exchange;
  const { body } = request;
  if (sent === 'in part') return unclear;
  if (sent === 'nothing' || body === undefined) return { is: 'missing' };
  const [type = '', ...parameters] = (header(request, 'content-type') ?? '').toLowerCase().split(/\s*;\s*/);
  if (type.trim() !== 'application/json') return { is: 'of another type', type: type.trim() };
  const isUtf8 = parameters.every((each) => /^charset="?utf-8"?$/.test(each));
  const text = String(body);
  // A parser may ignore a byte-order mark (RFC 8259, 8.1), and names that come twice mean what it likes.
  const isOdd = text.startsWith('\ufeff') || header(request, 'content-encoding') !== undefined || !isUtf8;
  if (isOdd || Buffer.byteLength(text) > maxBytes) return unclear;
  const parsed = json({ status: 0, reason: '', headers: [], body: Buffer.from(body) });
  if (!parsed.ok) return /^not valid/.test(parsed.error) ? { is: 'malformed', text } : unclear;
  return hasTwins(text, parsed.value) ? unclear : { is: 'json', value: parsed.value, text };
}

/** Whether some object of a text has two members of one name. */
function hasTwins(text: string, value: unknown): boolean {
  const written = [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/gs)].filter(([, colon]) => colon).length;
  return written !== names(value);
}

function names(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, each) => sum + names(each), own);
}

/** A case, with the object that was sent where it is one. */
export interface RecordedCase {
  readonly case: Case;
  readonly body?: JsonObject;
}

/** What is not accepted in an update of a project, though it is no unknown field (2.2). */
export const notUpdated = ['filename', 'project_id', 'status'] as const;

export function caseOf(written: WriteOperation, sent: Sent): RecordedCase | undefined {
  if (sent.is === 'malformed')
    return { case: rawCase('malformed', 'a body that is not valid JSON', sent.text) };
  if (sent.is !== 'json') return undefined;
  const { value, text } = sent;
  if (!isObject(value)) return { case: rawCase('non-object', wordsOf(value), text) };
  if (hasInfinity(value)) return undefined;
  const wrong = trialsOf(violations(written.shape, value), value);
  if (wrong.length === 0) {
    const trials = Object.entries(value).map(([field, each]) => valid(field, each));
    return { case: { kind: kindOf(written, value), duty: 'answered', trials }, body: value };
  }
  const fields = new Set(wrong.map(({ field }) => field));
  const base = Object.fromEntries(Object.entries(value).filter(([name]) => !fields.has(name)));
  const places = new Set(wrong.map(({ location }) => location));
  const kind = places.size > 1 ? 'invalid in company' : 'invalid';
  return { case: { kind, duty: 'refused', trials: wrong, base }, body: value };
}

const valid = (field: string, value: unknown): Trial => ({ field, class: JSON.stringify(value), value });

/** NUL, lone surrogates and noncharacters, which many implementations cannot hold. */
const unusual = /[\0\p{Cs}\ufffe\uffff]/u;

function kindOf({ fields }: WriteOperation, body: JsonObject): CaseKind {
  const entries = Object.entries(body);
  const [first] = entries;
  if (!first) return 'empty object';
  if (entries.some(([name]) => !fields.some((field) => field.name === name))) return 'unknown field';
  if (unusual.test(JSON.stringify(body).replace(/\\u([\da-f]{4})/g, decoded))) return 'unusual text';
  if (entries.length > 1) return 'edges together';
  if (first[1] === null) return 'null';
  return isOrdinary(first[1]) || Array.isArray(first[1]) ? 'plain' : 'edge';
}

const isOrdinary = (value: Json) => (typeof value === 'string' ? isOrdinaryText(value) : isKnown(value));

const decoded = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16));

/** A number that is too large to hold: what it means is left to the server. */
function hasInfinity(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInfinity);
}

/** The place of the input that a pointer is to, as requirements name it: `interfaces.type`. */
function locationOf(pointer: string, isMissing: boolean): string {
  const [field = '', index, inside] = pointer.split('/').slice(1);
  if (index === undefined) return field;
  if (inside === undefined) return `${field}.item`;
  return `${field}.${inside}${isMissing ? '.missing' : ''}`;
}

function trialsOf(wrong: readonly Violation[], body: JsonObject): Trial[] {
  return wrong.map(({ pointer = '', message }) => {
    const [field = '', index] = pointer.split('/').slice(1);
    const isMissing = message === 'is missing';
    const value = atPointer(body, pointer);
    const isText = typeof value === 'string' && / one of | a UUID/.test(message);
    const outside = message.includes('UUID') ? 'a string that is no UUID' : 'a string outside the enum';
    return {
      field,
      location: locationOf(pointer, isMissing),
      ...(index !== undefined && { index: Number(index) }),
      class: isMissing ? 'missing' : isText ? outside : wordsOf(value),
      value: body[field],
    };
  });
}

/** The kind of a value, in the words of a report. */
function wordsOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a fraction';
  return (
    { string: 'a string', boolean: 'a boolean', object: 'an object' }[typeof value as 'string'] ?? 'a value'
  );
}

/** The places of an input that a case breaks, as requirements name them. */
export const placesOf = ({ trials }: Case) => [...new Set(trials.map(({ location = '' }) => location))];

/** Whether an observation is of a text without letters: what a server has in its place is only known to who made it. */
export const isOfBlank = ({ field = '' }: Pick<Observation, 'field'>, body: JsonObject) => {
  const value = Object.hasOwn(body, field) ? body[field] : undefined;
  return typeof value === 'string' && value.trim() === '';
};
