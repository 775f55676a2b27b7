// Moderators, and the nightly check of all results.
import { encodeMove, legalMoves, newGame, unwrap } from '@same-deal/engine';
import type { DailyBoard } from '@same-deal/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { moderationRepository } from '../src/storage/people/moderation.ts';
import { playsRepository } from '../src/storage/play/plays.ts';
import { verifyResults } from '../src/storage/verify/verify-results.ts';
import { buildTestApp, device } from './support/app.ts';
import type { Device, TestApp } from './support/app.ts';
import { Player } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';
import { wonChance } from './support/won-chance.ts';

const key = { day: '2040-02-29', game: 'bisley' };
const clock = testClock(Date.UTC(2040, 1, 29, 8));

let node: TestApp;
let tabs: readonly Tab[];
let plays: readonly Player[];
let moderator: Device & { id: string };

beforeEach(async () => {
  node = await buildTestApp({ clock, chance: wonChance });
  const url = await listen(node.app);
  tabs = await Promise.all([1, 2, 3].map(() => openTab(url)));
  await node.database.pool.query('update users set is_anonymous = false');
  plays = await Promise.all(
    tabs.map(async (tab) => {
      const { playId } = await tab.ask('daily:start', key);
      return new Player(tab, await tab.ask('play:open', { playId }));
    }),
  );
  for (const [n, play] of plays.entries()) {
    for (let moves = 0; moves <= n; moves++) await play.move();
    await play.concede();
  }
  const browser = device(node.app);
  const { body } = await browser.post('/api/me', {});
  moderator = Object.assign(browser, body as { id: string });
  await node.database.pool.query('update users set is_anonymous = false where id = $1', [
    moderator.id,
  ]);
});
afterEach(async () => {
  for (const tab of tabs) tab.close();
  await node.close();
});

async function names(): Promise<(string | null)[]> {
  await clock.skip(1001);
  const answer = await moderator.get('/api/dailies/2040-02-29/bisley/boards/fewest');
  return (answer.body as DailyBoard).top.map(({ name }) => name);
}
const act = (body: object) => moderator.post('/api/moderation', { reason: 'seen', ...body });

test('a moderator voids, hides and bans: gone from the boards at once, back when taken back, and written down, as is who made them one', async () => {
  expect(await act({ action: 'ban', playerId: tabs[0]!.me.id })).toMatchObject({
    status: 403,
    body: { error: { code: 'not-a-moderator' } },
  });
  const moderation = moderationRepository(node.database.prisma);
  expect(await moderation.appoint('nobody', true)).toBe(false);
  expect(await moderation.appoint(moderator.id, true)).toBe(true);
  const all = await names();
  expect([...all].sort()).toEqual(tabs.map(({ me }) => me.name).sort());
  const [first, second, third] = tabs.map(({ me }) => me);
  const without = (...gone: string[]) => all.filter((name) => !gone.includes(name!));

  await act({ action: 'void', playId: plays[0]!.playId });
  expect(await names()).toEqual(without(first!.name));
  await act({ action: 'ban', playerId: second!.id });
  expect(await names()).toEqual(without(first!.name, second!.name));
  await act({ action: 'hide-name', playerId: third!.id });
  expect(await names()).toEqual([null]);
  // Nor does the replay, which everybody may see once the day has closed, tell it.
  const [stored] = await playsRepository(node.database).headers([plays[2]!.playId]);
  expect(stored?.playerName).toBe('Hidden name');
  await act({ action: 'restore', playId: plays[0]!.playId });
  await act({ action: 'unban', playerId: second!.id });
  await act({ action: 'show-name', playerId: third!.id });
  expect(await names()).toEqual(all);

  expect(await act({ action: 'ban', playerId: 'nobody' })).toMatchObject({ status: 404 });
  expect(await act({ action: 'ban', playId: plays[0]!.playId })).toMatchObject({ status: 400 });
  expect(await act({ action: 'void', playId: plays[0]!.playId, reason: ' ' })).toMatchObject({
    status: 400,
  });
  const log = (await moderator.get('/api/moderation')).body as { entries: { action: string }[] };
  expect(log.entries.map(({ action }) => action)).toEqual([
    'show-name',
    'unban',
    'restore',
    'hide-name',
    'ban',
    'void',
    'appoint',
  ]);
  expect(log.entries[5]).toMatchObject({
    by: moderator.id,
    playId: plays[0]!.playId,
    reason: 'seen',
  });
  expect(await moderation.appoint(moderator.id, false, 'on their wish')).toBe(true);
  expect(await moderator.get('/api/moderation')).toMatchObject({ status: 403 });
  const [dismissed, ...before] = await moderation.log();
  expect([dismissed, before.at(-1)]).toMatchObject([
    { by: null, action: 'dismiss', playerId: moderator.id, reason: 'on their wish' },
    { by: null, action: 'appoint', playerId: moderator.id, reason: '' },
  ]);
});

test('P9: every board row can be replayed from its log; a tampered one is found', async () => {
  const { pool } = node.database;
  expect(await verifyResults(node.database)).toEqual({ checked: 3, differences: [] });
  const tampered = async (sql: string, values: unknown[] = []) => {
    const client = await pool.connect();
    try {
      // All of it is seen by the check, and none of it stays.
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      await client.query(sql, values);
      await client.query('commit');
    } finally {
      client.release();
    }
    return (await verifyResults(node.database)).differences;
  };
  const { playId } = plays[2]!;
  await pool.query('create table kept as select * from plays');
  expect(
    (await tampered('update plays set elapsed_ms = 1 where id = $1', [playId])).join(),
  ).toContain('elapsedMs is 1, but the log gives');
  await tampered('update plays p set elapsed_ms = k.elapsed_ms from kept k where k.id = p.id');
  expect(
    (await tampered('update results set fewest = fewest - 1 where play_id = $1', [playId])).length,
  ).toBeGreaterThan(0);
  await tampered('update results set fewest = fewest + 1 where play_id = $1', [playId]);
  expect(
    await tampered(`insert into board_counts select daily_id, 'all', 0, 7, 1 from results limit 1`),
  ).toHaveLength(1);
  await tampered('delete from board_counts where bucket = 7');
  for (const [wrong, right] of [
    ['update results set standing = 0 where play_id = $1', 'update results set standing = 2'],
    ['update plays set ranked = false where id = $1', 'update plays set ranked = true'],
  ] as const) {
    expect((await tampered(wrong, [playId])).length, wrong).toBeGreaterThan(0);
    expect(await tampered(right)).toEqual([]);
  }
  expect(
    await tampered(`insert into period_totals select 'bisley', 1, id, 1, 1, 1 from users limit 1`),
  ).toHaveLength(1);
  await tampered('delete from period_totals');
  // A move that was never possible on this deal.
  const { rows } = await pool.query<{ pack: Buffer }>(
    `select d.pack from deals d join plays p on p.deal_id = d.id where p.id = $1`,
    [playId],
  );
  const legal = legalMoves(unwrap(newGame('bisley/thirteen', [...rows[0]!.pack]))).map(encodeMove);
  const illegal = [0, 1, 2, 3].find((code) => !legal.includes(code))!;
  expect(
    (
      await tampered('update entries set code = $2 where play_id = $1 and number = 1', [
        playId,
        illegal,
      ])
    ).join(),
  ).toContain(`play ${playId}: damaged at entry 1`);
});
