import { onLineBack } from './on-line-back.ts';
import type { Transport } from './transport.ts';

/** Whoever goes to and fro between tabs is asked about no more often. */
const AGAIN_AFTER_MS = 10_000;
/** Pages that lost the same node do not all ask at once. */
const SPREAD_MS = 3_000;

/**
 * Calls back when somebody comes back to the page: it is seen again on a line that is up, or a lost line is up again.
 * What it shows may have changed without news: a game has ended on another device, a day is over.
 * @returns the function that stops it
 */
export function onReturn(transport: Pick<Transport, 'onLine'>, callback: () => void): () => void {
  let isUp = false;
  let last = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const call = () => {
    last = performance.now();
    callback();
  };
  const seen = () => {
    if (isUp && !document.hidden && performance.now() - last >= AGAIN_AFTER_MS) call();
  };
  document.addEventListener('visibilitychange', seen);
  const stops = [
    transport.onLine((line) => (isUp = line === 'up')),
    onLineBack(transport, () => {
      clearTimeout(timer);
      timer = setTimeout(call, Math.random() * SPREAD_MS);
    }),
    () => document.removeEventListener('visibilitychange', seen),
    () => clearTimeout(timer),
  ];
  return () => stops.forEach((stop) => stop());
}
