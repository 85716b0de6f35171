/** A run as somebody who looked on would have recorded it: as the text of a HAR, with the microseconds of mitmproxy. */
import { isUtf8 } from 'node:buffer';
import type { Entry } from 'har-format';
import type { Answer, Exchange, FailureKind } from '../../harness/http/exchange.js';
import { entry } from '../../reporters/har.js';
import type { Body } from '../../schemas/generated/report.js';
import { textOfInstant } from '../../schemas/instant.js';

/** As Chromium calls them. */
const errors: Partial<Record<FailureKind, string>> = {
  dropped: 'net::ERR_EMPTY_RESPONSE',
  protocol: 'net::ERR_INVALID_HTTP_RESPONSE',
};

export function entryOf(
  baseUrl: string,
  { request, answer, failure, startedAt, durationMs }: Exchange,
): Entry {
  const { method, path, headers } = request;
  const sent = request.body === undefined ? undefined : Buffer.from(request.body);
  // Bytes that are no text come as U+FFFD.
  const body = sent && { text: sent.toString(), bytes: sent.length, truncated: false };
  const seen = entry({
    purpose: '',
    request: { method, url: baseUrl + path, headers, ...(body && { body }) },
    ...(answer && { answer: { ...answer, body: bodyOf(answer) } }),
    startedAt: textOfInstant(startedAt),
    durationMs,
    curl: '',
  });
  const error = failure && (errors[failure.kind] ?? 'net::ERR_FAILED');
  return { ...seen, response: { ...seen.response, ...(error && { _error: error }) } };
}

function bodyOf({ body, wholeLength = body.length }: Answer): Body {
  const size = { bytes: wholeLength, truncated: false };
  return isUtf8(body) ? { text: body.toString(), ...size } : { base64: body.toString('base64'), ...size };
}

export function harOf(entries: readonly Entry[]): string {
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } });
}
