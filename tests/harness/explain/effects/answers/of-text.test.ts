/** What is one mistake with text that is not ASCII, and what is another. */
import { expect, test } from 'vitest';
import type { Cause } from '../../../../../harness/explain/cause.js';
import { isEffect } from '../../../../../harness/explain/effects/index.js';
import type { OperationId } from '../../../../../schemas/index.js';
import { causeOf } from '../../../by-hand.js';

const garbled = (
  operations: readonly [OperationId, ...OperationId[]],
  feature = 'is:name=not ASCII',
): Cause => ({
  ...causeOf(
    operations[0],
    { aspect: 'state', expected: 'shown later', outcome: 'ignored', circumstance: [feature] },
    { features: [feature, 'is:name=not ASCII'] },
  ),
  operations,
});
const lenient = (...operations: readonly OperationId[]): Cause => ({
  ...causeOf('iou.update', {
    ...{ expected: '400', outcome: 'status 200', circumstance: ['body:bytes that are not UTF-8'] },
  }),
  operations,
});

test('bytes that are not UTF-8 are taken where text is decoded as something else, and by what stores none', () => {
  const two = garbled(['iou.update', 'cloud.update']);
  expect(isEffect(lenient('iou.update'), two)).toBe(true);
  expect(isEffect(lenient('nodes.start'), two)).toBe(true);
  expect(isEffect(lenient('nodes.start'), garbled(['iou.update']))).toBe(false);
  expect(isEffect(lenient('vmware.update'), two)).toBe(false);
});

test('text that is garbled is no consequence of a decoder that takes any bytes', () => {
  const all = lenient('iou.update', 'vmware.update', 'cloud.update');
  expect(isEffect(garbled(['iou.update']), all)).toBe(false);
});

test('a letter that is cut is garbled as any other', () => {
  const cut = garbled(['iou.update'], 'body:text with an accent that a chunk cuts');
  expect(isEffect(cut, garbled(['iou.update']))).toBe(true);
  expect(isEffect(garbled(['iou.update']), cut)).toBe(false);
});
