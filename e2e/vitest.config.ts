import { defineConfig } from 'vitest/config';
import { fastImports } from '../tools/fast-imports.ts';
import { scaled } from '../tools/scale.ts';

export default defineConfig({
  plugins: [fastImports()],
  test: {
    globalSetup: ['../apps/server/test/global-setup.ts'],
    name: 'e2e',
    // Service and browser library are imported once for all files of a worker.
    isolate: false,
    include: ['*.test.ts'],
    testTimeout: scaled(240_000, 900_000),
    hookTimeout: 120_000,
    // The same as Playwright's own default timeout, as slow machines show pages late.
    expect: { poll: { timeout: 30_000 } },
  },
});
