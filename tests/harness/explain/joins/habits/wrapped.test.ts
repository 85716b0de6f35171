/** Answers that hold what is documented elsewhere, or in another spelling, are one cause of all operations. */
import { expect, test } from 'vitest';
import { joinedEverywhere } from '../../../../../harness/explain/joins/everywhere.js';
import { inside, spelled } from '../../../../../harness/explain/joins/habits/wrapped.js';
import { titleOf } from '../../../../../harness/explain/words/titles.js';
import type { Json } from '../../../../../harness/http/exchange.js';
import type { OperationId } from '../../../../../schemas/index.js';
import { answered, causeOf, failureOf } from '../../../by-hand.js';

const shown = (operation: OperationId, value: Json, outcome = '/name is missing') =>
  causeOf(
    operation,
    { aspect: 'answer', expected: 'answer', outcome },
    { outcome, failure: failureOf([answered(200, value)]) },
  );
const outcomes = (...causes: Parameters<typeof joinedEverywhere>[0]) =>
  joinedEverywhere(causes).map(({ outcome }) => outcome);

test('what is inside a field of the answer, lists as well', () => {
  const all = [
    shown('projects.get', { data: { name: 'a' } }),
    shown('iou.update', { data: { name: 'a' } }),
    shown('drawings.list', { data: [] }, 'must be array'),
  ];
  expect(outcomes(...all)).toEqual([inside('data')]);
  const [cause] = joinedEverywhere(all);
  expect(cause && titleOf(cause, '200 OK')).toBe(
    'drawings.list, projects.get and iou.update put their answers inside "data"',
  );
  expect(outcomes(...all.slice(1), shown('projects.get', { data: {} }))).toHaveLength(2);
  // In one kind of resource it may be a mistake of that kind.
  expect(outcomes(...all.slice(0, 1), shown('projects.update', { data: { name: 'a' } }))).toHaveLength(2);
});

test('names of fields in another spelling', () => {
  const all = [
    shown('projects.get', { projectId: 'a' }, '/project_id is missing'),
    shown('iou.get', { nodeId: 'b' }, '/node_id is missing'),
    shown('drawings.list', [{ drawingId: 'c' }], '/0/drawing_id is missing'),
  ];
  expect(outcomes(...all)).toEqual([spelled]);
  const [cause] = joinedEverywhere(all);
  expect(cause && titleOf(cause, '200 OK')).toBe(
    'drawings.list, projects.get and iou.get spell names of fields otherwise in their answers',
  );
  expect(
    outcomes(...all.slice(1), shown('projects.get', { id: 'a' }, '/project_id is missing')),
  ).toHaveLength(2);
});
