import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Request } from '../../../harness/http/exchange.js';
import { drip, jsonType, message, pour } from '../../hostile/behaviour.js';
import { raw, targetOf } from '../../hostile/raw.js';

const get: Request = { method: 'GET', path: '/v2/x', headers: [] };
const ok = message(200, jsonType, '{}');

describe('a target that lets connections wait', () => {
  /** Serves so many connections; others wait until one of them ends. */
  function serving(most: number) {
    const served = new Set<object>();
    const waiting: (() => void)[] = [];
    return raw((socket) => {
      const serve = () => {
        served.add(socket);
        socket.once('close', () => {
          served.delete(socket);
          waiting.shift()?.();
        });
        socket.write(ok);
      };
      if (served.has(socket)) socket.write(ok);
      else if (served.size < most) serve();
      else waiting.push(() => socket.destroyed || serve());
    });
  }

  test('is asked over no more of them than it answers', async () => {
    const target = targetOf(await serving(2), { concurrency: 6 });
    const sent = Array.from({ length: 6 }, () => target.send(get));
    for (const { answer } of await Promise.all(sent)) expect(answer?.status).toBe(200);
    expect(target.requests).toBe(10);
    const more = Array.from({ length: 20 }, () => target.send(get));
    for (const { answer } of await Promise.all(more)) expect(answer?.status).toBe(200);
    expect(target.requests).toBe(30);
    expect(target.notices).toEqual([
      'The target served 2 connections at once and let others wait, so no more were used.',
    ]);
  });

  test('a request that is never answered is sent again twice in all', async () => {
    const server = await raw(
      (socket, _onConnection, inAll) => server.heads[inAll]?.includes('never') || socket.write(ok),
    );
    const target = targetOf(server, { concurrency: 4 });
    const never = (path: string) => target.send({ ...get, path: `/v2/never/${path}` });
    const lost = [never('a'), never('b')];
    await target.send(get);
    for (const { failure } of await Promise.all(lost)) expect(failure?.kind).toBe('timeout');
    expect(target.requests).toBe(5);
    const [{ failure }] = await Promise.all([never('c'), target.send(get)]);
    expect(failure?.kind).toBe('timeout');
    expect(target.requests).toBe(7);
    expect(target.notices).toEqual([]);
  });
});

describe('time', () => {
  test('an answer that drips in is not waited for longer than the time-out', async () => {
    const server = await raw((socket) => drip(socket, ok, 30));
    const { failure, durationMs } = await targetOf(server).send(get);
    expect(failure).toEqual({ kind: 'timeout', message: 'no whole answer within 400 ms' });
    expect(durationMs).toBeLessThan(800);
  });

  test('the time-out covers connecting', async () => {
    const server = await raw(() => {});
    const target = targetOf({ url: server.url.replace('http:', 'https:') });
    const { failure, durationMs } = await target.send(get);
    expect(failure?.kind).toBe('timeout');
    expect(durationMs).toBeLessThan(800);
  });

  test('is measured whatever the clock does', async () => {
    let day = 0;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => (day++ % 2) * 86_400_000);
    onTestFinished(() => clock.mockRestore());
    const server = await raw((socket, _onConnection, inAll) => inAll > 0 || socket.write(ok));
    const target = targetOf(server);
    for (const kind of [undefined, 'timeout']) {
      const { failure, durationMs } = await target.send(get);
      expect(failure?.kind).toBe(kind);
      expect(durationMs).toBeGreaterThanOrEqual(0);
      expect(durationMs).toBeLessThan(800);
    }
  });

  test('a stopped run ends what is under way, asks nothing more and is not the fault of the target', async () => {
    const server = await raw(() => {});
    const target = targetOf(server, { timeoutMs: 10_000, concurrency: 12 });
    const sent = Array.from({ length: 40 }, () => target.send(get));
    const settled = Promise.allSettled(sent);
    await expect.poll(() => server.heads.length).toBe(12);
    target.stop('stopped by hand');
    for (const each of await settled)
      expect(each).toMatchObject({ status: 'rejected', reason: { message: 'stopped by hand' } });
    expect(target.broken).toBeUndefined();
    expect(server.heads).toHaveLength(12);
  });

  test('clean-up goes on after the stop, at a low rate too', async () => {
    const server = await raw((socket) => socket.write(ok));
    const target = targetOf(server, { rate: 50 });
    target.stop('stopped');
    const { answer } = await target.send(get, { evenWhenStopped: true });
    expect(answer?.status).toBe(200);
  });
});

