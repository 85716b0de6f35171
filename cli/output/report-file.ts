import { existsSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isJudged } from '../../report/summary.js';
import type { Report } from '../../schemas/generated/report.js';
import { CliError } from '../cli-error.js';
import type { Io } from '../io.js';
import { schema } from '../package.js';
import { readJson } from '../user-file.js';
import { reportNames } from './folder.js';

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

/** The last report in a folder that judged something, if any; says so where a later run judged nothing. */
export function lastJudged(folder: string, { cwd, stderr }: Pick<Io, 'cwd' | 'stderr'>): Report | undefined {
  const read = reportReader(cwd);
  for (const name of reportNames) {
    const file = path.join(folder, name);
    const report = existsSync(file) ? read(file) : undefined;
    if (!report?.requirements.some(({ verdict }) => isJudged(verdict))) continue;
    if (name !== reportNames[0])
      stderr.write(
        `The last run judged nothing: taking ${path.relative(cwd, file)}, of ${report.run.startedAt}\n`,
      );
    return report;
  }
  return undefined;
}
