/**
 * `pnpm ops certify GAME[/VARIANT] --count N [--seconds S]`: fills the pool of certified deals beforehand.
 * Works beside a running service or alone; ended at any time, it has kept what it found.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { findVariant, gameList } from '@same-deal/engine';
import { readConfig } from './config.ts';
import { databaseForCommand } from './storage/for-command.ts';
import { cryptographicChance } from './deal/chance.ts';
import { fillPool } from './deal/fill-pool.ts';
import type { Tally } from './deal/fill-pool.ts';
import { dealPoolRepository } from './storage/deal/deal-pool.ts';
import { createSearches } from './solver/searches.ts';

const COUNT = 10;
const SECONDS = 60;
const MEMORY_BYTES = 256 * 2 ** 20;
const USAGE = `usage: pnpm ops certify GAME[/VARIANT] [--count N] [--seconds S]
GAME: ${gameList.map(({ id }) => id).join(', ')}
--count    how many deals to add to the pool; ${COUNT} if not given
--seconds  how long to search each deal; ${SECONDS} if not given
The database is the one of DATABASE_URL, else the embedded one in DATA_DIR, whether the service runs or not.`;

interface Order {
  readonly variant: string;
  readonly count: number;
  readonly seconds: number;
}

/** What was asked for; undefined if it makes no sense. */
function readOrder(): Order | undefined {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { count: { type: 'string' }, seconds: { type: 'string' } },
  });
  const [game = '', ...more] = positionals;
  const rules = findVariant(game) ?? gameList.find(({ id }) => id === game)?.variants[0];
  const count = Number(values.count ?? COUNT);
  const seconds = Number(values.seconds ?? SECONDS);
  const isUsable = more.length === 0 && Number.isInteger(count) && count > 0 && seconds > 0;
  return rules && isUsable ? { variant: rules.id, count, seconds } : undefined;
}

async function certify({ variant, count, seconds }: Order): Promise<void> {
  const over = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => over.abort());
  const database = await databaseForCommand(readConfig(process.env));
  const threads = Math.max(1, availableParallelism() - 1);
  const searches = createSearches({ threads, bounds: { most: threads, mostEach: threads } });
  const pool = dealPoolRepository(database.prisma);
  const bar = new SingleBar({
    format: `${variant} {bar} {value}/{total} | {rate} | {tried} searched, {lost} unwinnable, {undecided} undecided`,
    noTTYOutput: true,
    notTTYSchedule: 5_000,
    hideCursor: true,
  });
  const began = performance.now();
  const shown = ({ won, lost, undecided }: Tally) => ({
    rate: rateOf(won, performance.now() - began),
    tried: won + lost + undecided,
    lost,
    undecided,
  });
  try {
    bar.start(count, 0, shown({ won: 0, lost: 0, undecided: 0 }));
    const tally = await fillPool({
      variant,
      count,
      budget: { ms: seconds * 1000, memoryBytes: MEMORY_BYTES },
      parallel: threads,
      search: (work, budget, signal) => searches.search(work, budget, 'certify', signal),
      store: pool,
      chance: cryptographicChance,
      signal: over.signal,
      onSearched: (now) => bar.update(Math.min(count, now.won), shown(now)),
    });
    bar.stop();
    const ready = (await pool.counts()).get(variant) ?? 0;
    const { tried, rate } = shown(tally);
    console.log(
      `${tally.won} certified of ${tried} searched (${rate}); ${tally.lost} proved unwinnable, ` +
        `${tally.undecided} not decided within ${seconds} s. In the pool now: ${ready}.`,
    );
    if (tally.won < count) process.exitCode = 1;
  } finally {
    bar.stop();
    await searches.close();
    await database.close();
  }
}

function rateOf(won: number, ms: number): string {
  const perMinute = ms > 0 ? (won * 60_000) / ms : 0;
  return perMinute >= 60
    ? `${(perMinute / 60).toFixed(1)} a second`
    : `${perMinute.toFixed(1)} a minute`;
}

try {
  const order = readOrder();
  if (order) await certify(order);
  else {
    console.error(USAGE);
    process.exitCode = 2;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
