/** Files that earlier runs have written: reports and baselines, checked against their schemas. */
import { existsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isJudged } from '../../report/summary.js';
import type { Baseline } from '../../schemas/generated/baseline.js';
import type { Report } from '../../schemas/generated/report.js';
import { CliError, systemReason } from '../cli-error.js';
import type { Io } from '../io.js';
import type { Plan } from '../options/plan.js';
import { schema } from '../package.js';
import { readJson } from '../user-file.js';
import { reportNames } from './folder.js';

/** Gives a function that says what is wrong with a value first, if anything is. */
function checker(name: Parameters<typeof schema>[0]): (value: unknown) => string | undefined {
  const validate = new Ajv2020({ allowUnionTypes: true, validateFormats: false }).compile(schema(name));
  return (value) => {
    if (validate(value)) return undefined;
    const [first] = validate.errors ?? [];
    return `${first?.instancePath || 'the whole'} ${first?.message}`;
  };
}

/** The file that is meant by the name of a report, or of the folder that it is in. */
export function reportFile(cwd: string, name: string): string {
  const isFolder = statSync(path.resolve(cwd, name), { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? path.join(name, reportNames[0]) : name;
}

/**
 * Gives a function that reads a report.json, or that in a folder, and checks it against its schema.
 * @throws CliError `cannot-read` or `not-a-report`.
 */
export function reportReader(cwd: string): (file: string) => Report {
  const check = checker('report');
  return (name) => {
    const file = reportFile(cwd, name);
    const value = readJson(path.resolve(cwd, file), 'not-a-report', { file });
    const wrong = check(value);
    if (wrong === undefined) return value as Report;
    throw new CliError('not-a-report', `${file} is no report (${wrong})`);
  };
}

/**
 * The last report in a folder that judged something, if any; says so where a later run judged nothing.
 * @throws CliError `other-target` when the report is of a server and nothing names what is to be judged now.
 */
export function lastJudged(
  folder: string,
  { namesTarget }: Pick<Plan, 'namesTarget'>,
  { cwd, stderr }: Pick<Io, 'cwd' | 'stderr'>,
): Report | undefined {
  const read = reportReader(cwd);
  for (const name of reportNames) {
    const file = path.join(folder, name);
    const report = existsSync(file) ? read(file) : undefined;
    if (!report?.requirements.some(({ verdict }) => isJudged(verdict))) continue;
    const taken = `taking ${path.relative(cwd, file)}, of ${report.run.startedAt}`;
    const { baseUrl, embedded } = report.target;
    if (!namesTarget && !embedded) throw new CliError('other-target', baseUrl);
    if (name !== reportNames[0]) stderr.write(`The last run judged nothing: ${taken}\n`);
    return report;
  }
  return undefined;
}

/** @throws CliError `cannot-read` or `bad-baseline`. */
export function readBaseline(file: string): Baseline {
  const value = readJson(file, 'bad-baseline', { what: 'the baseline ' });
  const wrong = checker('baseline')(value);
  if (wrong === undefined) return value as Baseline;
  const version = (value as { schemaVersion?: unknown } | null)?.schemaVersion;
  const old = `${file} is of version ${JSON.stringify(version)}, and this suite reads version 2; write a new one with --update-baseline`;
  throw new CliError('bad-baseline', version !== undefined && version !== 2 ? old : `${file}: ${wrong}`);
}

/** @throws CliError `cannot-write`. */
export function writeBaseline(file: string, baseline: Baseline): void {
  try {
    writeFileSync(file, `${JSON.stringify(baseline, undefined, 2)}\n`);
  } catch (error) {
    throw new CliError('cannot-write', `the baseline ${file}: ${systemReason(error)}`, { cause: error });
  }
}
