/** What shows behind other requests only: which of what they did is why. */
import { expect, test } from 'vitest';
import type { Exchange } from '../../../harness/http/exchange.js';
import { answered, failureOf } from '../by-hand.js';
import { causes, code } from './written.js';

test('what shows behind other requests only follows from what these have left', () => {
  const changed = code('iou.update', ['place:ram'], 'changed though refused', {
    aspect: 'state',
    expected: 'unchanged after other input',
  });
  const late = code('iou.update', ['is:name=empty'], 'not stored', { aspect: 'state', inCompany: true });
  expect(causes(changed, late)).toHaveLength(1);
});

test('a write changes other fields by itself where a reading showed them just before it', () => {
  const refused = code('iou.update', ['place:ram'], 'changed though refused', { aspect: 'state' });
  const changed = (...before: Exchange[]) =>
    code('iou.update', ['has:name'], 'other fields changed', {
      ...{ aspect: 'state', expected: 'kept', inCompany: true },
      failure: failureOf([...before, answered(200), answered(200, {}, { method: 'GET' })]),
    });
  const [write, reading] = [answered(400), answered(200, {}, { method: 'GET' })];
  expect(causes(refused, changed(write))).toHaveLength(1);
  expect(causes(refused, changed(reading))).toHaveLength(2);
});

test('a field that changes behind other requests is not changed by one that changes another field', () => {
  const changed = (feature: string, field: string, late: boolean) =>
    code('projects.update', [feature], 'other fields changed', {
      ...{ aspect: 'state', expected: 'kept', ...(late && { inCompany: true as const }) },
      failure: failureOf([], { violations: [{ in: 'body', pointer: `/${field}`, message: '' }] }),
    });
  const renames = changed('body:a field whose name is in capitals', 'name', false);
  const right = code('projects.update', ['has:path'], undefined, { aspect: 'state', expected: 'kept' });
  expect(causes(renames, right, changed('has:path', 'name', true))).toHaveLength(1);
  expect(causes(renames, right, changed('has:path', 'auto_start', true))).toHaveLength(2);
});
