import { defineConfig } from 'vitest/config';
import { scaled } from '../../tools/scale.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['../../tools/properties.ts', '../../tools/own-clock.ts'],
    testTimeout: scaled(60_000, 600_000),
  },
});
