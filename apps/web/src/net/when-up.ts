import type { Transport } from './transport.ts';

/** Calls back once: now if the line is up, else with the next. For what nothing waits for, however long that takes. */
export function whenUp(transport: Pick<Transport, 'onLine'>, callback: () => void): void {
  let isDone = false;
  const stop = transport.onLine((line) => {
    if (line !== 'up' || isDone) return;
    isDone = true;
    // A line that is up says so before there is anything to stop.
    queueMicrotask(() => stop());
    callback();
  });
}
