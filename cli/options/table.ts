/** The options of a run, one row each: flag, help, parser and default. */
import { type ReporterName, reporterNames } from '../../reporters/rendering.js';
import { CliError } from '../cli-error.js';
import { requirementSets } from '../requirement-set.js';
import {
  boolean,
  cases,
  headers,
  integer,
  list,
  oneOf,
  type Parse,
  parser,
  shard,
  string,
  user,
} from './parse.js';
import { didYouMean } from './suggestion.js';

interface Row<T, D extends T | undefined> extends Traits {
  /** In the syntax of commander. */
  readonly flags: string;
  readonly about: string;
  readonly parse: Parse<T>;
  readonly fallback: D;
}

interface Traits {
  /** Values add up instead of replacing each other. */
  readonly repeatable?: true;
  /** Can only be given as a flag, since it is about one run: not in the environment or the configuration. */
  readonly flagOnly?: true;
  /** The value when the flag is given without its argument. */
  readonly bare?: number;
  /** Never shown. */
  readonly secret?: true;
  /** A path: in a configuration file it is relative to the folder of that file. */
  readonly path?: true;
}

const row = <T>(
  flags: string,
  about: string,
  parse: Parse<T>,
  fallback: NoInfer<T>,
  traits: Traits = {},
): Row<T, T> => ({ flags, about, parse, fallback, ...traits });

const optional = <T>(
  flags: string,
  about: string,
  parse: Parse<T>,
  traits: Traits = {},
): Row<T, undefined> => ({ flags, about, parse, fallback: undefined, ...traits });

/** Comma-separated names of formats, without duplicates. */
export const reporterList = parser(
  { type: 'array', items: { enum: reporterNames }, minItems: 1 },
  (text, name): readonly ReporterName[] => [...new Set(list(text, name).map(reporterNamed))],
);

function reporterNamed(name: string): ReporterName {
  const found = reporterNames.find((each) => each === name);
  if (found !== undefined) return found;
  throw new CliError('unknown-reporter', name + didYouMean(name, reporterNames));
}

const path = { path: true } as const;
const repeatable = { repeatable: true } as const;
const flagOnly = { flagOnly: true } as const;
const secret = { secret: true } as const;
const maxMilliseconds = 2 ** 31 - 1;

