import { defineConfig } from 'vite';

/**
 * The service, its threads, and the commands that work on its database. The rooms of this repository are
 * TypeScript, so they go in; packages from npm stay out.
 */
export default defineConfig({
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
  ssr: { noExternal: [/^@same-deal\//] },
});
