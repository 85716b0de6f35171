/** One mistake in several operations. */
import { describe, expect, test } from 'vitest';
import type { OperationId } from '../../../../schemas/index.js';
import { answered, failureOf } from '../../by-hand.js';
import { causes, code, crash, fine } from '../written.js';

test('errors of one code that are pages are one cause in whatever operations, those of other codes are not', () => {
  const error = { aspect: 'error', expected: 'error' } as const;
  const failing = (status: number) => {
    return { ...error, failure: failureOf([answered(status)]) };
  };
  const kept = (['drawings.create', 'iou.update'] as const).map((id) =>
    code(id, ['body:a word'], undefined, error),
  );
  const page = (id: OperationId, status: number) =>
    code(id, ['ids:ids that nothing has'], 'not valid JSON', failing(status));
  const unknown = [page('projects.get', 404), page('iou.update', 404), page('nodes.start', 404)];
  expect(causes(...kept, ...unknown).map(([operations]) => operations)).toEqual([
    'nodes.start projects.get iou.update',
  ]);
  const scripted = code('projects.get', [], 'not valid JSON', failing(500));
  expect(causes(...kept, scripted, page('iou.update', 404)).length).toBe(2);
});

describe('the same mistake', () => {
  const broken = (operation: OperationId) => code(operation, ['body:bytes that are not UTF-8'], crash);
  const updates = ['projects.update', 'iou.update', 'vmware.update', 'cloud.update'] as const;

  test('of a whole group of operations is one cause', () => {
    const found = causes(...updates.map(broken), ...updates.map(fine));
    expect(found.map(([operations]) => operations)).toEqual([updates.join(' ')]);
  });

  test('of some of a group is one cause where its circumstance is no matter of fields', () => {
    const right = code('cloud.update', ['body:bytes that are not UTF-8']);
    const found = causes(...updates.slice(0, 3).map(broken), ...updates.map(fine), right);
    expect(found.map(([operations]) => operations)).toEqual([updates.slice(0, 3).join(' ')]);
  });

  test('about ids is one cause of some operations, too', () => {
    const id = 'ids:a project_id that is not its own';
    const taken = (operation: OperationId) => code(operation, [id], 'status 204', { expected: '404' });
    const refused = (operation: OperationId, ids = 'ids:ids that are no UUID') =>
      code(operation, [ids], undefined, { expected: '404' });
    const right = [refused('iou.delete'), refused('cloud.delete'), refused('vmware.delete', id)];
    const found = causes(taken('iou.delete'), taken('cloud.delete'), ...right);
    expect(found.map(([operations]) => operations)).toEqual(['iou.delete cloud.delete']);
  });

  test('about a field stays apart where one of the group does it right', () => {
    const onNull = (operation: OperationId) => code(operation, ['is:name=null'], crash);
    const right = code('cloud.update', ['is:name=null']);
    const found = causes(...updates.slice(0, 3).map(onNull), ...updates.map(fine), right);
    expect(found).toHaveLength(3);
  });

  test('said with more words of one operation is the same', () => {
    const narrower = code('drawings.create', ['body:bytes that are not UTF-8', 'has:z'], crash);
    const right = [
      code('drawings.create', ['body:bytes that are not UTF-8']),
      code('drawings.create', ['has:z']),
    ];
    const found = causes(...updates.map(broken), ...updates.map(fine), narrower, ...right);
    expect(found).toHaveLength(1);
  });

  test('with one sort of values is one cause, also where an operation has one field of the sort', () => {
    const taken = (operation: OperationId, features: string[], status = 200) =>
      code(operation, features, `status ${status}`, { expected: '400' });
    const anyOf = (operation: OperationId) =>
      ['name', 'path'].map((field) => taken(operation, [`place:${field}`, 'type:string']));
    const refused = (operation: OperationId) =>
      code(operation, ['place:x', 'type:integer'], undefined, { expected: '400' });
    const one = taken('drawings.create', ['place:svg', 'type:string'], 201);
    const right = [...updates.slice(0, 2), 'drawings.create' as const].map(refused);
    const found = causes(...updates.slice(0, 2).flatMap(anyOf), one, ...right);
    expect(found.map(([operations]) => operations)).toEqual(['drawings.create projects.update iou.update']);
  });

  test('about an unknown project id is one cause of readings and updates', () => {
    const found = (operation: OperationId) =>
      code(operation, ['case:an unknown project id'], 'status 200', { expected: '404' });
    const right = (['iou.get', 'iou.update', 'vmware.get'] as const).map((operation) =>
      code(operation, ['case:an unknown node id'], undefined, { expected: '404' }),
    );
    expect(causes(found('iou.get'), found('iou.update'), ...right)).toHaveLength(1);
  });

  test('of two operations is one cause where neither has answered such a request rightly', () => {
    const nothing = (operation: OperationId) =>
      code(operation, ['value:console=null'], 'status 200', { expected: '400' });
    expect(causes(nothing('iou.update'), nothing('vmware.update'))).toEqual([
      ['iou.update vmware.update', 'status 200', ''],
    ]);
  });
});

