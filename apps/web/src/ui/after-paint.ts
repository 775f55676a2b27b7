/**
 * The invisible work of a move (storing it, sending it) is done after the frame that shows it has been painted: in
 * order, and at once when the page is hidden or left.
 */

/** For pages that get no frame although they are visible. */
const LATEST_MS = 100;

const waiting = new Set<() => void>();

/** Runs a task after the next frame; in a hidden page at once, after all that wait. */
export function afterPaint(task: () => void): void {
  if (globalThis.document?.visibilityState !== 'visible') {
    runWaiting();
    return task();
  }
  const once = () => {
    if (waiting.delete(once)) task();
  };
  waiting.add(once);
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, LATEST_MS);
}

/** Runs all tasks that wait for a frame, now. */
export function runWaiting(): void {
  for (const task of waiting) task();
}

globalThis.addEventListener?.('pagehide', runWaiting);
globalThis.document?.addEventListener('visibilitychange', runWaiting);
