import { defineConfig } from 'vitest/config';
import { fastImports } from './fast-imports.ts';

export default defineConfig({
  plugins: [fastImports()],
  test: {
    name: '@same-deal/tools',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    testTimeout: 60_000,
  },
});
