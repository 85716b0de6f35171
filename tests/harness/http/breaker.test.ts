import { expect, test, vi } from 'vitest';
import { Breaker } from '../../../harness/http/breaker.js';
import { type FailureKind, failed } from '../../../harness/http/exchange.js';
import { answerOf, exchangeOf } from '../by-hand.js';

function exchange(path: string, kind?: FailureKind) {
  const request = { method: 'GET', path };
  return kind ? exchangeOf(request, undefined, failed(kind, kind)) : exchangeOf(request, answerOf(200));
}

const breakerOf = (ask: ConstructorParameters<typeof Breaker>[0]) => new Breaker(ask, [0, 1, 2]);
const alive = () => vi.fn(async () => exchange('/probe'));
const refusing = () => vi.fn(async () => exchange('/probe', 'refused'));

test('a server that drops one kind of request is not gone', async () => {
  const ask = alive();
  const breaker = breakerOf(ask);
  for (let i = 0; i < 18; i++) await breaker.saw(exchange('/a', 'dropped'));
  expect(breaker.open).toBeUndefined();
  expect(ask).toHaveBeenCalledTimes(3);
});

test('an answer between failures is as good as asking', async () => {
  const ask = alive();
  const breaker = breakerOf(ask);
  for (let i = 0; i < 40; i++) await breaker.saw(exchange('/a', i % 5 === 4 ? undefined : 'timeout'));
  expect(ask).not.toHaveBeenCalled();
});

test('a refused connection is looked into at once, and the requests whose connection broke before are named', async () => {
  const breaker = breakerOf(refusing());
  await breaker.saw(exchange('/fine'));
  const killer = exchange('/killer', 'dropped');
  await breaker.saw({ ...killer, request: { ...killer.request, method: 'PUT', body: '{"name": ' } });
  await breaker.saw(exchange('/innocent', 'refused'));
  // What was sent is what the server's author needs.
  expect(breaker.open).toBe('the target refuses connections; the last requests before: PUT /killer {"name":');
});

test('when no connection broke, the last request that was answered is named', async () => {
  const breaker = breakerOf(refusing());
  await breaker.saw(exchange('/last'));
  await breaker.saw(exchange('/next', 'refused'));
  expect(breaker.open).toContain('GET /last');
});

test('a server that is started again meanwhile is not gone', async () => {
  let left = 2;
  const ask = vi.fn(async () => exchange('/probe', left-- > 0 ? 'refused' : undefined));
  const breaker = breakerOf(ask);
  await breaker.saw(exchange('/a', 'refused'));
  expect(breaker.open).toBeUndefined();
  expect(ask).toHaveBeenCalledTimes(3);
});

test('many failures at once ask once, and all wait for the reply', async () => {
  const ask = refusing();
  const breaker = breakerOf(ask);
  const open: (string | undefined)[] = [];
  await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      await breaker.saw(exchange(`/${i}`, 'refused'));
      open.push(breaker.open);
    }),
  );
  expect(ask).toHaveBeenCalledTimes(3);
  expect(new Set(open).size).toBe(1);
  expect(open[0]).toBeDefined();
});

test('a run that was stopped while asking says nothing about the target', async () => {
  const breaker = breakerOf(async () => undefined);
  await breaker.saw(exchange('/a', 'refused'));
  expect(breaker.open).toBeUndefined();
});

test('a target that is silent to everything is told by what it did', async () => {
  const breaker = breakerOf(async () => exchange('/probe', 'timeout'));
  for (let i = 0; i < 6; i++) await breaker.saw(exchange(`/${i}`, 'timeout'));
  expect(breaker.open).toMatch(
    /^the target stopped answering \(timeout\); the last requests before: GET \/0/,
  );
});
