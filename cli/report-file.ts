import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Report } from '../schemas/generated/report.js';
import { Failure, systemReason } from './failure.js';
import { schema } from './package.js';

/**
 * Reads a report.json, or the one in a folder, and checks it against its schema.
 * @throws Failure `cannot-read` or `not-a-report`.
 */
export function reportReader(cwd: string): (file: string) => Report {
  const ajv = new Ajv2020({ allowUnionTypes: true, validateFormats: false });
  const validate = ajv.compile<Report>(schema('report'));
  return (file) => {
    const value = parsed(file, text(path.resolve(cwd, file), file));
    if (validate(value)) return value;
    const [first] = validate.errors ?? [];
    throw new Failure(
      'not-a-report',
      `${file} is no report (${first?.instancePath || 'the whole'} ${first?.message})`,
    );
  };
}

function text(at: string, file: string): string {
  try {
    return readFileSync(at, 'utf8');
  } catch (error) {
    throw new Failure('cannot-read', `${file}: ${systemReason(error)}`, { cause: error });
  }
}

function parsed(file: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new Failure('not-a-report', `${file} is not valid JSON (${(error as Error).message})`, {
      cause: error,
    });
  }
}
