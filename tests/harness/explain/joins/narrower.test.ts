/** The same mistake of several operations, of which one says more of when. */
import { expect, test } from 'vitest';
import type { OperationId } from '../../../../schemas/index.js';
import { causes, code } from '../written.js';

const operationsOf = (...sightings: Parameters<typeof causes>) =>
  causes(...sightings)
    .map(([operations]) => operations)
    .sort();

test('a project that is found by an unknown id is not one that operations on its nodes do not look at', () => {
  const foreign = 'ids:a project_id that is not its own';
  const found = (operation: OperationId, features: string[], outcome?: string) =>
    code(operation, features, outcome, { expected: '404' });
  const deletions = (['iou.delete', 'cloud.delete'] as const).flatMap((id) => [
    found(id, [foreign], 'status 204'),
    found(id, ['ids:an unknown node id']),
  ]);
  const unknown = [foreign, 'ids:an unknown project id'];
  const right = [found('projects.get', [foreign]), found('drawings.list', [foreign])];
  expect(operationsOf(...deletions, found('projects.get', unknown, 'status 200'), ...right)).toEqual([
    'iou.delete cloud.delete',
    'projects.get',
  ]);
});

test('an operation that is right about unknown ids, and wrong about odd ones, has a mistake of its own', () => {
  const nobody = 'ids:a project_id that does not exist';
  const wrong = (operation: OperationId, ...more: string[]) =>
    code(operation, [nobody, ...more], 'status 400', { expected: '404' });
  const right = (operation: OperationId, ...features: string[]) =>
    code(operation, features, undefined, { expected: '404' });
  const odd = 'ids:ids that are no UUID';
  const reading = [wrong('compute.projects.get', 'ids:unknown ids'), wrong('compute.projects.get', odd)];
  const deletion = wrong('compute.projects.delete', odd);
  const gone = right('compute.projects.get', 'ids:what was deleted');
  const unknown = right('compute.projects.delete', nobody, 'ids:unknown ids');
  expect(operationsOf(...reading, deletion, gone, unknown)).toEqual([
    'compute.projects.delete',
    'compute.projects.get',
  ]);
  expect(operationsOf(...reading, deletion, gone)).toEqual(['compute.projects.get compute.projects.delete']);
});

test('an operation that was sent nothing else fails as others do with that sort of values', () => {
  const [folded, lower] = ['any:with capitals', 'any:in lower case'];
  const state = { aspect: 'state', expected: 'shown later' } as const;
  const lost = (operation: OperationId, ...features: string[]) => code(operation, features, 'ignored', state);
  const right = (operation: OperationId) => code(operation, [lower], undefined, state);
  const some = (['projects.update', 'iou.update', 'vmware.update'] as const).flatMap((id) => [
    lost(id, folded),
    right(id),
  ]);
  expect(operationsOf(...some, lost('cloud.update', folded))).toEqual([
    'projects.update iou.update vmware.update cloud.update',
  ]);
  expect(operationsOf(...some, lost('cloud.update', lower))).toHaveLength(2);
});
