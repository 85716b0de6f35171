/** A resource that nobody has written to. */
import { describe, expect, test } from 'vitest';
import { isTelling, unexpectedChange } from '../../../harness/rules/fields.js';
import { writeOperations } from '../../../harness/values/write-operations.js';
import { answered } from '../by-hand.js';

const iou = writeOperations['iou.update'];
const drawings = writeOperations['drawings.create'];
const before = answered(200, { name: 'R1', ram: 16, status: 'stopped' });

test.each([
  ['itself', { name: 'R1', ram: 16, status: 'stopped' }],
  ['another status, which is the server’s', { name: 'R1', ram: 16, status: 'started' }],
])('may show %s', (_words, shown) =>
  expect(unexpectedChange(iou, before, answered(200, shown))).toBeUndefined());

describe('is not to show', () => {
  test('another value', () => {
    expect(unexpectedChange(iou, before, answered(200, { name: 'R2', ram: 16 }))).toMatchObject({
      expected: 'name to be "R1" afterwards',
      seen: '"R2"',
    });
  });

  test('a field less', () => {
    expect(unexpectedChange(iou, before, answered(200, { name: 'R1' }))?.violations).toHaveLength(1);
  });

  test('a drawing more', () => {
    const after = answered(200, [{ drawing_id: 'a' }]);
    expect(unexpectedChange(drawings, answered(200, []), after)).toMatchObject({
      expected: 'a to be nothing afterwards',
    });
  });

  test('another value in a drawing, whose field is named', () => {
    const id = '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
    const shown = (x: number) => answered(200, [{ drawing_id: id, x, y: 2 }]);
    expect(unexpectedChange(drawings, shown(1), shown(7))).toMatchObject({
      expected: `x of drawing ${id} to be 1 afterwards`,
      seen: '7',
      violations: [{ pointer: `/${id}/x` }],
    });
  });

  test('nothing at all', () => {
    expect(unexpectedChange(iou, before, answered(404))?.seen).toBe('404 Not Found when it is read');
  });
});

test('tells something when it shows what a write elsewhere could change', () => {
  expect(isTelling(iou, before)).toBe(true);
  expect(isTelling(iou, answered(200, { status: 'stopped' }))).toBe(false);
  expect(isTelling(iou, answered(404))).toBe(false);
});
