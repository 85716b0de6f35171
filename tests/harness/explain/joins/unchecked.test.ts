/** What nothing checks is one mistake: taken in one place, it crashes in another. */
import { describe, expect, test } from 'vitest';
import { invalidNowhere } from '../../../../harness/explain/features/difference.js';
import { invalidValue, noObject, toBeRefused } from '../../../../harness/explain/features/of-bodies.js';
import { idOfBody } from '../../../../harness/outcome.js';
import type { CaseKind } from '../../../../harness/plan/case.js';
import { writeOperations } from '../../../../harness/values/write-operations.js';
import type { OperationId } from '../../../../schemas/index.js';
import { caseOf, failureOf } from '../../by-hand.js';
import { causes, code, crash, fine, title } from '../written.js';

describe('bodies that are no objects', () => {
  const body = (operation: OperationId, words: string, outcome?: string) =>
    code(operation, [noObject, `body:${words}`], outcome, { expected: '400' });

  test('are one cause where they are taken and crash', () => {
    const found = causes(body('iou.update', 'an array', 'status 200'), body('cloud.update', 'null', crash));
    expect(found).toEqual([['iou.update cloud.update', 'status 200', noObject]]);
    const sightings = ['status 200', crash].map((outcome) => ({
      ...({
        operation: 'iou.update',
        aspect: 'code',
        expected: '400',
        outcome,
        features: [noObject],
      } as const),
      ...{ succeeded: true, failure: failureOf([]) },
    }));
    expect(title({ expected: '400', outcome: 'status 200', circumstance: [noObject], sightings })).toBe(
      'iou.update does not refuse a body that is not a JSON object',
    );
  });

  test('are two where other codes refuse them', () => {
    const wrong = body('cloud.update', 'null', 'status 409');
    expect(causes(body('iou.update', 'an array', 'status 200'), wrong)).toHaveLength(2);
  });
});

test('values of one field are one cause where some are taken and some crash', () => {
  const invalid = (place: string, outcome?: string) =>
    code('cloud.update', [invalidValue, `place:${place}`, `class:${place}`], outcome, { expected: '400' });
  const crashes = invalid('interfaces=a number', crash);
  const told = ['cloud.update', 'status 200', 'place:interfaces'];
  expect(causes(invalid('interfaces=an object', 'status 200'), crashes, invalid('name=a number'))).toEqual([
    told,
  ]);
  const item = code(
    'cloud.update',
    [invalidValue, 'array:interfaces', 'place:interfaces.name'],
    'status 200',
    {
      expected: '400',
    },
  );
  expect(causes(item, crashes, invalid('name=a number'))).toEqual([told]);
  const other = invalid('ports_mapping=an object', 'status 200');
  expect(causes(other, crashes, invalid('name=a number'))).toHaveLength(2);
});

test('"constructor" as an id is one cause, whether it is found or crashes', () => {
  const id = 'ids:"constructor" as an id';
  const asId = (operation: OperationId, outcome: string) =>
    code(operation, [id], outcome, { expected: '404' });
  expect(causes(asId('iou.get', 'status 200'), asId('cloud.get', crash))).toEqual([
    ['iou.get cloud.get', 'status 200', id],
  ]);
});

test('invalid values for all fields of an operation are one cause, for some of them each its own', () => {
  const fields = ['drawing_id', 'project_id', 'rotation', 'svg', 'x', 'y', 'z'];
  const taken = (name: string) =>
    code('drawings.create', [invalidValue, `place:${name}`], 'status 201', { expected: '400' });
  const right = code('drawings.create', [invalidValue, 'place:z', 'value:z=null'], undefined, {
    expected: '400',
  });
  expect(causes(...fields.map(taken), right)).toHaveLength(1);
  expect(causes(...fields.slice(1).map(taken), right).length).toBeGreaterThan(1);
});

