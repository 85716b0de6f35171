import type { Signal } from './cli-error.js';

/** A stream for text, which may be a terminal. */
export type Output = NodeJS.WritableStream & Partial<Pick<NodeJS.WriteStream, 'columns' | 'isTTY'>>;

/** The parts of the process that a command uses; tests pass their own. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin: NodeJS.ReadableStream &
    Partial<Pick<NodeJS.ReadStream, 'isTTY' | 'setRawMode' | 'readableEnded'>>;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Calls back on the first signal to end. A second signal ends the process at once. */
  onSignal(callback: (signal: Signal) => void): void;
}

/** How many columns a terminal has; undefined where it is none, or does not know: some tell 0. */
export const widthOf = ({ columns }: Output): number | undefined => columns || undefined;
