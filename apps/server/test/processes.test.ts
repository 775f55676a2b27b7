// P4, P5, P6, P7, P10 with real processes that are killed as a machine would kill them.
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encodeMove } from '@same-deal/engine';
import type { AcceptedEntry, Daily, DailyList } from '@same-deal/protocol';
import { afterAll, describe, expect, test } from 'vitest';
import { scaled } from '../../../tools/scale.ts';
import { verifyResults } from '../src/repositories/verify-results.ts';
import { createTestDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { Player, playOf, startRace, storedLog } from './support/races.ts';
import { serverProcesses } from './support/processes.ts';
import type { ServerProcess } from './support/processes.ts';
import { openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';

/** How often a service with its own database is killed. */
const KILLS = scaled(1, 10);

const server = serverProcesses();
afterAll(() => server.remove());

/** Plays as fast as answers come until told to stop, or until the line breaks; keeps every answer it was given. */
function keepPlaying(player: Player) {
  const answers: AcceptedEntry[] = [];
  let isStopped = false;
  const playing = (async () => {
    for (let n = 0; !isStopped && answers.length < 2000; n++) {
      const moves = player.moves();
      const undo = n % 3 === 2 || moves.length === 0;
      const request = { playId: player.playId, expected: player.play.entries + 1 };
      // Broken off by a kill, it rejects; refused, it has not been acknowledged.
      const answer = await (
        undo
          ? player.tab.request('play:undo', request)
          : player.tab.request('play:move', {
              ...request,
              move: encodeMove(moves[n % moves.length]!),
            })
      ).catch(() => undefined);
      if (!answer) return;
      // An undo that the rules refuse; a move comes next.
      if (!answer.ok && undo && moves.length > 0) continue;
      if (!answer.ok) throw new Error(answer.error.code);
      answers.push(answer.data);
      player.follow(answer.data.entry, answer.data.turnedUp);
    }
  })();
  return {
    answers,
    stop: () => {
      isStopped = true;
      return playing;
    },
  };
}

/** Waits for something that happens by itself. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Every acknowledged entry is in the stored log, as it was acknowledged. */
async function expectKept(
  database: Pick<TestDatabase, 'pool'>,
  player: Player,
  answers: readonly AcceptedEntry[],
) {
  const log = await storedLog(database, player.playId);
  expect(log.length).toBeGreaterThanOrEqual(answers.length);
  for (const { number, entry, elapsedMs } of answers) {
    expect(log[number - 1]).toEqual({ number, code: entry, elapsed_ms: elapsedMs });
  }
}

const timesOf = async ({ pool }: Pick<TestDatabase, 'pool'>) =>
  (await pool.query('select id, starts_at, closes_at from plays order by id')).rows as unknown[];

test('P4: of two processes on one database one is killed in the middle of two races; nothing is lost, and both go on', async () => {
  const database = await createTestDatabase();
  const nodes = [
    await server.start({ databaseUrl: database.url }),
    await server.start({ databaseUrl: database.url }),
  ] as const;
  // Each race has a player on either node.
  const tabs = await Promise.all([0, 1, 0, 1].map((n) => openTab(nodes[n]!.url)));
  const [first, second] = await Promise.all([
    startRace([tabs[0]!, tabs[1]!]),
    startRace([tabs[2]!, tabs[3]!], { variant: 'sly-fox/standard' }),
  ]);
  const tables = [...first.tables, ...second.tables];
  expect(tables[0]!.start, 'P1: the identical deal on both nodes').toEqual(tables[1]!.start);
  expect(tables[2]!.start).toEqual(tables[3]!.start);
  const players = tables.map((table, n) => new Player(tabs[n]!, table));
  const before = await timesOf(database);
  const playing = players.map(keepPlaying);
  await until(() => playing.every(({ answers }) => answers.length >= 15));
  tabs[1]!.heard.length = 0;
  await nodes[0].kill();
  await until(() => playing[1]!.answers.length >= 40 && playing[3]!.answers.length >= 40);
  await Promise.all(playing.map(({ stop }) => stop()));
  for (const [n, player] of players.entries())
    await expectKept(database, player, playing[n]!.answers);
  expect(await timesOf(database), 'P7: T0 unchanged').toEqual(before);

  // P6, P10: whoever was on the dead node is where they were, on the other one.
  for (const n of [0, 2]) {
    const tab = await openTab(nodes[1].url, tabs[n]!.cookie);
    const code = n === 0 ? first.code : second.code;
    expect((await tab.ask('race:enter', { code })).phase).toBe('running');
    const table = await tab.ask('play:open', { playId: players[n]!.playId });
    expect(table.ending).toBe(null);
    expect(table.log.length).toBeGreaterThanOrEqual(playing[n]!.answers.length);
    const back = new Player(tab, table);
    // P5: the last acknowledged entry again gets the first answer again.
    const last = playing[n]!.answers.at(-1)!;
    const again = { playId: back.playId, expected: last.number };
    const answer = await (last.entry === 0xffff
      ? tab.ask('play:undo', again)
      : tab.ask('play:move', { ...again, move: last.entry }));
    expect(answer).toEqual(last);
    await back.move();
    await tabs[n + 1]!.news('race:progressed', (progress) => progress.code === code);
    await back.concede();
    await new Player(
      tabs[n + 1]!,
      await tabs[n + 1]!.ask('play:open', { playId: players[n + 1]!.playId }),
    ).concede();
    const settled = await tab.news(
      'race:updated',
      (race) => race.code === code && race.phase === 'settled',
    );
    expect(settled.players.map(({ progress }) => progress?.ending)).toEqual([
      'conceded',
      'conceded',
    ]);
    tab.close();
  }
  for (const tab of tabs) tab.close();
  await nodes[1].kill();
  await database.drop();
}, 120_000);

test('P1, P4: eight who ask at once at two processes draw each daily once, and a result outlives its process', async () => {
  const database = await createTestDatabase();
  const nodes = await Promise.all([1, 2].map(() => server.start({ databaseUrl: database.url })));
  const lists = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => {
      const answer = await fetch(`${nodes[n % 2]!.url}/api/dailies`);
      return (await answer.json()) as DailyList;
    }),
  );
  const drawn = ({ today, tomorrow }: DailyList) =>
    [...today, ...tomorrow].map(({ commitment }) => commitment);
  for (const list of lists) expect(drawn(list)).toEqual(drawn(lists[0]!));
  const { rows } = await database.pool.query(
    `select count(*)::int as dailies, count(distinct deal_id)::int as deals,
       (select count(*)::int from deals where kind = 'daily') as made from dailies`,
  );
  expect(rows).toEqual([{ dailies: 8, deals: 8, made: 8 }]);

  const tab = await openTab(nodes[0]!.url);
  const { day } = lists[0]!;
  const { playId } = await tab.ask('daily:start', { day, game: 'british-square' });
  const player = new Player(tab, await tab.ask('play:open', { playId }));
  for (let n = 0; n < 5; n++) await player.move();
  await player.concede();
  await nodes[0]!.kill();
  const other = await openTab(nodes[1]!.url, tab.cookie);
  const answer = await fetch(`${nodes[1]!.url}/api/dailies/${day}/british-square`, {
    headers: { cookie: tab.cookie },
  });
  const { mine } = (await answer.json()) as Daily;
  expect(mine).toMatchObject({ playId, ending: 'conceded', moves: 5, percentile: 100 });
  expect(await verifyResults(database)).toEqual({ checked: 1, differences: [] });
  for (const one of [tab, other]) one.close();
  await nodes[1]!.kill();
  await database.drop();
}, 120_000);

