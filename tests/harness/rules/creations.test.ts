/** What the list behind creations shows of them. */
import { describe, expect, test } from 'vitest';
import type { Exchange, JsonObject } from '../../../harness/http/exchange.js';
import type { Sent } from '../../../harness/rules/observation.js';
import { answered, dropped } from '../by-hand.js';
import { judged, of, result, sent } from './units.js';

describe('creations', () => {
  const id = (digit: number) => `0cf2b0f1-3d2f-4a3c-9f52-6a1b8d7c1e2${digit}`;
  const drawing = (digit: number, x: number) => ({ drawing_id: id(digit), x });
  const list = (...drawings: JsonObject[]) => answered(200, drawings);
  const there = { [id(0)]: drawing(0, 1) };
  const create = (digit: number, x: number) => sent({ x }, answered(201, drawing(digit, x)));
  const found = (cases: readonly Sent[], read: Exchange) =>
    judged(cases, read, { before: there }, 'drawings.create');

  test('are listed with the values that were sent', () => {
    const shown = list(drawing(0, 1), drawing(1, 10), drawing(2, 20));
    expect(result(found([create(1, 10), create(2, 20)], shown), 'stored')).toEqual(['kept', 'kept']);
  });

  test.each([
    ['missing', list(drawing(0, 1))],
    ['twice', list(drawing(0, 1), drawing(1, 10), drawing(1, 10))],
    ['a second time with another id', list(drawing(0, 1), drawing(1, 10), drawing(2, 10))],
    ['otherwise than sent', list(drawing(0, 1), drawing(1, 11))],
  ])('are not to stand there %s', (_words, read) =>
    expect(result(found([create(1, 10)], read), 'stored', 'x')).toContain('broken'));

  test('are found whatever the case of their ids', () => {
    const upper = { ...drawing(1, 10), drawing_id: id(1).toUpperCase() };
    expect(result(found([create(1, 10)], list(drawing(0, 1), upper)), 'stored')).toEqual(['kept']);
  });

  test.each([
    ['nothing', list(drawing(0, 1)), 'kept'],
    ['a drawing all the same', list(drawing(0, 1), drawing(3, 7)), 'broken'],
    ['one drawing less', list(), 'broken'],
    ['another value elsewhere', list(drawing(0, 2)), 'broken'],
  ])('that are refused leave %s: %3$s', (_words, read, expected) => {
    expect(result(found([sent({ x: '7' }, answered(400), 'refused')], read), 'unchanged')).toEqual([
      expected,
    ]);
  });

  test('beside a refusal, what was created is no change', () => {
    const all = found([sent({ x: '7' }, answered(400)), create(1, 10)], list(drawing(0, 1), drawing(1, 10)));
    expect(result(all, 'unchanged')).toEqual(['kept']);
  });

  test('without an id in the answer cannot be told from what a refusal has created', () => {
    const nameless = sent({ x: 10 }, answered(201, {}));
    const all = found([sent({ x: '7' }, answered(400)), nameless], list(drawing(0, 1), drawing(1, 10)));
    expect([...of(all, 'unchanged'), ...of(all, 'stored')]).toEqual([]);
  });

  test('carried out twice fail by the first answer, which never came', () => {
    const { exchange, ...one } = create(1, 10);
    const again = { ...one, exchange: { ...exchange, lostBefore: dropped } };
    const all = found([again], list(drawing(0, 1), drawing(1, 10), drawing(2, 10)));
    const code = of(all, 'code').find(({ result }) => result === 'broken');
    expect([code?.outcome, code?.exchanges]).toEqual(['transport dropped', [dropped]]);
    expect(result(all, 'stored', 'x')).not.toContain('broken');
  });
});
