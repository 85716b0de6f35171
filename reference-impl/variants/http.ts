/** Ways of speaking HTTP that the document leaves to the server. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { operations } from '../../schemas/index.js';
import { type Answer, refuse } from '../pipeline/answer.js';
import type { Hooks } from '../pipeline/modification.js';
import { differing, everywhere, type Variant } from './variant.js';

const headers = (change: (all: Answer['headers'], answer: Answer) => Answer['headers']): Hooks => ({
  answer: (_, answer) => ({ ...answer, headers: change(answer.headers, answer) }),
});

const bytesOf = ({ raw, body }: Answer) => (raw === undefined ? JSON.stringify(body) : Buffer.from(raw));
const hasBody = ({ raw, body }: Answer) => raw !== undefined || body !== undefined;
const declaring = (type: string) =>
  headers((all, answer) => (hasBody(answer) ? { ...all, 'content-type': type } : all));

const escaped = (text: string) =>
  text.replace(/[^\0-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const http: readonly Variant[] = [
  differing(operations.map(({ id }) => id))('slow', 'Every answer comes 40 ms later.', {
    wire: (exchange, answer, next) => void setTimeout(next, 40, exchange, answer),
  }),
  everywhere('charset', 'The Content-Type has a charset.', declaring('application/json; charset=utf-8')),
  everywhere(
    'shouted-type',
    'The Content-Type is in upper case.',
    declaring('APPLICATION/JSON;CHARSET="UTF-8"'),
  ),
  {
    ...everywhere(
      'bare-204',
      'A 204 has no header about a body, as many HTTP stacks see to.',
      headers((all, { status }) => (status === 204 ? {} : all)),
    ),
    givesUp: ['compute.projects.delete.sends-content-type'],
  },
  differing(['compute.projects.delete'])(
    'unmeasured-204',
    'A deleted compute project is answered without a Content-Length, which RFC 9110 forbids on a 204.',
    headers(({ 'content-length': _, ...all }) => all),
  ),
  everywhere(
    'zero-length-204',
    'Every 204 has a Content-Length of 0.',
    headers((all, { status }) => (status === 204 ? { ...all, 'content-length': '0' } : all)),
  ),
  everywhere(
    'connection-close',
    'Every answer ends its connection.',
    headers((all) => ({ ...all, connection: 'close' })),
  ),
  everywhere('chunked', 'Bodies come in chunks, without a Content-Length.', {
    wire(exchange, answer, next) {
      if (!hasBody(answer)) return next(exchange, answer);
      const { outgoing } = exchange;
      const bytes = Buffer.from(bytesOf(answer));
      outgoing.writeHead(answer.status, answer.headers);
      outgoing.write(bytes.subarray(0, 3));
      outgoing.end(bytes.subarray(3));
    },
  }),
  everywhere('continues-unasked', 'A 100 Continue that nobody asked for comes before the answer to a body.', {
    wire(exchange, answer, next) {
      const { outgoing, incoming } = exchange;
      if (incoming.headers['content-length'] !== undefined) outgoing.writeContinue();
      next(exchange, answer);
    },
  }),
  everywhere('length-required', 'A body in chunks is asked for its length (411).', {
    decode: (exchange, next) =>
      exchange.incoming.headers['transfer-encoding'] === undefined
        ? next(exchange)
        : refuse(411, 'A Content-Length is required'),
  }),
  everywhere('gzip', 'Bodies are compressed where the client asks for it.', {
    answer({ incoming }, answer) {
      if (!hasBody(answer) || !/\bgzip\b/.test(String(incoming.headers['accept-encoding'] ?? '')))
        return answer;
      return {
        ...answer,
        headers: { ...answer.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' },
        raw: gzipSync(bytesOf(answer)),
      };
    },
  }),
  everywhere('etags', 'Readings have an ETag, and are answered 304 where it is in If-None-Match.', {
    answer({ incoming }, answer) {
      if (incoming.method !== 'GET' || answer.status !== 200) return answer;
      const etag = `"${createHash('sha1').update(bytesOf(answer)).digest('hex')}"`;
      return incoming.headers['if-none-match'] === etag
        ? { status: 304, headers: { etag } }
        : { ...answer, headers: { ...answer.headers, etag } };
    },
  }),
  everywhere('pretty', 'JSON comes with line breaks, and with escapes for what is not ASCII.', {
    answer: (_, answer) =>
      hasBody(answer) ? { ...answer, raw: `\n${escaped(JSON.stringify(answer.body, null, 2))}\n` } : answer,
  }),
  everywhere(
    'many-headers',
    'Answers carry headers of a server in front: cookies, caching, tracing.',
    headers((all) => ({
      ...all,
      'set-cookie': 'session=abcdefgh; HttpOnly',
      'cache-control': 'no-store',
      etag: 'W/"1"',
      'x-request-id': '1',
      server: 'netemu/1.0',
    })),
  ),
];
