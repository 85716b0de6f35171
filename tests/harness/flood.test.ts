import { expect, test } from 'vitest';
import type { Exchange } from '../../harness/exchange.js';
import { Flood } from '../../harness/flood.js';

const mebi = 1024 * 1024;
const request = { method: 'GET', path: '/a', headers: [] };
const base = { request, purpose: '', startedAt: 0, durationMs: 1 };

const answering = (length: number): Exchange => ({
  ...base,
  answer: { status: 200, reason: 'OK', headers: [], body: Buffer.alloc(0), wholeLength: length },
});

const tooLong: Exchange = { ...base, failure: { kind: 'too-large', message: 'too long' } };

/** Exchanges until the run is ended, or none when it is not within 100,000. */
function untilEnd(next: (index: number) => Exchange): number | undefined {
  const flood = new Flood();
  for (let count = 1; count <= 100_000; count++)
    if (flood.saw(next(count), 8 * mebi) !== undefined) return count;
  return undefined;
}

test('a target that answers everything with megabytes ends the run', () => {
  expect(untilEnd(() => answering(mebi))).toBe(513);
  expect(new Flood().saw(answering(600 * mebi), 8 * mebi)).toBe(
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
