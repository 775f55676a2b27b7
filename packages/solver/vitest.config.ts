import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: '@same-deal/solver',
    root: import.meta.dirname,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Pure functions leave nothing behind.
    isolate: false,
    // Comparing with slow searches counts in seconds on a small machine, not in the default five.
    testTimeout: 120_000,
  },
});
