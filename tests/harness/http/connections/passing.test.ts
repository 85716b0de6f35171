import { expect, test } from 'vitest';
import { PassingCrashes } from '../../../../harness/http/connections/passing.js';
import type { Exchange } from '../../../../harness/http/exchange.js';
import { answerOf, exchangeOf } from '../../by-hand.js';

const path = '/v2/compute/projects/3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';

const exchange = (status: number, method = 'GET') => exchangeOf({ method, path }, answerOf(status));

/** What becomes of exchanges one after another, and how often something was asked for alone. */
async function settled(all: readonly Exchange[], alone: number) {
  const passing = new PassingCrashes();
  const marks: (true | undefined)[] = [];
  let asked = 0;
  const ask = async () => {
    asked++;
    return exchange(alone);
  };
  for (const each of all) marks.push((await passing.settle(each, ask)).passing);
  return { marks, asked };
}

test('a reading that crashes only in company is marked', async () => {
  expect(await settled([exchange(500), exchange(500)], 200)).toEqual({ marks: [true, true], asked: 2 });
});

test('one that crashes alone, too, is not, and is not asked for again and again', async () => {
  const crashes = Array.from({ length: 6 }, () => exchange(500));
  expect(await settled(crashes, 500)).toEqual({ marks: crashes.map(() => undefined), asked: 3 });
});

test('nothing is asked for again that might change something, or that did not crash', async () => {
  const all = [exchange(500, 'DELETE'), exchange(404), exchange(200)];
  expect(await settled(all, 200)).toEqual({ marks: [undefined, undefined, undefined], asked: 0 });
});
