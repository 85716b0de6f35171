import { describe, expect, test } from 'vitest';
import { inputLocations, invalidAt, invalidValues, isInvalid } from '../../../harness/values/invalid.js';
import { fits, isNullable, typesOf } from '../../../harness/values/shapes.js';
import { writeOperations } from '../../../harness/values/write-operations.js';
import { brokenFields } from '../../schemas/validators.js';
import { operations } from '../by-hand.js';

describe.each(operations)('invalid values for $id', (written) => {
  const { fields, shape } = written;

  test.each(inputLocations(written))('$name is broken, and nothing else', (location) => {
    const invalid = invalidAt(written, location);
    expect(invalid.length).toBeGreaterThan(0);
    for (const { built } of invalid)
      expect(brokenFields(shape, { [location.field]: built })).toEqual([location.field]);
  });

  test.each(fields)('$name is broken with every type that it does not have', ({ name, schema }) => {
    const classes = invalidValues(schema).map(({ class: words }) => words);
    expect(classes.includes('null')).toBe(!isNullable(schema));
    expect(classes).toContain('an object');
    expect(classes).toContain('a fraction');
    for (const type of typesOf(schema)) expect(classes).not.toContain(`a ${type}`);
    for (const { value } of invalidValues(schema)) expect(fits(shape, { [name]: value })).toBe(false);
  });

  test('numbers by which a server would allocate much are not sent, though they are invalid', () => {
    const allocating = fields.filter(({ schema }) => schema['x-hazard'] === 'allocates');
    const numbers = allocating
      .flatMap(({ schema, name }) => invalidValues(schema, name))
      .map(({ value }) => value);
    expect(numbers.filter((value) => typeof value === 'number' && value > 100)).toEqual([]);
  });
});

describe('items of an array', () => {
  const cloud = writeOperations['cloud.update'];
  const named = (name: string) => {
    const location = inputLocations(cloud).find((each) => each.name === name);
    if (!location) throw new Error(`there is no place ${name}`);
    return location;
  };

  test('each rule of an item is a place of its own', () => {
    const names = inputLocations(cloud).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('interfaces'))).toEqual([
      'interfaces',
      'interfaces.item',
      'interfaces.name',
      'interfaces.name.missing',
      'interfaces.special',
      'interfaces.special.missing',
      'interfaces.type',
      'interfaces.type.missing',
    ]);
  });

  test('a rule is broken in the first item, in the second, and behind more than ten', () => {
    const lengths = invalidAt(cloud, named('interfaces.type')).map(
      ({ built }) => (built as unknown[]).length,
    );
    expect(new Set(lengths)).toEqual(new Set([1, 2, 12]));
  });

  test('a missing member is missing, and the others are right', () => {
    const [first] = invalidAt(cloud, named('interfaces.name.missing'));
    expect(first?.built).toEqual([{ special: false, type: 'ethernet' }]);
  });
});

test('a body is invalid by one field, whatever else it has', () => {
  const iou = writeOperations['iou.update'];
  expect(isInvalid(iou, { name: 'R1', ram: '16' })).toBe(true);
  expect(isInvalid(iou, { name: 'R1', ram: 16, unknown: {} })).toBe(false);
});
