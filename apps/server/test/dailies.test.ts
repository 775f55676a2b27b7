// The dailies: whose deal it is, when it can be begun, and what becomes of a try.
import { createHash, randomUUID } from 'node:crypto';
import { gameList, parseMove } from '@same-deal/engine';
import type {
  Daily,
  DailyArchive,
  DailyBoard,
  DailyList,
  DailyTimes,
  OpenedDeal,
  PeriodBoard,
  PlaySnapshot,
  Stats,
} from '@same-deal/protocol';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDailyNews } from '../src/daily/daily-news.ts';
import { dayOf } from '../src/daily/days.ts';
import { verifyResults } from '../src/storage/verify/verify-results.ts';
import { buildTestApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import type { TestDatabase } from './support/database.ts';
import { hasValkey, startNode as startOneOf } from './support/nodes.ts';
import { Player, startRace } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';
import type { TestClock } from './support/test-clock.ts';
import { newDatabase } from './support/until-finished.ts';
import { won, wonChance } from './support/won-chance.ts';

const HOUR = 3_600_000;
/** A leap day, and far enough ahead that the database never thinks that a daily has closed. */
const LEAP_DAY = Date.UTC(2040, 1, 29);

interface Node extends TestApp {
  readonly url: string;
  readonly clock: TestClock;
  tab(cookie?: string): Promise<Tab>;
  get<Body>(path: string, cookie?: string): Promise<{ status: number; body: Body }>;
}

async function startAlone(options: Parameters<typeof buildTestApp>[0]) {
  const app = await buildTestApp(options);
  return { ...app, url: await listen(app.app) };
}

/** @param among the database of several nodes, and the name of this one; alone without it */
async function startNode(
  time: number,
  among?: { readonly database: TestDatabase; readonly name: string },
): Promise<Node> {
  const clock = testClock(time);
  const options = { clock, chance: wonChance };
  const app = among
    ? await startOneOf(among.database, among.name, options)
    : await startAlone(options);
  const { url } = app;
  onTestFinished(() => app.close());
  return {
    ...app,
    url,
    clock,
    async tab(cookie) {
      const tab = await openTab(url, cookie);
      onTestFinished(() => tab.close());
      return tab;
    },
    async get<Body>(path: string, cookie?: string) {
      const answer = await fetch(url + path, { headers: cookie ? { cookie } : {} });
      return { status: answer.status, body: (await answer.json()) as Body };
    },
  };
}

/** Makes an account of a guest. */
const claim = ({ database }: Pick<Node, 'database'>, { me }: Pick<Tab, 'me'>) =>
  database.pool.query('update users set is_anonymous = false where id = $1', [me.id]);

async function begin(tab: Tab, day: string, game = 'bisley'): Promise<Player> {
  const { playId } = await tab.ask('daily:start', { day, game });
  return new Player(tab, await tab.ask('play:open', { playId }));
}

describe('P1: the deals of the days', () => {
  test("today's and tomorrow's are there together, one a game, committed and not told", async () => {
    const node = await startNode(LEAP_DAY + HOUR);
    const { body } = await node.get<DailyList>('/api/dailies');
    expect(body.day).toBe('2040-02-29');
    expect(body.today.map(({ game }) => game)).toEqual(gameList.map(({ id }) => id));
    expect(body.tomorrow.map(({ day, phase }) => `${day} ${phase}`)).toEqual(
      gameList.map(() => '2040-03-01 upcoming'),
    );
    for (const [n, one] of [...body.today, ...body.tomorrow].entries()) {
      expect(one).toMatchObject({ proved: false, difficulty: null, tries: 0, mine: null });
      expect(one.variant).toBe(gameList[n % gameList.length]!.variants[0].id);
      expect(one.commitment).toMatch(/^[0-9a-f]{64}$/);
      expect(one.committedAt).toBe('2040-02-29T01:00:00.000Z');
      expect(JSON.stringify(one)).not.toMatch(/pack|salt/);
    }
    expect(body.today[0]).toMatchObject({
      opensInMs: 0,
      endsInMs: 23 * HOUR,
      closesInMs: 35 * HOUR,
    });
    expect(body.tomorrow[0]).toMatchObject({ opensInMs: 23 * HOUR });
  });

  test('the deal of the day is the one that was committed to the day before, checked when it has closed', async () => {
    const node = await startNode(LEAP_DAY + HOUR);
    const before = (await node.get<DailyList>('/api/dailies')).body.tomorrow;
    await node.clock.skip(24 * HOUR);
    const on = (await node.get<DailyList>('/api/dailies')).body.today;
    expect(on.map(({ commitment }) => commitment)).toEqual(
      before.map(({ commitment }) => commitment),
    );
    for (const hours of [0, 22, 23 + 11]) {
      await node.clock.skip(LEAP_DAY + (25 + hours) * HOUR - node.clock.now());
      const answer = await node.get('/api/dailies/2040-03-01/bisley/deal');
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'deal-is-live' } } });
    }
    await node.clock.skip(HOUR + 2000);
    const { status, body } = await node.get<OpenedDeal>('/api/dailies/2040-03-01/bisley/deal');
    expect(status).toBe(200);
    expect(body.commitment).toBe(before[0]!.commitment);
    const bytes = Buffer.concat([
      Buffer.from(body.salt, 'hex'),
      Buffer.from(body.variant),
      Buffer.from([0, ...body.pack]),
    ]);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(body.commitment);
  });

  test.runIf(hasValkey())('eight nodes at once draw each day and game exactly once', async () => {
    const database = await newDatabase();
    const nodes = await Promise.all(
      Array.from({ length: 8 }, (_, n) => startNode(LEAP_DAY, { database, name: `node ${n}` })),
    );
    // All want the same rows: whoever has waited too long for another is told so, and asks once more.
    const ask = async (node: (typeof nodes)[number]) => {
      let answer = await node.get<DailyList>('/api/dailies');
      for (let tries = 1; answer.status === 503 && tries < 5; tries++)
        answer = await node.get<DailyList>('/api/dailies');
      expect(answer.status).toBe(200);
      return answer;
    };
    const seen = await Promise.all(nodes.map(ask));
    const commitments = seen.map(({ body }) =>
      [...body.today, ...body.tomorrow].map(({ commitment }) => commitment),
    );
    for (const one of commitments) expect(one).toEqual(commitments[0]);
    const { rows } = await database.pool.query(
      `select (select count(*)::int from dailies) as dailies, (select count(*)::int from deals) as deals`,
    );
    const all = 2 * gameList.length;
    expect(rows).toEqual([{ dailies: all, deals: all }]);
  });

  test.each([
    ['2040-02-29', LEAP_DAY],
    ['2040-12-31', Date.UTC(2040, 11, 31)],
    ['2041-04-30', Date.UTC(2041, 3, 30)],
  ])('a day is a UTC day, to the millisecond: %s', async (text, midnight) => {
    const node = await startNode(midnight - 1);
    const tab = await node.tab();
    const key = { day: text, game: 'alhambra' };
    expect(await tab.request('daily:start', key)).toMatchObject({
      ok: false,
      error: { code: 'daily-not-open', startsInMs: 1 },
    });
    await node.clock.skip(1);
    expect((await node.get<DailyList>('/api/dailies')).body.day).toBe(text);
    const late = await node.tab();
    await tab.ask('daily:start', key);
    await node.clock.skip(24 * HOUR - 1);
    await late.ask('daily:start', key);
    await node.clock.skip(1);
    const tooLate = await node.tab();
    expect(await tooLate.request('daily:start', key)).toMatchObject({
      error: { code: 'daily-not-open' },
    });
    const { body } = await node.get<DailyList>('/api/dailies', tab.cookie);
    expect(body.day).not.toBe(text);
    expect(body.yesterday.map(({ phase }) => phase)).toEqual(gameList.map(() => 'closing'));
  });

  test('there is no daily beyond tomorrow, nor of days on which nobody looked, nor of other games', async () => {
    const node = await startNode(LEAP_DAY);
    for (const path of ['2040-03-02/bisley', '2040-02-01/bisley']) {
      expect((await node.get(`/api/dailies/${path}`)).status, path).toBe(404);
    }
    for (const path of [
      '2040-02-30/bisley',
      '0001-01-01/bisley',
      '2040-02-29/chess',
      'today/bisley',
    ]) {
      expect((await node.get(`/api/dailies/${path}`)).status, path).toBe(400);
    }
  });
});

