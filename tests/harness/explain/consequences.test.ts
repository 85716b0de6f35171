/** Which failures go once another is mended, and which do not. */
import { describe, expect, test } from 'vitest';
import type { Cause } from '../../../harness/explain/cause.js';
import { follows, isEffect as isEffectOf, mayFollow } from '../../../harness/explain/consequences.js';
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
    [
      ['iou.get', 'answer-ids.node_id'],
      ['iou.get', 'answer.node_id'],
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

describe('a cause', () => {
  const wrong = (expected: string, ...circumstance: string[]): Cause => ({
    operations: ['iou.get'],
    aspect: 'code',
    expected,
    outcome: 'status 200',
    spared: 0,
    circumstance,
    sightings: [
      {
        operation: 'iou.get',
        aspect: 'code',
        expected,
        outcome: 'status 200',
        features: circumstance,
        succeeded: true,
      },
    ],
    failed: 1,
    otherwise: 1,
  });

  test.each([
    ['case:node_id: its id in braces', '404', 'case:node_id: a quote', true],
    ['case:project_id: its id in braces', '404', 'case:node_id: a quote', false],
    ['body:deep nesting', '400', 'input:what is to be refused', true],
    ['body:deep nesting', '400', 'body:NaN', false],
  ])('%s beside %s for %s: goes with it is %s', (effect, expected, cause, goes) => {
    expect(isEffectOf(wrong('valid', effect), wrong(expected, cause))).toBe(goes);
  });

  test('is no answer of another form because other requests crash', () => {
    const crash: Cause = { ...wrong('valid'), outcome: 'status 500' };
    const form: Cause = { ...wrong('answer'), aspect: 'answer', outcome: '/console must be integer' };
    expect(mayFollow(form, crash)).toBe(false);
    expect(mayFollow(wrong('400'), crash)).toBe(true);
  });
});
