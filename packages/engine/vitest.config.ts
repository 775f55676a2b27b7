import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: '@same-deal/engine',
    root: import.meta.dirname,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Pure functions leave nothing behind.
    isolate: false,
    // The properties and perft count in seconds on a small machine, not in the default five.
    testTimeout: 60_000,
  },
});