describe('a ranked try', () => {
  test.runIf(hasValkey())(
    'is one a person and daily, also under 50 starts at once from several devices and nodes',
    async () => {
      const database = await newDatabase();
      const nodes = await Promise.all(
        ['one', 'two'].map((name) => startNode(LEAP_DAY + HOUR, { database, name })),
      );
      const first = await nodes[0]!.tab();
      const devices = [
        first,
        await nodes[0]!.tab(first.cookie),
        await nodes[1]!.tab(first.cookie),
        await nodes[1]!.tab(first.cookie),
      ];
      const plays = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          devices[n % 4]!.ask('daily:start', { day: '2040-02-29', game: 'sly-fox' }),
        ),
      );
      expect(new Set(plays.map(({ playId }) => playId)).size).toBe(1);
      const { rows } = await database.pool.query('select ranked, undo from plays');
      expect(rows).toEqual([{ ranked: true, undo: 'bounded' }]);
    },
  );

  test('P7, P10: its clock never stops, on whichever device, and a result is on both boards at once', async () => {
    const node = await startNode(LEAP_DAY + HOUR);
    const anna = await node.tab();
    await claim(node, anna);
    const table = await begin(anna, '2040-02-29');
    await table.move();
    anna.close();
    await node.clock.skip(3 * HOUR);
    const second = await node.tab(anna.cookie);
    const again = await begin(second, '2040-02-29');
    expect(again.playId).toBe(table.playId);
    expect(again.play.entries).toBe(1);
    const running = await node.get<Daily>('/api/dailies/2040-02-29/bisley', anna.cookie);
    expect(running.body.mine).toMatchObject({ ending: null, elapsedMs: 3 * HOUR, moves: 1 });
    await again.concede();
    const { body } = await node.get<Daily>('/api/dailies/2040-02-29/bisley', anna.cookie);
    expect(body.mine).toMatchObject({
      ending: 'conceded',
      elapsedMs: 3 * HOUR,
      fastestPlace: 1,
      fewestPlace: 1,
      percentile: 100,
      isListed: true,
    });
    for (const board of ['fastest', 'fewest']) {
      const shown = await node.get<DailyBoard>(
        `/api/dailies/2040-02-29/bisley/boards/${board}`,
        anna.cookie,
      );
      expect(shown.body).toMatchObject({
        listed: 1,
        tries: 1,
        top: [{ place: 1, name: anna.me.name, isYou: true, moves: 1, isClean: false }],
        around: [{ place: 1, isYou: true }],
        mine: { isListed: true, percentile: 100 },
      });
    }
  });

  test('shows those whom one has raced, with their true places, and nobody else', async () => {
    const node = await startNode(LEAP_DAY + HOUR);
    const [anna, ben, cleo, dora] = [
      await node.tab(),
      await node.tab(),
      await node.tab(),
      await node.tab(),
    ];
    const { tables } = await startRace([anna, ben, dora], {}, () => node.clock.skip(5000));
    for (const [n, tab] of [anna, ben, dora].entries()) await new Player(tab, tables[n]!).concede();
    // Dora is a guest, so on no board.
    for (const tab of [anna, ben, cleo]) await claim(node, tab);
    for (const tab of [cleo, anna, ben, dora]) await (await begin(tab, '2040-02-29')).concede();
    // As if Cleo and Anna had brought more cards home than Ben.
    await node.database.pool.query(
      `update plays set ended_at = ended_at, cards_home = array_position($1, user_id)
       where daily_id is not null`,
      [[dora, ben, anna, cleo].map(({ me }) => me.id)],
    );
    for (const board of ['fastest', 'fewest']) {
      const { body } = await node.get<DailyBoard>(
        `/api/dailies/2040-02-29/bisley/boards/${board}`,
        anna.cookie,
      );
      expect(body.listed).toBe(3);
      expect(body.people).toEqual(body.top.filter(({ playerId }) => playerId === ben.me.id));
      expect(body.people).toMatchObject([{ place: 3, cardsHome: 2 }]);
    }
  });

  test('ends by the clock at 12:00 UTC of the next day, and its replay and deal open to everyone then', async () => {
    const node = await startNode(LEAP_DAY + 23 * HOUR);
    const [anna, ben] = [await node.tab(), await node.tab()];
    await claim(node, anna);
    const table = await begin(anna, '2040-02-29');
    await table.move();
    await node.clock.skip(13 * HOUR - 1);
    await table.move();
    const path = `/api/plays/${table.playId}`;
    expect(await node.get(path, ben.cookie)).toMatchObject({
      body: { error: { code: 'deal-is-live' } },
    });
    const practice = { variant: 'bisley/thirteen', deal: 'daily/2040-02-29' };
    expect(await ben.request('play:create', practice)).toMatchObject({
      error: { code: 'deal-is-live' },
    });
    await node.clock.skip(1);
    expect(await anna.request('play:undo', { playId: table.playId, expected: 3 })).toMatchObject({
      error: { code: 'time-is-up' },
    });
    await node.clock.skip(2001);
    expect((await anna.news('play:ended')).playId).toBe(table.playId);
    const replay = await node.get<PlaySnapshot>(path, ben.cookie);
    expect(replay.body).toMatchObject({
      ending: 'cap',
      daily: { day: '2040-02-29', game: 'bisley' },
      elapsedMs: 13 * HOUR,
    });
    const board = await node.get<DailyBoard>('/api/dailies/2040-02-29/bisley/boards/fastest');
    expect(board.body).toMatchObject({ phase: 'closed', listed: 1, top: [{ ending: 'cap' }] });
    expect(board.body.top[0]!.playId).toBe(table.playId);
    const { playId } = await ben.ask('play:create', practice);
    const own = await ben.ask('play:open', { playId });
    expect(own).toMatchObject({ undo: 'free', deal: 'daily/2040-02-29', daily: null });
    expect(own.start).toEqual(replay.body.start);
  });
});

