/**
 * What Node is started with wherever the service runs: `pnpm start`, the container and the benches. A node is made for one
 * core, and what V8 does by itself for several. The times were measured with Node 24 and thousands of people at human
 * pace on one core.
 *
 * - `--single-threaded-gc`: threads that mark beside the service take its core from it, and everybody waits for half a
 *   second. Without them the service marks in steps of a few milliseconds.
 * - `--heap-growing-percent`: by itself V8 collects all memory whenever it has grown by an eighth, every seven seconds; when
 *   it has doubled, every 45.
 * - `--no-memory-reducer`: V8 takes the service for idle now and then, and collects everything in one piece to give some
 *   memory back: 242 ms.
 * - `--max-semi-space-size`, in MB: with less room new objects are collected more often, and more of them are kept that
 *   would soon have been garbage; with more, everybody waits longer each time. Collecting this much takes 11 ms, and twice
 *   as much 19 ms; a minute of either comes to the same.
 * - `--no-allocation-site-pretenuring`: V8 comes to allocate some objects of each request among the old ones, and what they
 *   refer to is then kept until the next full collection. While plain HTTP requests were answered a short one took 32 ms
 *   in place of 6, and kept 5.4 MB in place of 0.3.
 */
export const nodeArguments: readonly string[] = [
  '--enable-source-maps',
  '--single-threaded-gc',
  '--heap-growing-percent=100',
  '--no-memory-reducer',
  '--max-semi-space-size=16',
  '--no-allocation-site-pretenuring',
];
