import type { ConfigFile } from './config-file.js';
import type { Resolved } from './resolve.js';
import { type OptionName, optionNames, rowOf } from './table.js';

/** The options in effect and where each comes from, without secrets, for --print-config. Defaults come last. */
export function printable(url: string | undefined, { values, sources }: Resolved, config: ConfigFile) {
  const isDefault = (name: OptionName) => Number(sources[name] === 'default');
  const sorted = optionNames.toSorted((a, b) => isDefault(a) - isDefault(b));
  const options = sorted.map((name) => {
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
