/** One mistake in all kinds of resources is one cause, however differently each of them shows it. */
import { expect, test } from 'vitest';
import { countingAsFalse } from '../../../../harness/explain/features/attributes.js';
import { elsewhere, nothing } from '../../../../harness/explain/features/ids.js';
import { joinedEverywhere } from '../../../../harness/explain/joins/everywhere.js';
import { titleOf } from '../../../../harness/explain/words/titles.js';
import type { Json } from '../../../../harness/http/exchange.js';
import { notWhatWasWritten } from '../../../../harness/outcome.js';
import type { OperationId } from '../../../../schemas/index.js';
import { answered, answeredAsText, causeOf, failureOf } from '../../by-hand.js';

const told = (...causes: Parameters<typeof joinedEverywhere>[0]) =>
  joinedEverywhere(causes).map(({ operations, circumstance, also }) =>
    [operations.join(' '), ...circumstance, ...(also ?? []).flat()].join(', '),
  );

const showing = (operation: OperationId, field: string, value: Json, message: string) =>
  causeOf(
    operation,
    { aspect: 'answer', expected: 'answer', outcome: `/${field} ${message}` },
    {
      failure: failureOf([answered(200, { [field]: value })], {
        violations: [{ in: 'body', pointer: `/${field}`, message }],
      }),
    },
  );

test('numbers as text are one cause, whatever the fields', () => {
  const shown = (value: Json) => [
    showing('projects.get', 'scene_width', value, 'must be integer'),
    showing('iou.get', 'ram', value, 'must be integer'),
    showing('vmware.get', 'adapters', '2', 'must be integer or null'),
  ];
  expect(told(...shown('2'))).toEqual(['projects.get iou.get vmware.get']);
  expect(told(...shown(2.5))).toHaveLength(3);
  expect(told(...shown('2').slice(1))).toHaveLength(2);
});

test('words that are none of the document are one cause in one field', () => {
  const shown = (field: string) => [
    showing('projects.get', 'status', 'OPENED', 'must be one of "opened"'),
    showing('iou.get', 'status', 'STOPPED', 'must be one of "stopped"'),
    showing('vmware.get', field, 'STOPPED', 'must be one of "stopped"'),
  ];
  expect(told(...shown('status'))).toEqual(['projects.get iou.get vmware.get']);
  expect(told(...shown('console_type'))).toHaveLength(3);
});

const lost = { aspect: 'state', expected: 'shown later', outcome: 'ignored' } as const;

test('text of one sort that is lost is one cause, where an operation gets no other text, too', () => {
  const markup = (operation: OperationId, ...fields: string[]) => {
    const [circumstance = [], ...also] = fields.map((field) => [`is:${field}=with markup`]);
    return causeOf(operation, { ...lost, otherwise: 9, circumstance, ...(also.length > 0 && { also }) }, {});
  };
  const drawn = (sort: string) =>
    causeOf(
      'drawings.create',
      { ...lost, otherwise: 9, circumstance: ['field:svg'] },
      { features: ['field:svg', `is:svg=${sort}`] },
    );
  const others = [markup('projects.update', 'name'), markup('vmware.update', 'name', 'adapter_type')];
  expect(told(...others, drawn('with markup'))).toEqual([
    'drawings.create projects.update vmware.update, any:with markup',
  ]);
  expect(told(...others, drawn('empty'))).toHaveLength(3);
});

test('values that count as false and are lost are one cause in several kinds of resources', () => {
  const ofFalse = (operation: OperationId, ...[circumstance = [], ...also]: string[][]) =>
    causeOf(operation, { ...lost, otherwise: 9, circumstance, ...(also.length > 0 && { also }) }, {});
  const two = [
    ofFalse('iou.update', ['is:ram=0'], ['is:name=empty']),
    ofFalse('projects.update', ['field:name', countingAsFalse]),
  ];
  expect(told(...two, ofFalse('cloud.update', ['is:name=empty']))).toEqual([
    `projects.update iou.update cloud.update, ${countingAsFalse}`,
  ]);
  expect(told(...two, ofFalse('cloud.update', ['is:name=blank']))).toHaveLength(3);
});

