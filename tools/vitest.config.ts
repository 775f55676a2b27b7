import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: '@same-deal/tools',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    testTimeout: 60_000,
  },
});
