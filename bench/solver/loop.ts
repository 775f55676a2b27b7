/**
 * Whether certifying deals is felt by the event loop: its delay while nothing runs, and while searches
 * run in every thread they may have. Prints milliseconds; the last line is JSON.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { newGame } from '@same-deal/engine';
import { cryptographicChance } from '../../apps/server/src/deal/chance.ts';
import { createSearches } from '../../apps/server/src/solver/searches.ts';

const VARIANT = 'british-square/piles';
const BUDGET = { ms: 60_000, memoryBytes: 128 * 2 ** 20 };

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '10' } } });
const ms = Number(values.seconds) * 1000;

interface Delay {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** The delay of timers on this thread beyond the millisecond they are set to. */
async function delayDuring(name: string): Promise<Delay> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await sleep(ms);
  delay.disable();
  const [p50Ms, p99Ms, maxMs] = [delay.percentile(50), delay.percentile(99), delay.max].map(
    (nanoseconds) => Math.round(nanoseconds / 1e4) / 100,
  ) as [number, number, number];
  console.log(`${name.padEnd(11)} p50 ${p50Ms} ms, p99 ${p99Ms} ms, longest ${maxMs} ms`);
  return { p50Ms, p99Ms, maxMs };
}

const idle = await delayDuring('idle');
const searches = createSearches();
let searched = 0;
async function searchOn(): Promise<void> {
  for (;;) {
    const position = newGame(VARIANT, cryptographicChance.pack(VARIANT, 2));
    const found = await searches.search({ kind: 'solve', position }, BUDGET, 'bench');
    if (!found.ok) return;
    searched++;
  }
}
const done = Promise.all([searchOn(), searchOn()]);
// The first searches wait for their threads.
await sleep(1000);
const certifying = await delayDuring('certifying');
await searches.close();
await done;
console.log(`${searched} deals searched meanwhile`);
console.log(JSON.stringify({ bench: 'solver-loop', idle, certifying, searched }));
