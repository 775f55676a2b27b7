import { defineConfig } from 'vitest/config';

/** `pnpm dev` in a copy of the tree; it installs, so that it is a test for the night. */
export default defineConfig({
  test: {
    name: 'dev',
    include: ['*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
