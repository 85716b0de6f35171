import { expect, test } from 'vitest';
import { optionNames, rowOf } from '../../../cli/options/table.js';
import configSchema from '../../../schemas/config.schema.json' with { type: 'json' };

/** Fields of the configuration that are no options, and options that have another form there or none. */
const beside = ['$schema', 'url', 'rest', 'headers'];
const without = ['header', 'user'];

test('each option that may be configured is in the schema of the configuration, and nothing else', () => {
  const configurable = optionNames.filter((name) => !rowOf(name).flagOnly && !without.includes(name));
  expect(Object.keys(configSchema.properties).sort()).toEqual([...configurable, ...beside].sort());
});
