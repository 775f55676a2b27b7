import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** The tests of one area, as `pnpm test:mutation` names them. */
export default defineConfig({
  test: {
    root: path.resolve(import.meta.dirname, '../..'),
    include: JSON.parse(process.env['MUTATION_TESTS'] ?? '[]') as string[],
    isolate: false,
    // Code instrumented for coverage takes many times as long.
    testTimeout: 600_000,
  },
});
