import { fileURLToPath } from 'node:url';

/**
 * The script of a worker thread: Vite emits it beside the bundle; run from the sources, tsx loads it as it is.
 * @param of `import.meta.url` of the module that starts the thread
 * @param source its path from there
 * @param built its name beside the bundle
 */
export const workerFile = (of: string, source: string, built: string): string =>
  fileURLToPath(new URL(of.endsWith('.ts') ? source : built, of));
