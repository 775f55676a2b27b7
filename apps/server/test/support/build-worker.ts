import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const serverFolder = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Builds the script of the solver's threads as it ships: Node cannot load the sources, and a loader
 * that can makes searches slow.
 * @returns the script's path
 */
export async function buildWorker(folder: string): Promise<string> {
  const name = 'solver-worker.mjs';
  await build({
    root: serverFolder,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: [/^@same-deal\//] },
    build: {
      ssr: 'src/solver/worker.ts',
      outDir: path.join(folder, 'solver'),
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: { output: { format: 'esm', entryFileNames: name } },
    },
  });
  return path.join(folder, 'solver', name);
}
