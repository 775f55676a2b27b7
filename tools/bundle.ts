interface BundleOptions {
  /** The folder of the `vite.config.ts`: `import.meta.dirname`. */
  readonly root: string;
  /** The entries' paths, relative to `root`, by the names of their bundles. */
  readonly input: Readonly<Record<string, string>>;
  /** Relative to `root`. Must be inside the server's package if the bundle needs its dependencies. */
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
  ssr: { noExternal: [/^@same-deal\//] },
});
