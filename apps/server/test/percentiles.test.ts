// Settling a daily: every percentile is fixed once, in batches, whoever does it and whoever stops half-way.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scaled } from '../../../tools/scale.ts';
import { createDailies } from '../src/daily/dailies.ts';
import { DAY_MS } from '../src/daily/days.ts';
import { compareTries, percentileOf } from '../src/daily/ranking.ts';
import type { Try } from '../src/daily/ranking.ts';
import { dailiesRepository } from '../src/storage/daily/dailies.ts';
import { cacheless } from './support/boards.ts';
import { createTestDatabase, shareDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { testClock } from './support/test-clock.ts';

const NOW = Date.UTC(2049, 0, 1);
/** Few different ones, so that batches end among equals. */
const tries = fc.sample(
  fc.record({
    won: fc.boolean(),
    elapsedMs: fc.integer({ min: 1, max: 6 }),
    moves: fc.integer({ min: 0, max: 2 }),
    cardsHome: fc.integer({ min: 0, max: 3 }),
  }),
  scaled(50, 120),
);

describe('the percentiles of a closed daily', () => {
  let database: TestDatabase;
  let other: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    other = shareDatabase(database);
  });
  afterAll(async () => {
    await other.drop();
    await database.drop();
  });

  const fixed = async (daily: string): Promise<number> => {
    const { rows } = await database.pool.query<{ n: number }>(
      `select count(*)::int as n from results where daily_id = $1 and percentile is not null`,
      [daily],
    );
    return rows[0]!.n;
  };

  async function expectRight(daily: string): Promise<void> {
    const { rows } = await database.pool.query<Try & { standing: number; percentile: number }>(
      `select r.standing, r.percentile, r.won, p.elapsed_ms as "elapsedMs", p.moves,
         p.cards_home as "cardsHome"
       from results r join plays p on p.id = r.play_id where r.daily_id = $1`,
      [daily],
    );
    for (const one of rows) {
      const all = rows.filter((each) => each.standing > 0 || each === one);
      const slower = all.filter((each) => compareTries('fastest', each, one) > 0).length;
      expect(one.percentile / 100).toBe(percentileOf(all.length - slower, all.length));
    }
  }

  /** A daily with tries of accounts, guests and people on no board; some were banned or voided. */
  async function daily(day: number): Promise<string> {
    const boards = await cacheless(database);
    const id = await boards.newDaily(day);
    await boards.add(id, tries);
    await boards.changeSome(id);
    return id;
  }

  test('are what counting gives, a batch at a time, gone on with by another node where one has stopped', async () => {
    const id = await daily(1);
    const [one, two] = [database, other].map(dailiesRepository);
    let from: number | null = 0;
    for (let n = 1; n <= 3; n++) {
      from = await one!.fixPercentiles(id, from!, 10);
      expect(await fixed(id)).toBe(10 * n);
      expect(await one!.settle(id, NOW), 'some are missing').toBe(false);
    }
    // The other one has not heard how far that came.
    for (from = 0; from !== null;) from = await two!.fixPercentiles(id, from, 17);
    expect(await fixed(id)).toBe(tries.length);
    await expectRight(id);
    expect(await two!.settle(id, NOW)).toBe(true);
    expect(await one!.settle(id, NOW), 'by whomever').toBe(true);
    await database.pool.query('update results set percentile = null where daily_id = $1', [id]);
    expect(await one!.fixPercentiles(id, 0, 10), 'once settled, never again').toBe(null);
    expect(await fixed(id)).toBe(0);
  });

  test('are fixed once by several nodes that settle at once', async () => {
    const id = await daily(2);
    const nodes = [database, other, database, other].map(dailiesRepository);
    await Promise.all(
      nodes.map(async (node) => {
        for (let from: number | null = 0; from !== null;)
          from = await node.fixPercentiles(id, from, 7);
      }),
    );
    expect(await Promise.all(nodes.map((node) => node.settle(id, NOW)))).toEqual(
      nodes.map(() => true),
    );
    await expectRight(id);
    // Sums of weeks and of all time hold each once.
    const { rows } = await database.pool.query(
      `select sum(played)::int as played, sum(percentiles)::int as sum,
         (select count(*)::int from results where daily_id = $1 and standing = 2) as listed,
         (select sum(percentile)::int from results where daily_id = $1 and standing = 2) as of_listed
       from period_totals where week = (2 + 3) / 7`,
      [id],
    );
    expect(rows[0]).toMatchObject({ played: rows[0].listed, sum: rows[0].of_listed });
  });

  test('that take long, or cannot be fixed, keep nobody from looking', async () => {
    const clock = testClock(NOW);
    const faults: unknown[] = [];
    let fix = (): Promise<number | null> => new Promise(() => {});
    let asked = 0;
    const stored = dailiesRepository(database);
    const id = await daily(Math.floor(NOW / DAY_MS) - 2);
    const dailies = createDailies({
      store: {
        ...stored,
        fixPercentiles: () => {
          asked++;
          return fix();
        },
        unsettled: async (day) => {
          const all = await stored.unsettled(day);
          return all.filter((one) => one.id === id);
        },
      },
      clock,
      chance: { id: () => '' },
      drawDeal: () => Promise.reject(new Error('nothing is drawn here')),
      timeIsUp: async () => {},
      onChanged: () => {},
      onFault: (error) => faults.push(error),
    });
    fix = () => Promise.reject(new Error('planted'));
    await dailies.settleDue();
    expect(faults).toEqual([new Error('planted')]);
    await dailies.settleDue();
    expect(asked, 'not with every look').toBe(1);
    await clock.skip(10_000);
    let goOn = () => {};
    fix = () =>
      new Promise((resolve) => {
        goOn = () => resolve(null);
      });
    let hasLooked = false;
    const looking = dailies.settleDue().then(() => (hasLooked = true));
    await expect.poll(() => asked).toBe(2);
    expect(hasLooked).toBe(false);
    await clock.skip(2_000);
    await looking;
    fix = () => stored.fixPercentiles(id, 0, 1000);
    goOn();
    await expect.poll(() => fixed(id)).toBe(tries.length);
    await dailies.stop();
  });
});
