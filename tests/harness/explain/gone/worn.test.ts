/** Operations that carry out nothing more from some time on. */
import { expect, test } from 'vitest';
import { WornOut } from '../../../../harness/explain/gone/worn.js';
import { exchange } from './exchange.js';

const path = '/v2/projects/3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e1';

/** @param answers how many requests in a row were answered with a code */
function wornOut(...answers: readonly (readonly [times: number, code: number])[]): boolean {
  const worn = new WornOut();
  const codes = answers.flatMap(([times, code]) => Array.from({ length: times }, () => code));
  for (const [at, code] of codes.entries()) worn.add(exchange(at, code, 'GET', path));
  return worn.operations.has('projects.get');
}

test('an operation is worn out where it crashes on all that it would carry out', () => {
  expect(wornOut([10, 200], [5, 500])).toBe(true);
  // What is refused says nothing.
  expect(wornOut([10, 200], [3, 500], [4, 404], [2, 503])).toBe(true);
});

test('it is not where something was carried out since, or few requests went before or behind', () => {
  expect(wornOut([10, 200], [5, 500], [1, 200])).toBe(false);
  expect(wornOut([9, 200], [5, 500])).toBe(false);
  expect(wornOut([10, 200], [4, 500])).toBe(false);
});

test('it is not where it crashed often before', () => {
  expect(wornOut([1, 500], [10, 200], [5, 500])).toBe(true);
  expect(wornOut([2, 500], [10, 200], [5, 500])).toBe(false);
});