describe('P12: guests', () => {
  test('are told their place, are not listed, and are once they have claimed an account in time', async () => {
    const node = await startNode(LEAP_DAY);
    const [anna, guest, late] = [await node.tab(), await node.tab(), await node.tab()];
    await claim(node, anna);
    for (const [tab, moves] of [
      [anna, 3],
      [guest, 1],
      [late, 2],
    ] as const) {
      const table = await begin(tab, '2040-02-29', 'british-square');
      for (let n = 0; n < moves; n++) await table.move();
      await table.concede();
    }
    const path = '/api/dailies/2040-02-29/british-square';
    const seen = await node.get<Daily>(path, guest.cookie);
    expect(seen.body.mine).toMatchObject({ isListed: false });
    expect(seen.body.mine!.fastestPlace).toBeGreaterThan(0);
    const listed = async () => {
      const { rows } = await node.database.pool.query(
        'select user_id from results where standing = 2 order by fastest',
      );
      return rows.map((row: { user_id: string }) => row.user_id);
    };
    expect(await listed()).toEqual([anna.me.id]);
    await claim(node, guest);
    expect((await listed()).sort()).toEqual([anna.me.id, guest.me.id].sort());
    await node.clock.skip(36 * HOUR + 2000);
    await node.get('/api/dailies');
    await claim(node, late);
    expect(await listed(), 'too late').toHaveLength(2);
  });
});

