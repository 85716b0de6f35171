import { existsSync, writeFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Baseline } from '../../schemas/generated/baseline.js';
import { CliError, systemReason } from '../cli-error.js';
import { schema } from '../package.js';
import { readJson } from '../user-file.js';

/** @throws CliError `cannot-read` or `bad-baseline`. */
export function readBaseline(file: string): Baseline {
  return checked(file, readJson(file, 'bad-baseline', { what: 'the baseline ' }));
}

/** The baseline to update; undefined when the file does not exist. */
export const readForUpdate = (file: string): Baseline | undefined =>
  existsSync(file) ? readBaseline(file) : undefined;

/** @throws CliError `cannot-write`. */
export function writeBaseline(file: string, baseline: Baseline): void {
  try {
    writeFileSync(file, `${JSON.stringify(baseline, undefined, 2)}\n`);
  } catch (error) {
    throw new CliError('cannot-write', `the baseline ${file}: ${systemReason(error)}`, { cause: error });
  }
}

function checked(file: string, value: unknown): Baseline {
  const validate = new Ajv2020({ validateFormats: false }).compile<Baseline>(schema('baseline'));
  if (validate(value)) return value;
  const version = (value as { schemaVersion?: unknown } | null)?.schemaVersion;
  if (version !== undefined && version !== 2)
    throw new CliError(
      'bad-baseline',
      `${file} is of version ${JSON.stringify(version)}, and this suite reads version 2; write a new one with --update-baseline`,
    );
  const [first] = validate.errors ?? [];
  throw new CliError('bad-baseline', `${file}: ${first?.instancePath || 'the whole'} ${first?.message}`);
}
