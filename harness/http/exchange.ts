/** What went over the wire: one request with its answer, or with the reason why there was none. */
import { isUtf8 } from 'node:buffer';

export type Headers = readonly (readonly [name: string, value: string])[];

export interface Request {
  readonly method: string;
  /** Path below the base URL, sent as it stands: nothing is normalised. */
  readonly path: string;
  readonly headers: Headers;
  readonly body?: string | Buffer;
}

export interface Answer {
  readonly status: number;
  readonly reason: string;
  readonly headers: Headers;
  /** The body after decompression. */
  readonly body: Buffer;
  /** Bytes of the whole body, where only its beginning was kept. */
  readonly wholeLength?: number;
}

export type FailureKind = 'refused' | 'dropped' | 'timeout' | 'too-large' | 'protocol' | 'tls' | 'dns';

export interface TransportFailure {
  readonly kind: FailureKind;
  readonly message: string;
  /** Whether the connection was reset: a server that ends does so to those of which it has not read everything. */
  readonly isReset?: true;
}

export function failed(kind: FailureKind, message: string): { readonly failure: TransportFailure } {
  return { failure: { kind, message } };
}

export function codeOf(error: Error): string {
  return String((error as NodeJS.ErrnoException).code ?? '');
}

/** Bytes of a body that was sent. */
export const lengthOf = (body: Request['body']): number => (body === undefined ? 0 : Buffer.byteLength(body));

export interface Exchange {
  readonly request: Request;
  /** What the request was for, in words of the report. */
  readonly purpose: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly answer?: Answer;
  readonly failure?: TransportFailure;
  /** The answer is 429 or 503, and nobody knows what the target answers when it has less to do. */
  readonly overloaded?: true;
  /** A write that was sent before over a connection that the target had yet to serve: it may be carried out twice. */
  readonly sentTwice?: true;
  /** It failed, and did not when it was sent once more while nothing else was under way. */
  readonly passing?: true;
  /** The same got no answer before, and may have been carried out: a POST, or a deletion where this one got 404. */
  readonly lostBefore?: Exchange;
  /** It got no answer over a used connection, and was sent once more over a fresh one. */
  readonly resent?: true;
  /** It was not sent at all: those before it were never answered, or the run was stopped. */
  readonly unsent?: true;
  /** What its connection carried before, where it was used before. */
  readonly behind?: Behind;
  /** What was refused over its connection before it, one of each sort by its key. */
  readonly refusals?: ReadonlyMap<string, Behind>;
}

/** An exchange before another one on the same connection. */
export interface Behind {
  readonly request: Pick<Request, 'method' | 'path'>;
  readonly body: 'none' | 'short' | 'long';
  readonly status: number;
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };
export type Parsed =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly error: string };

/** What is nested deeper is not looked at: comparing and printing recurse. */
const maxDepth = 500;
/** What is beyond these is not parsed but told: a few megabytes of text can be gigabytes of objects. */
const maxParsedDepth = 150_000;
const maxValues = 250_000;
/** Bodies up to this length are parsed once; what a longer one holds is not kept. */
const shortBody = 32 * 1024;

const parsed = new WeakMap<Answer, Parsed>();
let longest: { readonly answer: WeakRef<Answer>; readonly result: Parsed } | undefined;

/** What is wrong with a body that says nothing. */
export const notUtf8 = 'not valid UTF-8';
export const notJson = 'not valid JSON';

/** The body of an answer as JSON (RFC 8259: UTF-8, one value). */
export function json(answer: Answer): Parsed {
  const known = parsed.get(answer);
  if (known) return known;
  if (longest?.answer.deref() === answer) return longest.result;
  const result = parse(answer.body);
  if (answer.body.length <= shortBody) parsed.set(answer, result);
  else longest = { answer: new WeakRef(answer), result };
  return result;
}

/** Whether an answer has a body that is not JSON. */
export const hasUnreadableBody = (answer: Answer | undefined): boolean =>
  answer !== undefined && answer.body.length > 0 && !json(answer).ok;

