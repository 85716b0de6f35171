import { expect, test } from 'vitest';
import { messageOf } from '../../../harness/evidence/text.js';

const answer = (body: string, status = 500) => ({
  status,
  reason: 'Internal Server Error',
  headers: [],
  body: Buffer.from(body),
});

test.each([
  ['the message of a JSON error', '{"message":"no such node","status":500}', 'no such node'],
  [
    'the last line of a traceback',
    '{"message":"Traceback (most recent call last):\\n  File \\"a.py\\", line 1\\nKeyError: \'name\'\\n"}',
    "KeyError: 'name'",
  ],
  [
    'the last line of a page',
    '<html><pre>Traceback\nValueError: &lt;b&gt;\n</pre></html>',
    'ValueError: <b>',
  ],
  ['the last line of plain text', 'Server got itself in trouble\n', 'Server got itself in trouble'],
])('is %s', (_what, body, message) => {
  expect(messageOf(answer(body))).toBe(message);
});

test('is nothing that stands elsewhere, and nothing of a success', () => {
  expect(messageOf(answer('Internal Server Error'))).toBeUndefined();
  expect(messageOf(answer('{"status":500}'))).toBeUndefined();
  expect(messageOf(answer('{"message":"fine"}', 200))).toBeUndefined();
  expect(messageOf(undefined)).toBeUndefined();
});
