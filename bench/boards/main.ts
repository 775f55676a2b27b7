/**
 * `pnpm bench boards [--full] [--dailies N] [--data DIR]`: reads of a daily's board as one person sees it (the top
 * hundred, their exact place, those around them, their percentile), by 32 readers who pause for 50 ms on average, while 200
 * results a second are written. 100,000 tries at each of ten dailies; with `--full` a million each. Seeding is not
 * measured; with `--data` the folder keeps the database, and another run reuses it.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { BoardName } from '@same-deal/protocol';
import pg from 'pg';
import { clockFrom } from '../../apps/server/src/clock.ts';
import { createBoards } from '../../apps/server/src/daily/boards.ts';
import type { StoredDaily } from '../../apps/server/src/daily/dailies.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/storage/postgres/embedded-postgres.ts';
import { migrate } from '../../apps/server/src/storage/postgres/migrate.ts';
import { faultOf, openDatabase } from '../../apps/server/src/storage/database.ts';
import { nodesRepository } from '../../apps/server/src/storage/nodes.ts';
import { createJournal } from '../../apps/server/src/play/journal.ts';
import { boardsRepository } from '../../apps/server/src/storage/daily/boards.ts';
import { playsRepository } from '../../apps/server/src/storage/play/plays.ts';
import { beginTries, seed } from './seed.ts';

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    dailies: { type: 'string', default: '10' },
    data: { type: 'string' },
  },
});
const SIZE = values.full ? 1_000_000 : 100_000;
const DAILIES = Number(values.dailies);
const READERS = 32;
const PAUSE_MS = 50;
const WRITES_PER_SECOND = 200;
const WARM_UP_MS = 5_000;
const MEASURE_MS = 20_000;
const WRITE_EVERY_MS = 50;
/** What a read of a daily with a million tries may take, 99 in 100. */
const P99_MOST_MS = 10;

const kept = values.data && resolve(values.data);
if (kept) mkdirSync(kept, { recursive: true });
const folder = kept ?? mkdtempSync(join(tmpdir(), 'same-deal-bench-'));
chmodSync(folder, 0o755);
const embedded = await startEmbeddedPostgres(folder);
await migrate(embedded.url);

const began = performance.now();
const database = openDatabase(embedded.url, (error) => console.error(error.message));
// Not one of the service's own connections, whose timeouts are shorter than seeding takes.
const client = new pg.Client({ connectionString: embedded.url });
await client.connect();
const { rows: already } = await client.query('select from dailies limit 1');
if (already.length === 0) await seed(client, SIZE, DAILIES);
const writes = (WRITES_PER_SECOND * (WARM_UP_MS + MEASURE_MS + 5_000)) / 1000;
const { daily: last, running } = await beginTries(client, writes);
await client.end();
console.log(`${SIZE * DAILIES} tries after ${Math.round((performance.now() - began) / 1000)} s`);

const clock = clockFrom(() => Math.round(Date.now()));
const store = boardsRepository(database.pool);
const boards = createBoards(store, clock, (error) => console.error(error));
const plays = playsRepository(database);
const node = await nodesRepository(database, 'a secret').join('bench', false);
const journal = createJournal({
  write: (entries) => plays.append(node, entries),
  faultOf,
  onFault: (error) => console.error(error),
});
const daily = { ...last, game: 'bisley' } as StoredDaily;
const from = performance.now() + WARM_UP_MS;
const until = from + MEASURE_MS;
const delays: number[] = [];
let written = 0;

async function read(reader: number): Promise<void> {
  for (let n = 0; performance.now() < until; n++) {
    await readOnce((n + reader) % 2 === 0 ? 'fastest' : 'fewest');
    // Not all the same: people do not come in step, and readers who once waited together would ask together ever after.
    await pause(PAUSE_MS * 2 * Math.random());
  }
}

/** A function of its own, so that the answer is garbage at once, as it is once the service has sent it. */
async function readOnce(name: BoardName): Promise<void> {
  const userId = `u${1 + Math.floor(Math.random() * SIZE)}`;
  const startedAt = performance.now();
  const board = await boards.read(daily, name, userId);
  const answered = performance.now();
  if (!board.mine) throw new Error(`${userId} has a try, but no place`);
  if (startedAt >= from && answered < until) delays.push(answered - startedAt);
}

async function write(): Promise<void> {
  const results: Promise<void>[] = [];
  let sent = 0;
  const start = performance.now();
  while (performance.now() < until) {
    const due = ((performance.now() - start) / 1000) * WRITES_PER_SECOND;
    for (; sent < due && sent < running.length; sent++) results.push(finish(running[sent]!));
    await pause(WRITE_EVERY_MS);
  }
  await Promise.all(results);
}

/** Ends a try, as its last move would. */
async function finish(playId: string): Promise<void> {
  const elapsedMs = Math.round(420_000 * Math.exp(Math.random() - 0.5));
  const figures = { moves: 48 + Math.floor(Math.random() * 40), undos: 0, cardsHome: 48 };
  const ended = { ...figures, ending: 'won' as const, cardsHomeAtMs: elapsedMs, elapsedMs };
  const entry = { playId, number: 1, code: 0, elapsedMs, ended };
  const outcome = await new Promise((done) => journal.append(entry, done));
  if (outcome !== 'written') throw new Error(`a result was ${String(outcome)}`);
  boards.changed();
  const now = performance.now();
  if (now >= from && now < until) written++;
}

await Promise.all([...Array.from({ length: READERS }, (_, n) => read(n)), write()]);
boards.stop();

delays.sort((a, b) => a - b);
const quantile = (q: number) => Math.round((delays[Math.floor(delays.length * q)] ?? 0) * 10) / 10;
const perSecond = (n: number) => Math.round(n / (MEASURE_MS / 1000));
await database.close();
await embedded.stop();
if (!kept) rmSync(folder, { recursive: true, force: true });
console.log(`load of the machine meanwhile: ${loadavg()[0]?.toFixed(1)}`);
console.log(`to reach: p99 at most ${P99_MOST_MS} ms with 1,000,000 tries at the daily`);
if (values.full && quantile(0.99) > P99_MOST_MS) process.exitCode = 1;
console.log(
  JSON.stringify({
    bench: 'boards',
    rows: SIZE,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    readsPerSecond: perSecond(delays.length),
    writesPerSecond: perSecond(written),
  }),
);
process.exit();
