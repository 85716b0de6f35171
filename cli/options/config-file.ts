/** Reads netemu-conformance.config.json: checked against its published schema, headers and paths resolved. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Config } from '../../schemas/generated/config.js';
import { Failure, systemReason } from '../failure.js';
import { schema } from '../package.js';
import { headers } from './parse.js';
import { type OptionName, type OptionValues, optionNames, rowOf } from './table.js';

export const defaultConfigName = 'netemu-conformance.config.json';

/** What a configuration says. */
export interface ConfigFile {
  readonly values: Partial<OptionValues>;
  readonly url?: string;
  /** Bodies for the creation endpoints, by kind of fixture. */
  readonly rest: NonNullable<Config['rest']>;
  /** Where it was read; nothing when there is none. */
  readonly file?: string;
}

/**
 * @param named A file that the user names and that must be there; else the one of the working folder, if any.
 * @throws Failure `cannot-read` or `bad-config`.
 */
export async function readConfig(
  named: string | undefined,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<ConfigFile> {
  const file = path.resolve(cwd, named ?? defaultConfigName);
  if (named === undefined && !existsSync(file)) return { values: {}, rest: {} };
  return { ...(await fromConfig(parsed(file), file, env)), file };
}

/**
 * What a configuration says, wherever it was read.
 * @param origin The file, or a name in its folder: paths are relative to that folder.
 * @throws Failure `bad-config`.
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
    const given = (config as Record<string, unknown>)[name];
    if (given === undefined) return [];
    return [[name, rowOf(name).path ? path.resolve(folder, given as string) : given]];
  });
  return {
    values: Object.fromEntries(values) as Partial<OptionValues>,
    ...(config.url !== undefined && { url: config.url }),
    rest: config.rest ?? {},
  };
}

function parsed(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Failure('cannot-read', `the configuration ${file}: ${systemReason(error)}`, { cause: error });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Failure('bad-config', `${file} is not valid JSON (${(error as Error).message})`, {
      cause: error,
    });
  }
}

async function checked(file: string, value: unknown): Promise<Config> {
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, validateFormats: false });
  const validate = ajv.compile<Config>(schema('config'));
  if (validate(value)) return value;
  throw new Failure('bad-config', `${file}: ${(validate.errors ?? []).map(problem).join('; ')}`);
}

function problem({ instancePath, keyword, params, message }: ErrorObject): string {
  const where = instancePath.slice(1).replaceAll('/', '.');
  if (keyword === 'additionalProperties')
    return `${where ? `${where} has` : 'there is'} an unknown field ${params.additionalProperty}`;
  const values = keyword === 'enum' ? ` (${params.allowedValues.join(', ')})` : '';
  return `${where || 'the whole'} ${message}${values}`;
}

/** `${NAME}` in a header stands for an environment variable, so that secrets need not be in the file. */
function headerLines(given: Readonly<Record<string, string>>, file: string, env: NodeJS.ProcessEnv) {
  return Object.entries(given).flatMap(([name, value]) => {
    const filled = value.replace(/\$\{(\w+)\}/g, (_, variable: string) => {
      const found = env[variable];
      if (found !== undefined) return found;
      throw new Failure('bad-config', `${file}: headers.${name} needs the environment variable ${variable}`);
    });
    return headers(`${name}: ${filled}`, `headers.${name} in ${file}`);
  });
}
