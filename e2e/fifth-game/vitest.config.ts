import { defineConfig } from 'vitest/config';

/** A separate project, as it replaces the engine's registry by one with a fifth game. */
export default defineConfig({
  test: {
    globalSetup: ['../../apps/server/test/global-setup.ts'],
    name: 'fifth-game',
    include: ['*.test.ts'],
    testTimeout: 240_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
