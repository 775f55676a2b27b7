/**
 * Whether certifying deals delays the server's event loop: its delay while idle, and while searches run in all worker
 * threads they may use. The first part of `pnpm bench solver`.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { newGame, unwrap } from '@same-deal/engine';
import { cryptographicChance } from '../../apps/server/src/deal/chance.ts';
import { createSearches } from '../../apps/server/src/solver/searches.ts';

const VARIANT = 'british-square/piles';
const BUDGET = { ms: 60_000, memoryBytes: 128 * 2 ** 20 };

const MEASURE_MS = 10_000;

/** The delay of timers on this thread beyond the millisecond they are set to. */
async function printDelayDuring(what: string): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await sleep(MEASURE_MS);
  delay.disable();
  const [p50, p99, longest] = [delay.percentile(50), delay.percentile(99), delay.max].map(
    (nanoseconds) => (nanoseconds / 1e6).toFixed(2),
  );
  console.log(`event loop ${what}: p50 ${p50} ms, p99 ${p99} ms, longest ${longest} ms`);
}

await printDelayDuring('idle');
const searches = createSearches();
let searched = 0;
async function searchOn(): Promise<void> {
  for (;;) {
    const position = unwrap(newGame(VARIANT, cryptographicChance.pack(VARIANT, 2)));
    const found = await searches.search({ kind: 'solve', position }, BUDGET, 'bench');
    if (!found.ok) return;
    searched++;
  }
}
const done = Promise.all([searchOn(), searchOn()]);
// Gives the worker threads time to start.
await sleep(1000);
await printDelayDuring('while certifying');
await searches.close();
await done;
console.log(`${searched} deals searched meanwhile`);
