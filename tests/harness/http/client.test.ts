/** How long a client waits, and what it may do on its own. */
import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { drip, message } from '../../hostile/behaviour.js';
import { get, ok, raw, targetOf } from '../../hostile/raw.js';

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

test('a connection keeps nothing of the check that opens it, which it outlives', async () => {
  const checks = new AsyncLocalStorage<string>();
  const opened: unknown[] = [];
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'TCPWRAP') opened.push(checks.getStore());
    },
  }).enable();
  const target = targetOf(await raw((socket) => socket.write(ok)));
  const exchange = await checks.run('one', () => target.send(get));
  hook.disable();
  expect(exchange.answer?.status).toBe(200);
  expect(opened.length).toBeGreaterThan(0);
  expect(opened.filter((each) => each !== undefined)).toEqual([]);
});
