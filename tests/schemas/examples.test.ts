/** The schemas take what the tables of the document allow, and nothing else. */
import { describe, expect, test } from 'vitest';
import { type ShapeName, shapes } from '../../schemas/index.js';
import { examplesOf, without } from './examples.js';
import { brokenFields } from './validators.js';

describe.each(Object.keys(shapes) as ShapeName[])('%s', (shape) => {
  const { fields, complete } = examplesOf(shape);
  const mandatory = fields.filter(({ isMandatory }) => isMandatory);
  const bare = Object.fromEntries(mandatory.map(({ name, right }) => [name, right[0]]));

  test.each(fields)('takes every right $name, and no wrong one', ({ name, right, wrong }) => {
    for (const value of right)
      expect(brokenFields(shape, { ...bare, [name]: value }), JSON.stringify(value)).toEqual([]);
    for (const value of wrong)
      expect(brokenFields(shape, { ...complete, [name]: value }), JSON.stringify(value)).toEqual([name]);
  });

  test('misses what is mandatory only', () => {
    for (const { name, isMandatory } of fields)
      expect(brokenFields(shape, without(complete, name))).toEqual(isMandatory ? [name] : []);
  });

  test('takes fields that the document does not know', () => {
    expect(brokenFields(shape, { ...bare, not_in_the_document: { any: ['thing'] } })).toEqual([]);
  });

  test('takes nothing but objects', () => {
    for (const value of [null, [], [complete], 'text', 7, true])
      expect(brokenFields(shape, value)).toEqual(['(all)']);
  });
});
