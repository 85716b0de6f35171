/** The setup of Vitest: it prints nothing, ignores the user's folder and cannot end the process. */
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { TestCase, TestModule } from 'vitest/node';

const suite = fileURLToPath(new URL('../../suites/vitest.js', import.meta.url));
const root = fileURLToPath(new URL('../../suites/', import.meta.url));

interface Listener {
  onTestModuleCollected(): void;
  onTestCaseResult(test: TestCase): void;
  onTestModuleEnd(module: TestModule): void;
}

/** Options for one worker without isolation, which reads and writes nothing in the user's folder. */
export function optionsOf(lanes: number, listener: Listener) {
  return {
    root,
    config: false as const,
    include: [suite],
    exclude: [],
    watch: false,
    run: true,
    pool: 'threads' as const,
    maxWorkers: 1,
    isolate: false,
    fileParallelism: false,
    maxConcurrency: lanes,
    testTimeout: 0,
    hookTimeout: 0,
    teardownTimeout: 1000,
    cache: false as const,
    reporters: [listener],
    disableConsoleIntercept: true,
    passWithNoTests: true,
    // The suites are plain JavaScript, so Node loads them itself, wherever the package is installed.
    server: { deps: { external: [/./] } },
  };
}

export const quiet = {
  configFile: false as const,
  envFile: false as const,
  logLevel: 'silent' as const,
  clearScreen: false,
  publicDir: false as const,
};

/** Streams that discard what Vitest prints: verdicts come through its reporter interface. */
export function streams() {
  const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
  return { stdout: nowhere(), stderr: nowhere() };
}

const events = ['SIGINT', 'SIGTERM', 'exit', 'unhandledRejection'];

/**
 * Creates Vitest and removes the handlers that it adds to the process at once. They would end the process on a signal
 * or a rejection, without report and clean-up, and Vitest has no option against it.
 */
export function withoutItsHandlers<T>(make: () => T): T {
  const emitter: NodeJS.EventEmitter = process;
  const known = new Set(events.flatMap((event) => emitter.listeners(event)));
  const made = make();
  for (const event of events)
    for (const added of emitter.listeners(event).filter((each) => !known.has(each)))
      emitter.off(event, added as () => void);
  return made;
}
