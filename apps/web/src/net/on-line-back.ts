import type { Transport } from './transport.ts';

/** Calls back each time a lost line is up again; returns the function that stops it. */
export function onLineBack(transport: Pick<Transport, 'onLine'>, callback: () => void): () => void {
  let wasDown = false;
  return transport.onLine((line) => {
    const isBack = wasDown && line === 'up';
    // One that connects is not back yet.
    wasDown = line === 'down' || (wasDown && line !== 'up');
    if (isBack) callback();
  });
}
