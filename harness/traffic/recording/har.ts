/** Entries of a HAR (HTTP archive, version 1.2), as browsers, proxies and test tools write them. */
import { instantIn } from '../../../schemas/instant.js';
import { jsonIn } from '../../../schemas/json-text.js';
import { type Headers, header, isObject, type TransportFailure } from '../../http/exchange.js';
import type { RecordedAnswer, RecordedBody, RecordedExchange } from './server.js';

type Fields = { readonly [name: string]: unknown };

/** One entry; undefined where it lacks what every entry has, or where no server was asked. */
export function exchangeOf(entry: unknown): RecordedExchange | undefined {
  if (!isObject(entry)) return undefined;
  const { request, response, startedDateTime, time, _fromCache } = entry;
  const startedAt = typeof startedDateTime === 'string' ? instantIn(startedDateTime) : Number.NaN;
  if (!isObject(request) || Number.isNaN(startedAt) || (_fromCache ?? false) !== false) return undefined;
  const { method, url } = request;
  if (typeof method !== 'string' || typeof url !== 'string') return undefined;
  const headers = headersOf(request);
  const body = bodySent(request, headers);
  const answer = isObject(response) ? answerOf(response) : undefined;
  const failure = answer ? undefined : failureOf(entry, isObject(response) ? response : {});
  return {
    method: method.toUpperCase(),
    url,
    // A length that is written out would mean that the body was sent in pieces.
    headers: headers.filter(([name]) => name.toLowerCase() !== 'content-length'),
    ...(body && { body }),
    startedAt,
    durationMs: isCount(time) ? time : Number.POSITIVE_INFINITY,
    ...(answer && { answer }),
    ...(failure && { failure }),
  };
}

/** What Chromium calls an answer that broke off, or none at all; what else there is may be the client's doing. */
const errors: Readonly<Record<string, TransportFailure>> = {
  ERR_EMPTY_RESPONSE: { kind: 'dropped', message: 'the connection was closed without an answer' },
  ERR_CONNECTION_RESET: { kind: 'dropped', message: 'the connection was reset' },
  ERR_CONNECTION_CLOSED: { kind: 'dropped', message: 'the connection was closed' },
  ERR_INVALID_HTTP_RESPONSE: { kind: 'protocol', message: 'not valid HTTP' },
  ERR_INVALID_CHUNKED_ENCODING: { kind: 'protocol', message: 'chunks that are not valid HTTP' },
  ERR_INCOMPLETE_CHUNKED_ENCODING: { kind: 'protocol', message: 'the last chunk is missing' },
  ERR_CONTENT_LENGTH_MISMATCH: {
    kind: 'protocol',
    message: 'the body is not as long as Content-Length says',
  },
};

/** Chromium tells it of the answer, Playwright by another name. */
function failureOf(entry: Fields, response: Fields): TransportFailure | undefined {
  const told = [response._error, response._failureText, entry._error].find(
    (each) => typeof each === 'string',
  );
  return errors[String(told).replace('net::', '')];
}

const isCount = (value: unknown): value is number => typeof value === 'number' && value >= 0;

function headersOf({ headers }: Fields): Headers {
  if (!Array.isArray(headers)) return [];
  return headers.filter(isObject).map(({ name, value }) => [String(name), String(value ?? '')] as const);
}

function bodySent(request: Fields, headers: Headers): RecordedBody | undefined {
  const { postData, bodySize } = request;
  const declared = lengthIn(headers);
  const text = isObject(postData) && typeof postData.text === 'string' ? postData.text : undefined;
  if (text === undefined || text === '') {
    // mitmproxy tells of a body also where there is none.
    const length = declared ?? (isCount(bodySize) ? bodySize : undefined);
    const isNothing = length === 0 || (length === undefined && !isObject(postData));
    return isNothing ? undefined : { bytes: Buffer.alloc(0), isWhole: false };
  }
  return body(Buffer.from(text), [declared, bodySize]);
}

function answerOf(response: Fields): RecordedAnswer | undefined {
  const { status, content } = response;
  // 0 stands for no answer, whoever gave up.
  if (!isCount(status) || status < 100) return undefined;
  const headers = headersOf(response);
  const got = isObject(content) ? bodyGot(content, headers, status) : undefined;
  return { status, headers: typed(headers, content), ...(got && { body: got }) };
}

/** Where a recorder kept no headers, the type of the content is all that there is. */
function typed(headers: Headers, content: unknown): Headers {
  if (headers.length > 0 || !isObject(content) || typeof content.mimeType !== 'string') return headers;
  return content.mimeType === '' ? [] : [['content-type', content.mimeType]];
}

function bodyGot(content: Fields, headers: Headers, status: number): RecordedBody | undefined {
  const { text, encoding, size, compression } = content;
  const declared = header({ headers }, 'content-encoding') === undefined ? lengthIn(headers) : undefined;
  if (typeof text !== 'string' || text === '') {
    const isNothing = status === 204 || declared === 0 || (size === 0 && declared === undefined);
    return isNothing ? { bytes: Buffer.alloc(0), isWhole: true } : undefined;
  }
  const whole = isCount(size) && typeof compression === 'number' ? size + compression : size;
  return body(Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8'), [declared, size, whole]);
}

function lengthIn(headers: Headers): number | undefined {
  const text = header({ headers }, 'content-length') ?? '';
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

/**
 * Recorders cut long bodies, leave out bytes that are no text, and put U+FFFD in their place. Of a body that is not
 * as long as somebody said, only what is a whole JSON text all the same can be known.
 */
function body(bytes: Buffer, lengths: readonly unknown[]): RecordedBody {
  return { bytes, isWhole: lengths.includes(bytes.length) ? !isMended(bytes) : isJson(bytes) };
}

const replacement = Buffer.from('\ufffd');
const isMended = (bytes: Buffer) => bytes.includes(replacement);

/** A number, or a word, may be the beginning of a longer one. */
const isJson = (bytes: Buffer) =>
  /^\s*[[{]/.test(bytes.toString('latin1', 0, 64)) && !isMended(bytes) && jsonIn(bytes) !== undefined;
