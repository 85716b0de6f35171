import { describe, expect, test } from 'vitest';
import { curtailed, type Exchange, failed, json } from '../../../harness/http/exchange.js';
import { MemoryBudget, TrafficLimit } from '../../../harness/http/limits.js';
import { BodyBuffer, responseHeaders } from '../../../harness/http/response.js';
import { answerOf, exchangeOf } from '../by-hand.js';

const kibi = 1024;

describe('the room that long answers share', () => {
  test('is had back when nobody keeps them any more', async () => {
    const budget = new MemoryBudget(100 * kibi);
    let kept: Buffer[] = [];
    const answer = (length: number) => {
      if (!budget.grow(0, length)) return false;
      const body = Buffer.alloc(length);
      budget.hold(body);
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

  test('is given back at once by answers that nobody looks at any more', () => {
    const budget = new MemoryBudget(100 * kibi);
    const body = Buffer.alloc(110 * kibi);
    for (let i = 0; i < 3; i++) {
      expect(budget.grow(0, body.length)).toBe(true);
      budget.hold(body);
      budget.letGo(body);
      budget.letGo(body);
    }
    expect(budget.longest()).toBe(120 * kibi);
  });

  test('is given back by answers that failed', () => {
    const budget = new MemoryBudget(100 * kibi);
    expect(budget.grow(0, 110 * kibi)).toBe(true);
    expect(budget.grow(0, 110 * kibi)).toBe(false);
    budget.release(110 * kibi);
    expect(budget.longest()).toBe(120 * kibi);
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

test('fields that are equal in several answers are kept once, whatever their number', () => {
  const read = (...flat: string[]) => responseHeaders(flat.map((each) => Buffer.from(each)));
  const [[first], [second]] = [read('server', 'a'), read('server', 'a')];
  expect(second).toBe(first);
  for (let i = 0; i < 1000; i++) expect(read(`x-${i}`, `${i}`)).toEqual([[`x-${i}`, `${i}`]]);
});

test('of a long head the beginning is kept, and what something is decided by', () => {
  const many = Array.from({ length: 1000 }, (_, i) => [`X-${i}`, 'v'.repeat(200)]).flat();
  const kept = responseHeaders(
    [...many, 'Content-Type', 'application/json'].map((text) => Buffer.from(text)),
  );
  expect(kept.length).toBeLessThan(25);
  expect(kept[0]).toEqual(['X-0', 'v'.repeat(200)]);
  expect(kept.at(-1)).toEqual(['Content-Type', 'application/json']);
});

test('of a body that is too much to parse the beginning is kept; it is judged as the whole would be', () => {
  const deep = answerOf(200, '['.repeat(200_000));
  const beginning = curtailed(deep, 1000);
  expect(beginning).toMatchObject({ wholeLength: 200_000, body: Buffer.from('['.repeat(1000)) });
  expect(json(beginning)).toEqual(json(deep));
  const wide = answerOf(200, `[${'1,'.repeat(10_000)}1]`);
  expect(curtailed(wide, 1000)).toBe(wide);
  expect(json(wide)).toMatchObject({ ok: true });
});

const mebi = 1024 * 1024;
const answering = (length: number) => exchangeOf({}, { ...answerOf(200), wholeLength: length });
const tooLong = exchangeOf({}, undefined, failed('too-large', 'too long'));

/** Exchanges until the run is ended, or none when it is not within 100,000. */
function untilEnd(next: (index: number) => Exchange): number | undefined {
  const limit = new TrafficLimit();
  for (let count = 1; count <= 100_000; count++)
    if (limit.saw(next(count), 8 * mebi) !== undefined) return count;
  return undefined;
}

describe('what a target may send in all', () => {
  test('a target that answers everything with megabytes ends the run', () => {
    expect(untilEnd(() => answering(mebi))).toBe(513);
    expect(new TrafficLimit().saw(answering(600 * mebi), 8 * mebi)).toBe(
      'the target sends too much to be judged: 600 MiB in 1 answers',
    );
  });

  test('answers that were cut off count as far as they were read', () => {
    expect(untilEnd(() => tooLong)).toBe(65);
  });

  test('a long run is no flood, nor are long answers now and then', () => {
    expect(untilEnd(() => answering(100 * 1024))).toBeUndefined();
    expect(untilEnd((index) => answering(index % 20 === 0 ? mebi : 500))).toBeUndefined();
  });
});