/** The answer with only the beginning of its body, when that is too much to be parsed anyway; else as it is. */
export function curtailed(answer: Answer, most: number): Answer {
  const { body } = answer;
  if (body.length <= most) return answer;
  const error = tooMuch(body);
  if (error === undefined) return answer;
  const beginning = beginningOf(answer, most);
  parsed.set(beginning, { ok: false, error });
  return beginning;
}

/** The answer with so many bytes of its body. */
export function beginningOf(answer: Answer, most: number): Answer {
  // Copied: a part of a buffer keeps the whole.
  const body = Buffer.from(answer.body.subarray(0, most));
  return { ...answer, body, wholeLength: answer.wholeLength ?? answer.body.length };
}

function parse(body: Buffer): Parsed {
  const excess = tooMuch(body);
  if (excess !== undefined) return { ok: false, error: excess };
  if (!isUtf8(body)) return { ok: false, error: notUtf8 };
  try {
    const text = body.toString();
    const value = oddNumber.test(text) ? JSON.parse(text, held) : JSON.parse(text);
    return { ok: true, value: withoutDepths(value as Json) };
  } catch {
    return { ok: false, error: notJson };
  }
}

/** What may be -0, or too large to hold. */
const oddNumber = /[:[,\s](?:-0|-?\d+(?:\.\d+)?e\+?\d{3}|-?\d{309})/i;

/** -0 is 0, though comparing tells them apart. What is too large to hold is a number all the same. */
const held = (_key: string, value: unknown) =>
  typeof value === 'number' ? Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value)) + 0 : value;

const isNested = (value: Json) => typeof value === 'object' && value !== null;

/** A value with null in place of what is nested too deep in it. */
function withoutDepths(value: Json): Json {
  let level = [value].filter(isNested);
  for (let depth = 0; level.length > 0; depth++) {
    const next: (Json[] | JsonObject)[] = [];
    for (const each of level) {
      if (depth === maxDepth) for (const key of Object.keys(each)) (each as JsonObject)[key] = null;
      // A long list is not copied.
      else
        for (const inner of Array.isArray(each) ? each : Object.values(each))
          if (isNested(inner)) next.push(inner);
    }
    level = next;
  }
  return value;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];

/** What of a text is too much to parse. Looks at structure only, so that text that is no JSON does no harm. */
function tooMuch(body: Buffer): string | undefined {
  if (body.length <= maxParsedDepth && body.length <= maxValues) return undefined;
  let depth = 0;
  let values = 0;
  let inString = false;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (inString) {
      if (byte === backslash) i++;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > maxParsedDepth) return `nested deeper than ${maxParsedDepth} levels`;
      if (++values > maxValues) return `more than ${maxValues} values`;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
    else if (byte === comma && ++values > maxValues) return `more than ${maxValues} values`;
  }
  return undefined;
}

/** First value of a header, whatever the case of its name. */
export function header({ headers }: Pick<Answer, 'headers'>, name: string): string | undefined {
  return headers.find(([n]) => n.toLowerCase() === name)?.[1];
}

/** The media type without parameters, in lower case. */
export function mediaType(answer: Answer): string | undefined {
  return header(answer, 'content-type')?.split(';')[0]?.trim().toLowerCase();
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The JSON type of a value, with integers apart. */
export function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** The status code, or undefined when there was no answer. */
export const status = ({ answer }: Exchange): number | undefined => answer?.status;

/** The JSON value of an answer; undefined without one. */
export function valueIn({ answer }: Pick<Exchange, 'answer'>): Json | undefined {
  const body = answer && json(answer);
  return body?.ok ? body.value : undefined;
}

/** The JSON object of an answer, or undefined when it is anything else. */
export function objectOf(exchange: Pick<Exchange, 'answer'>): JsonObject | undefined {
  const value = valueIn(exchange);
  return isObject(value) ? value : undefined;
}
