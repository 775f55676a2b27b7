import type { Pack } from '@same-deal/engine';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cryptographicChance } from '../src/deal/chance.ts';
import { fillPool } from '../src/deal/fill-pool.ts';
import type { FillOptions, Tally } from '../src/deal/fill-pool.ts';
import { dealPoolRepository } from '../src/storage/deal/deal-pool.ts';
import { createTestDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';

const BISLEY = 'bisley/thirteen';
const value = { moves: [0x0102], positions: 9, difficulty: 2 } as const;
const verdicts = ['won', 'undecided', 'lost', 'won'] as const;

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

/** Fills the pool by a search that wins every second deal. */
async function fill(count: number, more: Partial<FillOptions> = {}) {
  const drawn: Pack[] = [];
  const told: Tally[] = [];
  let asked = 0;
  const tally = await fillPool({
    variant: BISLEY,
    count,
    parallel: 1,
    budget: { ms: 1000, memoryBytes: 1e6 },
    store: dealPoolRepository(database.prisma),
    chance: {
      pack: (variant, packs) => {
        const pack = cryptographicChance.pack(variant, packs);
        drawn.push(pack);
        return pack;
      },
    },
    search: async () => ({ ok: true, value: { ...value, verdict: verdicts[asked++ % 4]! } }),
    signal: new AbortController().signal,
    onSearched: (now) => told.push(now),
    ...more,
  });
  return { tally, told, drawn };
}

test('fills the pool with what was won, and counts what was not', async () => {
  const { tally, told, drawn } = await fill(3);
  expect(tally).toEqual({ won: 3, lost: 1, undecided: 1 });
  expect(told.at(-1)).toEqual(tally);
  const kept = await database.prisma.certifiedDeal.findMany({ orderBy: { createdAt: 'asc' } });
  expect(kept.map(({ pack }) => [...pack])).toEqual([drawn[0], drawn[3], drawn[4]]);
});

test('ended half-way it has kept what it had, and another run adds to that', async () => {
  const over = new AbortController();
  const { tally } = await fill(10, {
    signal: over.signal,
    onSearched: ({ won }) => {
      if (won === 2) over.abort();
    },
  });
  expect(tally.won).toBe(2);
  await fill(3, { parallel: 2 });
  const pool = dealPoolRepository(database.prisma);
  expect((await pool.counts()).get(BISLEY)).toBeGreaterThanOrEqual(5);
});
