/** What one way to write a number does to answers is one cause, whichever field was written so. */
import { expect, test } from 'vitest';
import { joinedEverywhere } from '../../../../../harness/explain/joins/everywhere.js';
import type { OperationId } from '../../../../../schemas/index.js';
import { answered, causeOf, failureOf } from '../../../by-hand.js';

const shown = (operation: OperationId, field: string, way: string) =>
  causeOf(
    operation,
    {
      ...{ aspect: 'answer', expected: 'answer', outcome: `/${field} must be integer` },
      circumstance: [`body:a number written as ${way}`],
    },
    {},
  );

test('in several kinds of resources', () => {
  const project = shown('projects.get', 'scene_height', '1e400');
  expect(joinedEverywhere([project, shown('drawings.create', 'x', '1e400')])).toHaveLength(1);
  expect(joinedEverywhere([project, shown('drawings.create', 'x', '1E0')])).toHaveLength(2);
  expect(joinedEverywhere([project, shown('projects.update', 'scene_width', '1e400')])).toHaveLength(2);
});

test('ids that are no UUIDs, whichever they are', () => {
  const id = (operation: OperationId, field: string) =>
    causeOf(
      operation,
      { aspect: 'answer', expected: 'answer', outcome: `/${field} must be a UUID` },
      {
        failure: failureOf([answered(200, { [field]: 'a1' })], {
          violations: [{ in: 'body', pointer: `/${field}`, message: 'must be a UUID' }],
        }),
      },
    );
  const all = [id('projects.get', 'project_id'), id('iou.get', 'node_id')];
  expect(joinedEverywhere([...all, id('drawings.create', 'drawing_id')])).toHaveLength(1);
  expect(joinedEverywhere(all)).toHaveLength(2);
});
