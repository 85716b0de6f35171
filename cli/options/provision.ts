import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ProvisionSettings } from '../../harness/worlds/index.js';
import { CliError } from '../cli-error.js';
import { readText } from '../user-file.js';
import type { ConfigFile } from './config-file.js';
import type { OptionValues } from './table.js';

type Options = Pick<OptionValues, 'provision' | 'fixtures' | 'debug'>;

/**
 * Where the fixtures of a run come from.
 * @throws CliError `bad-fixtures`, `bad-value` or `cannot-read`.
 */
export async function provisionSettings(
  { provision, fixtures, debug }: Options,
  { rest }: ConfigFile,
  cwd: string,
): Promise<ProvisionSettings> {
  if (provision === 'rest')
    return {
      by: 'rest',
      bodies: rest,
      ...(fixtures !== undefined && { file: await named(fixtures, cwd) }),
    };
  if (fixtures === undefined)
    throw new CliError('bad-value', `--provision ${provision} needs --fixtures FILE`);
  if (provision === 'static') return { by: 'static', file: await named(fixtures, cwd) };
  const file = path.resolve(cwd, fixtures);
  // A name that is no file is looked up in the PATH.
  return { by: 'command', argv: [existsSync(file) ? file : fixtures], debug };
}

async function named(file: string, cwd: string) {
  const { FixturesFileError, parseFixturesFile } = await import('../../harness/worlds/fixtures-file.js');
  const text = readText(path.resolve(cwd, file), file);
  try {
    return parseFixturesFile(text, file);
  } catch (error) {
    if (!(error instanceof FixturesFileError)) throw error;
    throw new CliError('bad-fixtures', `${error.message}; ${error.remedy}`, { cause: error });
  }
}
