/**
 * The invisible work of a move (storing it, sending it) is done after the frame that shows it has been painted: in
 * order, and at once when the page is hidden or left.
 */

/** For pages that get no frame although they are visible. */
const LATEST_MS = 100;

const waiting = new Set<() => void>();
/** A frame has been asked for, and has not begun. */
let isAsked = false;

/** Runs a task after the next frame; in a hidden page at once, after all that wait. */
export function afterPaint(task: () => void): void {
  waiting.add(() => task());
  if (globalThis.document?.visibilityState !== 'visible') return runWaiting();
  // All that a move asks for waits for one frame.
  if (!isAsked) askForFrame();
}

/** Has all that waits when the next frame begins run after it. */
function askForFrame(): void {
  isAsked = true;
  const latest = setTimeout(() => {
    isAsked = false;
    runWaiting();
  }, LATEST_MS);
  requestAnimationFrame(() => {
    isAsked = false;
    clearTimeout(latest);
    const due = [...waiting];
    setTimeout(() => run(due));
  });
}

/** Runs all tasks that wait for a frame, now. */
export function runWaiting(): void {
  run([...waiting]);
}

/** Those of them that still wait; what one throws is no other one's loss. */
function run(tasks: readonly (() => void)[]): void {
  for (const task of tasks) {
    if (!waiting.delete(task)) continue;
    try {
      task();
    } catch (error) {
      setTimeout(() => {
        throw error;
      });
    }
  }
}

globalThis.addEventListener?.('pagehide', runWaiting);
globalThis.document?.addEventListener('visibilitychange', runWaiting);
