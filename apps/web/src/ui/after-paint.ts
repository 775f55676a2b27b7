/**
 * What nobody sees of an own move (that it is kept, that it is sent) is done when the frame that shows it has been
 * painted. All of it is done in its order, and at once when the page goes.
 */

/** For pages to which no frame comes though they are said to be seen. */
const LATEST_MS = 100;

const waiting = new Set<() => void>();

/** Does it after the next frame; at once where nobody looks, and all that waits before it. */
export function afterPaint(task: () => void): void {
  if (globalThis.document?.visibilityState !== 'visible') {
    doWhatWaits();
    return task();
  }
  const once = () => {
    if (waiting.delete(once)) task();
  };
  waiting.add(once);
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, LATEST_MS);
}

/** Does now what waits for a frame. */
export function doWhatWaits(): void {
  for (const task of waiting) task();
}

globalThis.addEventListener?.('pagehide', doWhatWaits);
globalThis.document?.addEventListener('visibilitychange', doWhatWaits);
