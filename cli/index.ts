/** The library: does what the command does, and returns the report. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Report } from '../schemas/generated/report.js';
import type { Reply } from './child.js';
import { CliError } from './cli-error.js';
import type { Config } from './options/config-schema.js';

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
  /** Folder that paths in the options are relative to; by default the working folder. */
  readonly cwd?: string;
  /** Ends the run early; the report then has what was judged so far. */
  readonly signal?: AbortSignal;
}

/**
 * Judges a server and resolves with the report, whatever its verdict. Without a `url`, or with `reference` as the
 * `url`, it judges the built-in reference implementation; an empty or undefined `url` is an error. It prints and
 * writes nothing, and does not read the environment variables and the configuration file of the command.
 * @throws CliError when an option cannot be used or nothing is selected.
 */
export async function runConformance(options: ConformanceOptions = {}): Promise<Report> {
  const { cwd = process.cwd(), signal, ...config } = options;
  // If the `url` comes from a variable that is not set, the reference implementation must not be judged instead.
  if ('url' in config && !config.url) throw new CliError('empty-url');
  // A separate process: the caller may end, or replace timers and modules, while the run has to remove what it made.
  const child = fork(fileURLToPath(new URL('./child.js', import.meta.url)), {
    cwd,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const end = () => child.kill('SIGTERM');
  signal?.addEventListener('abort', end, { once: true });
  try {
    child.send(config);
    if (signal?.aborted) end();
    const reply = await replyOf(child);
    if ('report' in reply) return reply.report;
    throw new CliError(reply.failure.code, reply.failure.detail);
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
