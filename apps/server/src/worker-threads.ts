/** What all worker threads of the service need. */
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

/**
 * The script of a worker thread: Vite emits it beside the bundle; run from the sources, tsx loads it as it is.
 * @param of `import.meta.url` of the module that starts the thread
 * @param source its path from there
 * @param built its name beside the bundle
 */
export const workerFile = (of: string, source: string, built: string): string =>
  fileURLToPath(new URL(of.endsWith('.ts') ? source : built, of));

/** Of a thread that gives way, as `nice` counts. */
export const LOW_PRIORITY = 10;

/** Called in a thread for which nobody waits at a table: whatever else the machine has to do comes first. */
export function giveWay(): void {
  // Linux alone takes this for the thread, not the process.
  if (!isMainThread && process.platform === 'linux') setPriority(LOW_PRIORITY);
}