test('most fields of an operation, each unchecked, are one cause; a few each its own', () => {
  const taken = (name: string) =>
    code('drawings.create', [invalidValue, `place:${name}`], 'status 201', { expected: '400' });
  const checked = code('drawings.create', [invalidValue, 'place:svg'], undefined, { expected: '400' });
  const all = ['drawing_id', 'project_id', 'rotation', 'x', 'y', 'z'];
  expect(causes(...all.map(taken), checked)).toHaveLength(1);
  expect(causes(...all.slice(3).map(taken), checked)).toHaveLength(3);
});

test('bodies that one operation refuses with one wrong code are one cause, where they are of many sorts', () => {
  const body = (place: string, outcome?: string) =>
    code('drawings.create', [toBeRefused, `place:${place}`], outcome, { expected: '400' });
  const right = body('svg');
  const sorts = ['x', 'y', 'rotation'].map((each) => body(each, 'status 422'));
  expect(causes(...sorts, right)).toEqual([['drawings.create', 'status 422', toBeRefused]]);
  expect(causes(...sorts.slice(1), right)).toHaveLength(2);
});

test('fields that all take one value are one cause, told by that value', () => {
  const sent = (name: string, value: string, outcome?: string) =>
    code(
      'drawings.create',
      [invalidValue, `place:${name}`, `value:${name}=${value}`, `anyvalue:${value}`],
      outcome,
      {
        expected: '400',
      },
    );
  const fields = ['drawing_id', 'project_id', 'rotation', 'svg', 'x', 'y', 'z'];
  const all = fields.flatMap((name) => [sent(name, 'false', 'status 201'), sent(name, 'true')]);
  // In an item, it is refused.
  const item = code('drawings.create', [invalidValue, 'anyvalue:false'], undefined, { expected: '400' });
  expect(causes(...all, item)).toEqual([['drawings.create', 'status 201', 'anyvalue:false']]);
});

test('a sort of values that several operations take is one cause with that of one which has one such field', () => {
  const taken = (operation: OperationId, ...fields: string[]) =>
    fields.map((name) =>
      code(operation, ['class:a word', `place:${name}=a word`], 'status 200', { expected: '400' }),
    );
  const refused = (operation: OperationId) =>
    code(operation, ['class:a number', 'place:ram=a number'], undefined, { expected: '400' });
  const ids = ['iou.update', 'vmware.update', 'cloud.update'] as const;
  const found = causes(
    ...ids.flatMap((id) => taken(id, 'status', ...(id === 'cloud.update' ? [] : ['console_type']))),
    ...ids.map(refused),
  );
  expect(found.map(([operations]) => operations)).toEqual([ids.join(' ')]);
});

test('several sorts of values that are taken for one type are one cause', () => {
  const taken = (sort: string) =>
    code('iou.update', ['type:UUID', `type:UUID=${sort}`], 'status 200', { expected: '400' });
  const right = code('iou.update', ['type:UUID', 'type:UUID=a string'], undefined, { expected: '400' });
  expect(causes(taken('null'), taken('a number'), taken('an array'), right)).toHaveLength(1);
  expect(causes(taken('null'), taken('a number'), right)).toHaveLength(2);
});

describe('a field that an operation refuses', () => {
  const field = 'headless';
  const refused = code('vmware.update', [`has:${field}`], 'status 400');
  const invalid = (operation: OperationId, name: string, outcome?: string) =>
    code(operation, [`place:${name}`, `place:${name}=a string`], outcome, { expected: '400' });
  const taken = (operation: OperationId, name: string) => invalid(operation, name, 'status 200');
  const right = [fine('vmware.update'), invalid('vmware.update', 'adapters'), invalid('iou.update', 'ram')];

  test('is one cause with what it takes for it', () => {
    const found = causes(refused, taken('vmware.update', field), ...right);
    expect(found.map(([operations, outcome]) => [operations, outcome])).toEqual([
      ['vmware.update', 'status 200'],
    ]);
    const valid = {
      ...({ operation: 'vmware.update', aspect: 'code', expected: 'valid', outcome: 'status 400' } as const),
      ...{ features: [`has:${field}`], succeeded: false, failure: failureOf([]) },
    };
    const misread = { circumstance: [`place:${field}=a string`], expected: '400', outcome: 'status 200' };
    expect(title({ ...misread, operations: ['vmware.update'], sightings: [valid] })).toBe(
      `vmware.update accepts a string for ${field} instead of what is documented`,
    );
  });

  test('is two with what it takes for another field, or elsewhere', () => {
    for (const other of [taken('vmware.update', 'use_any_adapter'), taken('iou.update', field)])
      expect(causes(refused, other, ...right)).toHaveLength(2);
  });
});

