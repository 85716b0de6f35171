/** One wrong code in several kinds of resources is one cause. */
import { expect, test } from 'vitest';
import { nullForValue } from '../../../../../harness/explain/features/conversions.js';
import { joinedEverywhere } from '../../../../../harness/explain/joins/everywhere.js';
import type { OperationId } from '../../../../../schemas/index.js';
import { causeOf } from '../../../by-hand.js';

const deleted = (operation: OperationId, outcome: string, circumstance: string[] = []) =>
  causeOf(operation, { expected: 'valid', outcome, circumstance }, {});

test('of success, whatever is asked for', () => {
  const some = [deleted('projects.delete', 'status 205'), deleted('iou.delete', 'status 205')];
  expect(joinedEverywhere([...some, deleted('cloud.delete', 'status 205')])).toHaveLength(1);
  expect(joinedEverywhere([...some, deleted('cloud.delete', 'status 200')])).toHaveLength(3);
  expect(joinedEverywhere([...some, deleted('cloud.delete', 'status 205', ['ids:a name'])])).toHaveLength(3);
  expect(joinedEverywhere(some)).toHaveLength(2);
});

test('crashes on null are one, where it is a value of the field and where it is none', () => {
  const crashing = (operation: OperationId, expected: string, feature: string, outcome = 'status 500') =>
    causeOf(operation, { expected, outcome, circumstance: [feature] }, {});
  const invalid = crashing('iou.update', '400', nullForValue);
  expect(joinedEverywhere([invalid, crashing('iou.update', 'valid', 'any:null')])).toHaveLength(1);
  expect(joinedEverywhere([invalid, crashing('iou.update', 'valid', 'any:0')])).toHaveLength(2);
  expect(joinedEverywhere([invalid, crashing('iou.update', 'valid', 'any:null', 'status 400')])).toHaveLength(
    2,
  );
});
