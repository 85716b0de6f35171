import { existsSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Report } from '../../schemas/generated/report.js';
import { CliError } from '../cli-error.js';
import { schema } from '../package.js';
import { readJson } from '../user-file.js';

/**
 * Gives a function that reads a report.json and checks it against its schema.
 * @throws CliError `cannot-read` or `not-a-report`.
 */
export function reportReader(cwd: string): (file: string) => Report {
  const ajv = new Ajv2020({ allowUnionTypes: true, validateFormats: false });
  const validate = ajv.compile<Report>(schema('report'));
  return (file) => {
    const value = readJson(path.resolve(cwd, file), 'not-a-report', { file });
    if (validate(value)) return value;
    const [first] = validate.errors ?? [];
    throw new CliError(
      'not-a-report',
      `${file} is no report (${first?.instancePath || 'the whole'} ${first?.message})`,
    );
  };
}

/** Ids of the requirements that failed in a report; undefined when the file does not exist. */
export function failedIn(file: string, cwd: string): ReadonlySet<string> | undefined {
  if (!existsSync(file)) return undefined;
  const { requirements } = reportReader(cwd)(file);
  return new Set(requirements.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id));
}
