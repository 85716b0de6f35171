/** What a command may touch of the process, so that tests can hand it something else. */
export interface Io {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly stdin: NodeJS.ReadStream;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Calls back on the first signal that asks the process to end; a second one ends it. */
  onSignal(callback: (signal: 'SIGINT' | 'SIGTERM') => void): void;
}
