import { setTimeout } from 'node:timers/promises';
import type { RaceSnapshot } from '@same-deal/protocol';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cryptographicChance } from '../src/deal/chance.ts';
import { commitmentOf } from '../src/deal/commitment.ts';
import { dealDrawer } from '../src/deal/draw-deal.ts';
import type { CertifiedDeal } from '../src/deal/draw-deal.ts';
import { DAYS_AHEAD } from '../src/deal/pool-needs.ts';
import { GRADING_VERSION } from '../src/solver/work.ts';
import { bytesOf, dealPoolRepository, movesOf } from '../src/storage/deal/deal-pool.ts';
import { buildTestApp, noLimits } from './support/app.ts';
import { createTestDatabase, shareDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { startRace } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';

const BISLEY = 'bisley/thirteen';
const certified = (difficulty = 3): CertifiedDeal => ({
  pack: cryptographicChance.pack(BISLEY, 1),
  proof: {
    difficulty,
    gradingVersion: GRADING_VERSION,
    solution: [0x0102, 0xfe00],
    isShortest: true,
  },
});

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

async function fill(count: number, variant = BISLEY): Promise<CertifiedDeal[]> {
  const pool = dealPoolRepository(database.prisma);
  const deals = Array.from({ length: count }, () => certified());
  for (const deal of deals) {
    await pool.add(variant, deal);
    // Which is the oldest is kept in milliseconds.
    await setTimeout(2);
  }
  return deals;
}

describe('the pool of certified deals', () => {
  test('each deal is taken once, whoever else takes at the same time on any node', async () => {
    const deals = await fill(20);
    const other = shareDatabase(database);
    const pools = [database, other].map(({ prisma }) => dealPoolRepository(prisma));
    const taken = await Promise.all(
      Array.from({ length: 50 }, (_, n) => pools[n % 2]!.take(BISLEY, 0)),
    );
    const packs = taken.flatMap((deal) => (deal ? [deal.pack.join()] : []));
    expect(packs.sort()).toEqual(deals.map(({ pack }) => pack.join()).sort());
    expect(await pools[0]!.counts()).toEqual(new Map());
    await other.drop();
  });

  test('deals come out as they went in, the oldest first, and none of another variant', async () => {
    const [first, second] = await fill(2);
    const pool = dealPoolRepository(database.prisma);
    expect(await pool.take('sly-fox/standard', 0)).toBeNull();
    expect(await pool.counts()).toEqual(new Map([[BISLEY, 2]]));
    expect(await pool.take(BISLEY, 0)).toEqual(first);
    expect(await pool.take(BISLEY, 1), 'one is to be left').toBeNull();
    expect(await pool.take(BISLEY, 0)).toEqual(second);
    expect(await pool.take(BISLEY, 0)).toBeNull();
  });

  test('any moves survive as bytes', () => {
    const codes = fc.array(fc.integer({ min: 0, max: 0xffff }));
    fc.assert(
      fc.property(codes, (moves) => {
        expect(movesOf(bytesOf(moves))).toEqual(moves);
      }),
    );
  });

  test('the coming days’ deals are no race’s; what is drawn is committed to, proved or not (P1)', async () => {
    const deals = await fill(DAYS_AHEAD + 1);
    const draw = dealDrawer(cryptographicChance, dealPoolRepository(database.prisma));
    const unasked = await draw(BISLEY, 'unproved race');
    const race = await draw(BISLEY, 'race');
    const next = await draw(BISLEY, 'race');
    const daily = await draw(BISLEY, 'daily');
    expect(unasked.proof).toBeNull();
    expect(race).toMatchObject(deals[0]!);
    expect(next.proof).toBeNull();
    expect(daily).toMatchObject(deals[1]!);
    for (const { salt, variant, pack, commitment } of [unasked, race, next, daily]) {
      expect(commitment).toEqual(commitmentOf(salt, variant, pack));
    }
  });
});

describe('a race', () => {
  async function race(settings: { proved?: boolean }): Promise<RaceSnapshot> {
    const clock = testClock();
    const { app } = await buildTestApp({ database: shareDatabase(database), clock });
    const url = await listen(app);
    const tabs = [await openTab(url), await openTab(url)];
    const { code } = await startRace(tabs, settings, () => clock.skip(5000));
    const snapshot = await tabs[1]!.ask('race:enter', { code });
    for (const tab of tabs) tab.close();
    await app.close();
    return snapshot;
  }

  test('is on a certified deal by default, and says how difficult it is', async () => {
    const [deal] = await fill(DAYS_AHEAD + 1);
    const snapshot = await race({});
    expect(snapshot.settings.proved).toBe(true);
    expect(snapshot).toMatchObject({ proved: true, difficulty: 3 });
    const { rows } = await database.pool.query<{ pack: Buffer; solution: Buffer; verdict: string }>(
      'select pack, solution, verdict from deals',
    );
    expect(rows.map(({ verdict }) => verdict)).toEqual(['won']);
    expect([...rows[0]!.pack]).toEqual(deal!.pack);
    expect(movesOf(rows[0]!.solution)).toEqual(deal!.proof.solution);
  });

  test('says so where no certified deal is ready', async () => {
    expect(await race({})).toMatchObject({ proved: false, difficulty: null });
  });

  test('that finds no certified deal takes nothing from what its host may have; what they may not have stays', async () => {
    const { app } = await buildTestApp({
      database: shareDatabase(database),
      limits: { ...noLimits, provedDeals: { times: 3, perMs: 600_000 } },
    });
    const tab = await openTab(await listen(app));
    const proved: unknown[] = [];
    const start = async () => {
      const { code } = await tab.ask('race:create', { variant: BISLEY });
      await tab.ask('race:partner', { code, strength: 1 });
      await tab.ask('race:start', { code });
      proved.push((await tab.ask('race:enter', { code })).proved);
    };
    const open = async () => {
      // The same again would be the same one.
      const settings = { variants: [BISLEY], deals: 2, days: 1 + proved.length };
      await tab.ask('duplicate:create', settings);
      const [deal] = await database.prisma.deal.findMany({
        where: { kind: 'duplicate' },
        orderBy: { createdAt: 'desc' },
      });
      proved.push(deal?.verdict === 'won');
    };
    for (const begin of [start, open, start, open]) await begin();
    await fill(DAYS_AHEAD + 5);
    for (const begin of [start, open, start, open]) await begin();
    expect(proved).toEqual([false, false, false, false, true, true, false, false]);
    expect(await database.prisma.certifiedDeal.count()).toBe(DAYS_AHEAD + 2);
    tab.close();
    await app.close();
  });

  test('leaves the pool alone where the host wants any deal', async () => {
    await fill(DAYS_AHEAD + 1);
    expect(await race({ proved: false })).toMatchObject({ proved: false, difficulty: null });
    expect(await dealPoolRepository(database.prisma).counts()).toEqual(
      new Map([[BISLEY, DAYS_AHEAD + 1]]),
    );
  });
});
