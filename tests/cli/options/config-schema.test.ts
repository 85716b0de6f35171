import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { configSchema } from '../../../cli/options/config-schema.js';
import { optionNames, rowOf } from '../../../cli/options/table.js';

/** Fields of the configuration that are no options, and options that have another form there or none. */
const beside = ['$schema', 'url', 'rest', 'headers'];
const without = ['header', 'user'];

test('each option that may be configured is in the schema of the configuration, and nothing else', () => {
  const configurable = optionNames.filter((name) => !rowOf(name).flagOnly && !without.includes(name));
  expect(Object.keys(configSchema.properties).sort()).toEqual([...configurable, ...beside].sort());
});

test('it takes the default of each option', () => {
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(configSchema);
  const defaults = optionNames
    .filter((name) => name in configSchema.properties && rowOf(name).fallback !== undefined)
    .map((name) => [name, rowOf(name).fallback]);
  validate({
    url: 'http://127.0.0.1',
    rest: { iou: {} },
    headers: { a: 'b' },
    ...Object.fromEntries(defaults),
  });
  expect(validate.errors).toBeNull();
});
