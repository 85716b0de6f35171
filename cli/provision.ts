import type { ProvisionSettings } from '../harness/fixtures/provision.js';
import { Failure } from './failure.js';
import type { ConfigFile } from './options/config-file.js';
import type { OptionValues } from './options/table.js';

/**
 * Where the fixtures of a run come from.
 * @throws Failure `bad-fixtures` or `cannot-read`.
 */
export function provisionSettings(
  options: OptionValues,
  config: ConfigFile,
  _cwd: string,
): ProvisionSettings {
  if (options.provision !== 'rest')
    throw new Failure('bad-fixtures', `--provision ${options.provision} is not there yet`);
  return { by: 'rest', bodies: config.rest };
}
