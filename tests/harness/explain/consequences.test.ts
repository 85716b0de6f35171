/** Which failures go once another is mended, and which do not. */
import { describe, expect, test } from 'vitest';
import { follows } from '../../../harness/explain/consequences.js';
import type { OperationId } from '../../../schemas/index.js';

const failing = (operation: OperationId, name: string) => ({ operations: [operation], name });
const isEffect = (effect: readonly [OperationId, string], cause: readonly [OperationId, string]) =>
  follows(failing(...effect), failing(...cause));

describe('goes with it', () => {
  test.each([
    [
      ['iou.update', 'sequences'],
      ['iou.update', 'stores.ram'],
    ],
    [
      ['iou.delete', 'then-gone'],
      ['iou.get', 'succeeds'],
    ],
    [
      ['iou.delete', 'twice'],
      ['iou.delete', 'then-gone'],
    ],
    [
      ['drawings.create', 'parallel'],
      ['drawings.list', 'answer.body'],
    ],
  ] as const)('%j with %j', (effect, cause) => {
    expect(isEffect(effect, cause)).toBe(true);
  });
});

describe('is a mistake of its own', () => {
  test.each([
    // A deletion never depends on how odd input is refused.
    [
      ['iou.delete', 'other-project'],
      ['iou.update', 'answers-unknown-fields'],
    ],
    [
      ['iou.delete', 'deletes-nothing-elsewhere'],
      ['iou.update', 'accepts.ram'],
    ],
    [
      ['projects.delete', 'succeeds'],
      ['projects.update', 'accepts.name.null'],
    ],
    [
      ['iou.update', 'refuses.name'],
      ['iou.update', 'refuses.ram'],
    ],
    [
      ['iou.update', 'generated.plain'],
      ['iou.update', 'refuses.ram'],
    ],
    [
      ['vmware.update', 'stores.ram'],
      ['iou.update', 'succeeds'],
    ],
  ] as const)('%j beside %j', (effect, cause) => {
    expect(isEffect(effect, cause)).toBe(false);
  });
});
