import { defineConfig } from 'vitest/config';
import { fastImports } from '../../tools/fast-imports.ts';
import { scaled } from '../../tools/scale.ts';

export default defineConfig({
  plugins: [fastImports()],
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['../../tools/properties.ts', '../../tools/own-clock.ts'],
    testTimeout: scaled(60_000, 600_000),
  },
});