describe('over the days', () => {
  test('a streak goes on while yesterday’s try is played on after midnight', async () => {
    // A Monday: of that week one day has been missed by Wednesday.
    const node = await startNode(LEAP_DAY - 48 * HOUR + 20 * HOUR);
    const anna = await node.tab();
    const first = await begin(anna, '2040-02-27');
    await node.database.pool.query(
      `update plays set ended_at = $2, ending = 'stuck', moves = 1, undos = 0, cards_home = 1,
         cards_home_at_ms = 1, elapsed_ms = 1 where id = $1`,
      [first.playId, new Date(node.clock.now())],
    );
    await node.clock.skip(51 * HOUR);
    const streak = async () => (await node.get<DailyList>('/api/dailies', anna.cookie)).body.streak;
    expect(await streak()).toMatchObject({ current: 1, hasToday: false });
    await begin(anna, '2040-02-29');
    await node.clock.skip(2 * HOUR);
    expect(await streak()).toMatchObject({ current: 2, hasToday: false });
    const [all, ...games] = (await node.get<Stats>('/api/stats', anna.cookie)).body.stats;
    expect(all?.streak, 'in the statistics as well').toEqual(await streak());
    expect(games.map((one) => one.streak.current)).toEqual([2, 0, 0, 0]);
    // It has closed, without a card home.
    await node.clock.skip(12 * HOUR);
    expect(await streak()).toMatchObject({ current: 0 });
  });

  test('a win counts in place, percentile, archive, the boards of the week and of all time, statistics and streak', async () => {
    const node = await startNode(LEAP_DAY);
    const [anna, ben, guest] = [await node.tab(), await node.tab(), await node.tab()];
    await Promise.all([claim(node, anna), claim(node, ben)]);
    const day = '2040-02-29';
    const hers = await begin(anna, day);
    const [his, theirs] = [await begin(ben, day), await begin(guest, day)];
    await node.clock.skip(90_000);
    for (const text of won.moves.split(' ')) {
      const move = parseMove(won.variant, text);
      if (!move) throw new Error(text);
      await hers.move(move);
    }
    await his.concede();
    await theirs.move();
    await theirs.concede();
    const mine = (await node.get<Daily>(`/api/dailies/${day}/bisley`, anna.cookie)).body;
    expect(mine.mine).toMatchObject({ ending: 'won', fastestPlace: 1, percentile: 100 });
    const times = (await node.get<DailyTimes>(`/api/dailies/${day}/bisley/times`, anna.cookie))
      .body;
    expect(times).toMatchObject({
      bins: [{ fromMs: 60_000, tries: 1 }],
      unfinished: 2,
      mineMs: 90_000,
    });
    const live = await node.get<DailyBoard>(`/api/dailies/${day}/bisley/boards/fewest`, ben.cookie);
    expect(live.body.top.map(({ place, playId }) => [place, playId])).toEqual([
      [1, null],
      [2, his.playId],
    ]);
    expect(live.body.top[0]!.isClean).toBe(true);
    const open = await node.get<PeriodBoard>('/api/boards/bisley/all');
    expect(open.body.rows, 'closed dailies alone').toEqual([]);

    const parNow = async () =>
      (await node.get<Daily>(`/api/dailies/${day}/bisley`, ben.cookie)).body.par;
    expect(await parNow(), 'P2: nothing of how a live deal is won').toBeNull();
    await node.clock.skip(36 * HOUR + 2000);
    const fewest = won.moves.split(' ').length;
    expect(await parNow()).toEqual({
      moves: fewest,
      by: 'player',
      name: anna.me.name,
      isShortest: false,
    });
    const solve = (bytes: number) =>
      node.database.pool.query(
        "update deals set verdict = 'won', solution = $1, shortest = true where id = (select deal_id from dailies where game = 'bisley' and day = $2)",
        [Buffer.alloc(bytes), dayOf(Date.parse(`${day}T00:00:00Z`))],
      );
    await solve(2 * fewest);
    expect(await parNow(), 'as short: the player').toMatchObject({
      by: 'player',
      isShortest: true,
    });
    await solve(2 * fewest - 2);
    expect(await parNow()).toEqual({
      moves: fewest - 1,
      by: 'computer',
      name: null,
      isShortest: true,
    });
    const archive = (await node.get<DailyArchive>('/api/dailies/archive', anna.cookie)).body;
    expect(archive.days.map((one) => one.day)).toEqual([day]);
    expect(archive.days[0]!.dailies.find(({ game }) => game === 'bisley')).toMatchObject({
      tries: 3,
      won: 1,
      bestMs: 90_000,
      mine: 'won',
    });
    expect(archive.before).toBe(null);
    for (const period of ['week?week=2040-03-02', 'all']) {
      const { body } = await node.get<PeriodBoard>(`/api/boards/bisley/${period}`, ben.cookie);
      expect(
        body.rows.map(({ place, name, won: wins, percentiles }) => [
          place,
          name,
          wins,
          percentiles,
        ]),
      ).toEqual([
        [1, anna.me.name, 1, 100],
        [2, ben.me.name, 0, 0],
      ]);
      expect(body.mine).toMatchObject({ place: 2, isYou: true });
      if (period !== 'all')
        expect([body.firstDay, body.lastDay]).toEqual(['2040-02-27', '2040-03-04']);
    }
    const empty = await node.get<PeriodBoard>('/api/boards/bisley/week?week=2040-03-05');
    expect(empty.body.rows).toEqual([]);
    const { stats } = (await node.get<Stats>('/api/stats', anna.cookie)).body;
    expect(stats[0]).toMatchObject({
      game: null,
      played: 1,
      won: 1,
      clean: 1,
      bestMs: 90_000,
      bestMoves: won.moves.split(' ').length,
      averagePercentile: 100,
      // The first of March is frozen.
      streak: { current: 1, frozen: [], hasToday: false },
    });
    expect((await node.get<Stats>('/api/stats')).status).toBe(401);
    for (const [person, current] of [
      [anna, 1],
      [ben, 0],
    ] as const) {
      const own = (await node.get<Stats>('/api/stats', person.cookie)).body.stats[0]!.streak;
      expect(own.current).toBe(current);
      // The start page reads no tries, only days.
      expect((await node.get<DailyList>('/api/dailies', person.cookie)).body.streak).toEqual(own);
    }

    // Gone from every board at once, and back.
    const ban = (banned: string) =>
      node.database.pool.query(`update users set banned_at = ${banned} where id = $1`, [
        anna.me.id,
      ]);
    const names = async () => {
      await node.clock.skip(1001);
      const { body } = await node.get<PeriodBoard>('/api/boards/bisley/all');
      const board = await node.get<DailyBoard>(`/api/dailies/${day}/bisley/boards/fastest`);
      return [body.rows.map(({ name }) => name), board.body.top.map(({ name }) => name)];
    };
    await ban('now()');
    expect(await names()).toEqual([[ben.me.name], [ben.me.name]]);
    await ban('null');
    expect(await names()).toEqual([
      [anna.me.name, ben.me.name],
      [anna.me.name, ben.me.name],
    ]);

    // What has passed to somebody else leaves nothing behind.
    await node.database.pool.query('update plays set user_id = $1 where id = $2', [
      (await node.tab()).me.id,
      hers.playId,
    ]);
    const { rows } = await node.database.pool.query(
      'select count(*)::int as n from period_totals where user_id = $1',
      [anna.me.id],
    );
    expect(rows).toEqual([{ n: 0 }]);
    expect(await verifyResults(node.database)).toEqual({ checked: 3, differences: [] });

    // What a result shows and counts as is held against its play, and follows from it.
    for (const wrong of ['undos = undos + 1', 'ending = null', 'elapsed_ms = 1', 'standing = 0']) {
      const { pool } = node.database;
      await pool.query(`update results set ${wrong} where play_id = $1`, [hers.playId]);
      expect((await verifyResults(node.database)).differences, wrong).toContain(
        `play ${hers.playId}: its result does not follow from it`,
      );
      await pool.query('update plays set listed = listed where id = $1', [hers.playId]);
    }
    expect(await verifyResults(node.database)).toEqual({ checked: 3, differences: [] });
  });
});

