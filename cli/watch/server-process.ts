/** The server under test as a child process: started by the user's command, ended with its own children. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { terminal } from '../../reporters/text/escape.js';
import { CliError } from '../cli-error.js';
import type { Io } from '../io.js';
import { makeFolder } from '../output/folder.js';
import { isThere, listens } from './presence.js';

/** How long a server may take to listen, in milliseconds. */
const startMs = 60_000;
/** When a server takes longer to listen, the command says that it waits for it, in milliseconds. */
const quietMs = 2000;
/** How long it may take to end after SIGTERM, in milliseconds. */
const graceMs = 3000;
const pollMs = 20;
/** What is shown of the end of its log; more than so many bytes of that are not looked at. */
const lastLines = 5;
const lastBytes = 16 * 1024;

export interface ServerProcess {
  /** Ends the server and its children. The port is free when this resolves. */
  stop(): Promise<void>;
}

/**
 * Starts a server and waits until it listens. What it prints goes to a file.
 * @param stderr Where the command says that it waits.
 * @throws CliError `no-server` when it does not listen in time, ends before, or another server listens already.
 */
export async function startServer(
  command: string,
  baseUrl: string,
  log: string,
  { stderr }: Pick<Io, 'stderr'>,
): Promise<ServerProcess> {
  if (await listens(baseUrl))
    throw new CliError(
      'no-server',
      `Something listens on ${baseUrl} before --server has started anything: end it, or leave out --server.`,
    );
  makeFolder(path.dirname(log));
  const output = openSync(log, 'w');
  // Its own process group, so that its children can be ended with it.
  const child = spawn(command, { shell: true, detached: true, stdio: ['ignore', output, output] });
  closeSync(output);
  const atExit = () => signalGroup(child, 'SIGKILL');
  process.once('exit', atExit);
  const stop = async () => {
    process.off('exit', atExit);
    await endGroup(child);
  };
  const waiting = new AbortController();
  const timers = [
    setTimeout(
      () =>
        stderr.write(
          `Waiting for ${baseUrl}, for at most ${startMs / 1000} s; the server prints to ${log}\n`,
        ),
      quietMs,
    ),
    setTimeout(() => waiting.abort(), startMs),
  ];
  const exited = new Promise<never>((_, reject) => {
    const fail = (what: string) =>
      reject(
        new CliError('no-server', `--server ${what} before anything listened on ${baseUrl}.`, {
          below: endOfLog(log, log),
        }),
      );
    child.once('error', ({ message }) => fail(`could not be started (${message})`));
    child.once('exit', (code, signal) => fail(`ended (${signal ?? `exit code ${code}`})`));
  });
  exited.catch(() => {});
  try {
    if (!(await Promise.race([isThere(baseUrl, waiting.signal), exited])))
      throw new CliError(
        'no-server',
        `--server ran for ${startMs / 1000} s and nothing listens on ${baseUrl}.`,
        { below: endOfLog(log, log) },
      );
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    for (const timer of timers) clearTimeout(timer);
    waiting.abort();
  }
}

async function endGroup(child: ChildProcess): Promise<void> {
  signalGroup(child, 'SIGTERM');
  for (let waited = 0; waited < graceMs && signalGroup(child, 0); waited += pollMs) await sleep(pollMs);
  signalGroup(child, 'SIGKILL');
}

/** Sends a signal to the group; false when no process of it is left. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/**
 * Lines that show the end of the log, safe to print.
 * @param name What they call the file.
 */
export function endOfLog(file: string, name: string): string[] {
  const lines = end(file)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(-lastLines);
  if (lines.length === 0) return [`The server printed nothing to ${name}.`];
  return [`The server printed last (${name}):`, ...lines.map((line) => `  ${terminal(line)}`)];
}

function end(file: string): string {
  const log = openSync(file, 'r');
  try {
    const { size } = fstatSync(log);
    const bytes = Buffer.alloc(Math.min(size, lastBytes));
    return bytes.toString('utf8', 0, readSync(log, bytes, 0, bytes.length, size - bytes.length));
  } finally {
    closeSync(log);
  }
}
