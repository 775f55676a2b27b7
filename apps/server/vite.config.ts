import { defineConfig } from 'vite';

/** One file for production. The rooms of this repository are TypeScript, so they go in; packages from npm stay out. */
export default defineConfig({
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist',
    target: 'node20',
    sourcemap: true,
    minify: false,
    rolldownOptions: { output: { format: 'esm', entryFileNames: 'main.js' } },
  },
  ssr: { noExternal: [/^@same-deal\//] },
});
