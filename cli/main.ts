#!/usr/bin/env node
/** The process of the command: signals, outputs, and its end. */
import { setFlagsFromString } from 'node:v8';
import { asCliError, exitCodes, formatError } from './cli-error.js';
import type { Io } from './io.js';
import { main } from './program.js';

// V8 lets garbage grow to several times of what is in use, and a run of many requests leaves mostly garbage.
setFlagsFromString('--heap-growing-percent=150');

const signals = { SIGINT: exitCodes.interrupted, SIGTERM: exitCodes.terminated } as const;
type Signal = keyof typeof signals;

let received: Signal | undefined;
const listeners: ((signal: Signal) => void)[] = [];

for (const signal of Object.keys(signals) as Signal[])
  process.on(signal, () => {
    if (received !== undefined) process.exit(signals[signal]);
    received = signal;
    for (const listener of listeners) listener(signal);
  });

// Whoever reads the output may stop early; the verdict is in the exit code and the files all the same.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

process.on('uncaughtException', (error) => end(failed(error)));
process.on('unhandledRejection', (error) => end(failed(error)));

const io: Io = {
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  env: process.env,
  cwd: process.cwd(),
  onSignal: (listener) => {
    listeners.push(listener);
    if (received !== undefined) listener(received);
  },
};

function failed(error: unknown): number {
  const failure = asCliError(error);
  const debug = process.argv.includes('--debug') || Boolean(process.env.NETEMU_CONFORMANCE_DEBUG);
  process.stderr.write(formatError(failure, debug));
  return failure.exit;
}

/** Waits for what is still on its way to the outputs: a pipe takes it in its own time. */
async function end(code: number): Promise<never> {
  const drained = (stream: NodeJS.WriteStream) =>
    new Promise<void>((resolve) => (stream.destroyed ? resolve() : stream.write('', () => resolve())));
  await Promise.all([drained(process.stdout), drained(process.stderr)]);
  process.exit(received === undefined ? code : signals[received]);
}

end(await main(process.argv.slice(2), io).catch(failed));
