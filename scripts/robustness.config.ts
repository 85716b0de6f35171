import { defineConfig } from 'vitest/config';

/** `npm run robustness`: minutes long, so no part of `npm test`. */
export default defineConfig({
  test: {
    include: ['scripts/robustness.ts'],
    testTimeout: 300_000,
    hookTimeout: 60_000,
    // As many runs at a time as measuring allows: each has a process of its own.
    maxConcurrency: 2,
  },
});
