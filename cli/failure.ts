/** Everything that can stop the command before or beside a verdict: code, exit code, cause and what to do next. */

/** Exit codes of the command (design, section 5). */
export const exitCodes = {
  conformant: 0,
  nonConformant: 1,
  usage: 2,
  incomplete: 3,
  defect: 4,
  interrupted: 130,
  terminated: 143,
} as const;

interface Row {
  readonly exit: number;
  /** One sentence; `{}` stands for what the thrower adds. */
  readonly cause: string;
  /** What to do next. */
  readonly remedy: string;
}

const table = {
  arguments: {
    exit: exitCodes.usage,
    cause: '{}',
    remedy: 'See netemu-conformance --help.',
  },
  'bad-url': {
    exit: exitCodes.usage,
    cause: '{} is neither a command nor an http or https URL.',
    remedy: 'Give the base URL of a server, such as http://127.0.0.1:3080, or see netemu-conformance --help.',
  },
  'url-with-query': {
    exit: exitCodes.usage,
    cause: 'The URL {} has a query or a fragment, which a base URL cannot have.',
    remedy: 'Give scheme, host, port and, where there is one, a path prefix only.',
  },
  'url-with-version': {
    exit: exitCodes.usage,
    cause: 'The URL ends with /v2, but every path of the interface begins with it.',
    remedy: 'Leave it out: {}',
  },
  'bad-value': {
    exit: exitCodes.usage,
    cause: '{}.',
    remedy: 'See netemu-conformance --help for what the option takes.',
  },
  'nothing-selected': {
    exit: exitCodes.usage,
    cause: 'Nothing is selected{}.',
    remedy: 'See netemu-conformance list for ids; --only and --skip take globs of them, such as iou.*',
  },
  'unknown-pattern': {
    exit: exitCodes.usage,
    cause: 'No requirement or operation matches {}.',
    remedy: 'See netemu-conformance list for ids; quote globs so that the shell leaves them alone.',
  },
  'unknown-id': {
    exit: exitCodes.usage,
    cause: 'There is no requirement {}',
    remedy: 'See netemu-conformance list for all ids.',
  },
  'unknown-reporter': {
    exit: exitCodes.usage,
    cause: 'There is no reporter {}.',
    remedy: 'See netemu-conformance --help for their names.',
  },
  'unknown-fault': {
    exit: exitCodes.usage,
    cause: '{}.',
    remedy: 'See netemu-conformance serve --list-faults for their names.',
  },
  'bad-config': {
    exit: exitCodes.usage,
    cause: 'The configuration cannot be used: {}.',
    remedy:
      'Compare it with schemas/config.schema.json of this package, or see netemu-conformance --print-config.',
  },
  'bad-baseline': {
    exit: exitCodes.usage,
    cause: 'The baseline cannot be used: {}.',
    remedy: 'Correct it, or remove the file and write it anew with --baseline FILE --update-baseline.',
  },
  'bad-fixtures': {
    exit: exitCodes.usage,
    cause: 'The fixtures cannot be used: {}.',
    remedy: 'See docs/configuration.md for what a fixtures file holds, or ask netemu-conformance doctor URL.',
  },
  'cannot-read': {
    exit: exitCodes.usage,
    cause: 'Cannot read {}.',
    remedy: 'Check the path and its permissions.',
  },
  'cannot-write': {
    exit: exitCodes.usage,
    cause: 'Cannot write {}.',
    remedy: 'Choose another folder with --out, or make room and check its permissions.',
  },
  'not-a-report': {
    exit: exitCodes.usage,
    cause: '{}.',
    remedy: 'Give a report.json that a run of this version of netemu-conformance has written.',
  },
  'cannot-merge': {
    exit: exitCodes.usage,
    cause: '{}',
    remedy: 'Give the report.json of every shard of one run.',
  },
  'cannot-listen': {
    exit: exitCodes.usage,
    cause: '{}',
    remedy: 'Give another port with --port, or --port 0 for any that is free.',
  },
  defect: {
    exit: exitCodes.defect,
    cause: 'A defect of the suite: {}',
    remedy: 'Run again with --debug and report it with what that prints; the server is not to blame.',
  },
} satisfies Record<string, Row>;

/** Name of a row of the table. */
export type FailureCode = keyof typeof table;

/** Every failure of the command, for documentation and tests. */
export const failures: Readonly<Record<FailureCode, Row>> = table;

/** Stops the command; the message is the cause in words. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exit: number;
  readonly remedy: string;

  constructor(
    readonly code: FailureCode,
    /** What stands for `{}` in the row. */
    readonly detail = '',
    options?: ErrorOptions,
  ) {
    const { exit, cause, remedy } = failures[code];
    super(
      cause.replace('{}', () => detail),
      options,
    );
    this.exit = exit;
    this.remedy = remedy.replace('{}', () => detail);
  }
}

/** A failure as the command tells it: two lines, and the stack only for those who debug. */
export function inWords(failure: Failure, debug: boolean): string {
  const origin = failure.cause instanceof Error ? failure.cause : failure;
  const stack = debug ? `${origin.stack}\n` : '';
  return `netemu-conformance: ${failure.message}\n  ${failure.remedy}\n${stack}`;
}

/** Whatever was thrown, as a failure: what is not one already is a defect. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { message } = error as Error;
  return new Failure('defect', message ?? String(error), { cause: error });
}

/** The message of a system error without its code and path. */
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
