/** What is taken, or shown, of one sort in several fields is one mistake. */
import { describe, expect, test } from 'vitest';
import { countingAsFalse } from '../../../../harness/explain/features/attributes.js';
import { invalidValue, noObject } from '../../../../harness/explain/features/of-bodies.js';
import type { Sighting } from '../../../../harness/explain/sighting.js';
import type { Json } from '../../../../harness/http/exchange.js';
import type { OperationId } from '../../../../schemas/index.js';
import { answered, failureOf } from '../../by-hand.js';
import { causes, code } from '../written.js';

const shown = (field: string, type: string, value: Json) => {
  const violations = [{ in: 'body' as const, pointer: `/${field}`, message: `must be ${type}` }];
  return {
    operation: 'vmware.update',
    aspect: 'answer',
    expected: 'answer',
    outcome: `/${field} must be ${type}`,
    failure: failureOf([answered(200, { [field]: value })], { violations }),
  } as const satisfies Partial<Sighting>;
};

test('fields of several types that show null are one cause where they are many', () => {
  const all = (value: Json) => [
    shown('headless', 'boolean', value),
    shown('name', 'string', value),
    shown('console', 'integer', value),
  ];
  expect(causes(...all(null))).toHaveLength(1);
  expect(causes(...all([]))).toHaveLength(3);
  expect(causes(...all(null).slice(1))).toHaveLength(2);
});

test('null is one cause where several operations take it', () => {
  const taken = (operation: OperationId, field: string, value = 'null') =>
    code(operation, [`place:${field}=${value}`, `place:${field}`], 'status 200', { expected: '400' });
  const refused = (operation: OperationId, field: string) =>
    code(operation, [`place:${field}=a boolean`, `place:${field}`], undefined, { expected: '400' });
  const others = [
    refused('iou.update', 'console'),
    refused('iou.update', 'node_directory'),
    refused('vmware.update', 'adapters'),
    refused('cloud.update', 'ports_mapping'),
  ];
  const four = (value?: string) => [
    taken('iou.update', 'console', value),
    taken('iou.update', 'node_directory', value),
    taken('vmware.update', 'adapters', value),
    taken('cloud.update', 'ports_mapping', value),
  ];
  expect(causes(...four(), ...others)).toHaveLength(1);
  expect(causes(...four('a string'), ...others).length).toBeGreaterThan(1);
  expect(causes(...four().slice(1), ...others).length).toBeGreaterThan(1);
  // Also where an operation takes it for every field of a type.
  const ofType = ['name', 'path'].map((field) =>
    code('projects.update', ['type:string=null', `place:${field}=null`], 'status 200', { expected: '400' }),
  );
  expect(causes(...four(), ...ofType, refused('projects.update', 'name'), ...others)).toHaveLength(1);
});

