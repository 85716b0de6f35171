/** Connections: how many a target serves, and who is to blame where one breaks. */
import { describe, expect, test } from 'vitest';
import { jsonType, message } from '../../hostile/behaviour.js';
import { get, ok, raw, targetOf } from '../../hostile/raw.js';

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
    const sent = Array.from({ length: 6 }, () => target.send({ ...get, method: 'PUT' }));
    const exchanges = await Promise.all(sent);
    for (const { answer } of exchanges) expect(answer?.status).toBe(200);
    expect(exchanges.filter(({ sentTwice }) => sentTwice)).toHaveLength(4);
    // Each looked whether one more connection is served, before it was sent again.
    expect(target.requests).toBe(14);
    const more = Array.from({ length: 20 }, () => target.send(get));
    for (const { answer } of await Promise.all(more)) expect(answer?.status).toBe(200);
    expect(target.requests).toBe(34);
    expect(target.notices).toEqual(['The target served 2 connections at once, so no more were used.']);
  });

  test('a write that is never answered is not sent again where one more connection is served', async () => {
    const server = await raw(
      (socket, _onConnection, inAll) => server.heads[inAll]?.includes('never') || socket.write(ok),
    );
    const target = targetOf(server, { concurrency: 4 });
    const lost = target.send({ ...get, method: 'PUT', path: '/v2/never' });
    await target.send(get);
    expect((await lost).failure?.kind).toBe('timeout');
    expect(server.heads.map((head) => head.split(' HTTP')[0])).toEqual([
      'PUT /v2/never',
      'GET /v2/x',
      'GET /v2/version',
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

test('a target that closes more than two connections at once is asked over fewer', async () => {
  const served = new Set<object>();
  const server = await raw((socket) => {
    const isNew = !served.has(socket);
    if (isNew && served.size >= 2) return socket.destroy();
    if (isNew) socket.once('close', () => served.delete(socket));
    served.add(socket);
    return setTimeout(() => socket.write(ok), 5);
  });
  const target = targetOf(server, { concurrency: 6 });
  const exchanges = await Promise.all(Array.from({ length: 40 }, () => target.send(get)));
  for (const { answer } of exchanges) expect(answer?.status).toBe(200);
  const [notice, ...others] = target.notices.filter((each) => each.includes('at once'));
  expect(notice).toMatch(/^The target served [1-5] connections? at once, so no more were used\.$/);
  expect(others).toEqual([]);
});

describe('a target that ends, and is started again without what it had', () => {
  /** Ends all connections over a request to `/v2/deadly`, with those to other paths, which are not answered before. */
  const mortal = () => {
    let hasEnded = false;
    return raw((socket, _n, inAll) => {
      const head = server.heads[inAll] ?? '';
      hasEnded ||= head.includes('deadly');
      if (head.includes('deadly')) for (const each of server.sockets) each.destroy();
      else if (hasEnded || head.includes(get.path)) setTimeout(() => socket.write(ok), 10);
    });
  };
  let server: Awaited<ReturnType<typeof mortal>>;

  test('is asked again for all that was under way, one by one: who ends it shows', async () => {
    server = await mortal();
    const target = targetOf(server, { concurrency: 6 });
    // All connections are used once, so that all of them end.
    await Promise.all(Array.from({ length: 6 }, () => target.send(get)));
    const [deadly, ...others] = await Promise.all(
      ['deadly', 'a', 'b', 'c'].map((name) => target.send({ ...get, path: `/v2/${name}` })),
    );
    expect(deadly?.failure?.kind).toBe('dropped');
    for (const { answer } of others) expect(answer?.status).toBe(200);
    expect(target.falls.length).toBeGreaterThan(0);
  });
});

test('a connection is kept when another one was closed by its answer', async () => {
  let opened = 0;
  const server = await raw((socket, onConnection, inAll) => {
    if (onConnection === 0) opened++;
    if (inAll === 1) socket.end(message(200, { ...jsonType, connection: 'close' }, '{}'));
    else socket.write(ok);
  });
  const target = targetOf(server, { concurrency: 1 });
  for (let i = 0; i < 8; i++) expect((await target.send(get)).answer?.status).toBe(200);
  expect(opened).toBe(2);
});

describe('who is to blame for a broken connection', () => {
  test('a kept connection that was closed under a request is not held against it', async () => {
    const server = await raw((socket, onConnection) =>
      onConnection === 0 ? socket.write(ok) : socket.destroy(),
    );
    const target = targetOf(server, { concurrency: 1 });
    await target.send(get);
    const { answer, lostBefore } = await target.send({ ...get, method: 'POST' });
    // It may have been carried out twice.
    expect([answer?.status, lostBefore?.failure?.kind]).toEqual([200, 'dropped']);
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

  test.each([
    [404, 'dropped'],
    [204, undefined],
  ])('a deletion that is sent again and gets %i was %s before', async (code, lost) => {
    const again = message(code, jsonType, code === 204 ? '' : '{}');
    const server = await raw((socket, onConnection, all) => {
      if (all === 0) socket.write(ok);
      else if (onConnection === 0) socket.write(again);
      else socket.destroy();
    });
    const target = targetOf(server, { concurrency: 1 });
    await target.send(get);
    const exchange = await target.send({ ...get, method: 'DELETE' });
    expect(exchange.answer?.status).toBe(code);
    expect(exchange.lostBefore?.failure?.kind).toBe(lost);
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

  test('an answer with a malformed head is held against its own request, which is not sent again', async () => {
    const server = await raw((socket, onConnection) =>
      socket.write(onConnection === 0 ? ok : 'HTTP/1.1 204 No Content\r\ncontent-length: 0x\r\n\r\n'),
    );
    const target = targetOf(server, { concurrency: 1 });
    await target.send(get);
    expect((await target.send({ ...get, method: 'DELETE' })).failure?.kind).toBe('protocol');
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
