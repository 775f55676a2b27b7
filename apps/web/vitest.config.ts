import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { scaled } from '../../tools/scale.ts';

export default defineConfig({
  plugins: [svelte()],
  // Svelte's runes as the browser runs them; under Node's own condition they would do nothing.
  resolve: { conditions: ['browser'] },
  test: {
    include: ['src/**/*.test.ts', 'build/**/*.test.ts', 'gallery/**/*.test.ts'],
    setupFiles: ['../../tools/properties.ts', '../../tools/own-clock.ts'],
    testTimeout: scaled(60_000, 600_000),
    // The page’s modules are imported once for all files; none leaves anything behind in them.
    isolate: false,
    // A search, or a store that answers, takes its time on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    // The colours are read by a test; Vitest would leave style sheets empty.
    css: { include: /styles\/(app|later|tokens)\.css/ },
  },
});
