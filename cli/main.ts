#!/usr/bin/env node
/** The entry point of the command: signals, outputs and the exit code. */
import { type Signal, signals } from './cli-error.js';
import type { Io } from './io.js';
import { failed, main } from './program.js';

let received: Signal | undefined;
const listeners: ((signal: Signal) => void)[] = [];

const unclean = 'Stopped without cleaning up. The server may still have resources named conformance-…';

for (const signal of Object.keys(signals) as Signal[])
  process.on(signal, () => {
    if (received !== undefined) {
      process.stderr.write(`\n${unclean}\n`);
      process.exit(signals[signal].exit);
    }
    received = signal;
    for (const listener of listeners) listener(signal);
  });

// The reader of a pipe may close it early. The exit code and the files still have the verdict.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

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

const argv = process.argv.slice(2);
const tellFailure = (error: unknown) => failed(error, argv, io);

process.on('uncaughtException', (error) => end(tellFailure(error)));
process.on('unhandledRejection', (error) => end(tellFailure(error)));

/** Exits when everything printed was written: a pipe may take a while. */
async function end(code: number): Promise<never> {
  const drained = (stream: NodeJS.WriteStream) =>
    new Promise<void>((resolve) => (stream.destroyed ? resolve() : stream.write('', () => resolve())));
  await Promise.all([drained(process.stdout), drained(process.stderr)]);
  process.exit(received === undefined ? code : signals[received].exit);
}

end(await main(argv, io).catch(tellFailure));
