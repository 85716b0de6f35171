/** Runs the command as a user does, in a folder of its own: in a process of its own, or in this one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Io } from '../../cli/io.js';
import * as program from '../../cli/program.js';
import type { Report } from '../../schemas/generated/report.js';

/** The command as it was built. */
export const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Folder that the command ran in. */
  readonly cwd: string;
}

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Sent so many milliseconds after the first output: before that nobody listens to signals, maybe. */
  readonly signal?: readonly [NodeJS.Signals, number];
}

/** A folder that is gone when the tests are over. */
export const folder = (): string => mkdtempSync(path.join(tmpdir(), 'command-'));

/** What the surrounding Vitest, terminal or pipeline sets has no say. */
export const plainEnv = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NO_COLOR: '1',
});

export function command(args: readonly string[], options: CommandOptions = {}): Promise<Ended> {
  const { cwd = folder(), env = {}, signal } = options;
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    env: { ...plainEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  if (signal) {
    const [name, after] = signal;
    const first = Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')]);
    first.then(() => setTimeout(() => child.kill(name), after));
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr, cwd }));
  });
}

/** As {@link command}, without the start of a process: for what the process has no say in. */
export const call = callOf(program);

/** @param program The command as it lies in the sources, or as it was built. */
export function callOf({ main, failed }: typeof program) {
  return async (
    args: readonly string[],
    { cwd = folder(), env = {} }: Pick<CommandOptions, 'cwd' | 'env'> = {},
  ): Promise<Ended> => {
    const [stdout, stderr] = [new Said(), new Said()];
    const io: Io = {
      stdout,
      stderr,
      stdin: new PassThrough(),
      env: { ...plainEnv(), ...env },
      cwd,
      onSignal: () => {},
    };
    const code = await main(args, io).catch((error) => failed(error, args, io));
    return { code, cwd, stdout: stdout.text, stderr: stderr.text };
  };
}

class Said extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk;
    done();
  }
}

/** The report that a command has left. */
export function reportIn({ cwd }: Ended, file = 'conformance-report/report.json'): Report {
  return JSON.parse(readFileSync(path.join(cwd, file), 'utf8')) as Report;
}
