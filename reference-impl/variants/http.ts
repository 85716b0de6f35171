/** Ways of speaking HTTP that the document leaves to the server. */
import { gzipSync } from 'node:zlib';
import { operations } from '../../schemas/index.js';
import type { Answer } from '../pipeline/answer.js';
import type { Hooks } from '../pipeline/modification.js';
import type { Variant } from './variant.js';

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
  {
    name: 'slow',
    summary: 'Every answer comes 40 ms later.',
    operations: operations.map(({ id }) => id),
    hooks: { wire: (exchange, answer, next) => void setTimeout(next, 40, exchange, answer) },
  },
  {
    name: 'charset',
    summary: 'The Content-Type has a charset.',
    hooks: declaring('application/json; charset=utf-8'),
  },
  {
    name: 'shouted-type',
    summary: 'The Content-Type is in upper case.',
    hooks: declaring('APPLICATION/JSON;CHARSET="UTF-8"'),
  },
  {
    name: 'bare-204',
    summary: 'A 204 has no header about a body, as many HTTP stacks see to.',
    hooks: headers((all, { status }) => (status === 204 ? {} : all)),
    givesUp: ['compute.projects.delete.sends-content-type'],
  },
  {
    name: 'unmeasured-204',
    summary:
      'A deleted compute project is answered without a Content-Length, which RFC 9110 forbids on a 204.',
    operations: ['compute.projects.delete'],
    hooks: headers(({ 'content-length': _, ...all }) => all),
  },
  {
    name: 'zero-length-204',
    summary: 'Every 204 has a Content-Length of 0.',
    hooks: headers((all, { status }) => (status === 204 ? { ...all, 'content-length': '0' } : all)),
  },
  {
    name: 'connection-close',
    summary: 'Every answer ends its connection.',
    hooks: headers((all) => ({ ...all, connection: 'close' })),
  },
  {
    name: 'chunked',
    summary: 'Bodies come in chunks, without a Content-Length.',
    hooks: {
      wire(exchange, answer, next) {
        if (!hasBody(answer)) return next(exchange, answer);
        const { outgoing } = exchange;
        const bytes = Buffer.from(bytesOf(answer));
        outgoing.writeHead(answer.status, answer.headers);
        outgoing.write(bytes.subarray(0, 3));
        outgoing.end(bytes.subarray(3));
      },
    },
  },
  {
    name: 'gzip',
    summary: 'Bodies are compressed where the client asks for it.',
    hooks: {
      answer({ incoming }, answer) {
        if (!hasBody(answer) || !/\bgzip\b/.test(String(incoming.headers['accept-encoding'] ?? '')))
          return answer;
        return {
          ...answer,
          headers: { ...answer.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' },
          raw: gzipSync(bytesOf(answer)),
        };
      },
    },
  },
  {
    name: 'pretty',
    summary: 'JSON comes with line breaks, and with escapes for what is not ASCII.',
    hooks: {
      answer: (_, answer) =>
        hasBody(answer) ? { ...answer, raw: `\n${escaped(JSON.stringify(answer.body, null, 2))}\n` } : answer,
    },
  },
  {
    name: 'many-headers',
    summary: 'Answers carry headers of a server in front: cookies, caching, tracing.',
    hooks: headers((all) => ({
      ...all,
      'set-cookie': 'session=abcdefgh; HttpOnly',
      'cache-control': 'no-store',
      etag: 'W/"1"',
      'x-request-id': '1',
      server: 'netemu/1.0',
    })),
  },
];
