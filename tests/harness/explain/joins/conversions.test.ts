/** Values of another type that a server takes are one mistake, in whichever fields. */
import { describe, expect, test } from 'vitest';
import type { OperationId } from '../../../../schemas/index.js';
import { causes, code } from '../written.js';

describe('values of another type that are taken', () => {
  const taken = { expected: '400' } as const;
  const convertible = 'class:a value of another type that can be converted';
  const converted = (operation: OperationId, words: string, field: string, outcome?: string) =>
    code(operation, [convertible, `for:${words}`, `place:${field}`], outcome, taken);
  const all = [
    converted('iou.update', 'a number for a string', 'name', 'status 200'),
    converted('iou.update', 'a number in a string', 'ram', 'status 200'),
    converted('vmware.update', '"true" for a boolean', 'headless', 'status 200'),
    code('iou.update', ['class:an object', 'place:ram'], undefined, taken),
    code('vmware.update', ['class:an object', 'place:headless'], undefined, taken),
  ];

  test('are one cause where they are taken for several types', () => {
    expect(causes(...all)).toEqual([['iou.update vmware.update', 'status 200', convertible]]);
  });

  test('are causes of their own where they are refused as often', () => {
    const refused = converted('iou.update', 'a number for a string', 'path');
    expect(causes(...all, refused)).toHaveLength(3);
  });

  test('are told apart from null', () => {
    const nulls = ['name', 'ram', 'status'].map((field, at) => {
      const type = ['string', 'integer', 'word'][at];
      return code(
        'cloud.update',
        ['class:null', `for:null for a ${type}`, `place:${field}`],
        'status 200',
        taken,
      );
    });
    const other = code(
      'cloud.update',
      ['class:null', 'for:null for a UUID', 'place:node_id'],
      undefined,
      taken,
    );
    expect(causes(...all, ...nulls, other).map(([, , when]) => when)).toEqual(['class:null', convertible]);
  });
});
