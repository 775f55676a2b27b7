import { defineConfig } from 'vitest/config';
import { fastImports } from '../../tools/fast-imports.ts';
import { scaled } from '../../tools/scale.ts';

export default defineConfig({
  plugins: [fastImports()],
  test: {
    globalSetup: ['./test/global-setup.ts'],
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['../../tools/properties.ts', '../../tools/own-clock.ts'],
    // The service is imported once for all files of a worker, which takes longer than most of them.
    isolate: false,
    // Ten times what the slowest takes on a quiet machine: what is late is no failure.
    testTimeout: scaled(120_000, 300_000),
    hookTimeout: 120_000,
    // What happens by itself is a matter of when, and a busy machine takes its time.
    expect: { poll: { timeout: 30_000 } },
  },
});
