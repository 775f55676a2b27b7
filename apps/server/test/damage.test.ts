// P9: what is stored and does not replay stays where it is. Its play is shown up to its last good entry, named to the
// operator, and keeps nobody else from playing, from their places or from their boards.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Daily, DailyList, MyData, PlayList, PlaySnapshot } from '@same-deal/protocol';
import { describe, expect, onTestFinished, test } from 'vitest';
import { verifyResults } from '../src/storage/verify/verify-results.ts';
import { buildTestApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { shareDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { Player, startRace } from './support/races.ts';
import { listen } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';
import { newDatabase, tabAt } from './support/until-finished.ts';
import { wonChance } from './support/won-chance.ts';

type Service = TestApp & { readonly url: string };
async function serve(database: TestDatabase, clock = testClock()): Promise<Service> {
  const app = await buildTestApp({ database: shareDatabase(database), clock, chance: wonChance });
  return { ...app, url: await listen(app.app) };
}
async function get<Body>(url: string, cookie: string): Promise<{ status: number; body: Body }> {
  const answer = await fetch(url, { headers: { cookie } });
  return { status: answer.status, body: (await answer.json()) as Body };
}
async function play(player: Player, moves: number): Promise<void> {
  for (let n = 0; n < moves; n++) await player.move();
}

/** What an operator runs every night. */
function verifyByCommand({ url }: TestDatabase): Promise<{ status: number; output: string }> {
  const main = fileURLToPath(new URL('../../../tools/verify-results/main.ts', import.meta.url));
  const env = { PATH: process.env['PATH'], DATABASE_URL: url };
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', main], { env }, (error, out, err) =>
      resolve({ status: error ? Number(error.code) : 0, output: out + err }),
    );
  });
}

interface Harm {
  /** What is done to Anna's play, of which three moves are stored. */
  readonly sql: string;
  /** The entries that are left of it. */
  readonly left: number;
  /** How the operator is told. */
  readonly named: string;
}
const harms: [string, Harm][] = [
  [
    'a code that is no entry there',
    {
      sql: 'update entries set code = 0 where play_id = $1 and number = 2',
      left: 1,
      named: 'damaged at entry 2: illegal-move',
    },
  ],
  [
    'a number that is missing',
    {
      sql: 'delete from entries where play_id = $1 and number = 2',
      left: 1,
      named: 'damaged at entry 2: found entry 3',
    },
  ],
  [
    'a pack that lacks a card',
    {
      sql: `with own as (insert into deals (variant, kind, pack, salt, commitment)
              select d.variant, d.kind, substring(d.pack from 2), d.salt, d.commitment
              from deals d join plays p on p.deal_id = d.id where p.id = $1 returning id)
            update plays set deal_id = own.id from own where plays.id = $1`,
      left: 0,
      named: 'damaged at its deal: no deal of the variant',
    },
  ],
];

async function damagedRace(sql: string) {
  const database = await newDatabase();
  const clock = testClock();
  const before = await serve(database, clock);
  const tabs = [await tabAt(before.url), await tabAt(before.url)];
  const { code, tables } = await startRace(tabs, {}, () => clock.skip(5000));
  const [anna, ben] = tables.map((table, n) => new Player(tabs[n]!, table)) as [Player, Player];
  await play(anna, 3);
  await play(ben, 2);
  for (const tab of tabs) tab.close();
  await before.close();
  await database.pool.query(sql, [anna.playId]);
  const service = await serve(database, clock);
  onTestFinished(() => service.close());
  return { database, clock, service, code, anna, ben };
}

describe.each(harms)('%s, in a race', (_what, { sql, left, named }) => {
  test('its player is told, everybody else plays on, and the race settles for them', async () => {
    const { database, service, code, anna, ben } = await damagedRace(sql);
    const [hers, his] = [
      await tabAt(service.url, anna.tab.cookie),
      await tabAt(service.url, ben.tab.cookie),
    ];
    const race = await his.ask('race:enter', { code });
    expect(race).toMatchObject({
      phase: 'running',
      players: [{ progress: { ending: 'cap' } }, {}],
    });
    await hers.ask('race:enter', { code });
    const { playId } = anna;
    const table = await hers.request('play:open', { playId });
    if (left === 0) expect(table).toEqual({ ok: false, error: { code: 'play-damaged' } });
    else {
      expect(table).toMatchObject({ ok: true, data: { damaged: true, ending: 'cap' } });
      expect(table.ok && table.data.log).toHaveLength(left);
    }
    const next = { playId, expected: left + 1, move: anna.acknowledged[0]! };
    expect(await hers.request('play:move', next)).toEqual({
      ok: false,
      error: { code: 'play-damaged' },
    });
    expect((await verifyResults(database)).differences).toEqual([`play ${playId}: ${named}`]);

    // Ben goes on, and has the last word: the race is over when he is.
    const again = new Player(his, await his.ask('play:open', { playId: ben.playId }));
    await play(again, 2);
    await again.concede();
    const settled = await his.news(
      'race:updated',
      (news) => news.code === code && news.phase === 'settled',
    );
    expect(settled.players.map(({ progress }) => [progress?.ending, progress?.moves])).toEqual([
      ['cap', left],
      ['conceded', 4],
    ]);
    for (const tab of [hers, his]) {
      expect((await tab.ask('race:enter', { code })).phase).toBe('settled');
      const list = await get<PlayList>(`${service.url}/api/plays`, tab.cookie);
      expect(list).toMatchObject({ status: 200, body: { plays: [{ raceCode: code }] } });
      const kept = await get<MyData>(`${service.url}/api/me/export`, tab.cookie);
      expect(kept.status).toBe(200);
      expect(kept.body.plays).toHaveLength(1);
      expect((await get(`${service.url}/api/people`, tab.cookie)).status).toBe(200);
      expect((await get(`${service.url}/api/races/${code}/deal`, tab.cookie)).status).toBe(200);
      const preview = await fetch(`${service.url}/replay/${playId}`);
      // 503 where there is no built page to show it in.
      expect([200, 503]).toContain(preview.status);
    }
    const replay = await get<PlaySnapshot>(`${service.url}/api/plays/${playId}`, his.cookie);
    if (left === 0)
      expect(replay).toMatchObject({ status: 409, body: { error: { code: 'play-damaged' } } });
    else expect(replay.body).toMatchObject({ damaged: true });
    const analysis = await get(`${service.url}/api/plays/${playId}/analysis`, his.cookie);
    expect(analysis.status).toBeLessThan(500);
    expect((await verifyResults(database)).differences).toEqual([`play ${playId}: ${named}`]);
    expect(service.log()).not.toContain('"level":50');
  });
});

