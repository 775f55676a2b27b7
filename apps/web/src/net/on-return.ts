import { onLineBack } from './on-line-back.ts';
import type { Transport } from './transport.ts';

/** Whoever goes to and fro between tabs is asked about no more often. */
const AGAIN_AFTER_MS = 10_000;
/** Pages that lost the same node do not all ask at once. */
const SPREAD_MS = 3_000;

/**
 * Calls back when somebody comes back to the page: it is seen again, but on no line that is lost, or a lost line is
 * up again. Visitors without a session have none. What it shows may have changed without news: a game has ended on another device, a day is over.
 * @returns the function that stops it
 */
export function onReturn(transport: Pick<Transport, 'onLine'>, callback: () => void): () => void {
  let isLost = false;
  let last = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const callIn = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // A line that is gone again comes back.
      if (isLost) return;
      last = performance.now();
      callback();
    }, ms);
  };
  const seen = () => {
    if (!isLost && !document.hidden) callIn(Math.max(0, last + AGAIN_AFTER_MS - performance.now()));
  };
  document.addEventListener('visibilitychange', seen);
  const stops = [
    transport.onLine((line) => (isLost = line === 'down')),
    onLineBack(transport, () => callIn(Math.random() * SPREAD_MS)),
    () => document.removeEventListener('visibilitychange', seen),
    () => clearTimeout(timer),
  ];
  return () => stops.forEach((stop) => stop());
}
