import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Report } from '../../schemas/generated/report.js';
import { CliError, systemReason } from '../cli-error.js';
import { schema } from '../package.js';

/**
 * Reads a report.json, or the one in a folder, and checks it against its schema.
 * @throws CliError `cannot-read` or `not-a-report`.
 */
export function reportReader(cwd: string): (file: string) => Report {
  const ajv = new Ajv2020({ allowUnionTypes: true, validateFormats: false });
  const validate = ajv.compile<Report>(schema('report'));
  return (file) => {
    const value = parsed(file, text(path.resolve(cwd, file), file));
    if (validate(value)) return value;
    const [first] = validate.errors ?? [];
    throw new CliError(
      'not-a-report',
      `${file} is no report (${first?.instancePath || 'the whole'} ${first?.message})`,
    );
  };
}

/** Ids of what failed in a report; none where there is no report. */
export function failedIn(file: string, cwd: string): ReadonlySet<string> {
  if (!existsSync(file)) return new Set();
  const { requirements } = reportReader(cwd)(file);
  return new Set(requirements.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id));
}

function text(at: string, file: string): string {
  try {
    return readFileSync(at, 'utf8');
  } catch (error) {
    throw new CliError('cannot-read', `${file}: ${systemReason(error)}`, { cause: error });
  }
}

function parsed(file: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new CliError('not-a-report', `${file} is not valid JSON (${(error as Error).message})`, {
      cause: error,
    });
  }
}
