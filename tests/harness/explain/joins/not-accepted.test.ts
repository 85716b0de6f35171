/** Fields that an update takes though its input does not accept them. */
import { expect, test } from 'vitest';
import { fieldsNotAccepted } from '../../../../harness/explain/features/difference.js';
import { causes, code } from '../written.js';

test('fields that an update does not accept are one cause where only their null is refused', () => {
  const taken = (name: string) =>
    code('projects.update', [fieldsNotAccepted, `is:${name}=not null`], 'status 200', refused);
  const refused = { expected: '400' } as const;
  const ofNull = code('projects.update', [fieldsNotAccepted, 'any:null'], undefined, refused);
  const all = [taken('filename'), taken('status')];
  expect(causes(...all, ofNull)).toEqual([['projects.update', 'status 200', fieldsNotAccepted]]);
  const other = code('projects.update', [fieldsNotAccepted, 'is:project_id=not null'], undefined, refused);
  expect(causes(...all, ofNull, other)).toHaveLength(2);
});