test('P8: whatever is asked of a daily, it is answered', async () => {
  const node = await startNode(LEAP_DAY);
  const tab = await node.tab();
  for (const key of [{}, { day: '2040-02-30', game: 'bisley' }, { day: 1, game: 2 }]) {
    for (const event of ['daily:start', 'daily:watch', 'daily:unwatch'] as const) {
      expect(await tab.request(event, key as never)).toMatchObject({
        error: { code: 'bad-request' },
      });
    }
  }
  expect((await node.get('/api/dailies/2040-02-29/bisley/boards/slowest')).status).toBe(400);
  expect(await tab.request('daily:start', { day: '2039-01-01', game: 'bisley' })).toMatchObject({
    error: { code: 'not-found' },
  });
  expect(
    await tab.request('play:create', { variant: 'bisley/twelve', deal: 'daily/2040-02-29' }),
  ).toMatchObject({ error: { code: 'deal-is-live' } });
  expect((await node.get(`/api/plays/${randomUUID()}`)).status).toBe(404);
});

test('what changes again before it is told is told again, so late that nobody finds it unchanged', async () => {
  const clock = testClock(0);
  const told: number[] = [];
  const changed = createDailyNews(clock, () => told.push(clock.now()));
  const daily = { day: '2040-02-29', game: 'bisley' };
  changed(daily);
  await clock.skip(1000);
  for (let n = 0; n < 3; n++) changed(daily);
  expect(told).toEqual([]);
  await clock.skip(10_000);
  expect(told).toEqual([1100, 2200]);
});

