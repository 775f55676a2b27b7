// Ratings as they are kept: each rated race once, in the order in which they settled, whichever nodes settle them.
import { parseMove } from '@same-deal/engine';
import type { MyData, RaceSnapshot, Stats } from '@same-deal/protocol';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPlays } from '../src/play/plays.ts';
import { endsOf } from '../src/play/settlement.ts';
import { racesRepository } from '../src/storage/race/races.ts';
import { verifyResults } from '../src/storage/verify/verify-results.ts';
import { buildTestApp } from './support/app.ts';
import { shareDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { hasValkey, startNode } from './support/nodes.ts';
import { raceHeader } from './support/play-header.ts';
import { ageRace, Player, startRace } from './support/races.ts';
import { listen } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';
import { newDatabase, tabAt } from './support/until-finished.ts';
import { won, wonChance } from './support/won-chance.ts';

async function nodeOn(database: TestDatabase) {
  const clock = testClock();
  const app = await buildTestApp({ database: shareDatabase(database), clock, chance: wonChance });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await app.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { url: await listen(app.app), clock, close };
}
/** Gives people an account. */
const claim = (database: TestDatabase, ...tabs: Tab[]) =>
  database.pool.query('update users set is_anonymous = false where id = any($1)', [
    tabs.map(({ me }) => me.id),
  ]);
const changes = async (database: TestDatabase) =>
  (
    await database.pool.query<{ user_id: string; races: number; mu: number; mu_before: number }>(
      'select user_id, races, mu, mu_before from rating_changes order by id',
    )
  ).rows;
const skip = (clock: ReturnType<typeof testClock>) => () => clock.skip(5000);
const settled = (tab: Tab, code: string): Promise<RaceSnapshot> =>
  tab.news('race:updated', (race) => race.code === code && race.phase === 'settled');
/** The first moves of a game that was won; the second brings the first card home. */
async function play(player: Player, moves: number): Promise<void> {
  for (const text of won.moves.split(' ').slice(0, moves)) {
    await player.move(parseMove(won.variant, text)!);
  }
}

const headerOfBen = raceHeader(0, {
  ...{ id: 'play', userId: 'ben', ownerId: 'ben', playerName: 'Ben', closesAt: null },
  ...{ variant: won.variant, pack: wonChance.pack(won.variant, 1) },
});

describe('a rated race', () => {
  test('is rated among those with an account; guests, whoever was one at the start, and whoever is banned are left out', async () => {
    const database = await newDatabase();
    const { url, clock } = await nodeOn(database);
    const tabs = [
      await tabAt(url),
      await tabAt(url),
      await tabAt(url),
      await tabAt(url),
      await tabAt(url),
    ] as const;
    const [anna, ben, guest, banned, late] = tabs;
    await claim(database, anna, ben, banned);
    await database.pool.query('update users set banned_at = now() where id = $1', [banned.me.id]);
    const { code, tables } = await startRace(tabs, { rated: true, proved: false }, skip(clock));
    const players = tabs.map((tab, n) => new Player(tab, tables[n]!));
    for (const [n, moves] of [4, 2, 6, 3, 5].entries()) await play(players[n]!, moves);
    // Nobody can wait until they are ahead.
    await claim(database, late);
    for (const tab of tabs) await tab.ask('race:leave', { code });
    const race = await settled(anna, code);
    const rating = ({ me }: Tab) => race.players.find(({ id }) => id === me.id)?.rating;
    expect(rating(anna)).toMatchObject({ before: 1500, provisional: true });
    expect(rating(anna)!.after).toBeGreaterThan(1500);
    expect(rating(ben)!.after).toBeLessThan(1500);
    expect([guest, banned, late].map(rating)).toEqual([null, null, null]);
    expect(race.outage).toBe(false);
    expect(await changes(database)).toHaveLength(2);

    const get = async (path: string, { cookie }: Tab) =>
      (await fetch(url + path, { headers: { cookie } })).json();
    const { ratings } = (await get('/api/stats', anna)) as Stats;
    expect(ratings, JSON.stringify(await get('/api/stats', anna))).toMatchObject([
      {
        game: 'bisley',
        rating: rating(anna)!.after,
        provisional: true,
        races: 1,
        curve: [{ code }],
      },
    ]);
    expect(((await get('/api/stats', guest)) as Stats).ratings).toEqual([]);
    expect(((await get('/api/me/export', ben)) as MyData).ratings).toMatchObject([{ race: code }]);
    expect((await verifyResults(database)).differences).toEqual([]);
    // Whoever goes for good takes their number along, and nobody else's.
    await fetch(`${url}/api/me`, {
      method: 'DELETE',
      headers: { cookie: ben.cookie, 'content-type': 'application/json' },
      body: '{"sure":true}',
    });
    const left = (await changes(database)).map(({ user_id }) => user_id);
    expect(left).toHaveLength(2);
    expect(left).not.toContain(ben.me.id);
    expect((await verifyResults(database)).differences).toEqual([]);
    // And what somebody has changed by hand is found.
    await database.pool.query('update rating_changes set mu = mu + 1 where user_id = $1', [
      anna.me.id,
    ]);
    expect((await verifyResults(database)).differences).toEqual([
      `rating bisley ${anna.me.id}: wrong after ${code}`,
    ]);
  });

  test('that nobody asked for changes nothing, and a quick match asks for it', async () => {
    const database = await newDatabase();
    const { url, clock } = await nodeOn(database);
    const [anna, ben] = [await tabAt(url), await tabAt(url)];
    await claim(database, anna, ben);
    const { code, tables } = await startRace([anna, ben], { proved: false }, skip(clock));
    await play(new Player(anna, tables[0]!), 2);
    for (const tab of [anna, ben]) await tab.ask('race:leave', { code });
    expect((await settled(anna, code)).players.map(({ rating }) => rating)).toEqual([null, null]);
    expect(await changes(database)).toEqual([]);
    const quick = await anna.ask('race:quick', { game: 'bisley' });
    expect((await anna.ask('race:enter', quick)).settings.rated).toBe(true);
  });

  test('whose node ended while it ran is void: it says so, and changes nothing', async () => {
    const database = await newDatabase();
    const first = await nodeOn(database);
    const [anna, ben] = [await tabAt(first.url), await tabAt(first.url)];
    await claim(database, anna, ben);
    const { code, tables } = await startRace(
      [anna, ben],
      { rated: true, proved: false },
      skip(first.clock),
    );
    await play(new Player(anna, tables[0]!), 2);
    anna.close();
    ben.close();
    await first.close();
    await ageRace(database, code, ({ closesAt }) => closesAt - (Date.now() - 60_000));
    const { url } = await nodeOn(database);
    const race = await (await tabAt(url, anna.cookie)).ask('race:enter', { code });
    expect(race).toMatchObject({ phase: 'settled', outage: true });
    expect(race.players.map(({ rating }) => rating)).toEqual([null, null]);
    expect(await changes(database)).toEqual([]);
  });

  test('of which an entry could not be committed is void too', async () => {
    const told: string[] = [];
    const header = { ...headerOfBen, startsAt: 0 };
    const plays = createPlays({
      store: {
        headers: async () => [header],
        log: async () => [],
        running: async () => [],
        addHint: async () => 0,
      },
      append: (_entry, done) => done('unavailable'),
      clock: testClock(1_000),
      claim: async () => null,
      onAdvanced: () => expect.unreachable(),
      onHeld: () => undefined,
      onTimeUp: () => undefined,
      onFailed: (record) => told.push(record.header.race?.code ?? ''),
      failureOf: () => expect.unreachable(),
    });
    const request = { playId: header.id, userId: header.userId, expected: 1, connection: '' };
    const entry = parseMove(won.variant, won.moves.split(' ')[0]!)!;
    const answer = await new Promise((resolve) =>
      plays.enter({ ...request, entry, receivedAt: 500 }, resolve),
    );
    expect(answer).toEqual({ ok: false, error: { code: 'unavailable' } });
    expect(told).toEqual(['ABCDEF']);

    const database = await newDatabase();
    const { url, clock } = await nodeOn(database);
    const [anna, ben] = [await tabAt(url), await tabAt(url)];
    await claim(database, anna, ben);
    const { code, tables } = await startRace(
      [anna, ben],
      { rated: true, proved: false },
      skip(clock),
    );
    await play(new Player(anna, tables[0]!), 2);
    const store = racesRepository(database);
    const stored = (await store.find(code))!;
    expect(await store.settle(stored, (locked) => endsOf(locked, true), true)).toBe('settled-now');
    const after = (await store.find(code))!;
    expect([after.race.outage, after.ratings.size]).toEqual([true, 0]);
    expect(await changes(database)).toEqual([]);
    // Also where it is settled by a node that knows nothing of it.
    const third = await startRace([anna, ben], { rated: true, proved: false }, skip(clock));
    await play(new Player(anna, third.tables[0]!), 2);
    await database.pool.query(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'not today'; end $$`);
    await database.pool.query(
      'create trigger refuse before insert on entries for each statement execute function refuse()',
    );
    const { playId } = third.tables[1]!;
    const lost = ben.request('play:concede', { playId, expected: 1 });
    expect(await lost).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    await database.pool.query('drop trigger refuse on entries');
    await expect
      .poll(async () => (await store.find(third.code))!.race.outage, { timeout: 10_000 })
      .toBe(true);
    const before = (await store.find(third.code))!;
    expect((await anna.ask('race:enter', { code: third.code })).outage, 'not yet').toBe(false);
    await store.settle(before, (locked) => endsOf(locked, true), false);
    expect((await store.find(third.code))!.ratings.size).toBe(0);
    // Without it the same race would have counted.
    const other = await startRace([anna, ben], { rated: true, proved: false }, skip(clock));
    await play(new Player(anna, other.tables[0]!), 2);
    const second = (await store.find(other.code))!;
    await store.settle(second, (locked) => endsOf(locked, true), false);
    expect((await store.find(other.code))!.ratings.size).toBe(2);
  });

  test.runIf(hasValkey())(
    'that another node has carried on, which has ended since, is void though the first one lives',
    async () => {
      const database = await newDatabase();
      const clock = testClock();
      const [one, two] = [
        await startNode(database, 'one', { clock, chance: wonChance }),
        await startNode(database, 'two', { clock, chance: wonChance }),
      ];
      for (const node of [one, two]) onTestFinished(() => node.close());
      const [anna, ben] = [await tabAt(one.url), await tabAt(one.url)];
      await claim(database, anna, ben);
      const { code, tables } = await startRace(
        [anna, ben],
        { rated: true, proved: false },
        skip(clock),
      );
      await play(new Player(anna, tables[0]!), 2);
      for (const tab of [anna, ben]) tab.close();
      // As the first node does with what is idle.
      await database.pool.query('delete from holdings where at = $1', [code]);
      const there = await tabAt(two.url, anna.cookie);
      expect((await there.ask('race:enter', { code })).phase).toBe('running');
      there.close();
      await database.pool.query("delete from nodes where name = 'two'");

      const store = racesRepository(database);
      const stored = (await store.find(code))!;
      const nodes = await database.pool.query('select id::text from nodes where id = $1', [
        stored.race.start!.node,
      ]);
      expect(nodes.rows, 'the first one lives').toHaveLength(1);
      await store.settle(stored, (locked) => endsOf(locked, true), false);
      const after = (await store.find(code))!;
      expect([after.race.outage, after.ratings.size]).toEqual([true, 0]);
      expect(await changes(database)).toEqual([]);
    },
  );

  test.runIf(hasValkey())(
    'counts once and in one order, where races of one person settle on two nodes at once',
    async () => {
      const database = await newDatabase();
      const clocks = [testClock(), testClock()] as const;
      const nodes = await Promise.all(
        (['one', 'two'] as const).map((name, n) =>
          startNode(database, name, { clock: clocks[n]!, chance: wonChance }),
        ),
      );
      for (const node of nodes) onTestFinished(() => node.close());
      const cookies: string[] = [];
      const races: { code: string; tabs: Tab[] }[] = [];
      for (let n = 0; n < 4; n++) {
        const { url } = nodes[n % 2]!;
        const tabs = await Promise.all([0, 1, 2].map((seat) => tabAt(url, cookies[seat])));
        tabs.forEach(({ cookie }, seat) => (cookies[seat] = cookie));
        await claim(database, ...tabs);
        const { code, tables } = await startRace(
          tabs,
          { rated: true, proved: false },
          skip(clocks[n % 2]!),
        );
        await play(new Player(tabs[n % 3]!, tables[n % 3]!), 2 + n);
        races.push({ code, tabs });
      }
      await Promise.all(
        races.flatMap(({ code, tabs }) => tabs.map((tab) => tab.ask('race:leave', { code }))),
      );
      const ended = await Promise.all(races.map(({ code, tabs }) => settled(tabs[0]!, code)));
      expect(ended.flatMap(({ players }) => players).every(({ rating }) => rating)).toBe(true);
      const rows = await changes(database);
      expect(rows).toHaveLength(12);
      for (const { me } of races[0]!.tabs) {
        const own = rows.filter(({ user_id }) => user_id === me.id);
        expect(own.map(({ races: count }) => count)).toEqual([1, 2, 3, 4]);
        expect(own.slice(1).map(({ mu_before }) => mu_before)).toEqual(
          own.slice(0, -1).map(({ mu }) => mu),
        );
      }
      const order = await database.pool.query(
        `select c.id from rating_changes c join races r on r.id = c.race_id order by r.settled_at, c.id`,
      );
      const ids = order.rows.map(({ id }) => Number(id));
      expect(ids).toEqual([...ids].sort((a, b) => a - b));
      expect((await verifyResults(database)).differences).toEqual([]);
    },
  );
});
