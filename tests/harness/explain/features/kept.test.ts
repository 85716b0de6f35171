/** What counts as right, where it is asked what is wrong. */
import { expect, test } from 'vitest';
import { causes, code } from '../written.js';

const state = { aspect: 'state', expected: 'kept after valid input' } as const;

test.each([
  'back',
  'emptied',
  'copied',
] as const)('what could not have been changed as it was, %s, speaks against nothing', (how) => {
  const wide = (features: string[], names: string[], outcome?: string) =>
    code('projects.update', ['has:scene_width', ...features], outcome, {
      ...state,
      changed: { [how]: names },
    });
  const other = code('projects.update', ['has:name'], undefined, {
    ...state,
    changed: { [how]: ['scene_height'] },
  });
  const broken = wide(['is:scene_width=above 1'], ['scene_height'], 'other fields changed');
  const told = (names: string[]) => causes(broken, broken, other, wide([], names)).map(([, , when]) => when);
  expect(told([])).toEqual(['has:scene_width']);
  expect(told(['name'])).toEqual(['has:scene_width']);
  expect(told(['scene_height'])).toEqual(['is:scene_width=above 1']);
});

test('text that is not ASCII and was sent as escapes, or with a charset, does not speak for text that was not', () => {
  const accented = ['has:name', 'is:name=not ASCII'];
  const sent = (features: string[], outcome?: string) => code('projects.update', features, outcome, state);
  const broken = [sent(accented, 'stored otherwise'), sent([...accented, 'has:path'], 'stored otherwise')];
  const declared = sent([...accented, 'body:a media type with charset']);
  const told = (...right: ReturnType<typeof sent>[]) => causes(...broken, ...right).map(([, , when]) => when);
  expect(told(sent(['has:name']), declared)).toEqual(['is:name=not ASCII']);
  const escaped = sent([...accented, 'body:a letter written as two escapes']);
  expect(told(sent(['has:name']), escaped)).toEqual(['is:name=not ASCII']);
  expect(told(sent(['has:name']), sent(accented))).not.toEqual(['is:name=not ASCII']);
});
