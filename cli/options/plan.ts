/** Turns options into a plan: everything that a run needs, checked, with the named files read. */
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Tls } from '../../harness/http/connection.js';
import type { Headers } from '../../harness/http/exchange.js';
import type { Settings } from '../../harness/settings.js';
import type { ProvisionSettings } from '../../harness/worlds/index.js';
import { CliError } from '../cli-error.js';
import { readText } from '../user-file.js';
import type { ConfigFile } from './config-file.js';
import { headerPair, headers, user } from './parse.js';
import type { Resolved } from './resolve.js';
import type { OptionValues } from './table.js';
import { referenceWord, type TargetUrl, targetUrl } from './target-url.js';

/** Everything that a run needs. Without a `url` the reference implementation is judged. */
export interface Plan {
  readonly url: string | undefined;
  /** Whether a URL was given, or the word for the reference implementation. */
  readonly namesTarget: boolean;
  readonly options: OptionValues;
  readonly sources: Resolved['sources'];
  readonly config: ConfigFile;
  readonly settings: Omit<Settings, 'baseUrl' | 'selected'>;
  /** Ids whose failures the baseline accepts. */
  readonly known?: ReadonlySet<string>;
  /** What failed before: judged before the rest, or without it. */
  readonly again?: { readonly ids: ReadonlySet<string>; readonly alone: boolean };
}

/** @throws CliError for a file that cannot be read or a value that cannot be used. */
export async function planOf(
  url: string | undefined,
  resolved: Resolved,
  config: ConfigFile,
  cwd: string,
): Promise<Plan> {
  const { values: options, sources } = resolved;
  const target = url === undefined || url === referenceWord ? undefined : targetUrl(url);
  const tls = tlsOf(options, cwd);
  return {
    url: target?.baseUrl,
    namesTarget: url !== undefined,
    options,
    sources,
    config,
    settings: {
      headers: headersOf(target, options, cwd),
      ...(tls && { tls }),
      concurrency: options.concurrency,
      ...(options.rate !== undefined && { rate: options.rate }),
      timeoutMs: options.timeout,
      seed: options.seed ?? randomInt(0, 2 ** 31),
      runs: options.runs,
      ...(options.budget !== undefined && { budget: options.budget }),
      hazards: options.hazards === 'allow',
      confirms: options.explain,
      provision: await provisionSettings(options, config, cwd),
    },
  };
}

function headersOf(target: TargetUrl | undefined, options: OptionValues, cwd: string): Headers {
  const lines = [
    ...(options.headerFile === undefined
      ? []
      : headers(read(options.headerFile, cwd), `${options.headerFile}, one header a line,`)),
    ...options.header,
  ];
  const given = lines.map(headerPair);
  const credentials = options.user ?? userIn(options, cwd) ?? target?.user;
  if (credentials === undefined || given.some(([name]) => name.toLowerCase() === 'authorization'))
    return given;
  return [['authorization', `Basic ${Buffer.from(credentials).toString('base64')}`], ...given];
}

function userIn({ userFile }: OptionValues, cwd: string): string | undefined {
  return userFile === undefined ? undefined : user(read(userFile, cwd).trim(), userFile);
}

function tlsOf({ ca, cert, key, insecure }: OptionValues, cwd: string): Tls | undefined {
  if ((cert === undefined) !== (key === undefined))
    throw new CliError('bad-value', '--cert and --key go together, and one of them is missing');
  const tls = {
    ...(ca !== undefined && { ca: read(ca, cwd) }),
    ...(cert !== undefined && { cert: read(cert, cwd) }),
    ...(key !== undefined && { key: read(key, cwd) }),
    ...(insecure && { rejectUnauthorized: false }),
  };
  return Object.keys(tls).length > 0 ? tls : undefined;
}

const read = (file: string, cwd: string) => readText(path.resolve(cwd, file), file);

type Provision = Pick<OptionValues, 'provision' | 'fixtures' | 'debug'>;

/**
 * Where the fixtures of a run come from.
 * @throws CliError `bad-fixtures`, `bad-value` or `cannot-read`.
 */
export async function provisionSettings(
  { provision, fixtures, debug }: Provision,
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
  const { FixturesFileError, parseFixturesFile } = await import(
    '../../harness/worlds/named/fixtures-file.js'
  );
  const text = read(file, cwd);
  try {
    return parseFixturesFile(text, file);
  } catch (error) {
    if (!(error instanceof FixturesFileError)) throw error;
    throw new CliError('bad-fixtures', `${error.message}; ${error.remedy}`, { cause: error });
  }
}
