/**
 * Loaded into the service (`--import probe.js?port=N`), as no metric is fine enough: how long its event loop was held,
 * and what it keeps in memory, for whoever asks at that port.
 */
import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

/**
 * The longest time between two runs of a timer of one millisecond, so a loop that nothing holds shows one or two. Where
 * the process has had the processor for less than that, it counts only what it had: the rest went to other programs.
 */
let longestMs = 0;
let then = performance.now();
let used = process.cpuUsage();
setInterval(() => {
  const now = performance.now();
  const { user, system } = process.cpuUsage(used);
  longestMs = Math.max(longestMs, Math.min(now - then, (user + system) / 1000));
  then = now;
  used = process.cpuUsage();
}, 1).unref();

const asked: Readonly<Record<string, () => number>> = {
  /** The longest turn since the last time, in milliseconds. */
  '/hold': () => {
    const ms = longestMs;
    longestMs = 0;
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
