/** How Vitest is set up: silent, with nothing of the user's folder and no say over the process. */
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { TestCase, TestModule } from 'vitest/node';

const suite = fileURLToPath(new URL('../suites/vitest.js', import.meta.url));
const root = fileURLToPath(new URL('../suites/', import.meta.url));

interface Listener {
  onTestModuleQueued(): void;
  onTestCaseResult(test: TestCase): void;
  onTestModuleEnd(module: TestModule): void;
}

/** One worker without isolation, nothing read from or written to the folder of the user. */
export function optionsOf(channel: string, concurrency: number, listener: Listener) {
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
    maxConcurrency: Math.max(8, 2 * concurrency),
    testTimeout: 0,
    hookTimeout: 0,
    teardownTimeout: 1000,
    cache: false as const,
    reporters: [listener],
    provide: { channel },
    disableConsoleIntercept: true,
    passWithNoTests: true,
    // The suites are plain JavaScript: Node loads them itself, wherever the package is installed.
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

/** Whatever Vitest prints goes nowhere: verdicts come through its reporter interface. */
export function streams() {
  const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
  return { stdout: nowhere(), stderr: nowhere() };
}

const ours = new Set<string | symbol>(['SIGINT', 'SIGTERM', 'exit', 'unhandledRejection']);

/** Vitest means to end the process on a signal or a rejection; that would cost the report and the clean-up. */
export async function withoutHandlers<T>(create: () => Promise<T>): Promise<T> {
  const remove = (event: string | symbol, handler: (...args: unknown[]) => void) => {
    if (ours.has(event)) queueMicrotask(() => process.off(event, handler));
  };
  process.on('newListener', remove);
  try {
    return await create();
  } finally {
    process.off('newListener', remove);
  }
}
