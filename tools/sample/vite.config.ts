/** Bundled: under a loader that strips types on the fly a search is several times slower. */
export default {
  root: import.meta.dirname,
  logLevel: 'warn',
  build: {
    ssr: true,
    target: 'node20',
    minify: false,
    outDir: 'dist',
    emptyOutDir: true,
    rolldownOptions: { input: 'main.ts', output: { entryFileNames: '[name].js' } },
  },
  ssr: { noExternal: [/^@same-deal\//] },
};