describe('what is taken in several fields', () => {
  const invalid = { expected: '400' } as const;
  const value = (operation: OperationId, field: string, type: string, more: string[], outcome?: string) =>
    code(operation, [...more, `place:${field}`, `type:${type}`], outcome, invalid);
  const fraction = (operation: OperationId, field: string, of: number, outcome?: string) =>
    value(operation, field, 'integer', ['for:a fraction for an integer', `anyvalue:${of}`], outcome);

  test('fractions are one cause, though some are out of bounds; but for a field that refuses all of them', () => {
    const taken = [
      fraction('projects.update', 'scene_width', 100000.5, 'status 200'),
      fraction('iou.update', 'ram', 1.5, 'status 200'),
      fraction('iou.update', 'console', 1.0001, 'status 200'),
    ];
    const below = fraction('projects.update', 'scene_width', 0.5);
    expect(causes(...taken, below)).toEqual([
      ['projects.update iou.update', 'status 200', 'for:a fraction for an integer'],
    ]);
    expect(causes(...taken, below, fraction('iou.update', 'nvram', 1.5)).length).toBeGreaterThan(1);
    expect(causes(...taken.slice(0, 2), below)).toHaveLength(2);
  });

  test('a type that nothing checks is one cause, in items too, where only its null is refused', () => {
    const sorts = ['a string', 'an array', 'an object', 'an integer'];
    const numbers = ['class:a value of another type that can be converted', 'type:boolean=a number'];
    const all = (operation: OperationId, field: string, outcome: string) => [
      ...sorts.map((sort) => {
        const own = sort === 'an integer' ? numbers : [];
        return value(operation, field, 'boolean', [`class:${sort}`, `type:boolean=${sort}`, ...own], outcome);
      }),
      value(operation, field, 'boolean', ['class:null', 'type:boolean=null', 'for:null for a boolean']),
    ];
    const fields: readonly [OperationId, string][] = [
      ['iou.update', 'l1_keepalives'],
      ['vmware.update', 'headless'],
      ['cloud.update', 'interfaces.special'],
    ];
    expect(causes(...fields.flatMap(([id, field]) => all(id, field, 'status 200')))).toEqual([
      [
        'iou.update vmware.update cloud.update',
        'status 200',
        ...['a string', 'an array', 'an object', 'a number'].map((sort) => `type:boolean=${sort}`),
      ],
    ]);
  });
});

test('invalid values are one cause, whatever becomes of them, where several kinds of resources hardly refuse any', () => {
  const ids: readonly OperationId[] = ['projects.update', 'iou.update', 'cloud.update'];
  const invalid = (operation: OperationId, sort: string, outcome?: string) =>
    code(operation, [invalidValue, `class:${sort}`, `place:name=${sort}`], outcome, { expected: '400' });
  const all = (id: OperationId) => [
    ...['a number', 'a boolean', 'an array'].map((sort) => invalid(id, sort, 'status 200')),
    ...['an object', 'null'].map((sort) => invalid(id, sort, 'status 500')),
    code(id, [noObject, 'body:an array'], 'status 500', { expected: '400' }),
  ];
  const told = [ids.join(' '), 'status 200', invalidValue];
  expect(causes(...ids.flatMap(all))).toEqual([told]);
  expect(causes(...ids.flatMap(all), invalid('iou.update', 'a word'))).toEqual([told]);
  const refused = ['a word', 'a name'].map((sort) => invalid('iou.update', sort));
  expect(causes(...ids.flatMap(all), ...refused).length).toBeGreaterThan(1);
});

test('null and the lack of a field are one cause where an operation takes both', () => {
  const taken = (operation: OperationId, ...features: string[]) =>
    code(operation, features, 'status 200', { expected: '400' });
  const refused = code('cloud.update', ['place:ports_mapping.name=a number'], undefined, { expected: '400' });
  const lacking = 'place:ports_mapping.name.missing=missing';
  const all = (operation: OperationId) => [
    taken('cloud.update', 'place:ports_mapping.name=null'),
    taken(operation, lacking),
    refused,
    { ...refused, operation },
  ];
  expect(causes(...all('cloud.update'))).toEqual([
    ['cloud.update', 'status 200', 'place:ports_mapping.name=null', lacking],
  ]);
  expect(causes(...all('projects.update'))).toHaveLength(2);
});

test('invalid values that count as false are taken where valid ones of that kind are lost', () => {
  const of = (expected: string, outcome: string | undefined, ...features: string[]) =>
    code('iou.update', features, outcome, { expected, ...(expected !== '400' && { aspect: 'state' }) });
  const invalid = (...features: string[]) => of('400', 'status 200', 'place:ram=false', ...features);
  const valid = [of('shown later', 'ignored', 'is:nvram=0'), of('shown later', undefined, 'is:nvram=1')];
  const refused = of('400', undefined, 'place:ram=true');
  expect(causes(...valid, invalid(countingAsFalse), refused)).toHaveLength(1);
  expect(causes(...valid, invalid(), refused)).toHaveLength(2);
});
