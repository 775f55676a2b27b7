import { defineConfig } from 'vitest/config';
import { fastImports } from '../../tools/fast-imports.ts';
import { scaled } from '../../tools/scale.ts';

export default defineConfig({
  plugins: [fastImports()],
  test: {
    name: '@same-deal/solver',
    root: import.meta.dirname,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['../../tools/properties.ts', '../../tools/own-clock.ts'],
    // Pure functions leave nothing behind.
    isolate: false,
    // Comparing with slow searches counts in seconds on a small machine, not in the default five.
    testTimeout: scaled(120_000, 600_000),
  },
});
