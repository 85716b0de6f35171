import { describe, expect, test } from 'vitest';
import { Allowance } from '../../harness/allowance.js';
import { BodyBuffer } from '../../harness/body-buffer.js';
import type { Exchange } from '../../harness/exchange.js';
import { Keeper } from '../../harness/kept.js';

const kibi = 1024;

describe('the room that long answers share', () => {
  test('is had back when nobody keeps them any more', async () => {
    const allowance = new Allowance(100 * kibi);
    let kept: Buffer[] = [];
    const answer = (length: number) => {
      if (!allowance.grow(0, length)) return false;
      const body = Buffer.alloc(length);
      allowance.hold(body);
      kept.push(body);
      return true;
    };
    expect([60, 60, 60].map((length) => answer(length * kibi))).toEqual([true, true, false]);
    expect(answer(16 * kibi), 'ordinary answers are not counted').toBe(true);
    kept = [];
    // A collector that has just been asked in vain is left alone for a while.
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(Array.from({ length: 70 }, () => answer(60 * kibi)).filter(Boolean)).not.toHaveLength(0);
  });

  test('is given back by answers that failed', () => {
    const allowance = new Allowance(100 * kibi);
    expect(allowance.grow(0, 110 * kibi)).toBe(true);
    expect(allowance.grow(0, 110 * kibi)).toBe(false);
    allowance.release(110 * kibi);
    expect(allowance.longest()).toBe(116 * kibi);
  });
});

test('a body in many chunks is one copy of its bytes', () => {
  const body = new BodyBuffer(1000);
  const chunk = Buffer.from('ab');
  for (let i = 0; i < 300; i++) body.add(chunk);
  chunk.fill('x');
  expect(body.length).toBe(600);
  expect(String(body.take())).toBe('ab'.repeat(300));
});

test('what is kept of judged answers is cut, and says how long it was', () => {
  const keeper = new Keeper();
  const exchange = (length: number): Exchange => ({
    request: { method: 'GET', path: '/', headers: [] },
    purpose: '',
    startedAt: 0,
    durationMs: 0,
    answer: { status: 200, reason: '', headers: [], body: Buffer.alloc(length, 'x') },
  });
  const short = exchange(1000);
  expect(keeper.keep(short)).toBe(short);
  const long = keeper.keep(exchange(1_000_000));
  expect(long.answer?.body).toHaveLength(20 * kibi);
  expect(long.answer?.body.buffer.byteLength).toBeLessThan(64 * kibi);
  expect(long.answer?.wholeLength).toBe(1_000_000);
  expect(keeper.keep(long).answer?.wholeLength).toBe(1_000_000);
  for (let i = 0; i < 2000; i++) keeper.keep(exchange(50_000));
  expect(keeper.keep(exchange(1_000_000)).answer?.body).toHaveLength(kibi);
  const headers = Array.from({ length: 1000 }, (_, i) => [`x-${i}`, 'v'.repeat(200)] as const);
  const { answer } = exchange(10);
  const kept = keeper.keep({ ...exchange(10), ...(answer && { answer: { ...answer, headers } }) });
  expect(kept.answer?.headers.length).toBeLessThan(25);
});
