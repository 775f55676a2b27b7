/** Inside the server's package, so that what its searches depend on is found, and beside them their worker. */
export default {
  root: import.meta.dirname,
  logLevel: 'warn',
  build: {
    ssr: true,
    target: 'node20',
    minify: false,
    outDir: '../../apps/server/dist/bench-solver',
    emptyOutDir: true,
    rolldownOptions: {
      input: { loop: 'loop.ts', 'solver-worker': '../../apps/server/src/solver/worker.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
  // It finds its own worker script beside itself, in node_modules.
  ssr: { noExternal: [/^@same-deal\//], external: ['piscina'] },
};
