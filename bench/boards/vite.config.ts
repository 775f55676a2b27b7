/** Bundled like the service itself: under tsx everything is several times slower. */
export default {
  root: import.meta.dirname,
  logLevel: 'warn',
  build: {
    ssr: true,
    target: 'node20',
    minify: false,
    // Inside the server's package, so that what it depends on is found.
    outDir: '../../apps/server/dist/bench-boards',
    emptyOutDir: true,
    rolldownOptions: {
      input: `${import.meta.dirname}/main.ts`,
      output: { entryFileNames: 'main.js' },
    },
  },
  ssr: { noExternal: [/^@same-deal\//] },
};
