/** What is found after a deletion is a mistake of the deletion, or of the reading. */
import { describe, expect, test } from 'vitest';
import type { OperationId } from '../../../schemas/index.js';
import { causes, code } from './written.js';

describe('what a deletion leaves', () => {
  const gone = (operation: OperationId, outcome?: string) =>
    code(operation, ['ids:what was deleted'], outcome, { expected: '404' });
  const unknown = (operation: OperationId) =>
    code(operation, ['ids:unknown ids'], undefined, { expected: '404' });
  const three = ['iou.get', 'iou.update', 'iou.delete'] as const;

  test('is told of the deletion where it is read, updated and deleted again', () => {
    const found = causes(
      ...three.map((id) => gone(id, id === 'iou.delete' ? 'status 204' : 'status 200')),
      ...three.map(unknown),
    );
    expect(found).toEqual([['iou.delete', 'is not removed', '']]);
  });

  test('is a finding about the deletion where only projects with drawings are read and deleted again', () => {
    const features = ['ids:what was deleted', 'case:a deleted project with drawings'];
    const filled = (operation: OperationId, outcome: string) =>
      code(operation, features, outcome, { expected: '404' });
    const found = causes(
      filled('projects.get', 'status 200'),
      filled('projects.delete', 'status 204'),
      ...(['projects.get', 'projects.update', 'projects.delete'] as const).map((id) => gone(id)),
    );
    expect(found).toEqual([['projects.delete', 'is not removed', 'case:a deleted project with drawings']]);
  });

  test('is told of the reading where nothing else finds it', () => {
    const found = causes(
      gone('iou.get', 'status 200'),
      gone('iou.update'),
      gone('iou.delete'),
      unknown('iou.get'),
    );
    expect(found.map(([operations]) => operations)).toEqual(['iou.get']);
  });
});
