import type { Signal } from './cli-error.js';

/** Text for people, on a terminal perhaps. */
export type Output = NodeJS.WritableStream & Partial<Pick<NodeJS.WriteStream, 'columns' | 'isTTY'>>;

/** What a command may touch of the process, so that tests can hand it something else. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin: NodeJS.ReadableStream & Partial<Pick<NodeJS.ReadStream, 'isTTY' | 'setRawMode'>>;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Whether a run judges in this very process: Vitest cannot start where it runs already. */
  readonly judgesHere?: true;
  /** Calls back on the first signal that asks the process to end; a second one ends it. */
  onSignal(callback: (signal: Signal) => void): void;
}
