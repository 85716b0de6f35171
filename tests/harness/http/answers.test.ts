/** Answers: how long they may be, and what is none. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { jsonType, message, pour } from '../../hostile/behaviour.js';
import { get, ok, raw, targetOf } from '../../hostile/raw.js';

describe('size', () => {
  test('an endless body is cut off', async () => {
    const server = await raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      pour(socket, 'x'.repeat(10_000));
    });
    const { failure } = await targetOf(server, { maxAnswerBytes: 1_000_000 }).send(get);
    expect(failure).toEqual({ kind: 'too-large', message: 'the answer is longer than 1000000 bytes' });
  });

  test('a body in far too many pieces is cut off', async () => {
    const server = await raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      pour(socket, '1\r\nx\r\n'.repeat(10_000));
    });
    const { failure } = await targetOf(server, { timeoutMs: 5000 }).send(get);
    expect(failure).toEqual({ kind: 'too-large', message: 'the answer comes in more than 100000 pieces' });
  });

  test('what is counted is the body after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const server = await raw((socket) => socket.write(message(200, { 'content-encoding': 'gzip' }, bomb)));
    const { failure } = await targetOf(server, { timeoutMs: 5000 }).send(get);
    expect(failure?.message).toBe('the answer is longer than 8388608 bytes after decompression');
  });

  test.each([
    ['gzip', gzipSync('{"a":1}')],
    ['x-gzip', gzipSync('{"a":1}')],
    ['deflate', deflateSync('{"a":1}')],
    ['deflate', deflateRawSync('{"a":1}')],
    ['br', brotliCompressSync('{"a":1}')],
    ['gzip, br', brotliCompressSync(gzipSync('{"a":1}'))],
    ['identity, GZIP', gzipSync('{"a":1}')],
    ['utf-8', Buffer.from('{"a":1}')],
  ])('a body coded as %s is read', async (coding, bytes) => {
    const server = await raw((socket) => socket.write(message(200, { 'content-encoding': coding }, bytes)));
    const { answer } = await targetOf(server).send(get);
    expect(String(answer?.body)).toBe('{"a":1}');
  });

  test.each([
    ['gzip', 'the body is not valid gzip'],
    ['gzip, '.repeat(9), 'the body has 9 content codings on top of each other'],
  ])('a body that is falsely said to be %s is a protocol failure', async (coding, told) => {
    const server = await raw((socket) => socket.write(message(200, { 'content-encoding': coding }, '{}')));
    expect((await targetOf(server).send(get)).failure).toEqual({ kind: 'protocol', message: told });
  });

  test('a head without an end is cut off', async () => {
    const server = await raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      pour(socket, 'x-header: value\r\n'.repeat(100));
    });
    expect((await targetOf(server).send(get)).failure?.kind).toBe('too-large');
  });

  test('interim answers without an end are cut off, a few are read over', async () => {
    const early = message('103 Early Hints', {});
    const flood = await raw((socket) => pour(socket, Buffer.concat(Array(100).fill(early))));
    expect((await targetOf(flood).send(get)).failure?.message).toBe('more than 100 interim answers (1xx)');
    const few = await raw((socket) => socket.write(Buffer.concat([early, early, ok])));
    expect((await targetOf(few).send(get)).answer?.status).toBe(200);
  });
});

describe('what is no answer, and what is', () => {
  test.each(['000 Zero', '99 Short', '1000 Long', 'abc Letters', '-1 Minus'])('status %s', async (line) => {
    const server = await raw((socket) => socket.write(message(line, jsonType, '{}')));
    expect((await targetOf(server).send(get)).failure?.kind).toBe('protocol');
  });

  test.each([
    ['SSH-2.0-OpenSSH_9.6\r\n', 'not valid HTTP (Expected HTTP/, RTSP/ or ICE/)'],
    [
      Buffer.concat([message('100 Continue', {}), message('100 Continue', {})]),
      'an answer that was not asked for',
    ],
    [
      message('101 Switching Protocols', { upgrade: 'x', connection: 'upgrade' }),
      'the protocol was switched without being asked to',
    ],
  ])('%j', async (bytes, told) => {
    const server = await raw((socket) => socket.write(bytes));
    expect((await targetOf(server).send(get)).failure).toEqual({ kind: 'protocol', message: told });
  });

  test('a 100 Continue that nobody asked for is read over', async () => {
    const server = await raw((socket) => socket.write(Buffer.concat([message('100 Continue', {}), ok])));
    expect((await targetOf(server).send(get)).answer?.status).toBe(200);
  });

  test('a status beyond those that exist is an answer to judge', async () => {
    const server = await raw((socket) => socket.write(message('999 Beyond', jsonType, '{}')));
    expect((await targetOf(server).send(get)).answer?.status).toBe(999);
  });

  test('a 204 with a Content-Length or a body is an answer to judge', async () => {
    const bytes = 'HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\n{}';
    const server = await raw((socket) => socket.write(bytes));
    let came: Buffer = Buffer.alloc(0);
    const raws = (all: Buffer) => {
      came = all;
    };
    const { answer } = await targetOf(server).send(get, { raw: raws });
    expect(answer?.status).toBe(204);
    expect(String(came)).toBe(bytes);
  });

  test('odd header names are headers like any other', async () => {
    const odd = Object.fromEntries([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
    const server = await raw((socket) => socket.write(message(200, odd)));
    const { answer } = await targetOf(server).send(get);
    expect(answer?.headers).toEqual(
      expect.arrayContaining([
        ['__proto__', '1'],
        ['constructor', '2'],
      ]),
    );
  });
});
