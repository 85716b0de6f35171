/** Reads netemu-conformance.config.json, checks it against its schema, and resolves headers and paths. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { CliError } from '../cli-error.js';
import { readJson } from '../user-file.js';
import { type Config, configSchema } from './config-schema.js';
import { headers } from './parse.js';
import { didYouMean } from './suggestion.js';
import { given, type OptionName, type OptionValues, optionNames, rowOf } from './table.js';

const defaultConfigName = 'netemu-conformance.config.json';

export interface ConfigFile {
  readonly values: Partial<OptionValues>;
  readonly url?: string;
  /** Bodies for the creation endpoints, by kind of fixture. */
  readonly rest: NonNullable<Config['rest']>;
  readonly file?: string;
}

/**
 * Reads the configuration file that the flag or the environment names, else the one in the working folder, if any.
 * @param flag The file that the user named. It must exist.
 * @throws CliError `cannot-read` or `bad-config`.
 */
export async function readConfig(
  flag: string | undefined,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<ConfigFile> {
  const named = flag ?? given(env, 'config');
  const file = path.resolve(cwd, named ?? defaultConfigName);
  if (named === undefined && !existsSync(file)) return { values: {}, rest: {} };
  return {
    ...(await fromConfig(readJson(file, 'bad-config', { what: 'the configuration ' }), file, env)),
    file,
  };
}

/**
 * Checks a configuration, wherever it comes from.
 * @param origin The file, or any name in the folder that its paths are relative to.
 * @throws CliError `bad-config`.
 */
export async function fromConfig(
  value: unknown,
  origin: string,
  env: NodeJS.ProcessEnv,
): Promise<ConfigFile> {
  const config = await checked(origin, value);
  const folder = path.dirname(origin);
  const values = optionNames.flatMap((name): [OptionName, unknown][] => {
    if (name === 'header') return config.headers ? [[name, headerLines(config.headers, origin, env)]] : [];
    const value = (config as Record<string, unknown>)[name];
    if (value === undefined) return [];
    return [[name, rowOf(name).path ? path.resolve(folder, value as string) : value]];
  });
  return {
    values: Object.fromEntries(values) as Partial<OptionValues>,
    ...(config.url !== undefined && { url: config.url }),
    rest: config.rest ?? {},
  };
}

async function checked(file: string, value: unknown): Promise<Config> {
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, validateFormats: false, verbose: true });
  const validate = ajv.compile<Config>(configSchema);
  if (validate(value)) return value;
  throw new CliError('bad-config', `${file}: ${(validate.errors ?? []).map(problem).join('; ')}`);
}

function problem({ instancePath, keyword, params, message, data, parentSchema }: ErrorObject): string {
  const field = instancePath.slice(1).replaceAll('/', '.');
  const where = field === '' ? 'the file' : `"${field}"`;
  if (keyword === 'additionalProperties') {
    const name: string = params.additionalProperty;
    const known = Object.keys(parentSchema?.properties ?? {});
    return `${where} has an unknown field "${name}"${didYouMean(name, known)}`;
  }
  if (keyword === 'type') return `${where} must be ${withArticle(String(params.type))}`;
  if (keyword === 'enum')
    return `${where} must be one of ${params.allowedValues.join(', ')}${didYouMean(String(data), params.allowedValues)}`;
  if (keyword === 'minimum') return `${where} must be at least ${params.limit}`;
  if (keyword === 'maximum') return `${where} must be at most ${params.limit}`;
  return `${where} ${keyword === 'minLength' ? 'must not be empty' : message}`;
}

const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** Header lines. `${NAME}` is replaced by the environment variable, so that secrets need not be in the file. */
function headerLines(lines: Readonly<Record<string, string>>, file: string, env: NodeJS.ProcessEnv) {
  return Object.entries(lines).flatMap(([name, value]) => {
    const filled = value.replace(/\$\{(\w+)\}/g, (_, variable: string) => {
      const found = env[variable];
      if (found) return found;
      throw new CliError('bad-config', `${file}: headers.${name} needs the environment variable ${variable}`);
    });
    return headers(`${name}: ${filled}`, `headers.${name} in ${file}`);
  });
}