export const optionTable = {
  reporter: row('--reporter <names>', `formats: ${reporterNames.join(', ')}`, reporterList, [
    'console',
    'json',
    'html',
  ]),
  out: row('--out <dir>', 'folder for the files', string, 'conformance-report', path),
  repro: optional('--repro <dir>', 'folder for shell scripts, one for each finding', string, path),
  only: row('--only <globs>', 'judge only these requirements or operations', list, [], repeatable),
  skip: row('--skip <globs>', 'leave these out', list, [], repeatable),
  profile: row(
    '--profile <name>',
    'path family: controller, compute or full',
    oneOf(['controller', 'compute', 'full']),
    'full',
  ),
  runs: row('--runs <n>', 'generated cases per property', cases, 100),
  seed: optional(
    '--seed <n>',
    'seed of generated values (default: random)',
    integer(-(2 ** 31), 2 ** 31 - 1),
  ),
  lastFailed: row(
    '--last-failed',
    'judge only what failed in the last report in --out; everything if nothing did',
    boolean,
    false,
    flagOnly,
  ),
  bail: optional('--bail [n]', 'stop after n failures that count (default: 1)', integer(1, 100_000), {
    bare: 1,
  }),
  budget: optional('--budget <n>', 'send at most n requests, most telling first', integer(1, 1_000_000)),
  watch: row(
    '--watch',
    'keep running and judge again when the server restarts or a key is pressed',
    boolean,
    false,
    flagOnly,
  ),
  server: optional(
    '--server <command>',
    'start the server with this command, and stop it and its children at the end',
    string,
  ),
  replay: optional(
    '--replay <id>',
    'check a finding of the last report in --out again (F3, or its fingerprint), or a requirement',
    string,
    flagOnly,
  ),
  concurrency: row('--concurrency <n>', 'requests in flight at most', integer(1, 256), 8),
  rate: optional('--rate <n>', 'requests per second at most', integer(1, 1_000_000)),
  timeout: row('--timeout <ms>', 'time-out of one request', integer(1, maxMilliseconds), 10_000),
  maxTime: row('--max-time <s>', 'time for the whole run', integer(1, 1_000_000), 600),
  failOn: row(
    '--fail-on <level>',
    'what turns the exit code red: must, should or never',
    oneOf(['must', 'should', 'never']),
    'must',
  ),
  baseline: optional('--baseline <file>', 'file of known failures', string, path),
  updateBaseline: row('--update-baseline', 'accept what fails in this run', boolean, false, flagOnly),
  header: row("--header <'K: V'>", 'header to send with every request', headers, [], {
    ...repeatable,
    ...secret,
  }),
  headerFile: optional('--header-file <file>', 'file of such headers, one per line', string, path),
  user: optional('--user <u:p>', 'credentials for basic authentication', user, secret),
  userFile: optional('--user-file <file>', 'file that holds user:password', string, path),
  ca: optional('--ca <file>', 'certificate authority of the target (PEM)', string, path),
  cert: optional('--cert <file>', 'client certificate (PEM)', string, path),
  key: optional('--key <file>', 'key of the client certificate (PEM)', string, path),
  insecure: row('--insecure', 'do not check the certificate of the target', boolean, false),
  provision: row(
    '--provision <way>',
    'where fixtures come from: rest, static or command',
    oneOf(['rest', 'static', 'command']),
    'rest',
  ),
  fixtures: optional(
    '--fixtures <file>',
    'file that names existing resources to use; with --provision command, the program',
    string,
    path,
  ),
  hazards: row(
    '--hazards <way>',
    'avoid or allow values that name files or make a server allocate memory',
    oneOf(['avoid', 'allow']),
    'avoid',
  ),
  explain: row('--no-explain', 'do not send requests again to confirm findings', boolean, true),
  shard: optional('--shard <i/n>', 'judge part i of n; merge puts the reports together', shard),
  requirementSet: optional(
    '--requirement-set <n>',
    'frozen set of requirements to judge by (default: all)',
    parser({ type: 'string', enum: requirementSets }, oneOf(requirementSets)),
  ),
  verbose: row('--verbose', 'list everything that could not be judged or removed', boolean, false),
  debug: row('--debug', 'show stack traces', boolean, false),
};

type Table = typeof optionTable;
export type OptionName = keyof Table;

type ValueOf<R> = R extends Row<infer T, infer D> ? ([D] extends [undefined] ? T | undefined : T) : never;

/** The values of all options, by name. */
export type OptionValues = { readonly [name in OptionName]: ValueOf<Table[name]> };

export const optionNames = Object.keys(optionTable) as OptionName[];

/** Options of a run that `doctor` takes too. */
export const reaching: readonly OptionName[] = [
  'header',
  'headerFile',
  'user',
  'userFile',
  'ca',
  'cert',
  'key',
  'insecure',
  'timeout',
  'concurrency',
  'provision',
  'fixtures',
  'debug',
];

/** A row without the type of its value. */
export const rowOf = (name: OptionName): Row<unknown, unknown> => optionTable[name] as Row<unknown, unknown>;

/** How the environment variables of all options begin. */
export const variablePrefix = 'NETEMU_CONFORMANCE_';

/** The environment variable of an option. */
export const variableOf = (name: string): string =>
  `${variablePrefix}${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** The value of an option's environment variable. An empty one counts as not set: pipelines do that. */
export const given = (env: NodeJS.ProcessEnv, name: string): string | undefined =>
  env[variableOf(name)] || undefined;

/** The flag of an option without its argument. */
export const flagOf = (name: OptionName): string => rowOf(name).flags.replace(/ .*/, '');
