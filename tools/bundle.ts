interface BundleOptions {
  /** The folder of the `vite.config.ts`: `import.meta.dirname`. */
  readonly root: string;
  /** The entries by the names of their files, as seen from `root`. */
  readonly input: Readonly<Record<string, string>>;
  /** As seen from `root`. Inside the server's package what that depends on is found. */
  readonly outDir?: string;
}

/**
 * A Vite configuration that bundles programs for Node, as the service itself is bundled: under a
 * loader that strips types on the fly the same code is several times slower.
 */
export const bundle = ({ root, input, outDir = 'dist' }: BundleOptions) => ({
  root,
  logLevel: 'warn' as const,
  build: {
    ssr: true,
    target: 'node20',
    minify: false,
    outDir,
    emptyOutDir: true,
    rolldownOptions: {
      input,
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
  // piscina finds its own worker script beside itself, in node_modules.
  ssr: { noExternal: [/^@same-deal\//], external: ['piscina'] },
});
