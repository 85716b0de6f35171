import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { LEVELS, size } from '../../report/summary.js';
import type { Report } from '../../schemas/generated/report.js';
import schema from '../../schemas/report.schema.json' with { type: 'json' };
import { requirements } from '../../suites/index.js';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
addFormats.default(ajv);
const validate = ajv.compile(schema);

/** A whole report: valid by its schema, and every requirement has exactly one verdict. */
export function expectWhole(report: Report): void {
  validate(report);
  expect(validate.errors).toBeNull();
  expect(report.requirements.map(({ id }) => id)).toEqual(requirements.map(({ id }) => id));
  const counted = LEVELS.reduce((sum, level) => sum + size(report.summary[level]), 0);
  expect(counted).toBe(requirements.length);
  for (const { verdict, reason, id } of report.requirements)
    if (verdict !== 'passed') expect(reason, id).toBeTruthy();
}
