/** Where log lines go unless a test says otherwise. */
import { pino } from 'pino';
import type { DestinationStream } from 'pino';

/** Bytes that wait while nothing can be written; lines beyond are lost. */
const WAITING_MOST = 2 ** 20;

/**
 * Standard output. Lines that cannot be written, as to a file on a full disk, wait until they can, and the service goes on:
 * without a listener the first one would stop it.
 */
export function logOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, maxLength: WAITING_MOST });
  let isFull = false;
  output.on('error', () => (isFull = true));
  output.on('write', () => (isFull = false));
  // Called when the process ends, it tries until all is written, and would keep the process for as long.
  const flush = output.flushSync.bind(output);
  output.flushSync = () => (isFull ? undefined : flush());
  return output;
}
