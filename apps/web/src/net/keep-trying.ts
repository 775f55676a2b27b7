/** Retries what failed to load: every few seconds, and at once when the browser is online again. */

const EVERY_MS = 5_000;

/**
 * @param again is not called while it still runs
 * @param afterMs at least so long after the last time, as a refusal may ask for
 * @returns the function that stops it
 */
export function keepTrying(again: () => unknown, afterMs = 0): () => void {
  let isBusy = false;
  async function tryAgain() {
    if (isBusy) return;
    isBusy = true;
    await again();
    isBusy = false;
  }
  const timer = setInterval(tryAgain, Math.max(EVERY_MS, afterMs));
  addEventListener('online', tryAgain);
  return () => {
    clearInterval(timer);
    removeEventListener('online', tryAgain);
  };
}
