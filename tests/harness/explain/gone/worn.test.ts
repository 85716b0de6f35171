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

test('all operations are that crash since a server carries out nothing more, however few requests they got', () => {
  const compute = path.replace('/v2', '/v2/compute');
  const asked = [
    path,
    compute,
    `${compute}/iou/nodes/${'3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e1'}`,
    `${path}/drawings`,
  ];
  const worn = (ends: number) => {
    const seen = new WornOut();
    for (let at = 0; at < 10; at++) seen.add(exchange(at, 200, 'GET', path));
    for (const [at, each] of asked.slice(0, ends).entries())
      for (const later of [20, 30]) seen.add(exchange(later + at, 500, 'GET', each));
    return [...seen.operations];
  };
  expect(worn(4)).toEqual(['projects.get', 'compute.projects.get', 'iou.get', 'drawings.list']);
  expect(worn(3)).toEqual([]);
});

test('it is not where it crashed often before', () => {
  expect(wornOut([1, 500], [10, 200], [5, 500])).toBe(true);
  expect(wornOut([2, 500], [10, 200], [5, 500])).toBe(false);
});
