/** The keys of --watch, the same as in Vitest: one press on a terminal, or a line from other input. */
import { createInterface } from 'node:readline';
import type { Io } from '../io.js';

export type Key = 'failed' | 'all' | 'only' | 'again' | 'quit';

const keys: Readonly<Record<string, Key>> = {
  f: 'failed',
  a: 'all',
  o: 'only',
  q: 'quit',
  '\r': 'again',
  '\n': 'again',
  // Ctrl-C and Ctrl-D are only characters in raw mode.
  '\u0003': 'quit',
  '\u0004': 'quit',
};

/**
 * Resolves with the next known key, or with undefined when the wait is aborted.
 * @param atEnd What stands for the next key where the input has ended; undefined to go on waiting.
 */
export function nextKey(
  { stdin }: Pick<Io, 'stdin'>,
  ended: AbortSignal,
  atEnd?: Key,
): Promise<Key | undefined> {
  if (ended.aborted) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const leave = (key?: Key) => {
      stdin.off('data', onData).off('end', onEnd);
      if (stdin.isTTY) stdin.setRawMode?.(false);
      stdin.pause();
      resolve(key);
    };
    const onData = (data: Buffer | string) => {
      const key = keys[String(data).slice(0, 1)];
      if (key !== undefined) leave(key);
    };
    const onEnd = () => atEnd && leave(atEnd);
    if (stdin.isTTY) stdin.setRawMode?.(true);
    stdin.on('data', onData).on('end', onEnd);
    stdin.resume();
    if (stdin.readableEnded) onEnd();
    ended.addEventListener('abort', () => leave(), { once: true });
  });
}

/** Does some work while keys show nothing on the terminal and do nothing, but for Ctrl-C. */
export async function withoutEcho<T>({ stdin }: Pick<Io, 'stdin'>, work: () => Promise<T>): Promise<T> {
  if (!stdin.isTTY) return work();
  const onData = (data: Buffer | string) => {
    if (String(data).includes('\u0003')) process.kill(process.pid, 'SIGINT');
  };
  stdin.setRawMode?.(true);
  stdin.on('data', onData).resume();
  try {
    return await work();
  } finally {
    stdin.off('data', onData).pause();
    stdin.setRawMode?.(false);
  }
}

/** Asks for one line; undefined after Ctrl-C or Ctrl-D, or when the wait is aborted. */
export function line(
  { stdin, stderr }: Pick<Io, 'stdin' | 'stderr'>,
  question: string,
  ended: AbortSignal,
): Promise<string | undefined> {
  if (ended.aborted) return Promise.resolve(undefined);
  const asker = createInterface({ input: stdin, output: stderr });
  const close = () => asker.close();
  ended.addEventListener('abort', close, { once: true });
  return new Promise((resolve) => {
    asker.once('close', () => {
      ended.removeEventListener('abort', close);
      resolve(undefined);
    });
    asker.question(question, (answer) => {
      resolve(answer.trim());
      close();
    });
  });
}