test('text that crashes in several kinds of resources is one cause, whichever fields each has', () => {
  const crashing = (operation: OperationId, ...[circumstance = [], ...also]: string[][]) =>
    causeOf(operation, { outcome: 'status 500', circumstance, ...(also.length > 0 && { also }) }, {});
  const odd = (field: string) => [`is:${field}=with a NUL`];
  const two = [crashing('projects.update', odd('name')), crashing('iou.update', odd('path'), odd('name'))];
  expect(told(...two, crashing('drawings.create', odd('svg')))).toEqual([
    'drawings.create projects.update iou.update, any:with a NUL',
  ]);
  expect(told(...two, crashing('drawings.create', ['is:svg=with markup']))).toHaveLength(3);
});

test('what races lose in several kinds of resources is one cause, whichever field it is', () => {
  const racing = (operation: OperationId, field: string, words = 'writes at once') =>
    causeOf(
      operation,
      { aspect: 'state', outcome: notWhatWasWritten.of(field) },
      { features: [`case:${words}`], outcome: notWhatWasWritten.of(field) },
    );
  const two = [racing('iou.update', 'ram'), racing('vmware.update', 'adapters')];
  const [cause, ...more] = joinedEverywhere([...two, racing('cloud.update', 'name')]);
  expect(more).toEqual([]);
  expect(cause && titleOf(cause, '200 OK')).toBe(
    'iou.update, vmware.update and cloud.update lose what was written last when requests come at once',
  );
  expect(joinedEverywhere([...two, racing('cloud.update', 'name', 'a sequence')])).toHaveLength(3);
  // So are two fields of one operation.
  expect(joinedEverywhere([...two, racing('iou.update', 'name')])).toHaveLength(2);
});

test('updates of several kinds of resources that change what they are not sent are one cause', () => {
  const resetting = (operation: OperationId, ...circumstance: string[]) =>
    causeOf(operation, { aspect: 'state', outcome: 'other fields changed', circumstance });
  const two = [resetting('iou.update'), resetting('vmware.update')];
  expect(joinedEverywhere(two)).toHaveLength(2);
  expect(joinedEverywhere([...two, resetting('cloud.update')])).toHaveLength(1);
  expect(joinedEverywhere([...two, resetting('cloud.update', 'has:name')])).toHaveLength(3);
});

test('crashes of several kinds of resources are one cause, with those of others that tell when', () => {
  const crash = (operation: OperationId, ...circumstance: string[]) =>
    causeOf(operation, { expected: 'valid', outcome: 'status 500', circumstance }, {});
  const plain = [crash('projects.update'), crash('iou.update'), crash('vmware.update')];
  const some = crash('cloud.update', 'has:name');
  expect(told(...plain, some)).toEqual(['projects.update iou.update vmware.update cloud.update']);
  expect(told(...plain.slice(1), some)).toHaveLength(3);
});

test('objects and lists of one operation that are shown as text are one cause', () => {
  const all = [
    showing('nodes.start', 'label', '{}', 'must be object'),
    showing('nodes.start', 'ports', '[]', 'must be array'),
  ];
  expect(told(...all)).toEqual(['nodes.start']);
  expect(told(...all.slice(1), showing('nodes.start', 'label', 7, 'must be object'))).toHaveLength(2);
});

test('text that spoils the JSON of answers is one cause, whichever values show it', () => {
  const unreadable = (operation: OperationId, ...circumstance: string[]) =>
    causeOf(
      operation,
      { aspect: 'answer', expected: 'answer', outcome: 'not valid JSON', circumstance },
      { outcome: 'not valid JSON', failure: failureOf([answeredAsText(200, '{"')]) },
    );
  const value = 'anyvalue:"\\t"';
  const all = [unreadable('projects.update', value), unreadable('iou.update', 'is:name=with white space')];
  expect(told(...all, unreadable('drawings.create', 'value:svg="\\t"'))).toEqual([
    `drawings.create projects.update iou.update, ${value}`,
  ]);
  expect(told(...all, unreadable('drawings.create'))).toHaveLength(3);
});

test('operations on one resource that never answer are one cause where one of them answers nothing', () => {
  const hanging = (operation: OperationId, ...circumstance: string[]) =>
    causeOf(operation, { outcome: 'transport timeout', circumstance }, {});
  const update = hanging('projects.update');
  const deletions = ['ids:an unknown project id', 'case:deletions at once'].map((each) =>
    hanging('projects.delete', each),
  );
  expect(told(update, ...deletions)).toEqual(['projects.update projects.delete']);
  expect(told(...deletions)).toHaveLength(2);
  expect(told(hanging('iou.update'), ...deletions)).toHaveLength(3);
});

