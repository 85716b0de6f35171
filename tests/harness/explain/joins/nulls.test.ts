/** Answers that show null for fields of several types are one mistake. */
import { expect, test } from 'vitest';
import type { Sighting } from '../../../../harness/explain/sighting.js';
import type { Json } from '../../../../harness/http/exchange.js';
import { answered, failureOf } from '../../by-hand.js';
import { causes } from '../written.js';

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
