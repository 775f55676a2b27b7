import type { Transport } from './transport.ts';

/** Calls back each time a lost line is up again; returns the function that stops it. */
export function onLineBack(transport: Pick<Transport, 'onLine'>, callback: () => void): () => void {
  let wasDown = false;
  return transport.onLine((line) => {
    if (line === 'up' && wasDown) callback();
    wasDown = line === 'down';
  });
}
