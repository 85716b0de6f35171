/** The library: the same as the command does, with the report as its result. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Config } from '../schemas/generated/config.js';
import type { Report } from '../schemas/generated/report.js';
import type { Reply } from './child.js';
import { CliError } from './cli-error.js';

export type {
  ClientFinding,
  Evidence,
  Exchange,
  Finding,
  Level,
  Report,
  RequirementRow,
  RunVerdict,
  Verdict,
} from '../schemas/generated/report.js';
export { CliError, type CliErrorCode } from './cli-error.js';
export { type JudgeOptions, judgeHar, judgeTraffic, type TrafficExchange } from './traffic/library.js';

/** The fields of netemu-conformance.config.json that say what is judged and how; paths are relative to `cwd`. */
export interface ConformanceOptions
  extends Omit<
    Config,
    '$schema' | 'reporter' | 'out' | 'failOn' | 'baseline' | 'server' | 'verbose' | 'debug'
  > {
  /** Folder that paths in the options are relative to; the working folder unless given. */
  readonly cwd?: string;
  /** Ends the run early; the report then tells what was judged until then. */
  readonly signal?: AbortSignal;
}

/**
 * Judges a server and resolves with the report, whatever its verdict. Without a `url`, or with the word
 * `reference`, the built-in reference implementation is judged; an empty or undefined one is refused. Nothing is
 * printed or written, and neither the environment variables nor the configuration of the command line are read.
 * @throws CliError when an option cannot be used or nothing is selected.
 */
export async function runConformance(options: ConformanceOptions = {}): Promise<Report> {
  const { cwd = process.cwd(), signal, ...config } = options;
  // A `url` from a variable that is missing must not end in a verdict on the reference implementation.
  if ('url' in config && !config.url) throw new CliError('empty-url');
  // A process of its own: the engine is Vitest, which cannot be nested in the Vitest that may call this.
  const child = fork(fileURLToPath(new URL('./child.js', import.meta.url)), {
    cwd,
    env: withoutVitest(process.env),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const end = () => child.kill('SIGTERM');
  signal?.addEventListener('abort', end, { once: true });
  try {
    child.send(config);
    if (signal?.aborted) end();
    return reportIn(await replyOf(child));
  } finally {
    signal?.removeEventListener('abort', end);
  }
}

function replyOf(child: ChildProcess): Promise<Reply> {
  return new Promise((resolve, reject) => {
    child.once('message', (reply) => resolve(reply as Reply));
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new CliError('defect', `the run ended without a report (${signal ?? `exit code ${code}`})`)),
    );
  });
}

function reportIn(reply: Reply): Report {
  if ('report' in reply) return reply.report;
  throw new CliError(reply.failure.code, reply.failure.detail);
}

/** What a surrounding Vitest sets is not meant for the one inside. */
function withoutVitest(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(VITEST|VITE_|TEST$)/.test(name)));
}
