/**
 * What Node is started with wherever the service runs: `pnpm start`, the container and the benches. A node is made for one
 * core, and what V8 does by itself is made for several: measured with 4,000 and 5,000 people at human pace on one core.
 *
 * - `--single-threaded-gc`: the threads that mark beside the service take its core from it, and everybody waits for half a
 *   second. Without them marking is done in steps of a millisecond.
 * - `--heap-growing-percent`: V8 collects all of its memory again once it has grown by an eighth, every seven seconds;
 *   by a half, every 25.
 * - `--no-memory-reducer`: V8 takes the service for idle now and then, and collects everything in one piece to give some
 *   memory back: 242 ms.
 * - `--max-semi-space-size`, in MB: less room is collected more often, and more is kept that would soon have been garbage;
 *   one collection of this takes 17 ms.
 */
export const nodeArguments: readonly string[] = [
  '--enable-source-maps',
  '--single-threaded-gc',
  '--heap-growing-percent=50',
  '--no-memory-reducer',
  '--max-semi-space-size=32',
];
