/**
 * Loaded into the service (`--import probe.js?port=N`), as no metric is fine enough: how long its event loop was held,
 * and what it keeps in memory, for whoever asks at that port.
 */
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** The delay is that of a timer of one millisecond, so a loop that nothing holds shows one or two. */
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

const asked: Readonly<Record<string, () => number>> = {
  /** The longest turn since the last time, in milliseconds. */
  '/hold': () => {
    const ms = delay.max / 1e6;
    delay.reset();
    return ms;
  },
  /** What is in use once garbage has been collected, in bytes. */
  '/memory': () => {
    globalThis.gc?.();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  },
};

// Its workers load it too.
if (isMainThread) {
  createServer(({ url = '' }, response) => void response.end(String(asked[url]?.() ?? NaN)))
    .listen(Number(new URL(import.meta.url).searchParams.get('port')), '127.0.0.1')
    .unref();
}
