/** Operations that are not there are one cause for each code. */
import { expect, test } from 'vitest';
import type { Sighting } from '../../../../harness/explain/sighting.js';
import { served, unservedIn } from '../../../../harness/explain/special/unserved.js';
import type { OperationId } from '../../../../schemas/index.js';
import { title } from '../written.js';

const seen = (operation: OperationId, expected: string, code?: number): Sighting => ({
  ...{ operation, aspect: 'code', expected, features: [], succeeded: false },
  ...(code && { outcome: `status ${code}` }),
});
const keeping = (...all: Sighting[]) => all.map((sighting) => ({ sighting, times: 1 }));
const never = () => 0;

test('operations that get one code for everything are one cause, in the order of the document', () => {
  const broken = [
    seen('iou.get', '404', 501),
    seen('drawings.list', 'valid', 501),
    seen('drawings.list', '400', 501),
    seen('nodes.start', 'valid', 404),
  ];
  const causes = unservedIn({ broken, kept: keeping(seen('nodes.start', '404')) }, never);
  expect(causes.map(({ operations, outcome, failed }) => [operations, outcome, failed])).toEqual([
    [['drawings.list', 'iou.get'], 'status 501', 3],
    [['nodes.start'], 'status 404', 1],
  ]);
});

test('what succeeded once, got two codes or had its input looked at is there', () => {
  const refused = seen('drawings.create', 'valid', 404);
  const causes = (
    broken: Sighting[],
    kept: Sighting[] = [],
    succeeded: (id: OperationId) => number = never,
  ) => unservedIn({ broken, kept: keeping(...kept) }, succeeded);
  expect(causes([refused])).toHaveLength(1);
  expect(causes([refused], [], () => 1)).toEqual([]);
  expect(causes([refused, seen('drawings.create', '400', 500)])).toEqual([]);
  expect(causes([refused], [seen('drawings.create', '400')])).toEqual([]);
  expect(causes([seen('drawings.create', 'valid', 500)])).toEqual([]);
});

test('what crashes on valid requests and others alike crashes on everything', () => {
  const crashing = ['valid', '404'].map((expected) => seen('iou.delete', expected, 500));
  const told = (broken: Sighting[], kept: Sighting[] = []) =>
    unservedIn({ broken, kept: keeping(...kept) }, never).map(({ operations }) => operations);
  expect(told(crashing)).toEqual([['iou.delete']]);
  expect(told(crashing, [seen('iou.delete', '400')])).toEqual([]);
  expect(title({ operations: ['iou.delete'], expected: served, outcome: 'status 500' })).toBe(
    'iou.delete crashes on everything (500 Internal Server Error)',
  );
});
