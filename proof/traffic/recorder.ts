/** A run as somebody who looked on would have recorded it: as the text of a HAR, with the microseconds of mitmproxy. */
import { isUtf8 } from 'node:buffer';
import type { Entry } from 'har-format';
import type { Exchange, FailureKind, Headers } from '../../harness/http/exchange.js';
import { textOfInstant } from '../../schemas/instant.js';

const pairs = (headers: Headers) => headers.map(([name, value]) => ({ name, value }));
const typeOf = (headers: Headers) =>
  headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';

/** As Chromium calls them. */
const errors: Partial<Record<FailureKind, string>> = {
  dropped: 'net::ERR_EMPTY_RESPONSE',
  protocol: 'net::ERR_INVALID_HTTP_RESPONSE',
};

export function entryOf(
  baseUrl: string,
  { request, answer, failure, startedAt, durationMs }: Exchange,
): Entry {
  const sent = request.body === undefined ? undefined : Buffer.from(request.body);
  const got = answer?.body ?? Buffer.alloc(0);
  const shown = isUtf8(got) ? got.toString() : undefined;
  return {
    startedDateTime: textOfInstant(startedAt),
    time: durationMs,
    request: {
      method: request.method,
      url: baseUrl + request.path,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(request.headers),
      queryString: [],
      // Bytes that are no text come as U+FFFD.
      ...(sent && { postData: { mimeType: typeOf(request.headers), text: sent.toString() } }),
      headersSize: -1,
      bodySize: sent?.length ?? 0,
    },
    response: {
      status: answer?.status ?? 0,
      statusText: answer?.reason ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(answer?.headers ?? []),
      content: {
        size: answer?.wholeLength ?? got.length,
        mimeType: typeOf(answer?.headers ?? []),
        ...(shown === undefined ? { text: got.toString('base64'), encoding: 'base64' } : { text: shown }),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: got.length,
      ...(failure && { _error: errors[failure.kind] ?? 'net::ERR_FAILED' }),
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
  };
}

export function harOf(entries: readonly Entry[]): string {
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } });
}
