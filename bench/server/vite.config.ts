/** Bundled like the service itself: under tsx everything is several times slower. */
export default {
  root: import.meta.dirname,
  logLevel: 'warn',
  build: {
    ssr: true,
    target: 'node20',
    minify: false,
    // Inside the server's package, so that what it depends on is found.
    outDir: '../../apps/server/dist/bench',
    emptyOutDir: true,
    rolldownOptions: {
      input: ['main', 'echo', 'service', 'clients'].map(
        (name) => `${import.meta.dirname}/${name}.ts`,
      ),
      output: { entryFileNames: '[name].js' },
    },
  },
  // It finds its own worker script beside itself, in node_modules.
  ssr: { noExternal: [/^@same-deal\//], external: ['piscina'] },
};
