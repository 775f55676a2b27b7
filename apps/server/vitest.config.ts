import { defineConfig } from 'vitest/config';
import { scaled } from '../../tools/scale.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // The service is imported once for all files of a worker, which takes longer than most of them.
    isolate: false,
    testTimeout: scaled(30_000, 300_000),
    hookTimeout: 60_000,
    // What happens by itself is a matter of when, and a busy machine takes its time.
    expect: { poll: { timeout: 10_000 } },
  },
});
