import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { LEVELS, size } from '../../report/summary.js';
import type { Report } from '../../schemas/generated/report.js';
import schema from '../../schemas/report.schema.json' with { type: 'json' };
import { requirements } from '../../suites/index.js';

/** A schema as a function that says whether a value keeps it, formats included. */
export function validator(schema: object, options: Options) {
  const ajv = new Ajv2020({ allErrors: true, ...options });
  addFormats.default(ajv);
  return ajv.compile(schema);
}

export const isReport = validator(schema, { strict: true, allowUnionTypes: true });

/** A whole report: valid by its schema, and every requirement has exactly one verdict. */
export function expectWhole(report: Report): void {
  isReport(report);
  expect(isReport.errors).toBeNull();
  expect(report.requirements.map(({ id }) => id)).toEqual(requirements.map(({ id }) => id));
  const counted = LEVELS.reduce((sum, level) => sum + size(report.summary[level]), 0);
  expect(counted).toBe(requirements.length);
  for (const { verdict, reason, id } of report.requirements)
    if (verdict !== 'passed') expect(reason, id).toBeTruthy();
}