test('writes that are hardly ever stored are one cause, whatever each alone would be told by', () => {
  const writes = (operation: OperationId, otherwise: number, circumstance: string[] = []) =>
    causeOf(operation, { ...lost, failed: 50, otherwise, circumstance }, {});
  const most = [writes('projects.update', 1), writes('iou.update', 0)];
  expect(told(...most, writes('cloud.update', 3, ['is:name=empty']))).toEqual([
    'projects.update iou.update cloud.update',
  ]);
  expect(told(...most, writes('cloud.update', 40))).toHaveLength(3);
});

test('a wrong code for ids that nothing has is one cause, whichever ids got it in each operation', () => {
  const unknown = (operation: OperationId, ids: string, outcome = 'status 400') =>
    causeOf(
      operation,
      { expected: '404', outcome, circumstance: [`ids:${ids}`] },
      { features: [`ids:${ids}`, nothing].slice(0, `ids:${ids}` === elsewhere ? 1 : 2) },
    );
  const some = [
    unknown('projects.get', 'a project_id that does not exist'),
    unknown('iou.get', 'unknown ids'),
  ];
  expect(told(...some, unknown('cloud.get', 'ids that nothing has'))).toEqual([
    'projects.get iou.get cloud.get, ids:ids that nothing has',
  ]);
  expect(told(...some, unknown('cloud.get', 'ids that nothing has', 'status 409'))).toHaveLength(3);
  expect(told(...some, unknown('cloud.get', 'an id under another project'))).toEqual([
    'projects.get iou.get cloud.get, ids:a project_id that does not exist, ids:unknown ids, ids:an id under another project',
  ]);
});

test('text that crashes is one cause where any of several kinds of resources crashes on both sorts', () => {
  const crashing = (operation: OperationId, ...sorts: string[]) => {
    const [circumstance = [], ...also] = sorts.map((sort) => [`is:name=${sort}`]);
    return causeOf(operation, { circumstance, ...(also.length > 0 && { also }) }, {});
  };
  const [nul, lone] = ['with a NUL', 'with a lone surrogate'];
  const single = [crashing('iou.update', nul), crashing('cloud.update', lone)];
  expect(told(...single, crashing('projects.update', nul, lone))).toEqual([
    'projects.update iou.update cloud.update, any:with a NUL, any:with a lone surrogate',
  ]);
  expect(told(...single, crashing('projects.update', nul))).toHaveLength(3);
});

test('the circumstance of one is not that of all', () => {
  const shown = [
    showing('projects.get', 'scene_width', null, 'must be integer'),
    showing('iou.get', 'ram', null, 'must be integer'),
  ];
  const behind = (features: string) => ({
    ...showing('vmware.get', 'adapters', null, 'must be integer'),
    circumstance: [features],
  });
  expect(told(...shown, behind('body:a number written as 1e400'))).toEqual([
    'projects.get iou.get vmware.get',
  ]);
});

test('null for numbers and null for text have a reason each', () => {
  const numbers = (['projects.get', 'iou.get'] as const).map((id) =>
    showing(id, 'console', null, 'must be integer'),
  );
  expect(told(...numbers, showing('drawings.list', 'svg', null, 'must be string'))).toHaveLength(3);
});

test('writes of several kinds of resources that do nothing at times are one cause, invalid ones with them', () => {
  const updates = ['projects.update', 'iou.update', 'cloud.update'] as const;
  const losing = updates.map((id) => causeOf(id, { ...lost, failed: 9, otherwise: 40 }, {}));
  const taken = (otherwise: number) =>
    causeOf(
      'iou.update',
      { expected: '400', outcome: 'status 200', circumstance: ['place:ram=null'], failed: 2, otherwise },
      {},
    );
  expect(told(...losing, taken(80))).toEqual([updates.join(' ')]);
  expect(told(...losing, taken(3))).toEqual([updates.join(' '), 'iou.update, place:ram=null']);
  expect(told(...losing.slice(1), taken(80))).toHaveLength(3);
});