test('P8: names the port that is taken, and how to choose another', async () => {
  const database = await createTestDatabase();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(server.start({ databaseUrl: database.url, port })).rejects.toThrow(
    `Same Deal did not start: port ${port} is taken by another program; set PORT to another one.`,
  );
  other.close();
  await database.drop();
}, 120_000);

describe('one process with the database it brings along', () => {
  test(
    'P4: killed in the middle of two races and started again: everything acknowledged is there, and tabs go on by themselves',
    { repeats: KILLS - 1, timeout: 120_000 * KILLS },
    async () => {
      const dataDir = mkdtempSync(path.join(tmpdir(), 'same-deal-kill-'));
      chmodSync(dataDir, 0o755);
      let node: ServerProcess = await server.start({ dataDir });
      const { port } = node;
      const tabs = (await Promise.all([1, 2, 3, 4].map(() => openTab(node.url)))) as Tab[];
      const races = await Promise.all([
        startRace(tabs.slice(0, 2)),
        startRace(tabs.slice(2), { variant: 'alhambra/standard' }),
      ]);
      const players = races
        .flatMap(({ tables }) => tables)
        .map((table, n) => new Player(tabs[n]!, table));
      const elapsedBefore = races[0]!.tables[0]!.elapsedMs;
      const playing = players.map(keepPlaying);
      await until(() => playing.every(({ answers }) => answers.length >= 10));
      await node.kill();
      await Promise.all(playing.map(({ stop }) => stop()));
      const killedAt = Date.now();
      node = await server.start({ dataDir, port });
      // The sockets come back by themselves.
      await until(() => tabs.every(({ socket }) => socket.connected));
      for (const [n, player] of players.entries()) {
        const table = await tabs[n]!.ask('play:open', { playId: player.playId });
        for (const { number, entry, elapsedMs } of playing[n]!.answers) {
          expect(table.log[number - 1]).toMatchObject({ entry, elapsedMs });
        }
        expect(table.ending).toBe(null);
        // P7, P10: the clock ran on from the same T0.
        expect(table.elapsedMs).toBeGreaterThanOrEqual(
          elapsedBefore + (Date.now() - killedAt) - 1000,
        );
        const back = new Player(tabs[n]!, table);
        expect(playOf(table).entries).toBe(table.log.length);
        if (back.moves().length > 0) await back.move();
      }
      for (const tab of tabs) tab.close();
      const stopped = new Promise((resolve) => node.child.once('exit', resolve));
      node.child.kill('SIGTERM');
      await stopped;
      rmSync(dataDir, { recursive: true, force: true });
    },
  );
});
