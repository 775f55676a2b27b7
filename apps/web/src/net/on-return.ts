import { onLineBack } from './on-line-back.ts';
import type { Transport } from './transport.ts';

/**
 * Calls back whenever somebody comes back to the page: it is seen again on a line that is up, or a lost line is up again.
 * What it shows may have changed without news: a game has ended on another device, a day is over.
 * @returns the function that stops it
 */
export function onReturn(transport: Pick<Transport, 'onLine'>, callback: () => void): () => void {
  let isUp = false;
  const seen = () => {
    if (isUp && !document.hidden) callback();
  };
  document.addEventListener('visibilitychange', seen);
  const stops = [
    transport.onLine((line) => (isUp = line === 'up')),
    onLineBack(transport, callback),
    () => document.removeEventListener('visibilitychange', seen),
  ];
  return () => stops.forEach((stop) => stop());
}
