import type { Position } from '@same-deal/engine';
import type { Solution } from '@same-deal/solver';
import type { Question } from './solver.worker.ts';

/** Looks for a win; rejects with the signal's reason once nobody waits any more. */
export type Search = (position: Position, signal: AbortSignal) => Promise<Solution>;

/** Long enough for most tables, short enough to wait for. */
const SEARCH_MS = 10_000;

/** A search in a Web Worker, which is ended with it. */
export const searchInWorker: Search = (position, signal) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(new URL('./solver.worker.ts', import.meta.url), { type: 'module' });
    const end = () => worker.terminate();
    worker.onmessage = ({ data }: MessageEvent<Solution>) => {
      end();
      resolve(data);
    };
    worker.onerror = (event) => {
      end();
      reject(new Error(event.message));
    };
    signal.addEventListener('abort', () => {
      end();
      reject(signal.reason);
    });
    const question: Question = { position, forMs: SEARCH_MS };
    worker.postMessage(question);
  });
