/** Fields of several types that show null, or take it, are one mistake. */
import { expect, test } from 'vitest';
import type { Sighting } from '../../../../harness/explain/sighting.js';
import type { Json } from '../../../../harness/http/exchange.js';
import type { OperationId } from '../../../../schemas/index.js';
import { answered, failureOf } from '../../by-hand.js';
import { causes, code } from '../written.js';

const shown = (field: string, type: string, value: Json) => {
  const violations = [{ in: 'body' as const, pointer: `/${field}`, message: `must be ${type}` }];
  return {
    operation: 'vmware.update',
    aspect: 'answer',
    expected: 'answer',
    outcome: `/${field} must be ${type}`,
    failure: failureOf([answered(200, { [field]: value })], { violations }),
  } as const satisfies Partial<Sighting>;
};

test('where they are many', () => {
  const all = (value: Json) => [
    shown('headless', 'boolean', value),
    shown('name', 'string', value),
    shown('console', 'integer', value),
  ];
  expect(causes(...all(null))).toHaveLength(1);
  expect(causes(...all([]))).toHaveLength(3);
  expect(causes(...all(null).slice(1))).toHaveLength(2);
});

test('where several operations take it', () => {
  const taken = (operation: OperationId, field: string, value = 'null') =>
    code(operation, [`place:${field}=${value}`, `place:${field}`], 'status 200', { expected: '400' });
  const refused = (operation: OperationId, field: string) =>
    code(operation, [`place:${field}=a boolean`, `place:${field}`], undefined, { expected: '400' });
  const others = [
    refused('iou.update', 'console'),
    refused('iou.update', 'node_directory'),
    refused('vmware.update', 'adapters'),
    refused('cloud.update', 'ports_mapping'),
  ];
  const four = (value?: string) => [
    taken('iou.update', 'console', value),
    taken('iou.update', 'node_directory', value),
    taken('vmware.update', 'adapters', value),
    taken('cloud.update', 'ports_mapping', value),
  ];
  expect(causes(...four(), ...others)).toHaveLength(1);
  expect(causes(...four('a string'), ...others).length).toBeGreaterThan(1);
  expect(causes(...four().slice(1), ...others).length).toBeGreaterThan(1);
  // Also where an operation takes it for every field of a type.
  const ofType = ['name', 'path'].map((field) =>
    code('projects.update', ['type:string=null', `place:${field}=null`], 'status 200', { expected: '400' }),
  );
  expect(causes(...four(), ...ofType, refused('projects.update', 'name'), ...others)).toHaveLength(1);
});
