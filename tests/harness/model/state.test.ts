import { describe, expect, test } from 'vitest';
import { afterPlainWrite, createdId, documented, shownBy, stateOf } from '../../../harness/model/state.js';
import { writeOperations } from '../../../harness/values/write-operations.js';
import { answered, answeredAsText, dropped } from '../by-hand.js';

const iou = writeOperations['iou.update'];
const drawings = writeOperations['drawings.create'];
const upper = '0CF2B0F1-3D2F-4A3C-9F52-6A1B8D7C1E20';
const lower = upper.toLowerCase();

describe('the state that a reading shows', () => {
  test('has documented fields only', () => {
    expect(stateOf(iou, answered(200, { name: 'R1', unknown: 1 }))).toEqual({ name: 'R1' });
  });

  test('has ids in lower case: UUIDs differ by more than that', () => {
    expect(documented(iou, { node_id: upper, name: 'R1' })).toEqual({ node_id: lower, name: 'R1' });
  });

  test('of a list is each drawing by its id', () => {
    expect(stateOf(drawings, answered(200, [{ drawing_id: upper, x: 1 }]))).toEqual({
      [lower]: { drawing_id: lower, x: 1 },
    });
  });

  test.each([
    ['no answer', dropped],
    ['another code', answered(404, { name: 'R1' })],
    ['no JSON', answeredAsText(200, 'R1')],
    ['an array', answered(200, [])],
  ])('there is none for %s', (_words, exchange) => expect(stateOf(iou, exchange)).toBeUndefined());

  test('there is none for a list that is no array', () =>
    expect(stateOf(drawings, answered(200, {}))).toBeUndefined());
});

describe('the state after a plain write, of which only the answer is known', () => {
  const before = { name: 'R1', ram: 16, status: 'stopped' };

  test('is what the answer shows of the fields written, and of those of the server', () => {
    const answer = answered(200, { name: 'R2', ram: 99, status: 'started' });
    expect(afterPlainWrite(iou, before, { name: 'R2' }, answer)).toEqual({
      name: 'R2',
      ram: 16,
      status: 'started',
    });
  });

  test('is not known of fields written that the answer does not show', () => {
    expect(afterPlainWrite(iou, before, { name: 'R2' }, answered(200, {}))).toEqual({ ram: 16 });
  });

  test('of a list has what was created in addition', () => {
    const state = afterPlainWrite(drawings, { a: {} }, { x: 1 }, answered(201, { drawing_id: 'b', x: 1 }));
    expect(state).toEqual({ a: {}, b: { drawing_id: 'b', x: 1 } });
  });

  test('of a list is not known when the answer shows nothing', () => {
    expect(afterPlainWrite(drawings, { a: {} }, { x: 1 }, answered(201))).toBeUndefined();
  });
});

test('a created drawing is known by the id of the answer', () => {
  expect(createdId(answered(201, { drawing_id: upper }))).toBe(lower);
  expect(createdId(answered(201, { drawing_id: 7 }))).toBeUndefined();
  expect(createdId(answered(201, []))).toBeUndefined();
});

test('each reading shows the effects of one write operation', () => {
  expect(shownBy('iou.get')).toBe(iou);
  expect(shownBy('drawings.list')).toBe(drawings);
  expect(shownBy('iou.delete')).toBeUndefined();
});
