/** What a check may say of the target by what it was shown. */
import { expect, test } from 'vitest';
import { Sightings } from '../../harness/explain/sighting.js';
import { Histories } from '../../harness/history.js';
import type { Exchange } from '../../harness/http/exchange.js';
import { Judge } from '../../harness/judge.js';
import { mismatch, overloaded, sentTwice } from '../../harness/outcome.js';
import { answered } from './by-hand.js';

const missing = mismatch('200 OK', '404 Not Found', { in: 'status', message: 'status 404' }, [200]);

function outcomeOf(...exchanges: readonly Exchange[]) {
  const run = { sightings: new Sightings(), target: { histories: new Histories() } };
  const judge = new Judge('iou.get', run);
  judge.miss(missing, 'a plain request', exchanges);
  return { outcome: judge.outcome(), broken: run.sightings.broken };
}

const write = answered(201, {});
const reading = answered(404);

test('what goes wrong fails the check', () => {
  const { outcome, broken } = outcomeOf(write, reading);
  expect([outcome.verdict, broken.length]).toEqual(['failed', 1]);
});

test('what a target with too much to do answers is not held against it', () => {
  const { outcome, broken } = outcomeOf(write, { ...reading, overloaded: true });
  expect([outcome, broken]).toEqual([overloaded, []]);
});

test('what shows behind a write that may have been carried out twice is not held against it', () => {
  const { outcome, broken } = outcomeOf({ ...write, sentTwice: true }, reading);
  expect([outcome, broken]).toEqual([sentTwice, []]);
});
