import { defineConfig } from 'vitest/config';

/** By itself, as it has the engine know one game more. */
export default defineConfig({
  test: {
    name: 'fifth-game',
    include: ['*.test.ts'],
    testTimeout: 240_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
