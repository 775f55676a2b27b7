/** Kept deals follow the grading, but for what people were told of a race, a daily or a duplicate that is not over. */
import { GRADING_VERSION as OF_SOLVER } from '@same-deal/solver';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closesAt, dayOf } from '../src/daily/days.ts';
import { cryptographicChance } from '../src/deal/chance.ts';
import { createRegrading } from '../src/deal/regrading.ts';
import type { Grade } from '../src/deal/regrading.ts';
import { GRADING_VERSION } from '../src/solver/work.ts';
import { dealPoolRepository } from '../src/storage/deal/deal-pool.ts';
import { createTestDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';

const BISLEY = 'bisley/thirteen';
const NOW = Date.UTC(2026, 10, 21, 9);
const HOUR_MS = 60 * 60_000;

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const pack = () => Uint8Array.from(cryptographicChance.pack(BISLEY, 1));

/** A won deal of an older grading, as class 1; with a daily if it has a day. */
async function keptDeal(kind: string, day?: number): Promise<string> {
  const deal = await database.prisma.deal.create({
    data: { variant: BISLEY, kind, pack: pack(), verdict: 'won', difficulty: 1, gradingVersion: 1 },
  });
  if (day !== undefined) {
    const times = { closesAt: new Date(closesAt(day)), createdAt: new Date(NOW) };
    await database.prisma.daily.create({
      data: { day, game: 'bisley', dealId: deal.id, ...times },
    });
  }
  return deal.id;
}

async function race(dealId: string, settledAt: Date | null): Promise<void> {
  const code = dealId.slice(0, 8);
  await database.prisma.race.create({ data: { code, version: 1, value: {}, dealId, settledAt } });
}

test('the service grades by the version of the solver', () => {
  expect(GRADING_VERSION).toBe(OF_SOLVER);
});

/** A duplicate of that one deal. */
async function duplicate(dealId: string, settledAt: Date | null): Promise<void> {
  const code = dealId.slice(0, 8);
  const times = { openedAt: new Date(NOW), closesAt: new Date(NOW + HOUR_MS), settledAt };
  await database.prisma.duplicate.create({
    data: { code, undo: 'bounded', ...times, deals: { create: [{ number: 1, dealId }] } },
  });
}

test('stale classes are found out again, but not of running races, dailies and duplicates', async () => {
  const pool = dealPoolRepository(database.prisma);
  await pool.add(BISLEY, {
    pack: [...pack()],
    proof: { difficulty: 1, gradingVersion: null, solution: [1] },
  });
  const today = dayOf(NOW);
  const over = [
    await keptDeal('practice'),
    await keptDeal('daily', today - 2),
    await keptDeal('race'),
    await keptDeal('duplicate'),
  ];
  await race(over[2]!, new Date(NOW));
  await duplicate(over[3]!, new Date(NOW));
  const told = [
    await keptDeal('daily', today),
    await keptDeal('race'),
    await keptDeal('duplicate'),
  ];
  await race(told[1]!, null);
  await duplicate(told[2]!, null);

  let graded = 0;
  const grade: Grade = async () => {
    graded++;
    return { ok: true, value: { difficulty: 4 } };
  };
  const regradeOne = createRegrading(pool, grade);
  const { signal } = new AbortController();
  for (let n = 0; n < 5; n++) expect(await regradeOne(NOW, signal)).toBe('graded');
  expect(await regradeOne(NOW, signal)).toBe('nothing');
  expect(graded).toBe(5);

  const rows = await database.prisma.deal.findMany();
  const classOf = (id: string) => {
    const { difficulty, gradingVersion } = rows.find((row) => row.id === id)!;
    return { difficulty, gradingVersion };
  };
  for (const id of over) {
    expect(classOf(id)).toEqual({ difficulty: 4, gradingVersion: GRADING_VERSION });
  }
  for (const id of told) expect(classOf(id)).toEqual({ difficulty: 1, gradingVersion: 1 });
  expect((await pool.take(BISLEY, 0))?.proof).toMatchObject({
    difficulty: 4,
    gradingVersion: GRADING_VERSION,
  });
});

test('with nothing stale it does not look again for a while; whoever gave way tries again', async () => {
  const pool = dealPoolRepository(database.prisma);
  let looks = 0;
  const store = {
    ...pool,
    stale: (...asked: Parameters<typeof pool.stale>) => {
      looks++;
      return pool.stale(...asked);
    },
  };
  const { signal } = new AbortController();
  const busy = createRegrading(store, async () => ({ ok: false, why: 'gave-way' }));
  expect(await busy(NOW, signal)).toBe('nothing');
  expect(await busy(NOW + 1, signal)).toBe('nothing');
  expect(looks).toBe(1);
  await keptDeal('practice');
  expect(await busy(NOW + HOUR_MS, signal)).toBe('gave-way');
  expect(await busy(NOW + HOUR_MS, signal)).toBe('gave-way');
});

test('a grading that never comes to its end keeps no other deal from its own, and is tried again later', async () => {
  const pool = dealPoolRepository(database.prisma);
  const ids = [await keptDeal('practice'), await keptDeal('practice'), await keptDeal('practice')];
  const { signal } = new AbortController();
  const tried: string[] = [];
  let endless: string | undefined;
  const store = {
    ...pool,
    stale: async (...asked: Parameters<typeof pool.stale>) => {
      const deal = await pool.stale(...asked);
      if (deal) tried.push(deal.id);
      return deal;
    },
  };
  // The first one that is found.
  const regradeOne = createRegrading(store, async () => {
    const id = tried.at(-1)!;
    endless ??= id;
    return { ok: true, value: { difficulty: id === endless ? null : 4 } };
  });
  expect(await regradeOne(NOW, signal)).toBe('graded');
  expect(await regradeOne(NOW, signal), 'the search for deals comes first').toBe('nothing');
  for (let n = 0; n < 2; n++) expect(await regradeOne(NOW + HOUR_MS, signal)).toBe('graded');
  expect(tried.toSorted()).toEqual(ids.toSorted());
  expect(await regradeOne(NOW + HOUR_MS, signal)).toBe('nothing');
  expect(await regradeOne(NOW + 2 * HOUR_MS, signal)).toBe('graded');
  expect(tried.at(-1)).toBe(endless);
});

test('a damaged deal keeps no other one from being graded', async () => {
  const pool = dealPoolRepository(database.prisma);
  const damaged = await keptDeal('practice');
  await database.prisma.deal.update({ where: { id: damaged }, data: { pack: Uint8Array.of(1) } });
  await keptDeal('practice');
  const { signal } = new AbortController();
  const regradeOne = createRegrading(pool, async () => ({ ok: true, value: { difficulty: 4 } }));
  const outcomes = [];
  for (let n = 0; n < 3; n++) outcomes.push(await regradeOne(NOW, signal).catch(() => 'failed'));
  // Which one it comes to first is the database's to choose.
  expect(outcomes.slice(0, 2).sort()).toEqual(['failed', 'graded']);
  expect(outcomes[2]).toBe('nothing');
});

test('what is graded anew from now on carries its version', async () => {
  const pool = dealPoolRepository(database.prisma);
  const { id } = await database.prisma.deal.create({
    data: { variant: BISLEY, kind: 'practice', pack: pack() },
  });
  await pool.noteSearched(id, { verdict: 'won', difficulty: 2, moves: [1] });
  expect(await pool.stale(NOW, [])).toBeNull();
});