describe('size', () => {
  test('an endless body is cut off', async () => {
    const server = await raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      pour(socket, 'x'.repeat(10_000));
    });
    const { failure } = await targetOf(server, { maxAnswerBytes: 1_000_000 }).send(get);
    expect(failure).toEqual({ kind: 'too-large', message: 'the answer is longer than 1000000 bytes' });
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

describe('what a client may do on its own', () => {
  test('redirects are not followed', async () => {
    const server = await raw((socket) => socket.write(message(302, { location: '/elsewhere' })));
    expect((await targetOf(server).send(get)).answer?.status).toBe(302);
    expect(server.heads).toHaveLength(1);
  });

  test('cookies are not kept', async () => {
    const server = await raw((socket) => socket.write(message(200, { 'set-cookie': 'a=b; Path=/' })));
    const target = targetOf(server);
    await target.send(get);
    await target.send(get);
    expect(server.heads.join()).not.toMatch(/cookie/i);
  });

  test('clean-up waits longer for its turn than what is judged', async () => {
    const busy = message(429, { 'retry-after': '5' });
    const server = await raw((socket, _n, all) => socket.write(all === 0 ? busy : ok));
    const { answer } = await targetOf(server).send(get, { evenWhenStopped: true });
    expect(answer?.status).toBe(200);
  });

  test('what was refused while a target was started again is sent again', async () => {
    const server = createServer((_request, response) => response.end('{}'));
    const listen = (port: number) =>
      new Promise<number>((resolve) => {
        server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
      });
    const port = await listen(0);
    await new Promise((resolve) => server.close(resolve));
    onTestFinished(() => void server.close());
    const target = targetOf({ url: `http://127.0.0.1:${port}` });
    const sent = Promise.all([target.send(get), target.send(get), target.send(get)]);
    await target.send(get, { evenWhenStopped: true });
    await listen(port);
    for (const { answer } of await sent) expect(answer?.status).toBe(200);
  });

  test('an exchange with a connection of its own takes the place of an idle one', async () => {
    const server = await raw((socket) => socket.write(ok));
    const target = targetOf(server, { concurrency: 1 });
    await target.send(get);
    expect(server.sockets.size).toBe(1);
    await target.send(get, { raw: () => {} });
    await expect.poll(() => server.sockets.size).toBe(0);
  });

  test('connections are closed with the target', async () => {
    const server = await raw((socket) => socket.write(ok));
    const target = targetOf(server);
    await Promise.all([target.send(get), target.send(get), target.send(get)]);
    expect(server.sockets.size).toBeGreaterThan(0);
    await target.close();
    await expect.poll(() => server.sockets.size).toBe(0);
  });

  test('a request that cannot be sent is a defect of the suite, not of the target', async () => {
    const server = await raw((socket) => socket.write(ok));
    await expect(targetOf(server).send({ ...get, headers: [['a b', 'c']] })).rejects.toThrow('header');
  });
});

describe('who is to blame for a broken connection', () => {
  test('a kept connection that was closed under a request is not held against it', async () => {
    const server = await raw((socket, onConnection) =>
      onConnection === 0 ? socket.write(ok) : socket.destroy(),
    );
    const target = targetOf(server, { concurrency: 1 });
    await target.send(get);
    expect((await target.send({ ...get, method: 'POST' })).answer?.status).toBe(200);
    expect(server.heads).toHaveLength(3);
  });

  test('what is dropped again is told as dropped; it was sent twice at most', async () => {
    const server = await raw((socket, _n, all) => (all === 0 ? socket.write(ok) : socket.destroy()));
    const target = targetOf(server, { concurrency: 1 });
    await target.send(get);
    expect((await target.send({ ...get, method: 'POST' })).failure?.kind).toBe('dropped');
    expect(server.heads).toHaveLength(3);
    await target.send({ ...get, method: 'POST' });
    // The connection was a fresh one, so nothing was sent again.
    expect(server.heads).toHaveLength(4);
  });

  test('nothing is sent again after a part of an answer', async () => {
    const server = await raw((socket, onConnection) =>
      onConnection === 0 ? socket.write(ok) : socket.end('HTTP/1.1 200 OK\r\ncontent-'),
    );
    const target = targetOf(server, { concurrency: 1 });
    await target.send(get);
    expect((await target.send(get)).failure?.kind).toBe('dropped');
    expect(server.heads).toHaveLength(2);
  });

  test('junk behind an answer is not held against the next request', async () => {
    const server = await raw((socket) => {
      socket.write(ok);
      setTimeout(() => socket.destroyed || socket.write('junk'), 5);
    });
    const target = targetOf(server, { concurrency: 1 });
    for (let i = 0; i < 30; i++) expect((await target.send(get)).answer?.status).toBe(200);
  });

  test('a target that dies of a request that was sent again has dropped it', async () => {
    const server = await raw((socket, _n, all) => {
      if (all === 0) socket.write(ok);
      else server.close();
    });
    const target = targetOf(server, { concurrency: 1 });
    await target.send(get);
    const { failure } = await target.send({ ...get, method: 'PUT' });
    expect(failure?.kind).toBe('dropped');
    expect(target.broken ?? '').toBe('');
    await expect(target.send(get)).rejects.toThrow(
      'refuses connections; the last requests before: PUT /v2/x',
    );
  });
});

describe('a target that drops requests', () => {
  test.each([
    ['all but unknown projects', /GET \/v2\/projects\//],
    ['unknown projects too', /GET \/v2\/version/],
  ])('is there while it answers something: %s', async (_, answered) => {
    const server = await raw((socket, _onConnection, inAll) => {
      if (answered.test(server.heads[inAll] ?? '')) socket.write(message(404, jsonType, '{}'));
      else socket.destroy();
    });
    const target = targetOf(server);
    for (let i = 0; i < 12; i++) expect((await target.send(get)).failure?.kind).toBe('dropped');
    expect(target.broken).toBeUndefined();
  });

  test('is gone when it answers nothing', async () => {
    const target = targetOf(await raw((socket) => socket.destroy()));
    for (let i = 0; i < 6; i++) await target.send(get);
    await expect(target.send(get)).rejects.toThrow('the target stopped answering');
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
      message('100 Continue', {}),
      'an answer that was not asked for (100 Continue, or one more than requests)',
    ],
    [
      message('101 Switching Protocols', { upgrade: 'x', connection: 'upgrade' }),
      'the protocol was switched without being asked to',
    ],
  ])('%j', async (bytes, told) => {
    const server = await raw((socket) => socket.write(bytes));
    expect((await targetOf(server).send(get)).failure).toEqual({ kind: 'protocol', message: told });
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
