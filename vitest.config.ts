import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Most of them wait for processes: one worker for each core, none kept back for Vitest itself.
    maxWorkers: '100%',
    env: { NO_COLOR: '1' },
    globalSetup: ['tests/temporary-folder.ts'],
    // No test leaves anything behind in its modules, so they are loaded once for each worker.
    isolate: false,
  },
});
