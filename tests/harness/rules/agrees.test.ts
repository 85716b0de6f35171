/** What an update answers of the server's own fields is what the next reading shows. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../harness/http/exchange.js';
import type { Rule } from '../../../harness/rules/observation.js';
import { judgeReading } from '../../../harness/rules/reading.js';
import { writeOperations } from '../../../harness/values/write-operations.js';
import { answered, caseOf } from '../by-hand.js';

const written = writeOperations['iou.update'];
const before = { name: 'R1', path: 'old', console: 5000, status: 'stopped' };

/** What a rule says of fields that are answered in one way and read in another. */
function said(answer: JsonObject, reading: JsonObject, by: Rule = 'agrees') {
  const body = { path: 'new' };
  const sent = [{ case: caseOf('plain', body, 'answered'), exchange: answered(200, answer), body }];
  const now = { ...before, ...reading };
  return judgeReading(written, { sent, before }, now, answered(200, now))
    .filter(({ rule }) => rule === by)
    .map(({ field, result }) => [field, result]);
}

test('a field that was written is shown by both, or by neither', () => {
  expect(said({ path: 'new' }, { path: 'new' })).toEqual([['path', 'kept']]);
  expect(said({ path: 'old' }, { path: 'old' })).toEqual([['path', 'untelling']]);
});

test('one of them lags behind', () => {
  expect(said({ path: 'new' }, { path: 'old' })).toEqual([['path', 'broken']]);
  expect(said({ path: 'old' }, { path: 'new' })).toEqual([['path', 'broken']]);
});

test('what was not sent is shown as it is, where the answer shows it at all', () => {
  const rest = (answer: JsonObject) => said(answer, {}, 'rest');
  expect(rest({ name: 'R0' })).toEqual([['name', 'broken']]);
  expect(rest({ name: 'R1' })).toEqual([]);
  expect(rest({})).toEqual([]);
});

test('the status may change at any time, and what an answer leaves out is not compared', () => {
  expect(said({ status: 'started' }, {})).toEqual([]);
  expect(said({ console: 5001 }, { console: 5002 })).toEqual([['console', 'broken']]);
});
