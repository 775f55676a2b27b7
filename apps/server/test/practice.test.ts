// Practice: on public deals, and from any point of a play whose deal is open; never on a live one.
import { randomUUID } from 'node:crypto';
import { newGame, packOf, viewOf, unwrap } from '@same-deal/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Stats } from '@same-deal/protocol';
import { soloStatsOf } from '../src/play/own-games.ts';
import { bounds } from '../src/storage/bounds.ts';
import { ownGamesRepository } from '../src/storage/play/own-games.ts';
import { logsOf } from '../src/storage/play/logs.ts';
import { buildTestApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { Player, playOf, startRace, storedLog } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';

const going = testClock();
let setBackMs = 0;
const clock = { ...going, now: () => going.now() - setBackMs };
let app: TestApp;
let url: string;
let anna: Tab;
let ben: Tab;

beforeAll(async () => {
  app = await buildTestApp({ clock });
  url = await listen(app.app);
  [anna, ben] = await Promise.all([openTab(url), openTab(url)]);
});
afterAll(async () => {
  anna.close();
  ben.close();
  await app.close();
});

const variant = 'british-square/piles';

async function practice(deal = '17'): Promise<Player> {
  const { playId } = await anna.ask('play:create', { variant, deal });
  return new Player(anna, await anna.ask('play:open', { playId }));
}

const statsOf = async ({ cookie }: Tab) =>
  (await (await fetch(`${url}/api/stats`, { headers: { cookie } })).json()) as Stats;

const codeOf = async (answer: Promise<{ ok: boolean; error?: { code: string } }>) =>
  (await answer).error?.code;

describe('a practice play', () => {
  test('tells the whole deal: it is no secret', async () => {
    const player = await practice('17');
    const { pack } = await anna.ask('play:open', { playId: player.playId });
    const known = packOf('17', 2);
    expect(known.ok && pack).toEqual(known.ok && known.value);
  });

  test('ended longer after its start than a time can be stored, it has ended then', async () => {
    const cara = await openTab(url);
    const playId = randomUUID();
    const answer = await fetch(`${url}/api/plays/offline`, {
      method: 'POST',
      headers: { cookie: cara.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ playId, variant, deal: '17', hints: 0, entries: [] },
        ageMs: 30 * 24 * 3_600_000,
      }),
    });
    expect(answer.status).toBe(200);
    const before = new Date();
    await new Player(cara, await cara.ask('play:open', { playId })).concede();
    const { endedAt, elapsedMs } = await app.database.prisma.play.findUniqueOrThrow({
      where: { id: playId },
    });
    expect(elapsedMs).toBe(2 ** 31 - 1);
    expect(endedAt!.getTime()).toBeGreaterThanOrEqual(before.getTime());
    cara.close();
  });

  test('P8, P10: goes on where the clock of the service has been set back meanwhile, and so does a try at a daily', async () => {
    const cara = await openTab(url);
    const { day } = (await (await fetch(`${url}/api/dailies`)).json()) as { day: string };
    const solo = await cara.ask('play:create', { variant, deal: '17' });
    const daily = await cara.ask('daily:start', { day, game: 'bisley' });
    const open = async ({ playId }: { playId: string }) =>
      new Player(cara, await cara.ask('play:open', { playId }));
    const before = [await open(solo), await open(daily)];
    for (const player of before) await player.move();
    setBackMs = 3_600_000;
    try {
      await before[0]!.move();
      for (const key of [solo, daily]) {
        const { elapsedMs, log } = await cara.ask('play:open', key);
        expect(elapsedMs).toBeGreaterThanOrEqual(log.at(-1)!.elapsedMs);
        const player = await open(key);
        await player.move();
        const times = (await cara.ask('play:open', key)).log.map(({ elapsedMs }) => elapsedMs);
        expect(times).toEqual([...times].sort((a, b) => a - b));
      }
      const data = await fetch(`${url}/api/me/export`, { headers: { cookie: cara.cookie } });
      const text = await data.text();
      for (const { playId } of [solo, daily]) expect(text).toContain(playId);
    } finally {
      setBackMs = 0;
      cara.close();
    }
  });

  test('counts in one’s own statistics, by game and by day, and in nobody else’s', async () => {
    const before = (await statsOf(anna)).solo?.find(({ game }) => game === null)?.played ?? 0;
    const player = await practice();
    await player.move();
    await player.concede();
    const { solo, days } = await statsOf(anna);
    const played = before + 1;
    const figures = { played, won: 0, bestMs: null, times: [] };
    expect(solo?.slice(0, 1)).toEqual([{ game: null, ...figures }]);
    expect(solo?.filter((one) => one.played > 0 && one.game)).toEqual([
      { game: 'british-square', ...figures },
    ]);
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    expect(days?.at(-1)).toEqual({ day, played, won: 0 });
    expect((await statsOf(ben)).days).toEqual([]);
  });

  test('a time that hints have helped to is nobody’s best, and the win is one', async () => {
    const { prisma, pool } = app.database;
    const own = ownGamesRepository(prisma, clock.now);
    const { playId } = await practice();
    const winIn = (ms: number, hints: number) =>
      pool.query(
        `update plays set ended_at = now(), ending = 'won', elapsed_ms = $2, hints = $3 where id = $1`,
        [playId, ms, hints],
      );
    await winIn(20_000, 5);
    const won = async () => {
      const all = await own.practice(anna.me.id);
      return all.map(({ won: wins, bestMs }) => ({ wins, bestMs }));
    };
    expect(await won()).toEqual([{ wins: 1, bestMs: null }]);
    expect(await own.wins(anna.me.id)).toEqual([]);
    await winIn(20_000, 0);
    expect(await won()).toEqual([{ wins: 1, bestMs: 20_000 }]);
    expect(await own.wins(anna.me.id)).toEqual([{ variant, elapsedMs: 20_000 }]);
    await pool.query('delete from plays where id = $1', [playId]);
  });

  test('nor is that of a game that went on from where another one had come', async () => {
    const { prisma, pool } = app.database;
    const own = ownGamesRepository(prisma, clock.now);
    const first = await practice();
    await first.move();
    await first.move();
    const branch = async (entries: number) =>
      (await anna.ask('play:branch', { playId: first.playId, entries })).playId;
    const plays = [await branch(1), await branch(0)];
    await pool.query(
      `update plays set ended_at = now(), ending = 'won', elapsed_ms = 20000, moves = 1, undos = 0
       where id = any($1)`,
      [plays],
    );
    await pool.query(
      `insert into play_analyses (play_id, entries, proved, decisions, kept)
       select id, 1, true, 1, case when id = $2 then 1 else 0 end from unnest($1::uuid[]) id`,
      [plays, plays[0]],
    );
    expect(await own.wins(anna.me.id)).toEqual([{ variant, elapsedMs: 20_000 }]);
    expect((await own.practice(anna.me.id))[0]).toMatchObject({ won: 2, bestMs: 20_000 });
    expect((await statsOf(anna)).accuracy?.[0]).toMatchObject({ plays: 1, percent: 0 });
    await pool.query('delete from plays where id = any($1)', [plays]);
    await first.concede();
  });

  test('of several wins the last are shown, the oldest first, and times of different games never together', () => {
    const win = (variant: string, elapsedMs: number) => ({ variant, elapsedMs });
    const practised = [{ variant: 'bisley/thirteen', played: 5, won: 2, bestMs: 900 }];
    const stats = soloStatsOf(practised, [
      win('bisley/thirteen', 1_000),
      win('sly-fox/standard', 70),
      win('bisley/twelve', 900),
    ]);
    expect(stats[0]).toMatchObject({ played: 5, won: 2, bestMs: 900, times: [] });
    expect(stats.find(({ game }) => game === 'bisley')?.times).toEqual([900, 1_000]);
  });

  test('P9: is branched from after any of its entries, times and all, and itself stays as it is', async () => {
    const player = await practice();
    for (let n = 0; n < 6; n++) {
      await clock.skip(1000);
      await player.move();
    }
    const before = await storedLog(app.database, player.playId);
    for (const entries of [0, 4, 6]) {
      const { playId } = await anna.ask('play:branch', { playId: player.playId, entries });
      const table = await anna.ask('play:open', { playId });
      const taken = (await logsOf(app.database.prisma, [playId])).get(playId) ?? [];
      expect(taken.map(({ number, code, elapsedMs: ms }) => [number, code, ms])).toEqual(
        before.slice(0, entries).map((entry) => [entry.number, entry.code, entry.elapsed_ms]),
      );
      expect(table).toMatchObject({ deal: '17', raceCode: null, undo: 'free', isYours: true });
      const branch = new Player(anna, table);
      await branch.move();
      expect(branch.play.entries).toBe(entries + 1);
    }
    expect(await storedLog(app.database, player.playId)).toEqual(before);
  });

  test('P7: its clock goes on from the entry it is branched at', async () => {
    const player = await practice();
    await clock.skip(10_000);
    await player.move();
    await clock.skip(500_000);
    const { playId } = await anna.ask('play:branch', { playId: player.playId, entries: 1 });
    const { elapsedMs } = await anna.ask('play:open', { playId });
    expect(elapsedMs).toBeGreaterThanOrEqual(10_000);
    expect(elapsedMs).toBeLessThan(500_000);
  });

  test('P8: is not branched from an entry it does not have, or that ended it, or by somebody else while it runs', async () => {
    const player = await practice();
    await player.move();
    const { playId } = player;
    expect(await codeOf(anna.request('play:branch', { playId, entries: 2 }))).toBe('bad-request');
    expect(await codeOf(ben.request('play:branch', { playId, entries: 1 }))).toBe('forbidden');
    await player.concede();
    expect(await codeOf(anna.request('play:branch', { playId, entries: 2 }))).toBe('play-ended');
    expect((await ben.request('play:branch', { playId, entries: 1 })).ok).toBe(true);
    const nowhere = '00000000-0000-4000-8000-000000000000';
    expect(await codeOf(anna.request('play:branch', { playId: nowhere, entries: 0 }))).toBe(
      'not-found',
    );
  });

  test('is marked with the hints it was given', async () => {
    const player = await practice();
    const { playId } = player;
    expect(await anna.ask('play:hint', { playId })).toEqual({ hints: 1 });
    await player.move();
    expect(await anna.ask('play:hint', { playId })).toEqual({ hints: 2 });
    expect(await anna.ask('play:open', { playId })).toMatchObject({ hints: 2 });
    expect(await codeOf(ben.request('play:hint', { playId }))).toBe('forbidden');
    await player.concede();
    expect(await codeOf(anna.request('play:hint', { playId }))).toBe('play-ended');
  });
});

