/** What nothing checks is one mistake: taken in one place, it crashes in another. */
import { describe, expect, test } from 'vitest';
import { noObject } from '../../../../harness/explain/features/of-bodies.js';
import { idOfBody } from '../../../../harness/outcome.js';
import type { OperationId } from '../../../../schemas/index.js';
import { failureOf } from '../../by-hand.js';
import { causes, code, crash, title } from '../written.js';

describe('bodies that are no objects', () => {
  const body = (operation: OperationId, words: string, outcome?: string) =>
    code(operation, [noObject, `body:${words}`], outcome, { expected: '400' });

  test('are one cause where they are taken and crash', () => {
    const found = causes(body('iou.update', 'an array', 'status 200'), body('cloud.update', 'null', crash));
    expect(found).toEqual([['iou.update cloud.update', 'status 200', noObject]]);
    const sightings = ['status 200', crash].map((outcome) => ({
      ...({
        operation: 'iou.update',
        aspect: 'code',
        expected: '400',
        outcome,
        features: [noObject],
      } as const),
      ...{ succeeded: true, failure: failureOf([]) },
    }));
    expect(title({ expected: '400', outcome: 'status 200', circumstance: [noObject], sightings })).toBe(
      'iou.update does not refuse a body that is not a JSON object',
    );
  });

  test('are two where other codes refuse them', () => {
    const wrong = body('cloud.update', 'null', 'status 409');
    expect(causes(body('iou.update', 'an array', 'status 200'), wrong)).toHaveLength(2);
  });
});

test('"constructor" as an id is one cause, whether it is found or crashes', () => {
  const id = 'ids:"constructor" as an id';
  const asId = (operation: OperationId, outcome: string) =>
    code(operation, [id], outcome, { expected: '404' });
  expect(causes(asId('iou.get', 'status 200'), asId('cloud.get', crash))).toEqual([
    ['iou.get cloud.get', 'status 200', id],
  ]);
});

test('ids of a body that are shown in place of their own are one cause where the same operations show both', () => {
  const shown = (operation: OperationId, name: keyof typeof idOfBody) =>
    code(operation, [`case:another ${name}`], idOfBody[name], { aspect: 'answer', expected: 'answer' });
  const project = shown('iou.update', 'project_id');
  expect(causes(project, shown('iou.update', 'node_id'))).toHaveLength(1);
  expect(causes(project, shown('cloud.update', 'node_id'))).toHaveLength(2);
});
