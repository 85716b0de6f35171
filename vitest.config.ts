import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Many of them wait, for processes and for time to pass: more workers than cores.
    maxWorkers: availableParallelism() + 1,
    env: { NO_COLOR: '1' },
    globalSetup: ['tests/temporary-folder.ts'],
    // No test leaves anything behind in its modules, so they are loaded once for each worker.
    isolate: false,
  },
});