test('what operations do to others is a cause each', () => {
  const state = { aspect: 'state', expected: 'state' } as const;
  const harm = (operation: OperationId) => code(operation, [], 'removes another', state);
  expect(causes(harm('iou.delete'), harm('vmware.delete'), harm('cloud.delete'))).toHaveLength(3);
  // Nodes are kept in one place.
  const taken = (operation: OperationId, input: string) => {
    const symptom = { operation, input, outcome: 'removes another' };
    return { ...harm(operation), failure: failureOf([answered(404)], { symptom }) };
  };
  const alike = causes(taken('iou.delete', 'the same name'), taken('cloud.delete', 'the same name'));
  expect(alike.map(([operations]) => operations)).toEqual(['iou.delete cloud.delete']);
  expect(causes(taken('iou.delete', 'the same name'), taken('cloud.delete', 'a started one'))).toHaveLength(
    2,
  );
});

test('an unknown project id is one that does not exist', () => {
  const nobodys = 'ids:a project_id that does not exist';
  const refused = (operation: OperationId, features: string[], outcome?: string) =>
    code(operation, features, outcome, { expected: '404' });
  const unknown = 'ids:an unknown project id';
  const right = (['iou.get', 'iou.update'] as const).map((id) => refused(id, ['ids:an unknown node id']));
  const found = causes(
    refused('iou.get', [nobodys], 'status 400'),
    refused('iou.get', [nobodys, unknown], 'status 400'),
    refused('iou.update', [nobodys, unknown], 'status 400'),
    refused('iou.update', [nobodys]),
    ...right,
  );
  expect(found.map(([operations]) => operations)).toEqual(['iou.get iou.update']);
});

test('bodies that are no objects are one mistake, whichever of them an operation takes', () => {
  const body = (operation: OperationId, kind: string, outcome?: string) =>
    code(operation, ['input:a body that is no JSON object', `body:${kind}`], outcome, { expected: '400' });
  const taken = [
    body('iou.update', 'a number', 'status 200'),
    body('cloud.update', 'an array', 'status 200'),
  ];
  const refused = [body('iou.update', 'an array'), body('cloud.update', 'a number')];
  expect(causes(...taken, ...refused)).toEqual([
    ['iou.update cloud.update', 'status 200', 'body:a number', 'body:an array'],
  ]);
});

test('an operation that has one field of a type is one cause with those that have more and fail in that field', () => {
  const taken = (operation: OperationId, value: string) =>
    code(operation, ['place:status', 'type:enum', `type:enum=${value}`], 'status 200', { expected: '400' });
  const right = (operation: OperationId, place: string, type: string) =>
    code(operation, [`place:${place}`, `type:${type}`], undefined, { expected: '400' });
  const others = (['iou.update', 'vmware.update'] as const).flatMap((id) => [
    taken(id, 'a number'),
    taken(id, 'null'),
    right(id, 'console_type', 'enum'),
  ]);
  const own = ['a number', 'null'].map((value) => taken('cloud.update', value));
  const found = causes(...others, ...own, right('cloud.update', 'name', 'string'));
  expect(found).toEqual([['iou.update vmware.update cloud.update', 'status 200', 'place:status']]);
});

