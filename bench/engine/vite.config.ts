/**
 * The bench runs what a page loads: the engine bundled and minified, in plain JavaScript. Under a
 * loader that strips types on the fly the same code is several times slower (its helper functions
 * get wrapped to keep their names), which would measure the loader.
 */
export default {
  root: import.meta.dirname,
  logLevel: 'warn',
  build: {
    ssr: true,
    target: 'es2022',
    minify: true,
    outDir: 'dist',
    emptyOutDir: true,
    rolldownOptions: {
      input: { engine: '@same-deal/engine', main: 'main.ts' },
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
};
