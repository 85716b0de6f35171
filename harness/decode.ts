/** Content codings of an answer (RFC 9110, 8.4), undone within a limit. */
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { Headers, TransportFailure } from './exchange.js';
import { codeOf, failed } from './transport-failure.js';

interface Limit {
  readonly maxOutputLength: number;
}
type Decoder = (body: Buffer, limit: Limit) => Buffer;

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