describe('P2: a play in a race', () => {
  test('has neither order nor hints nor practice, its own player included, until the race has settled', async () => {
    const { code, tables } = await startRace([anna, ben], { variant }, () => clock.skip(5000));
    const [hers, his] = [new Player(anna, tables[0]!), new Player(ben, tables[1]!)];
    await hers.move();
    const { playId } = hers;
    expect(tables[0]!.pack).toBeNull();
    expect((await anna.ask('play:open', { playId })).pack).toBeNull();
    expect(await codeOf(anna.request('play:hint', { playId }))).toBe('not-practice');
    await hers.concede();
    expect(await codeOf(anna.request('play:branch', { playId, entries: 0 }))).toBe('deal-is-live');
    expect(await codeOf(ben.request('play:branch', { playId, entries: 0 }))).toBe('deal-is-live');
    await his.concede();
    await anna.news('race:updated', (race) => race.code === code && race.phase === 'settled');

    // Once it has settled, whoever looks sees the whole deal.
    const { pack } = await ben.ask('play:open', { playId: his.playId });
    expect(pack).toEqual((await anna.ask('play:open', { playId })).pack);
    expect(pack).not.toBeNull();

    const branch = await ben.ask('play:branch', { playId, entries: 1 });
    const table = await ben.ask('play:open', branch);
    expect(playOf(table).position).toEqual(hers.play.position);
    expect(viewOf(unwrap(newGame(variant, table.pack!)))).toEqual(table.start);
  });
});

