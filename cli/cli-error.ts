/** Every error that can stop the command: its exit code, its cause and what to do next. */
import { reporterNames } from '../reporters/rendering.js';
import { folded } from './output/folded.js';
import { pagePath, schemaPath } from './package.js';

export const exitCodes = {
  conformant: 0,
  nonConformant: 1,
  usage: 2,
  incomplete: 3,
  defect: 4,
  interrupted: 130,
  terminated: 143,
} as const;

/** Signals that end the command: the exit code after each, and what people call it. */
export const signals = {
  SIGINT: { exit: exitCodes.interrupted, name: 'Ctrl-C' },
  SIGTERM: { exit: exitCodes.terminated, name: 'SIGTERM' },
} as const;
export type Signal = keyof typeof signals;

interface Row {
  readonly exit: number;
  /** One sentence; `{}` is replaced by the detail of the error. */
  readonly cause: string;
  readonly remedy: string;
}

/** Most errors are in how the command is used. */
const row = (cause: string, remedy: string, exit: number = exitCodes.usage): Row => ({ exit, cause, remedy });

export const cliErrors = {
  arguments: row('{}', 'See npx netemu-conformance --help.'),
  'empty-url': row(
    'The URL of the server is empty, and nothing was judged.',
    'Set the variable that it comes from to the base URL of your server, or to the word reference for the built-in reference implementation.',
  ),
  'bad-url': row(
    '{} is neither a command nor an http or https URL.',
    'Give the base URL of a server, such as http://127.0.0.1:3080, or see npx netemu-conformance --help.',
  ),
  'url-with-query': row(
    'The URL {} has a query or a fragment, which a base URL cannot have.',
    'Give only scheme, host, port and, if there is one, a path prefix.',
  ),
  'url-with-version': row(
    'The URL has /v2 in its path, but every path of the interface begins with it.',
    'Leave it out: {}',
  ),
  'bad-value': row('{}.', 'See npx netemu-conformance --help for what the option takes.'),
  'unknown-variable': row(
    'No option has the environment variable {}.',
    'Variables are named like flags: NETEMU_CONFORMANCE_MAX_TIME is --max-time. See npx netemu-conformance --help.',
  ),
  'no-cases': row(
    '{} takes at least 1: without generated cases, the requirements about them cannot be judged.',
    "To leave these requirements out, give --skip '*.generated.*'.",
  ),
  'nothing-selected': row(
    '{}.',
    'See npx netemu-conformance list for ids; --only and --skip take globs of them, such as iou.*',
  ),
  'unknown-pattern': row(
    'No requirement or operation matches {}.',
    'See npx netemu-conformance list for ids; quote globs so that the shell leaves them alone.',
  ),
  'unknown-id': row('There is no requirement {}.', 'See npx netemu-conformance list for all ids.'),
  'finding-named': row(
    '{} is a finding, and here a requirement or an operation is to be named.',
    'The report explains it; --replay {} sends its requests again.',
  ),
  'no-finding': row(
    'There is no finding {}.',
    'Give the folder of the report.json that has it with --out, or run without --replay and with the reporter json first.',
  ),
  'unknown-reporter': row('There is no reporter {}.', `There are ${reporterNames.join(', ')}.`),
  'unknown-fault': row('{}.', 'See npx netemu-conformance serve --list-faults for their names.'),
  'bad-config': row(
    'The configuration cannot be used: {}.',
    `${schemaPath('config')} says what may be in it.`,
  ),
  'bad-baseline': row(
    'The baseline cannot be used: {}.',
    'Correct it, or remove the file and write a new one with --baseline FILE --update-baseline.',
  ),
  'bad-fixtures': row(
    'The fixtures cannot be used: {}.',
    `See ${pagePath('targets.md')} for the contents of a fixtures file, or run npx netemu-conformance doctor URL.`,
  ),
  'cannot-read': row('Cannot read {}.', 'Check the path and its permissions.'),
  'cannot-write': row(
    'Cannot write {}.',
    'Choose another folder with --out, or check its permissions and the room that is left.',
  ),
  'cannot-write-scripts': row(
    'Cannot write {}.',
    'Choose another folder with --repro, or check its permissions and the room that is left.',
  ),
  'not-a-report': row(
    '{}.',
    'Give a report.json that a run of this version of netemu-conformance has written.',
  ),
  'not-a-har': row(
    '{}.',
    `Give a HAR (HTTP archive, version 1.2). ${pagePath('traffic.md')} shows how to record one.`,
  ),
  'recording-too-long': row(
    '{}.',
    'Record less at a time, or cut the recording into several: each is judged by itself.',
  ),
  'nothing-recorded': row(
    'The recording has no request of the interface{}.',
    `Give the base URL of the server with --base, or see ${pagePath('traffic.md')} for how to record one.`,
  ),
  'several-servers': row(
    'The recording has requests to several servers: {}.',
    'Say which of them to judge, with --base URL.',
  ),
  'cannot-merge': row('{}', 'Give the report.json of every shard of one run.'),
  'needs-url': row(
    '{} needs the URL of a server.',
    'Give it as the first argument, such as http://127.0.0.1:3080.',
  ),
  'other-target': row(
    'The last report is of {}; without a URL, the reference implementation would be judged.',
    'Give {} as the first argument.',
  ),
  'no-server': row(
    '{}',
    'Check the command of --server, and that it serves the URL that is judged.',
    exitCodes.incomplete,
  ),
  'cannot-listen': row('{}', 'Give another port with --port, or --port 0 for any that is free.'),
  defect: row(
    'A bug in the suite: {}',
    'Run again with --debug, and report the bug with the output. The server is not to blame.',
    exitCodes.defect,
  ),
};

export type CliErrorCode = keyof typeof cliErrors;

/** An error that stops the command. Its message is the cause in words. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exit: number;
  readonly remedy: string;
  /** Lines that are printed below it. */
  readonly below: readonly string[];

  constructor(
    readonly code: CliErrorCode,
    /** The text that replaces `{}`. */
    readonly detail = '',
    options?: ErrorOptions & { readonly below?: readonly string[] },
  ) {
    const { exit, cause, remedy } = cliErrors[code];
    super(
      cause.replace('{}', () => detail),
      options,
    );
    this.exit = exit;
    this.below = options?.below ?? [];
    this.remedy = remedy.replace('{}', () => detail);
  }
}

/** An error as the command prints it: its cause, what to do next, and the stack with --debug. */
export function formatError(error: CliError, debug: boolean, columns: number | undefined): string {
  const origin = error.cause instanceof Error ? error.cause : error;
  const lines = folded(
    [`netemu-conformance: ${error.message}`, `  ${error.remedy}`, ...error.below],
    columns,
  );
  return `${[...lines, ...(debug ? [origin.stack] : [])].join('\n')}\n`;
}

/** Anything thrown as a CliError: what is not one already is a bug in the suite. */
export function asCliError(error: unknown): CliError {
  if (error instanceof CliError) return error;
  const { message } = error as Error;
  return new CliError('defect', message ?? String(error), { cause: error });
}

/** What went wrong in a system error, without its code and path. */
export function systemReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && reasons[code]) ?? message;
}

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  EEXIST: 'a file of that name is in the way',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the disk quota is used up',
};