test('a board that changes is told to those who watch it, once a second at most, and they find it changed', async () => {
  const node = await startNode(LEAP_DAY);
  const [anna, watcher, other] = [await node.tab(), await node.tab(), await node.tab()];
  const key = { day: '2040-02-29', game: 'bisley' };
  await watcher.ask('daily:watch', key);
  await other.ask('daily:watch', { ...key, game: 'alhambra' });
  const told = () => watcher.received.filter(({ name }) => name === 'daily:changed');
  const finished = async () => {
    const path = '/api/dailies/2040-02-29/bisley/boards/fastest';
    return ((await node.get(path, watcher.cookie)).body as { tries: number }).tries;
  };
  /** How many are on the board as its watcher reads it with the next news. */
  const onBoardWithNews = async () => {
    const before = told().length;
    await expect
      .poll(async () => {
        await node.clock.skip(100);
        return told().length;
      })
      .toBe(before + 1);
    return finished();
  };
  // Somebody else has just read it.
  expect(await finished()).toBe(0);
  await (await begin(anna, key.day)).concede();
  expect(await onBoardWithNews()).toBe(1);
  expect(told().map(({ news }) => news)).toEqual([key]);
  await watcher.ask('daily:unwatch', key);
  await (await begin(await node.tab(), key.day)).concede();
  await node.clock.skip(5000);
  await watcher.ask('daily:unwatch', key);
  expect(told()).toHaveLength(1);
  expect(other.received).toEqual([]);
});