test('an unknown variant of its deal: the race settles, and can be looked at', async () => {
  const { database, service, code, anna, ben } = await damagedRace(
    `update deals set variant = 'bisley/eleven' from plays p where p.deal_id = deals.id and p.id = $1`,
  );
  const his = await tabAt(service.url, ben.tab.cookie);
  const race = await his.ask('race:enter', { code });
  expect(race.phase).toBe('settled');
  expect(race.players.map(({ progress }) => [progress?.ending, progress?.moves])).toEqual([
    ['cap', 0],
    ['cap', 0],
  ]);
  for (const { playId } of [anna, ben]) {
    const table = await get(`${service.url}/api/plays/${playId}`, his.cookie);
    expect(table).toEqual({ status: 409, body: { error: { code: 'play-damaged' } } });
  }
  for (const path of ['/api/plays', '/api/me/export', '/api/people', `/api/races/${code}/deal`]) {
    expect((await get(service.url + path, his.cookie)).status, path).toBe(200);
  }
  const { differences } = await verifyResults(database);
  const named = [anna, ben].map(
    ({ playId }) => `play ${playId}: damaged at its deal: no deal of the variant`,
  );
  expect([...differences].sort()).toEqual(named.sort());
  const { status, output } = await verifyByCommand(database);
  for (const one of named) expect(output).toContain(`WRONG: ${one}`);
  expect(status).toBe(1);
  expect(service.log()).not.toContain('"level":50');
});

const HOUR = 3_600_000;
/** Far enough ahead that the database never thinks that it has closed. */
const DAY = Date.UTC(2040, 1, 29);

describe.each(harms)('%s, in a try at a daily', (_what, { sql, left, named }) => {
  test('the day settles, boards and lists open, and everybody else keeps their place', async () => {
    const database = await newDatabase();
    const before = await serve(database, testClock(DAY + HOUR));
    const tabs = await Promise.all([1, 2, 3].map(() => tabAt(before.url)));
    const key = { day: '2040-02-29', game: 'bisley' } as const;
    const players: Player[] = [];
    for (const tab of tabs) {
      await database.pool.query('update users set is_anonymous = false where id = $1', [tab.me.id]);
      const { playId } = await tab.ask('daily:start', key);
      players.push(new Player(tab, await tab.ask('play:open', { playId })));
    }
    const [anna, ben, cleo] = players as [Player, Player, Player];
    await play(anna, 3);
    await play(ben, 2);
    await play(cleo, 1);
    await cleo.concede();
    for (const tab of tabs) tab.close();
    await before.close();
    await database.pool.query(sql, [anna.playId]);

    const service = await serve(database, testClock(DAY + 36 * HOUR + 10_000));
    onTestFinished(() => service.close());
    const path = `${service.url}/api/dailies/2040-02-29/bisley`;
    for (const { cookie } of tabs) {
      const { body } = await get<Daily>(path, cookie);
      expect(body).toMatchObject({ phase: 'closed', tries: 3 });
      expect(body.mine?.ending).toBe(cookie === cleo.tab.cookie ? 'conceded' : 'cap');
      const list = await get<DailyList>(`${service.url}/api/dailies`, cookie);
      expect(list.status).toBe(200);
      for (const board of ['fastest', 'fewest'])
        expect((await get(`${path}/boards/${board}`, cookie)).status).toBe(200);
      for (const more of ['/api/plays', '/api/me/export', '/api/stats', '/api/dailies/archive'])
        expect((await get(service.url + more, cookie)).status, more).toBe(200);
    }
    const { rows } = await database.pool.query(
      `select play_id, percentile is not null as fixed, d.settled_at is not null as settled
       from results r join dailies d on d.id = r.daily_id`,
    );
    expect(rows).toHaveLength(3);
    expect(rows).toEqual(rows.map((row) => ({ ...row, fixed: true, settled: true })));
    const stored = await database.pool.query('select moves, ending from plays where id = $1', [
      anna.playId,
    ]);
    expect(stored.rows).toEqual([{ moves: left, ending: 'cap' }]);
    expect((await verifyResults(database)).differences).toEqual([`play ${anna.playId}: ${named}`]);
    expect(service.log()).not.toContain('"level":50');
  });
});
