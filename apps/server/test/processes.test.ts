// P4, P5, P6, P7, P10 with real processes that are killed as a machine would kill them.
import { spawn } from 'node:child_process';
import type { StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encodeMove, gameList } from '@same-deal/engine';
import type { AcceptedEntry, Daily, DailyList } from '@same-deal/protocol';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { scaled } from '../../../tools/scale.ts';
import { verifyResults } from '../src/storage/verify/verify-results.ts';
import { createTestDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { hasValkey } from './support/nodes.ts';
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

/** Opens a line as somebody at a node, and enters a race there, as soon as that node may serve it. */
async function enterWhenServed(node: ServerProcess, cookie: string, code: string) {
  for (;;) {
    const tab = await openTab(node.url, cookie);
    try {
      return { tab, race: await tab.ask('race:enter', { code }) };
    } catch {
      // The node that served it is not known to be dead yet.
      tab.close();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

describe.runIf(hasValkey())('two processes on one database', () => {
  test('P4: one is killed in the middle of its races; nothing is lost, the other takes them over, and its own go on', async () => {
    const database = await createTestDatabase();
    const start = (name: string) => server.start({ databaseUrl: database.url, name });
    const nodes = [await start('one'), await start('two')] as const;
    // The first race is served by the first node, the second one by the second; each has somebody who came to the other.
    const tabs = await Promise.all([0, 1, 1, 0].map((n) => openTab(nodes[n]!.url)));
    const [first, second] = await Promise.all([
      startRace([tabs[0]!, tabs[1]!]),
      startRace([tabs[2]!, tabs[3]!], { variant: 'sly-fox/standard' }),
    ]);
    const tables = [...first.tables, ...second.tables];
    expect(tables[0]!.start, 'P1: the identical deal for both').toEqual(tables[1]!.start);
    expect(tables[2]!.start).toEqual(tables[3]!.start);
    const players = tables.map((table, n) => new Player(tabs[n]!, table));
    const before = await timesOf(database);
    const playing = players.map(keepPlaying);
    await until(() => playing.every(({ answers }) => answers.length >= 15));
    const soFar = playing[2]!.answers.length;
    await nodes[0].kill();
    await until(() => playing.slice(2).every(({ answers }) => answers.length >= soFar + 25));
    for (const tab of tabs.slice(0, 2)) tab.close();
    await Promise.all(playing.map(({ stop }) => stop()));
    for (const [n, player] of players.entries())
      await expectKept(database, player, playing[n]!.answers);
    expect(await timesOf(database), 'P7: T0 unchanged').toEqual(before);

    // P6, P10: whoever was on the dead node is where they were, on the other one.
    const { code } = first;
    const back: Player[] = [];
    for (const n of [0, 1]) {
      const { tab, race } = await enterWhenServed(nodes[1], tabs[n]!.cookie, code);
      expect(race.phase).toBe('running');
      const table = await tab.ask('play:open', { playId: players[n]!.playId });
      expect(table.ending).toBe(null);
      expect(table.log.length).toBeGreaterThanOrEqual(playing[n]!.answers.length);
      back.push(new Player(tab, table));
      // P5: the last acknowledged entry again gets the first answer again.
      const last = playing[n]!.answers.at(-1)!;
      const again = { playId: players[n]!.playId, expected: last.number };
      const answer = await (last.entry === 0xffff
        ? tab.ask('play:undo', again)
        : tab.ask('play:move', { ...again, move: last.entry }));
      expect(answer).toEqual(last);
    }
    const [anna, ben] = back as [Player, Player];
    await (anna.moves().length > 0
      ? anna.move()
      : anna.tab.ask('play:undo', { playId: anna.playId, expected: anna.play.entries + 1 }));
    await ben.tab.news('race:progressed', ([of]) => of === code);
    const concede = async ({ tab, playId }: Player) =>
      new Player(tab, await tab.ask('play:open', { playId })).concede();
    await concede(anna);
    await concede(ben);
    const settled = await anna.tab.news(
      'race:updated',
      (race) => race.code === code && race.phase === 'settled',
    );
    expect(settled.players.map(({ progress }) => progress?.ending)).toEqual([
      'conceded',
      'conceded',
    ]);
    for (const { tab } of [...back, ...players]) tab.close();
    await nodes[1].kill();
    await database.drop();
  }, 120_000);

  test('P4: one that is stopped for ten seconds and continued commits nothing that the other has taken over', async () => {
    const database = await createTestDatabase();
    const start = (name: string) => server.start({ databaseUrl: database.url, name });
    const [one, two] = [await start('one'), await start('two')];
    const tabs = await Promise.all([1, 2].map(() => openTab(one.url)));
    const { code, tables } = await startRace(tabs, { variant: 'sly-fox/standard' });
    const [anna, ben] = tables.map((table, n) => new Player(tabs[n]!, table)) as [Player, Player];
    await anna.move();
    await ben.move();
    const stoppedAt = Date.now();
    one.child.kill('SIGSTOP');
    // On their way to the stopped node, which takes them in when it goes on.
    const legal = anna.moves().map(encodeMove);
    expect(legal.length).toBeGreaterThan(1);
    const late = [anna, ben].map(
      ({ tab, playId }) =>
        tab.socket
          .timeout(20_000)
          .emitWithAck('play:move', { playId, expected: 2, move: legal[1] })
          .catch(() => undefined) as Promise<unknown>,
    );
    const { tab } = await enterWhenServed(two, anna.tab.cookie, code);
    const hers = new Player(tab, await tab.ask('play:open', { playId: anna.playId }));
    expect(hers.play.position, 'P6').toEqual(anna.play.position);
    for (let n = 0; n < 3; n++) await hers.move();
    const taken = [await storedLog(database, anna.playId), await storedLog(database, ben.playId)];
    expect(taken.map((log) => log.length)).toEqual([4, 1]);
    await new Promise((resolve) => setTimeout(resolve, stoppedAt + 10_000 - Date.now()));
    one.child.kill('SIGCONT');
    // It was not dead: it finds that it has been ended, and comes back as a new node, with nothing.
    await until(() => /ended by another node/.test(one.output()));
    for (const answer of await Promise.all(late)) expect(Array.isArray(answer)).toBe(false);
    expect([await storedLog(database, anna.playId), await storedLog(database, ben.playId)]).toEqual(
      taken,
    );
    await hers.move();
    const cleo = await openTab(one.url);
    const { playId } = await cleo.ask('play:create', { variant: 'sly-fox/standard' });
    const practice = new Player(cleo, await cleo.ask('play:open', { playId }));
    expect(await practice.move()).toBe(1);
    for (const open of [...tabs, tab, cleo]) open.close();
    await Promise.all([one.kill(), two.kill()]);
    await database.drop();
  }, 120_000);

  test('P1, P4: eight who ask at once at two processes draw each daily once, and a result outlives its process', async () => {
    const database = await createTestDatabase();
    const nodes = await Promise.all(
      ['one', 'two'].map((name) => server.start({ databaseUrl: database.url, name })),
    );
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
    const all = 2 * gameList.length;
    expect(rows).toEqual([{ dailies: all, deals: all, made: all }]);

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
});

// Elsewhere the system keeps fewer waiting.
test.runIf(process.platform === 'linux')(
  'P6: a thousand who come at once while it cannot accept them are connected all the same',
  async () => {
    const database = await createTestDatabase();
    const { port, child, kill } = await server.start({ databaseUrl: database.url });
    child.kill('SIGSTOP');
    const sockets: Socket[] = [];
    try {
      await Promise.all(
        Array.from({ length: 1_000 }, () => {
          const socket = connect(port, '127.0.0.1');
          sockets.push(socket);
          return once(socket, 'connect');
        }),
      );
    } finally {
      for (const socket of sockets) socket.destroy();
      child.kill('SIGCONT');
      await kill();
      await database.drop();
    }
  },
);

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

/** Starts the built service on a database, and waits for nothing. */
const spawnOn = (databaseUrl: string, stdio: StdioOptions, env: NodeJS.ProcessEnv = {}) =>
  spawn(process.execPath, [path.join(inject('serverBuild'), 'main.js')], {
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: databaseUrl,
      BETTER_AUTH_SECRET: 'a secret for tests only, 32 long',
      CERTIFY: 'off',
      ...env,
    },
    stdio,
  });

test('P8: says what a start waits for, and why it could not be stopped in order', async () => {
  const database = await createTestDatabase();
  const client = await database.pool.connect();
  // What another process holds that migrates.
  await client.query('select pg_advisory_lock(72707369)');
  const child = spawnOn(database.url, ['ignore', 'ignore', 'pipe']);
  let printed = '';
  child.stderr!.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await expect.poll(() => printed).toContain('waits for another process that migrates');
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exit).toEqual([1, null]);
  expect(printed).toContain('could not close everything within 15 seconds');
  client.release(true);
  await database.drop();
}, 120_000);

test.runIf(existsSync('/dev/full'))(
  'P8: serves on where its log is full',
  async () => {
    const database = await createTestDatabase();
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    await once(probe, 'close');
    const full = openSync('/dev/full', 'w');
    const stdio = ['ignore', full, 'inherit'] as const;
    const child = spawnOn(database.url, [...stdio], { PORT: String(port), LOG_LEVEL: 'debug' });
    closeSync(full);
    const isWell = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isWell, { timeout: 60_000 }).toBe(true);
    // Each of them is a line of the log.
    for (let n = 0; n < 20; n++) expect(await isWell()).toBe(true);
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    await database.drop();
  },
  120_000,
);

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
      const stopped = once(node.child, 'exit');
      // A supervisor stops the whole group of processes, and `start` passes that on as well.
      node.child.kill('SIGTERM');
      // Not in the same moment: two that nobody has taken yet are one.
      setTimeout(() => node.child.kill('SIGTERM'), 100);
      expect(await stopped, 'it closes in order').toEqual([0, null]);
      expect(existsSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false);
      rmSync(dataDir, { recursive: true, force: true });
    },
  );
});
