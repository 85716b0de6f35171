import { describe, expect, test } from 'vitest';
import { transportFailure } from '../../../harness/http/attempt.js';
import { retryAfter } from '../../../harness/http/overload.js';
import { bytesBehindHead } from '../../../harness/http/response.js';
import { answerOf, exchangeOf } from '../by-hand.js';

describe('bytes behind a head', () => {
  test.each([
    ['HTTP/1.1 204 No Content\r\n\r\n', ''],
    ['HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\n{}', '{}'],
    ['HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n{}', '{}'],
    ['HTTP/1.1 204 No Content\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n', ''],
    ['HTTP/1.1 204 No Con', ''],
    ['', ''],
  ])('%j', (raw, behind) => {
    expect(String(bytesBehindHead(Buffer.from(raw)))).toBe(behind);
  });

  // Taken apart anew for each of them, it would not be read before the day is over.
  test('a flood of interim answers is read in one go', () => {
    const flood = Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(400_000));
    expect(bytesBehindHead(flood)).toHaveLength(0);
  });
});

test.each([
  [503, '2', 2000],
  [429, '0', 50],
  [503, '9'.repeat(400), Number.POSITIVE_INFINITY],
  [503, 'Thu, 01 Jan 1970 00:00:07 GMT', 6000],
  [503, 'Thu, 01 Jan 1970 00:00:00 GMT', 50],
  [503, 'soon', undefined],
  [500, '2', undefined],
])('%i with Retry-After: %.30s', (status, value, wait) => {
  const answer = answerOf(status, '', [['Retry-After', value]]);
  expect(retryAfter(exchangeOf({}, answer), 1000)).toBe(wait);
});

test.each([
  ['ECONNREFUSED', 'refused'],
  ['ENOTFOUND', 'dns'],
  ['ECONNRESET', 'dropped'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['CERT_HAS_EXPIRED', 'tls'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'tls'],
  ['ERR_WHATEVER', 'protocol'],
])('%s is told as %s', (code, kind) => {
  expect(transportFailure(Object.assign(new Error('words'), { code }), 0).kind).toBe(kind);
});