test('ids of a body that are shown in place of their own are one cause where the same operations show both', () => {
  const shown = (operation: OperationId, name: keyof typeof idOfBody) =>
    code(operation, [`case:another ${name}`], idOfBody[name], { aspect: 'answer', expected: 'answer' });
  const project = shown('iou.update', 'project_id');
  expect(causes(project, shown('iou.update', 'node_id'))).toHaveLength(1);
  expect(causes(project, shown('cloud.update', 'node_id'))).toHaveLength(2);
});

test('arrays that are taken for a whole body are also taken for objects in it', () => {
  const sent = (features: string[], outcome?: string) =>
    code('cloud.update', ['input:what is to be refused', ...features], outcome, { expected: '400' });
  const place = 'place:interfaces.item';
  const item = sent([place, `${place}=an array`], 'status 200');
  const refused = [sent(['body:a string']), sent([place, `${place}=a string`])];
  const alone = causes(item, ...refused);
  expect(alone.map((each) => each[2])).toEqual([`${place}=an array`]);
  const both = causes(item, sent(['body:arrays'], 'status 200'), ...refused);
  expect(both.map((each) => each[2])).toEqual(['body:arrays']);
});

describe('a wrong code for what is refused', () => {
  const wrong = 'status 422';
  const refused = (sort: string) =>
    code('iou.update', [toBeRefused, `class:${sort}`], wrong, { expected: '400' });
  const due = ['null', 'an array', 'a boolean'].map(refused);
  const edge = (kind: CaseKind) =>
    code('iou.update', ['any:negative', 'has:ram'], wrong, {
      failure: failureOf([], {
        observation: {
          ...{ rule: 'code', result: 'broken', exchanges: [] },
          case: caseOf(kind, { ram: -1 }, kind === 'edge' ? 'answered' : 'accepted'),
        },
      }),
    });
  const others = [fine('iou.update'), code('iou.update', ['class:null'], undefined, { expected: '400' })];

  test('is one cause, with what may be refused', () => {
    expect(causes(...due, edge('edge'), ...others)).toEqual([['iou.update', wrong, toBeRefused]]);
    const nowhere = code('iou.update', [invalidNowhere], wrong, { expected: '404' });
    expect(causes(...due, nowhere, ...others)).toHaveLength(1);
  });

  test('is another one than that for what may not be refused', () => {
    expect(causes(...due, edge('plain'), ...others)).toHaveLength(2);
  });
});

test('null that is accepted is called null, even if other invalid values get a wrong code', () => {
  const invalid = (sort: string, outcome: string) =>
    ['name', 'ram'].map((field) =>
      code('iou.update', [invalidValue, `class:${sort}`, `place:${field}`], outcome, { expected: '400' }),
    );
  const found = causes(...invalid('null', 'status 200'), ...invalid('an array', 'status 422'));
  expect(found).toContainEqual(['iou.update', 'status 200', 'class:null']);
});

test('null that is taken for every field is one cause, and what else is taken for some another', () => {
  const written = writeOperations['cloud.update'];
  const invalid = (field: string, sort: string, outcome?: string) =>
    code('cloud.update', [invalidValue, `class:${sort}`, `type:${field}`, `place:${field}`], outcome, {
      expected: '400',
    });
  const found = causes(
    ...written.fields.flatMap(({ name }) => [
      invalid(name, 'null', 'status 200'),
      invalid(name, 'a boolean'),
    ]),
    invalid('node_id', 'in another notation', 'status 200'),
  );
  expect(found).toEqual([
    ['cloud.update', 'status 200', 'class:null'],
    ['cloud.update', 'status 200', 'class:in another notation'],
  ]);
});
