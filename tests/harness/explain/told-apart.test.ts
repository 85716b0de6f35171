/** Requests that are answered in another way show when a mistake does not happen. */
import { expect, test } from 'vitest';
import { causes, code, crash } from './written.js';

test('the circumstance of a crash excludes requests that succeed with a wrong code', () => {
  const deep = ['body:deep nesting', 'case:2000 levels'];
  const found = causes(
    code('nodes.start', deep, crash),
    code('nodes.start', ['case:a plain body'], 'status 200'),
    code('nodes.start', ['case:2000 levels'], 'status 200'),
  );
  expect(found).toContainEqual(['nodes.start', crash, 'body:deep nesting']);
});

test('the circumstance of invalid input that is accepted excludes requests that crash', () => {
  const invalid = (features: string[], outcome: string) =>
    code('cloud.update', ['input:an invalid value', ...features], outcome, { expected: '400' });
  const found = causes(invalid(['class:null'], 'status 200'), invalid(['class:an object'], crash));
  expect(found).toContainEqual(['cloud.update', 'status 200', 'class:null']);
});

test('what nearly always crashes has a circumstance where enough requests without it are answered', () => {
  const crashes = Array.from({ length: 40 }, (_, at) =>
    code('iou.update', ['without:console', `has:field_${at}`], crash),
  );
  const right = (count: number) =>
    Array.from({ length: count }, (_, at) => code('iou.update', ['has:console', `value:console=${at}`]));
  expect(causes(...crashes.concat(crashes, crashes, crashes), ...right(8))).toEqual([
    ['iou.update', crash, 'without:console'],
  ]);
  expect(causes(...crashes.concat(crashes, crashes, crashes), ...right(7))).toEqual([
    ['iou.update', crash, ''],
  ]);
});
