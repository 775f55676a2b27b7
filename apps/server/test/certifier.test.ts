import {
  decodeEntry,
  gameList,
  isPack,
  isWon,
  newGame,
  openPlay,
  packOf,
  replay,
  unwrap,
} from '@same-deal/engine';
import type { Pack } from '@same-deal/engine';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cryptographicChance } from '../src/deal/chance.ts';
import { createCertifier } from '../src/deal/certifier.ts';
import type { Search } from '../src/deal/certifier.ts';
import { DAYS_AHEAD, needs, nextToCertify } from '../src/deal/pool-needs.ts';
import { closesAt, dayOf } from '../src/daily/days.ts';
import { dealDrawer } from '../src/deal/draw-deal.ts';
import { shortSearch } from '../src/deal/short-search.ts';
import { dealPoolRepository, dealRow, movesOf } from '../src/storage/deal/deal-pool.ts';
import { buildTestApp } from './support/app.ts';
import { createTestDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { withPack } from './support/fixed-chance.ts';
import { testClock } from './support/test-clock.ts';

const defaults = gameList.map(({ variants }) => variants[0].id);
/** Of these no search decides any deal. */
const undecidable = 'british-square/columns';
const others: readonly string[] = gameList
  .flatMap(({ variants }) => variants.slice(1).map(({ id }) => id))
  .filter((variant) => variant !== undecidable);

describe('what is needed most', () => {
  /** Certifies until nothing is needed; each variant's search takes its time, and finds a deal or not. */
  function simulate(costMs: (variant: string) => number, isFound: (variant: string) => boolean) {
    const ready = new Map<string, number>();
    const spent = new Map<string, number>();
    const order: string[] = [];
    for (let n = 0; n < 5000; n++) {
      const next = nextToCertify(ready, spent);
      if (next === undefined) break;
      order.push(next);
      spent.set(next, (spent.get(next) ?? 0) + costMs(next));
      if (isFound(next)) ready.set(next, (ready.get(next) ?? 0) + 1);
    }
    return { ready, order };
  }

  test('14 days of dailies and 50 races a game; of other variants a few races', () => {
    const { ready } = simulate(
      () => 100,
      () => true,
    );
    for (const variant of defaults) expect(ready.get(variant)).toBe(DAYS_AHEAD + 50);
    for (const variant of others) expect(ready.get(variant)).toBe(10);
    expect(needs.map(({ variant }) => variant).sort()).toEqual([...defaults, ...others].sort());
  });

  test('what no search decides is not looked for', () => {
    const { order } = simulate(
      () => 100,
      (variant) => variant !== undecidable,
    );
    expect(order).not.toContain(undecidable);
  });

  test('today’s and tomorrow’s first, round the games; what has no dailies comes after them', () => {
    const { order } = simulate(
      () => 100,
      () => true,
    );
    const soonest = order.slice(0, 2 * defaults.length);
    for (const variant of defaults) {
      expect(soonest.filter((one) => one === variant)).toHaveLength(2);
    }
    expect(order.findIndex((one) => others.includes(one))).toBeGreaterThanOrEqual(soonest.length);
  });

  test('a game whose deals are hardly ever won does not keep the others from theirs', () => {
    const hard = 'alhambra/standard';
    const { ready, order } = simulate(
      (variant) => (variant === hard ? 30_000 : 1_000),
      (variant) => variant !== hard,
    );
    for (const variant of defaults.filter((one) => one !== hard)) {
      expect(ready.get(variant)).toBe(DAYS_AHEAD + 50);
    }
    expect(order.filter((one) => one === hard).length).toBeGreaterThan(4);
  });
});

describe('the certifier', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const won = { verdict: 'won', moves: [0x0102], positions: 9, difficulty: 2 } as const;

  /** A certifier over a search that the test decides; it runs until the search has been asked so often. */
  async function certify(asks: number, search: (n: number, pack: Pack) => ReturnType<Search>) {
    const clock = testClock();
    const drawn: Pack[] = [];
    const faults: unknown[] = [];
    let count = 0;
    let enough = () => {};
    const done = new Promise<void>((resolve) => (enough = resolve));
    const certifier = createCertifier({
      store: dealPoolRepository(database.prisma),
      chance: {
        pack: (variant, packs) => {
          const pack = cryptographicChance.pack(variant, packs);
          drawn.push(pack);
          return pack;
        },
      },
      clock,
      onFault: (error) => faults.push(error),
      search: async ({ position }, _budget, signal) => {
        count += 1;
        if (count > asks) enough();
        if (count > asks || signal.aborted) return { ok: false, why: 'cancelled' };
        return search(count, position.piles.flat());
      },
    });
    certifier.start();
    const skipping = setInterval(() => void clock.skip(60_000), 20);
    await done;
    clearInterval(skipping);
    await certifier.stop();
    return { drawn, faults };
  }
  const found = (value: object) =>
    Promise.resolve({ ok: true, value: { ...won, ...value } } as const);

  test('keeps what was won, with its solution, and nothing else', async () => {
    const verdicts = ['won', 'lost', 'undecided', 'won'] as const;
    const { drawn } = await certify(4, (n) =>
      found(verdicts[n - 1] === 'won' ? {} : { verdict: verdicts[n - 1], moves: [] }),
    );
    const kept = await database.prisma.certifiedDeal.findMany({ orderBy: { createdAt: 'asc' } });
    expect(kept.map(({ pack }) => [...pack])).toEqual([drawn[0], drawn[3]]);
    expect(
      kept.map(({ solution, difficulty }) => ({ solution: [...solution], difficulty })),
    ).toEqual([1, 2].map(() => ({ solution: [1, 2], difficulty: 2 })));
  });

  test('searches a deal again whose search had to give way, and lives through faults', async () => {
    const seen: string[] = [];
    const { drawn, faults } = await certify(4, async (n, pack) => {
      seen.push([...pack].sort((a, b) => a - b).join() + pack.join());
      if (n === 1) return { ok: false, why: 'gave-way' };
      if (n === 3) throw new Error('a fault');
      return found({});
    });
    expect(seen[1]).toBe(seen[0]);
    expect(faults).toHaveLength(1);
    expect(drawn.length).toBeGreaterThanOrEqual(3);
    expect(await database.prisma.certifiedDeal.count()).toBe(2);
  });

  test('proves first the dailies that were drawn while the pool was empty', async () => {
    const pool = dealPoolRepository(database.prisma);
    const today = dayOf(Date.now());
    const days = new Map<string, number>();
    for (const day of [today - 1, today + 1, today, today - 3]) {
      const daily = await dealDrawer(cryptographicChance, pool)('bisley/thirteen', 'daily');
      expect(daily.proof).toBeNull();
      await database.prisma.deal.create({ data: dealRow(daily, 'daily') });
      await database.prisma.daily.create({
        data: {
          day,
          game: 'bisley',
          dealId: daily.id,
          // Yesterday's lives until noon; here it does at any time of the day.
          closesAt: new Date(closesAt(day === today - 1 ? today : day)),
          createdAt: new Date(),
        },
      });
      days.set(unwrap(newGame(daily.variant, daily.pack)).piles.flat().join(), day);
    }
    const searched: (number | undefined)[] = [];
    await certify(4, (_n, pack) => {
      searched.push(days.get(pack.join()));
      return found({});
    });
    expect(searched).toEqual([today, today + 1, today - 1, undefined]);
    const verdicts = await database.prisma.deal.groupBy({ by: ['verdict'], _count: true });
    expect(verdicts).toEqual(
      expect.arrayContaining([
        { verdict: 'won', _count: 3 },
        { verdict: null, _count: 1 },
      ]),
    );
    expect(await database.prisma.certifiedDeal.count()).toBe(1);
  });

  test('a daily whose deal is damaged keeps nothing else from being certified', async () => {
    const today = dayOf(Date.now());
    const daily = await dealDrawer(cryptographicChance, dealPoolRepository(database.prisma))(
      'bisley/thirteen',
      'daily',
    );
    const damaged = { ...dealRow(daily, 'daily'), pack: Uint8Array.from([1, 2, 3]) };
    await database.prisma.deal.create({ data: damaged });
    const times = { closesAt: new Date(closesAt(today)), createdAt: new Date() };
    await database.prisma.daily.create({
      data: { day: today, game: 'bisley', dealId: daily.id, ...times },
    });
    const { faults } = await certify(2, () => found({}));
    expect(await database.prisma.certifiedDeal.count()).toBe(2);
    expect(faults).toHaveLength(1);
  });

  test('a daily that the pool has no deal for is none that is quickly seen to be lost', async () => {
    const pool = dealPoolRepository(database.prisma);
    const verdicts = ['lost', 'lost', 'won', 'undecided', 'lost'] as const;
    let looks = 0;
    const search: Search = () => found({ verdict: verdicts[looks++], moves: [1], difficulty: 2 });
    const draw = dealDrawer(cryptographicChance, pool, shortSearch(search));
    expect((await draw('bisley/thirteen', 'race')).proof, 'races are not looked at').toBe(null);
    expect((await draw('bisley/thirteen', 'daily')).proof).toEqual({
      difficulty: 2,
      solution: [1],
      isShortest: false,
    });
    expect(looks).toBe(3);
    expect((await draw('bisley/thirteen', 'daily')).proof).toBe(null);
    expect(looks).toBe(4);

    // Who draws does not wait for a search that is slow, and takes no harm from one at fault.
    const never = dealDrawer(
      cryptographicChance,
      pool,
      shortSearch(() => new Promise(() => {}), { ms: 1, memoryBytes: 0 }),
    );
    expect((await never('bisley/thirteen', 'daily')).proof).toBe(null);
    const broken = shortSearch(() => Promise.reject(new Error('planted')));
    const drawn = await dealDrawer(cryptographicChance, pool, broken)('bisley/thirteen', 'daily');
    expect(drawn.proof).toBe(null);
    const all = shortSearch(() => found({ verdict: 'lost', moves: [] }));
    const lost = await dealDrawer(cryptographicChance, pool, all)('bisley/thirteen', 'daily');
    expect(lost.proof, 'at some time one is taken').toBe(null);
  });

  test('in a service that is asked to: real deals with solutions that win, and nothing of them in a log', async () => {
    const winnable = packOf('1', 1);
    if (!winnable.ok) throw new Error(winnable.reason);
    const service = await buildTestApp({
      certifies: true,
      // The first deal it draws can be won.
      chance: withPack(cryptographicChance, winnable.value),
      config: { publicUrl: undefined, logLevel: 'trace', trustProxy: 'loopback' },
    });
    await service.app.ready();
    const { prisma } = service.database;
    // At low priority it has to wait while the machine has other things to do.
    await expect.poll(() => prisma.certifiedDeal.count(), { timeout: 120_000 }).toBeGreaterThan(0);
    const deals = await prisma.certifiedDeal.findMany();
    await service.app.close();
    for (const { variant, pack, solution } of deals) {
      const cards = [...pack];
      if (!isPack(cards, cards.length / 52)) throw new Error('no pack');
      const moves = movesOf(solution).map(decodeEntry);
      const played = replay(openPlay(unwrap(newGame(variant, cards)), 'none'), moves);
      expect(played.ok && isWon(played.value.position)).toBe(true);
      for (const secret of [cards, movesOf(solution)]) {
        expect(service.log()).not.toContain(secret.slice(0, 8).join());
      }
    }
    await service.database.drop();
  }, 150_000);
});
