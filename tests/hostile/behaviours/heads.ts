/** Servers whose heads are no HTTP, too much of it, or more than was asked for. */
import { type Behaviour, jsonType, message, pour, told } from '../behaviour.js';

const greetings: readonly (readonly [name: string, protocol: string, bytes: string | Buffer])[] = [
  ['ssh', 'SSH', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['smtp', 'SMTP', '220 mail.example ESMTP\r\n'],
  ['tls', 'TLS', Buffer.from('15030300020228', 'hex')],
  ['http2', 'HTTP/2', Buffer.from('00001204000000000000030000008000040001000000050000400000', 'hex')],
  ['noise', 'random bytes', Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919 + (i >> 3)) & 255))],
  ['html', 'HTTP/0.9', '<html><body>It works!</body></html>'],
];

const statusLines: readonly string[] = [
  '000 Zero',
  '999 Beyond',
  '99 Short',
  '1000 Long',
  'abc Letters',
  '-1 Minus',
];

// Made once: a server that is busy with them would be the slowest part of the run.
const lines = (count: number, line: (i: number) => string) =>
  Buffer.from(Array.from({ length: count }, (_, i) => `${line(i)}\r\n`).join(''));
const manyHeaders = lines(2000, (i) => `h${i}: `);
const manyCookies = lines(100, (i) => `set-cookie: c${i}=v; Path=/`);
const manyInterim = Buffer.concat(Array.from({ length: 5000 }, () => message('103 Early Hints', {})));

/** An answer with more lines in its head. */
function withLines(answer: Buffer, more: Buffer): Buffer {
  const end = answer.indexOf('\r\n\r\n') + 2;
  return Buffer.concat([answer.subarray(0, end), more, answer.subarray(end)]);
}

export const heads: readonly Behaviour[] = [
  ...greetings.map(
    ([name, protocol, bytes]): Behaviour => ({
      name: `speaks-${name}`,
      does: `speaks ${protocol}`,
      answer: (socket) => socket.end(bytes),
    }),
  ),
  ...statusLines.map(
    (line): Behaviour => ({
      name: `status-${line.split(' ')[0]}`,
      does: `answers with status ${line.split(' ')[0]}`,
      answer: (socket) => socket.write(message(line, jsonType, '{}')),
    }),
  ),
  {
    name: 'endless-headers',
    does: 'sends headers without an end',
    answer: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      pour(socket, 'x-header: more and more of it\r\n'.repeat(1000));
    },
  },
  {
    name: 'endless-header',
    does: 'sends one header without an end',
    answer: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx-header: ');
      pour(socket, 'x'.repeat(65536));
    },
  },
  {
    name: 'endless-reason',
    does: 'sends a reason phrase without an end',
    answer: (socket) => {
      socket.write('HTTP/1.1 200 ');
      pour(socket, 'OK '.repeat(20_000));
    },
  },
  {
    name: 'many-headers',
    does: 'sends two thousand headers with each right answer',
    harmless: true,
    answer: async (socket, _request, proper) => socket.write(withLines(told(await proper()), manyHeaders)),
  },
  {
    name: 'many-cookies',
    does: 'sets a hundred cookies with each right answer, and refuses requests that bring any back',
    harmless: true,
    answer: async (socket, { headers }, proper) => {
      if (headers.cookie !== undefined) socket.write(message(500, jsonType, '{}'));
      else socket.write(withLines(told(await proper()), manyCookies));
    },
  },
  {
    name: 'prototype-headers',
    does: 'sends headers named __proto__, constructor and toString',
    harmless: true,
    answer: async (socket, _request, proper) => {
      const odd = Object.fromEntries(['__proto__', 'constructor', 'toString'].map((name) => [name, 'x']));
      socket.write(told(await proper(), odd));
    },
  },
  {
    name: 'few-interim',
    does: 'sends 102 and 103 before each right answer',
    harmless: true,
    answer: async (socket, _request, proper) => {
      socket.write(message('102 Processing', {}));
      socket.write(message('103 Early Hints', { link: '</style.css>; rel=preload' }));
      socket.write(told(await proper()));
    },
  },
  {
    name: 'many-interim',
    does: 'sends thousands of 1xx answers before each right one',
    answer: async (socket, _request, proper) => {
      socket.write(Buffer.concat([manyInterim, told(await proper())]));
    },
  },
  {
    name: 'endless-interim',
    does: 'sends 1xx answers without an end',
    answer: (socket) =>
      pour(socket, Buffer.concat(Array.from({ length: 500 }, () => message('102 Processing', {})))),
  },
  {
    name: 'unasked-continue',
    does: 'sends 100 Continue although it was not asked to',
    // A client reads it even if it does not expect it (RFC 9110, 15.2).
    harmless: true,
    answer: async (socket, _request, proper) => {
      socket.write(message('100 Continue', {}));
      socket.write(told(await proper()));
    },
  },
  {
    name: 'switches-protocols',
    does: 'switches protocols although it was not asked to',
    answer: (socket) =>
      socket.write(message('101 Switching Protocols', { upgrade: 'websocket', connection: 'upgrade' })),
  },
];
