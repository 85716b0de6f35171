import type { ConfigFile } from './config-file.js';
import type { Resolved } from './resolve.js';
import { optionNames, rowOf } from './table.js';

/** What the options come to and where each comes from, without the values of secrets. */
export function printable(url: string | undefined, { values, sources }: Resolved, config: ConfigFile) {
  const options = optionNames.map((name) => {
    const value: unknown = values[name];
    const hidden = rowOf(name).secret && sources[name] !== 'default';
    return [name, { value: hidden ? '<secret>' : (value ?? null), from: sources[name] }];
  });
  return {
    url: url ?? null,
    configuration: config.file ?? null,
    options: Object.fromEntries(options),
    rest: config.rest,
  };
}
