import { describe, expect, test } from 'vitest';
import { type ShapeName, shapes } from '../../schemas/index.js';
import { examples } from './examples/index.js';
import { brokenFields } from './validators.js';

describe.each(Object.keys(shapes) as ShapeName[])('examples of %s', (name) => {
  const { complete, valid, wrong, mandatory } = examples[name];
  const fields = Object.keys(shapes[name].properties ?? {}).sort();

  test('hold every field, rightly and wrongly filled', () => {
    expect(Object.keys(complete).sort()).toEqual(fields);
    expect(Object.keys(wrong).sort()).toEqual(fields);
    expect(Object.values(wrong).filter((values) => values.length === 0)).toEqual([]);
  });

  test('are valid where they should be', () => {
    expect(brokenFields(name, complete)).toEqual([]);
    for (const [what, value] of Object.entries(valid)) expect(brokenFields(name, value), what).toEqual([]);
  });

  test.each(Object.entries(wrong))('are invalid by a wrong %s alone', (field, values) => {
    for (const value of values) {
      expect(brokenFields(name, { ...complete, [field]: value }), JSON.stringify(value)).toEqual([field]);
    }
  });

  test('miss a field as the document allows', () => {
    for (const field of fields) {
      const { [field]: _, ...rest } = complete;
      expect(brokenFields(name, rest)).toEqual(mandatory.includes(field) ? [field] : []);
    }
  });

  test('are no object', () => {
    for (const value of [null, [], [complete], 'text', 7, true]) {
      expect(brokenFields(name, value)).toEqual(['(all)']);
    }
  });

  test('may have a field that the document does not know', () => {
    expect(brokenFields(name, { ...complete, not_in_the_document: { any: ['thing'] } })).toEqual([]);
  });
});
