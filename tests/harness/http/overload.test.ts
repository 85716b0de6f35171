import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Overload } from '../../../harness/http/overload.js';
import { jsonType, message } from '../../hostile/behaviour.js';
import { get, ok, raw, targetOf } from '../../hostile/raw.js';
import { answerOf, exchangeOf } from '../by-hand.js';

const busy = message(503, jsonType, '{}');

test.each([
  ['as long after as Retry-After asks', message(429, { 'retry-after': '1' })],
  ['a little later where nothing is asked for', busy],
])('a request is sent again, %s', async (_, first) => {
  const server = await raw((socket, _n, all) => socket.write(all === 0 ? first : ok));
  const target = targetOf(server);
  expect(await target.send(get)).toMatchObject({ answer: { status: 200 } });
  expect(server.heads).toHaveLength(2);
  expect(target.notices.join()).toContain('429 or 503');
});

test('what a lone request meets too is how the target answers; the operation is not asked so often again', async () => {
  const server = await raw((socket) => socket.write(busy));
  const target = targetOf(server);
  const first = await target.send(get);
  expect(first.answer?.status).toBe(503);
  expect(first.overloaded).toBeUndefined();
  expect(server.heads).toHaveLength(5);
  expect((await target.send(get)).overloaded).toBeUndefined();
  expect(server.heads).toHaveLength(6);
});

test('a lone request that is turned away once is no habit of the target', async () => {
  let left = 4;
  const server = await raw((socket) => socket.write(left-- > 0 ? busy : ok));
  const exchange = await targetOf(server).send(get);
  expect(exchange.answer?.status).toBe(200);
  expect(exchange.overloaded).toBeUndefined();
});

test('a target that serves one request at a time answers them all', async () => {
  let underWay = 0;
  const server = await raw((socket) => {
    if (underWay > 0) return socket.write(busy);
    underWay++;
    setTimeout(() => {
      underWay--;
      socket.write(ok);
    }, 20);
  });
  const target = targetOf(server, { timeoutMs: 5000 });
  const all = await Promise.all(Array.from({ length: 12 }, () => target.send(get)));
  expect(all.map(({ answer }) => answer?.status)).toEqual(Array(12).fill(200));
  expect(target.notices.join()).toContain('--concurrency 1');
});

test('a target that takes so many requests in a time answers them all', async () => {
  let [tokens, filled] = [4, performance.now()];
  const server = await raw((socket) => {
    const now = performance.now();
    tokens = Math.min(4, tokens + (now - filled) / 40);
    filled = now;
    if (tokens < 1) return socket.write(message(429, { 'retry-after': '0' }));
    tokens--;
    socket.write(ok);
  });
  const target = targetOf(server, { timeoutMs: 5000 });
  const all = await Promise.all(Array.from({ length: 60 }, () => target.send(get)));
  expect(all.filter(({ answer }) => answer?.status !== 200)).toEqual([]);
  expect(target.notices.join()).toContain('429 or 503');
});

test('once a request was answered only when it was sent alone, requests go one by one, and then more slowly', async () => {
  const overload = new Overload();
  const rescue = () => overload.settle(exchange(503), 'x', async () => exchange(200));
  let [underWay, most] = [0, 0];
  const sent: number[] = [];
  const send = async () => {
    sent.push(performance.now());
    most = Math.max(most, ++underWay);
    await sleep(1);
    underWay--;
  };
  const sendThree = () => Promise.all([send, send, send].map((each) => overload.beside(each)));
  await sendThree();
  expect(most).toBe(3);
  await rescue();
  most = 0;
  await sendThree();
  expect(most).toBe(1);
  await rescue();
  await sendThree();
  // Timers may end a little early.
  expect((sent.at(-1) ?? 0) - (sent.at(-3) ?? 0)).toBeGreaterThan(40);
  expect(overload.notices.join()).toContain('the suite slowed down');
});

test('a target that asks to wait for an hour is not blamed, nor asked again', async () => {
  const server = await raw((socket) => socket.write(message(429, { 'retry-after': '3600' })));
  expect(await targetOf(server).send(get)).toMatchObject({ answer: { status: 429 }, overloaded: true });
  expect(server.heads).toHaveLength(1);
});

const exchange = (status: number) => exchangeOf(get, answerOf(status));

test('a lone request is sent while nothing else is under way, and nothing else meanwhile', async () => {
  const overload = new Overload();
  const order: string[] = [];
  const step = (name: string) => async () => {
    order.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    order.push(`${name} ends`);
    return exchange(200);
  };
  const before = overload.beside(step('one before'));
  const lone = overload.settle(exchange(503), 'x', step('the lone one'));
  const after = overload.beside(step('one after'));
  await Promise.all([before, lone, after]);
  expect(order).toEqual(
    ['one before', 'the lone one', 'one after'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
});

test('of a target that keeps being overloaded nothing is said in the end, whatever the operation', async () => {
  const overload = new Overload();
  const settle = (lone: number) => overload.settle(exchange(503), 'x', async () => exchange(lone));
  expect(await settle(503)).toEqual(exchange(503));
  expect(await overload.settle(exchange(503), 'y', async () => exchange(200))).toEqual(exchange(200));
  for (let i = 0; i < 19; i++) expect((await settle(200)).answer?.status).toBe(200);
  expect(await settle(200)).toEqual({ ...exchange(503), overloaded: true });
});

test('a lone request that gets no answer is no sign that fewer at a time help', async () => {
  const overload = new Overload();
  const lost = exchangeOf({}, undefined, { failure: { kind: 'dropped', message: 'closed' } });
  expect(await overload.settle(exchange(503), 'x', async () => lost)).toEqual(lost);
  expect(overload.notices.join()).not.toContain('--concurrency');
});
