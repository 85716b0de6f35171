/** The parts of an answer as they come in: its head, its body, and the content codings of that (RFC 9110, 8.4). */
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { codeOf, type Exchange, failed, type Headers, type TransportFailure } from './exchange.js';

/** Characters and fields of a head that are kept. */
const keptOfHead = 4 * 1024;
const keptFields = 64;
/** Kept wherever they stand, since something is decided by them. */
const telling = /^(content-(encoding|length|type)|location|retry-after|server)$/i;

/**
 * Names and values in the order sent, from alternating names and values: the first ones, and all that matter. A
 * server may send thousands of fields with each of thousands of answers.
 */
export function responseHeaders(raw: unknown): Headers {
  const flat = (raw ?? []) as (Buffer | string)[];
  const kept: Pair[] = [];
  let length = 0;
  for (let i = 0; i + 1 < flat.length; i += 2) {
    const [name, value] = [latin1(flat[i] as Buffer), flat[i + 1] as Buffer];
    length += name.length + value.length;
    const isEarly = length <= keptOfHead && kept.length < keptFields;
    if (isEarly || telling.test(name)) kept.push(known(name, latin1(value)));
  }
  return kept;
}

type Pair = Headers[number];
const pairs = new Map<string, Map<string, Pair>>();
/** So many names are known at most, and so many values of each. */
const mostKnown = 200;

/** The same pair for what was sent before: most fields are equal in all answers, and many answers are kept. */
function known(name: string, value: string): Pair {
  const values = pairs.get(name) ?? new Map<string, Pair>();
  const pair = values.get(value) ?? [name, value];
  if (values.size < mostKnown) values.set(value, pair);
  if (pairs.size < mostKnown) pairs.set(name, values);
  return pair;
}

const latin1 = (value: Buffer | string) => (typeof value === 'string' ? value : value.toString('latin1'));

const emptyBody = Buffer.alloc(0);

/** A head is not taken at its word for longer bodies, in bytes: the body may never come. */
const longestExpected = 256 * 1024;

/**
 * The body of an answer as it comes in. It is copied: a chunk is a view of a larger read buffer, and a server
 * that sends a byte a chunk would have millions of views kept.
 */
export class BodyBuffer {
  length = 0;
  #bytes = emptyBody;

  constructor(private readonly max: number) {}

  /** Makes room for a body of the length that its head tells, lest a long one is copied again and again. */
  expect(length: number): void {
    if (length > 0 && length <= longestExpected) this.#bytes = Buffer.allocUnsafe(length);
  }

  add(chunk: Buffer): void {
    const length = this.length + chunk.length;
    if (length > this.#bytes.length) {
      const room = Math.min(Math.max(length, 2 * this.#bytes.length), Math.max(length, this.max));
      // Short bodies share memory of Node's: one allocation each would be most of what is collected in a run.
      const bytes = Buffer.allocUnsafe(room);
      this.#bytes.copy(bytes, 0, 0, this.length);
      this.#bytes = bytes;
    }
    chunk.copy(this.#bytes, this.length);
    this.length = length;
  }

  /** The whole body; what was reserved beyond it is let go. */
  take(): Buffer {
    if (this.length === this.#bytes.length) return this.#bytes;
    return Buffer.from(this.#bytes.subarray(0, this.length));
  }
}

type Decoder = (body: Buffer, limit: { readonly maxOutputLength: number }) => Buffer;

// Many servers send raw deflate data where the standard means the zlib format.
const inflate: Decoder = (body, limit) =>
  ((body[0] ?? 0) & 0x0f) === 8 ? inflateSync(body, limit) : inflateRawSync(body, limit);

const decoders = new Map<string, Decoder>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflate],
  ['br', brotliDecompressSync],
]);

/** Nobody stacks more; each layer costs time. */
const maxCodings = 4;

/**
 * The body without its codings, the last one applied first. A coding that is not known leaves the body as it
 * stands: `Content-Encoding: utf-8` is a common mistake that says nothing about the body.
 * @param max Bytes that any step may come to; decompression ends there.
 */
export function decoded(
  headers: Headers,
  body: Buffer,
  max: number,
): Buffer | { readonly failure: TransportFailure } {
  const codings = codingsOf(headers);
  if (body.length === 0 || codings.some((coding) => !decoders.has(coding))) return body;
  if (codings.length > maxCodings)
    return failed('protocol', `the body has ${codings.length} content codings on top of each other`);
  let plain = body;
  for (const coding of codings.reverse()) {
    try {
      plain = (decoders.get(coding) as Decoder)(plain, { maxOutputLength: max });
    } catch (error) {
      return codeOf(error as Error) === 'ERR_BUFFER_TOO_LARGE'
        ? failed('too-large', `the answer is longer than ${max} bytes after decompression`)
        : failed('protocol', `the body is not valid ${coding}`);
    }
  }
  return plain;
}

/** Whether an answer names content codings. */
export function isCoded(headers: Headers): boolean {
  return codingsOf(headers).length > 0;
}

function codingsOf(headers: Headers): string[] {
  return headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
}

const headEnd = '\r\n\r\n';
const emptyChunks = Buffer.from('0\r\n\r\n');

/** The bytes behind the head of the last answer in `raw`; an empty chunked body counts as none. */
export function bytesBehindHead(raw: Buffer): Buffer {
  let rest = raw;
  for (;;) {
    const end = rest.indexOf(headEnd);
    if (end < 0) return Buffer.alloc(0);
    const interim = /^HTTP\/1\.\d 1\d\d/.test(rest.toString('latin1', 0, 16));
    rest = rest.subarray(end + headEnd.length);
    if (!interim) return rest.equals(emptyChunks) ? Buffer.alloc(0) : rest;
  }
}

/** Whether the client is said to be wrong: 4xx. */
export function isRefused({ answer }: Exchange): boolean {
  return answer !== undefined && answer.status >= 400 && answer.status < 500;
}

/** Any 2xx: what follows is judged on answers that mean success, even under a wrong code. */
export function succeeded({ answer }: Exchange): boolean {
  return answer !== undefined && answer.status >= 200 && answer.status < 300;
}

/** Whether it succeeded with a code that has content: not 204 (RFC 9110, 15.3.5). */
export const hasContent = (exchange: Exchange): boolean =>
  succeeded(exchange) && exchange.answer?.status !== 204;
