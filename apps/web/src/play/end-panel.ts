export const loadEndPanel = () => import('./EndPanel.svelte');

const PREFETCH_AFTER_MS = 3_000;

/**
 * Fetches the end's panel while the first cards are played, so that it is there at the end whatever the line.
 * @returns the function that calls it off
 */
export function prefetchEndPanel(): () => void {
  const timer = setTimeout(() => loadEndPanel().catch(() => undefined), PREFETCH_AFTER_MS);
  return () => clearTimeout(timer);
}
