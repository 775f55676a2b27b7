/**
 * The invisible work of a move (storing it, sending it) is done after the frame that shows it has been painted: in
 * order, and at once when the page is hidden or left.
 */

/** For pages that get no frame although they are visible. */
const LATEST_MS = 100;

const waiting = new Set<() => void>();
let latest: ReturnType<typeof setTimeout> | undefined;

/** Runs a task after the next frame; in a hidden page at once, after all that wait. */
export function afterPaint(task: () => void): void {
  if (globalThis.document?.visibilityState !== 'visible') {
    runWaiting();
    return task();
  }
  waiting.add(task);
  // All that a move asks for waits for one frame.
  if (waiting.size === 1) askForFrame();
}

function askForFrame(): void {
  requestAnimationFrame(() => setTimeout(runWaiting));
  latest = setTimeout(runWaiting, LATEST_MS);
}

/** Runs all tasks that wait for a frame, now. What one throws keeps no other one waiting for long. */
export function runWaiting(): void {
  clearTimeout(latest);
  try {
    for (const task of waiting) {
      waiting.delete(task);
      task();
    }
  } finally {
    if (waiting.size > 0) askForFrame();
  }
}

globalThis.addEventListener?.('pagehide', runWaiting);
globalThis.document?.addEventListener('visibilitychange', runWaiting);
