import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  FixturesFileError,
  type ProvisionSettings,
  parseFixturesFile,
} from '../harness/fixtures/provision.js';
import { Failure, systemReason } from './failure.js';
import type { ConfigFile } from './options/config-file.js';
import type { OptionValues } from './options/table.js';

/**
 * Where the fixtures of a run come from.
 * @throws Failure `bad-fixtures` or `cannot-read`.
 */
export function provisionSettings(options: OptionValues, config: ConfigFile, cwd: string): ProvisionSettings {
  const { provision: by, fixtures, debug } = options;
  if (by === 'rest') {
    if (fixtures === undefined) return { by, bodies: config.rest };
    throw new Failure('bad-fixtures', '--fixtures goes with --provision static or --provision command');
  }
  if (fixtures === undefined) throw new Failure('bad-fixtures', `--provision ${by} needs --fixtures FILE`);
  const file = path.resolve(cwd, fixtures);
  return by === 'static' ? { by, file: named(file, fixtures) } : { by, argv: program(file, fixtures), debug };
}

function named(file: string, shown: string) {
  try {
    return parseFixturesFile(readFileSync(file, 'utf8'), shown);
  } catch (error) {
    if (error instanceof FixturesFileError)
      throw new Failure('bad-fixtures', `${error.message}; ${error.remedy}`, { cause: error });
    throw new Failure('cannot-read', `${shown}: ${systemReason(error)}`, { cause: error });
  }
}

/** A script for Node need not be executable, which on some systems no script can be. */
function program(file: string, shown: string): readonly string[] {
  if (!existsSync(file)) throw new Failure('cannot-read', `${shown}: there is no such file or folder`);
  return /\.[cm]?js$/.test(file) ? [process.execPath, file] : [file];
}
