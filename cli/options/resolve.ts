/** Finds the value of each option: from its flag, else the environment, else the configuration, else its default. */
import { CliError } from '../cli-error.js';
import type { ConfigFile } from './config-file.js';
import { didYouMean } from './suggestion.js';
import {
  flagOf,
  given,
  type OptionName,
  type OptionValues,
  optionNames,
  rowOf,
  variableOf,
  variablePrefix,
} from './table.js';

type Source = 'flag' | 'environment' | 'configuration' | 'default';

/** Flags as the parser of the command line collects them. */
export type Flags = { readonly [name in OptionName]?: string | readonly string[] | boolean };

export interface Resolved {
  readonly values: OptionValues;
  readonly sources: Readonly<Record<OptionName, Source>>;
}

/** Variables of the environment that a run reads. */
const variables = [...optionNames.filter((name) => !rowOf(name).flagOnly), 'url', 'config'].map(variableOf);

/** A mistyped variable would be left out without a word. An empty one counts as not set. */
function checkNames(env: NodeJS.ProcessEnv): void {
  const unknown = Object.keys(env).find(
    (name) => name.startsWith(variablePrefix) && env[name] && !variables.includes(name),
  );
  if (unknown) throw new CliError('unknown-variable', `${unknown}${didYouMean(unknown, variables)}`);
}

type Found = readonly [Source, unknown];

/** @throws CliError `bad-value` for a value that its option does not take, `unknown-variable` for a mistyped name. */
export function resolve(flags: Flags, env: NodeJS.ProcessEnv, config: ConfigFile['values']): Resolved {
  checkNames(env);
  const found = optionNames.map((name) => [name, find(name, flags, env, config)] as const);
  const sources = Object.fromEntries(found.map(([name, [source]]) => [name, source]));
  const values = Object.fromEntries(found.map(([name, [, value]]) => [name, value]));
  return { sources: sources as Resolved['sources'], values: values as unknown as OptionValues };
}

function find(name: OptionName, flags: Flags, env: NodeJS.ProcessEnv, config: ConfigFile['values']): Found {
  const { parse, fallback, flagOnly, bare } = rowOf(name);
  const flag = flags[name];
  if (bare !== undefined && /^https?:/.test(String(flag)))
    throw new CliError('bad-value', `${flagOf(name)} took the URL as its number; put the URL first`);
  if (flag !== undefined) return ['flag', fromFlag(flag, bare, (text) => parse(text, flagOf(name)))];
  const text = flagOnly ? undefined : given(env, name);
  if (text !== undefined) return ['environment', parse(text, variableOf(name))];
  const configured = config[name];
  if (configured === undefined) return ['default', fallback];
  // Its schema says what text looks like, not whether it makes sense.
  return ['configuration', typeof configured === 'string' ? parse(configured, name) : configured];
}

function fromFlag(
  flag: string | readonly string[] | boolean,
  bare: number | undefined,
  parse: (text: string) => unknown,
): unknown {
  if (typeof flag === 'boolean') return flag && (bare ?? true);
  return typeof flag === 'string' ? parse(flag) : flag.flatMap((text) => parse(text));
}

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
