/** What counts as right, where it is asked what is wrong. */
import { expect, test } from 'vitest';
import { causes, code } from '../written.js';

test('what had nothing to change back does not speak against a field that changes others back', () => {
  const state = { aspect: 'state', expected: 'kept after valid input' } as const;
  const wide = (features: string[], back: string[], outcome?: string) =>
    code('projects.update', ['has:scene_width', ...features], outcome, { ...state, back });
  const other = code('projects.update', ['has:name'], undefined, { ...state, back: ['scene_height'] });
  const reset = wide(['is:scene_width=above 1'], ['scene_height'], 'other fields changed');
  const told = (back: string[]) => causes(reset, reset, other, wide([], back)).map(([, , when]) => when);
  expect(told([])).toEqual(['has:scene_width']);
  expect(told(['name'])).toEqual(['has:scene_width']);
  expect(told(['scene_height'])).toEqual(['is:scene_width=above 1']);
});
