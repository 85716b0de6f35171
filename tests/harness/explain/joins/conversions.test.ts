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

  test('are one cause of an operation that takes them, though others refuse them', () => {
    const words = ['a number in a string', 'a boolean for a number', 'a fraction for an integer'];
    const own = words.map((each) => converted('drawings.create', each, 'x', 'status 201'));
    const refused = words.flatMap((each) => [1, 2, 3].map(() => converted('iou.update', each, 'ram')));
    const empty = converted('drawings.create', 'an empty string for a number', 'x');
    expect(causes(...own, empty)).toEqual([['drawings.create', 'status 201', convertible]]);
    expect(causes(...own, empty, ...refused)).toEqual([['drawings.create', 'status 201', convertible]]);
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

describe('values that break a server, or count as false', () => {
  const invalid = { expected: '400' } as const;
  const types = ['string', 'integer', 'boolean'];
  const each = (feature: string, outcome: string | undefined, of: readonly string[] = types) =>
    of.map((type) => code('iou.update', [feature, `type:${type}`, `place:a_${type}`], outcome, invalid));
  const array = 'class:an array';
  const object = 'class:an object';
  const nothing = 'truth:a value that counts as false';
  const refused = types.map((type) =>
    code('iou.update', ['class:a word', `type:${type}`, `place:a_${type}`], undefined, invalid),
  );

  test('what crashes for one type is one cause, whatever it is', () => {
    const words = ['an array', 'null'];
    const sent = (type: string, outcome?: string) =>
      words.map((each) =>
        code('iou.update', [`class:${each}`, `type:${type}`, `type:${type}=${each}`], outcome, invalid),
      );
    expect(causes(...sent('integer', 'status 500'), ...sent('string'), ...refused)).toEqual([
      ['iou.update', 'status 500', 'type:integer=an array', 'type:integer=null'],
    ]);
  });

  test('arrays and objects that crash whatever field they are sent in are one cause', () => {
    const all = [...each(array, 'status 500'), ...each(object, 'status 500'), ...refused];
    expect(causes(...all)).toEqual([['iou.update', 'status 500', array, object]]);
  });

  test('what is empty is a sort of its own where other values are converted for one type only', () => {
    const empty = 'truth:a value that is empty or counts as false';
    const numbers = ['a number in a string', 'a boolean for a number', 'a fraction for an integer'];
    const converted = numbers.map((word) =>
      code(
        'iou.update',
        ['class:a value of another type that can be converted', `for:${word}`, 'type:integer', 'place:ram'],
        'status 200',
        invalid,
      ),
    );
    const found = causes(...each(empty, 'status 200'), ...converted, ...refused);
    expect(found.map(([, , when]) => when)).toEqual([
      empty,
      'class:a value of another type that can be converted',
    ]);
  });

  test('what counts as false is one cause, unless other values that can be converted are taken as well', () => {
    const all = [...each(nothing, 'status 200'), ...refused];
    expect(causes(...all).map(([, , when]) => when)).toEqual([nothing]);
    const words = ['a number for a string', 'a number in a string', '"true" for a boolean'];
    const converted = words.map((word, at) =>
      code(
        'iou.update',
        ['class:a value of another type that can be converted', `for:${word}`, `place:a_${types[at]}`],
        'status 200',
        invalid,
      ),
    );
    expect(causes(...all, ...converted).map(([, , when]) => when)).toContain(
      'class:a value of another type that can be converted',
    );
  });
});
