import { expect, test } from 'vitest';
import {
  idOfPath,
  otherUniqueName,
  resolvePlaceholders,
  returned,
  sentAtCreation,
  uniqueName,
} from '../../../harness/values/placeholders.js';

const surroundings = {
  project_id: '0cf2b0f1-3d2f-4a3c-9f52-6a1b8d7c1e20',
  resource: { console: 5000 },
  made: [{ request: { body: '{"path": "project"}' } }, { request: { body: '{"path": "iou.bin"}' } }],
};
const resolved = (value: unknown) => resolvePlaceholders(value, surroundings);

test('a placeholder becomes what its resource says', () => {
  expect(resolved({ console: returned('console'), project_id: idOfPath('project_id'), x: 1 })).toEqual({
    console: 5000,
    project_id: surroundings.project_id,
    x: 1,
  });
});

test('what the resource does not show is not sent', () => {
  expect(resolved({ ram: returned('ram'), node_id: idOfPath('node_id'), x: null })).toEqual({ x: null });
});

test('the value of creation is that of the resource, not of its project', () => {
  expect(resolved({ path: sentAtCreation('path') })).toEqual({ path: 'iou.bin' });
});

test('unique names differ, are short, and are of letters and digits', () => {
  const names = [uniqueName, otherUniqueName].map(resolved);
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9]{5,15}$/);
});

test('placeholders are found in items and in fields of items', () => {
  expect(resolved({ list: [returned('console'), { port: returned('console') }] })).toEqual({
    list: [5000, { port: 5000 }],
  });
});

test('a reader of a plan sees what a placeholder stands for', () => {
  expect(JSON.stringify({ ram: returned('ram') })).toBe('{"ram":"<ram as the target returned it>"}');
});