test('P8: nobody has practice under way without end; ending one makes room', async () => {
  const { playId } = await ben.ask('play:create', { variant: 'bisley/thirteen', deal: '17' });
  await app.database.pool.query(
    `insert into plays (deal_id, user_id, undo, starts_at)
     select deal_id, user_id, undo, starts_at from plays, generate_series(1, $2::int - (
       select count(*)::int from plays
       where user_id = $3 and ended_at is null and race_id is null and daily_id is null))
     where id = $1`,
    [playId, bounds.practice.most, ben.me.id],
  );
  const full = { ok: false, error: { code: 'too-many-plays' } };
  expect(await ben.request('play:create', { variant: 'bisley/thirteen' })).toEqual(full);
  expect(await ben.request('play:branch', { playId, entries: 0 })).toEqual(full);
  await ben.ask('play:concede', { playId, expected: 1 });
  expect((await ben.request('play:create', { variant: 'bisley/thirteen' })).ok).toBe(true);
});

test('P12: nobody is refused for having played: of 500 games under way one without a move, unused for the longest time, gives way', async () => {
  const cleo = await openTab(url);
  const { pool } = app.database;
  const query = async <Row>(text: string, ...values: unknown[]) =>
    (await pool.query(text, values)).rows as Row[];
  const { playId: model } = await cleo.ask('play:create', { variant: 'bisley/thirteen' });
  // Begun long ago, the first of all; and used just now.
  const begun = await query<{ id: string }>(
    `with deal as (
       insert into deals (variant, kind, pack)
       select variant, kind, pack from deals, generate_series(1, $2::int)
       where id = (select deal_id from plays where id = $1) returning id
     ), numbered as (select id, row_number() over ()::int as n from deal)
     insert into plays (deal_id, user_id, undo, starts_at, changed_at)
     select numbered.id, $3, 'free', now() - interval '22 days' + numbered.n * interval '1 hour',
       now() - interval '22 days' + numbered.n * interval '1 hour' from numbered
     order by numbered.n returning id`,
    ...[model, bounds.practice.most - 1, cleo.me.id],
  );
  const [first, second, third, fourth, fifth, sixth] = begun.map(({ id }) => id);
  const dealOf = async (id: string) =>
    (await query<{ deal: string }>('select deal_id as deal from plays where id = $1', id))[0]!.deal;
  const thirdDeal = await dealOf(third!);
  await query('insert into entries values ($1, 1, 0, 0)', second);
  await query('insert into entries values ($1, 1, 0, $2)', first, 21.5 * 24 * 3_600_000);
  await cleo.ask('play:create', { variant: 'bisley/thirteen' });
  // Not the one that it goes on from.
  await cleo.ask('play:branch', { playId: fourth!, entries: 0 });
  await cleo.ask('play:branch', { playId: model, entries: 0 });
  const offline = { playId: randomUUID(), variant, deal: '17', ageMs: 1000, hints: 0, entries: [] };
  const entered = await fetch(`${url}/api/plays/offline`, {
    method: 'POST',
    headers: { cookie: cleo.cookie, 'content-type': 'application/json' },
    body: JSON.stringify(offline),
  });
  expect(entered.status).toBe(200);
  const left = await query<{ id: string }>('select id from plays where user_id = $1', cleo.me.id);
  const ids = left.map(({ id }) => id);
  expect(ids).toHaveLength(bounds.practice.most);
  const gone = [third, fourth, fifth, sixth];
  expect(begun.map(({ id }) => id).filter((id) => !ids.includes(id))).toEqual(gone);
  expect(await query('select from deals where id = $1', thirdDeal)).toEqual([]);
  cleo.close();
});
