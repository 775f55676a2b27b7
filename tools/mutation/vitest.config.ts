import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig } from 'vitest/config';
import type { ViteUserConfig } from 'vitest/config';

const root = path.resolve(import.meta.dirname, '../..');
/** The page's own compiler of components. */
const compiler = createRequire(path.join(root, 'apps/web/package.json')).resolve(
  '@sveltejs/vite-plugin-svelte',
);
const { svelte } = (await import(pathToFileURL(compiler).href)) as {
  svelte: (options: { configFile: false }) => NonNullable<ViteUserConfig['plugins']>[number];
};

/** The tests of one area, as `pnpm test mutation` names them. */
export default defineConfig({
  plugins: [svelte({ configFile: false })],
  test: {
    root,
    include: JSON.parse(process.env['MUTATION_TESTS'] ?? '[]') as string[],
    setupFiles: ['tools/properties.ts'],
    isolate: false,
    // Code instrumented for coverage takes many times as long.
    testTimeout: 600_000,
  },
});