test('answers that are wrong in one way in three groups of operations are one cause, in two they are two', () => {
  const form = { aspect: 'answer', expected: 'answer' } as const;
  const lacking = (operation: OperationId) => code(operation, ['has:name'], '/project_id is missing', form);
  const right = (['iou.get', 'iou.update', 'drawings.list'] as const).map((id) =>
    code(id, ['has:name'], undefined, form),
  );
  const some = [lacking('drawings.create'), lacking('compute.projects.get'), ...right];
  expect(causes(...some)).toHaveLength(2);
  const found = causes(...some, lacking('nodes.start'));
  expect(found.map(([operations]) => operations)).toEqual([
    'drawings.create nodes.start compute.projects.get',
  ]);
});

test('what was deleted is found by two operations for two reasons, unless they are about one resource', () => {
  const found = (operation: OperationId) =>
    code(operation, ['ids:what was deleted'], 'status 200', { expected: '404' });
  const unknown = (operation: OperationId) =>
    code(operation, ['ids:ids that nothing has'], undefined, { expected: '404' });
  const operationsOf = (...ids: OperationId[]) =>
    causes(...ids.flatMap((id) => [found(id), unknown(id)])).map(([operations]) => operations);
  expect(operationsOf('projects.delete', 'cloud.get')).toEqual(['projects.delete', 'cloud.get']);
  expect(operationsOf('cloud.get', 'cloud.update')).toEqual(['cloud.get cloud.update']);
  expect(operationsOf('projects.delete', 'iou.get', 'cloud.get')).toEqual([
    'projects.delete iou.get cloud.get',
  ]);
});

describe('crashes on projects that do not exist', () => {
  const crashing = (operation: OperationId, features: string[]) =>
    code(operation, features, crash, { expected: '404' });
  const none = ['ids:a project_id that does not exist'];
  const kept = (['iou', 'vmware', 'cloud'] as const).map((kind) =>
    code(`${kind}.get`, ['ids:an unknown node id'], undefined, { expected: '404' }),
  );
  const instances = (['iou.get', 'vmware.get', 'cloud.get'] as const).map((id) => crashing(id, none));
  const ofProjects = [
    crashing('projects.get', ['ids:unknown ids']),
    crashing('drawings.create', ['ids:odd']),
  ];

  test('are one cause, whatever is wrong with the id', () => {
    expect(causes(...instances, ...ofProjects, ...kept).map(([operations]) => operations)).toEqual([
      'drawings.create projects.get iou.get vmware.get cloud.get',
    ]);
  });

  test('are one of all groups where nothing else was seen', () => {
    const every = (id: OperationId) => crashing(id, ['ids:unknown ids']);
    const ids = ['iou.get', 'iou.update', 'iou.delete', 'cloud.get', 'cloud.update', 'cloud.delete'] as const;
    expect(causes(...ids.map(every))).toHaveLength(1);
  });

  test('are several where few operations have them', () => {
    expect(causes(...instances.slice(0, 1), ...ofProjects, ...kept)).toHaveLength(3);
  });
});

test('one value that all operations refuse, whichever field has it, is one cause', () => {
  const refused = (operation: OperationId, field: string) =>
    code(operation, [`value:${field}=false`, 'anyvalue:false'], 'status 400');
  const sent = (operation: OperationId) => code(operation, ['has:name', 'has:a']);
  const ids = ['projects.update', 'iou.update'] as const;
  const found = causes(...ids.flatMap((id) => [refused(id, 'a'), refused(id, 'b'), sent(id)]));
  expect(found).toEqual([[ids.join(' '), 'status 400', 'anyvalue:false']]);
});

test('in which order ways to send a body were told does not matter', () => {
  const ways = ['body:a body in chunks', 'body:a body in two pieces'];
  const refused = (operation: OperationId, some: string[]) =>
    some.map((way) => code(operation, [way], 'status 400'));
  const found = causes(
    ...refused('iou.update', ways),
    ...refused('nodes.start', ways.toReversed()),
    ...(['iou.update', 'nodes.start'] as const).map(fine),
  );
  expect(found.map(([operations]) => operations)).toEqual(['nodes.start iou.update']);
});

test('updates of several kinds of instances that write to others as well are one cause', () => {
  const harm = (operation: OperationId) =>
    code(operation, [], 'changes another', { aspect: 'state', expected: 'state' });
  expect(causes(harm('iou.update'), harm('vmware.update'))).toHaveLength(1);
  expect(causes(harm('iou.update'), harm('projects.update'))).toHaveLength(2);
});
