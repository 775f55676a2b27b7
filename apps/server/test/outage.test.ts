// The database goes away for a moment, or a line to it dies without a word; or the line between the nodes breaks.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encodeMove } from '@same-deal/engine';
import pg from 'pg';
import { beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { inTransactionByDriver } from '../src/storage/transaction.ts';
import { buildTestApp, device } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { shareDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { loseCommit } from './support/lose-commit.ts';
import { hasValkey, startNode } from './support/nodes.ts';
import { startProxy } from './support/proxy.ts';
import type { Proxy } from './support/proxy.ts';
import { Player, startRace, storedLog } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import { query } from './support/sql.ts';
import { testClock } from './support/test-clock.ts';
import { newDatabase } from './support/until-finished.ts';
import { startValkey } from './support/valkey.ts';

async function practise(url: string): Promise<Player> {
  const tab = await openTab(url);
  onTestFinished(() => tab.close());
  const { playId } = await tab.ask('play:create', { variant: 'sly-fox/standard' });
  return new Player(tab, await tab.ask('play:open', { playId }));
}
const nextMove = (player: Player) => ({
  playId: player.playId,
  expected: player.play.entries + 1,
  move: encodeMove(player.moves()[0]!),
});
const unavailable = { ok: false, error: { code: 'unavailable' } };

describe('P8: while the database is gone', () => {
  let database: TestDatabase;
  let url: string;
  beforeEach(async () => {
    database = await newDatabase();
    const app = await buildTestApp({ database: shareDatabase(database) });
    onTestFinished(() => app.close());
    url = await listen(app.app);
  });
  const admin = (sql: string) => query(inject('adminUrl'), sql, []);
  /** Ends connections to the database, as its restart would. */
  const cut = (which = 'true') =>
    admin(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database.name}' and ${which}`,
    );

  test('requests are told that it is unavailable; the same again is counted once', async () => {
    const player = await practise(url);
    const { tab, playId } = player;
    await player.move();
    const next = nextMove(player);
    await admin(`alter database ${database.name} with allow_connections false`);
    await cut();
    try {
      expect(await tab.request('play:move', next)).toEqual(unavailable);
      expect(await tab.request('race:create', { variant: 'bisley/thirteen' })).toMatchObject({
        error: { code: 'unavailable' },
      });
      expect(tab.socket.connected).toBe(true);
    } finally {
      await admin(`alter database ${database.name} with allow_connections true`);
    }
    const first = await tab.ask('play:move', next);
    expect(first.number).toBe(2);
    expect(await tab.ask('play:move', next)).toEqual(first);
    expect(await storedLog(database, playId)).toHaveLength(2);
  });

  test('so they are while it takes no writes, as during a failover, and while somebody holds what they need', async () => {
    const { tab } = await practise(url);
    const create = () => tab.request('race:create', { variant: 'bisley/thirteen' });
    await admin(`alter database ${database.name} set default_transaction_read_only = on`);
    await cut();
    expect(await create()).toEqual(unavailable);
    await admin(`alter database ${database.name} reset default_transaction_read_only`);
    await cut();
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query('lock table races');
    expect(await create()).toEqual(unavailable);
    await client.query('commit');
    client.release();
    expect((await create()).ok).toBe(true);
  });

  test('an entry whose connection broke before it was committed is written again, and counted once', async () => {
    const player = await practise(url);
    const { tab, playId } = player;
    const next = nextMove(player);
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query('lock table entries in share mode');
    const answer = tab.ask('play:move', next);
    const waits = `wait_event_type = 'Lock'`;
    const waiting = `select 1 from pg_stat_activity where datname = '${database.name}' and ${waits}`;
    while ((await admin(waiting)).length === 0);
    await cut(waits);
    await client.query('commit');
    client.release();
    const first = await answer;
    expect(first.number).toBe(1);
    expect(await tab.ask('play:move', next)).toEqual(first);
    expect(await storedLog(database, playId)).toHaveLength(1);
  });

  test('a connection that breaks between two statements of a transaction fails that, and ends no process', async () => {
    const broken = inTransactionByDriver(database.pool, async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      const isGone = new Promise((resolve) => void client.once('end', resolve));
      await cut(`pid = ${rows[0]!.pid}`);
      await isGone;
      await client.query('select');
    });
    await expect(broken).rejects.toThrow();
    expect(await inTransactionByDriver(database.pool, async () => 'goes on')).toBe('goes on');
  });
});

test('P8: a query waits for another connection where making the first one takes too long', async () => {
  const database = await newDatabase();
  const proxy = await startProxy(database.url);
  onTestFinished(() => proxy.close());
  proxy.freeze();
  const late = shareDatabase(proxy);
  onTestFinished(() => late.drop());
  const answers = Promise.all([late.pool.query('select 1 as one'), late.prisma.user.count()]);
  await expect.poll(() => proxy.accepted).toBeGreaterThanOrEqual(2);
  proxy.allowNewLines();
  const [{ rows }, people] = await answers;
  expect(rows).toEqual([{ one: 1 }]);
  expect(people).toBe(0);
});

test('P8: a query waits for a connection there is where the database takes no more of them', async () => {
  const database = await newDatabase();
  const role = database.name.replace('test', 'role');
  await query(
    database.url,
    `create role ${role} login password 'few' connection limit 3; grant all on all tables in schema public to ${role}`,
  );
  onTestFinished(async () => {
    await query(database.url, `drop owned by ${role}; drop role ${role}`);
  });
  const url = new URL(database.url);
  [url.username, url.password] = [role, 'few'];
  const few = shareDatabase({ url: url.href });
  onTestFinished(() => few.drop());
  const tried = vi.spyOn(pg.Client.prototype, 'connect');
  onTestFinished(() => tried.mockRestore());
  const answers = Array.from({ length: 300 }, (_, n) =>
    n % 2 ? few.pool.query('select pg_sleep(0.01)') : few.prisma.user.count(),
  );
  expect((await Promise.allSettled(answers)).filter(({ status }) => status === 'rejected')).toEqual(
    [],
  );
  expect(tried.mock.calls.length, 'connections tried').toBeLessThan(60);
});

describe('P4: a line to the database that dies without a word', () => {
  let database: TestDatabase;
  let proxy: Proxy;
  let service: TestApp;
  let url: string;
  beforeEach(async () => {
    database = await newDatabase();
    proxy = await startProxy(database.url);
    onTestFinished(() => proxy.close());
    service = await buildTestApp({ database: shareDatabase(proxy) });
    onTestFinished(() => service.close());
    url = await listen(service.app);
  });

  test('moves are refused within six seconds; play goes on within two of another line being possible, and nothing acknowledged is lost', async () => {
    const players = await Promise.all(Array.from({ length: 6 }, () => practise(url)));
    for (const player of players) for (let n = 0; n < 2; n++) await player.move();
    proxy.freeze();
    const up = service.database.isUp();
    const answers = await Promise.all(
      players.map(async (player, n) => {
        // Some at once, some while the first already hang.
        await new Promise((resolve) => setTimeout(resolve, n * 400));
        const sentAt = performance.now();
        const answer = await player.tab.request('play:move', nextMove(player));
        return { answer, ms: performance.now() - sentAt };
      }),
    );
    for (const { answer, ms } of answers) {
      expect(answer).toEqual(unavailable);
      expect(ms).toBeLessThan(6_000);
    }
    expect(await up).toBe(false);
    const health = await device(service.app).get('/healthz');
    expect(health.status).toBe(503);

    // They keep trying, as a page does, while nothing is possible and after.
    const since = performance.now();
    let allowedAt = Infinity;
    setTimeout(() => {
      allowedAt = performance.now();
      proxy.allowNewLines();
    }, 1_500);
    const goneOn = await Promise.all(
      players.map(async (player) => {
        const next = nextMove(player);
        for (;;) {
          const answer = await player.tab.request('play:move', next);
          if (answer.ok) return { answer, ms: performance.now() - allowedAt };
          expect(answer).toEqual(unavailable);
          expect(performance.now() - since).toBeLessThan(20_000);
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      }),
    );
    for (const [n, { answer, ms }] of goneOn.entries()) {
      expect(ms).toBeLessThan(2_000);
      const { entry, turnedUp } = answer.data;
      players[n]!.follow(entry, turnedUp);
      players[n]!.acknowledged.push(entry);
      await players[n]!.move();
    }
    for (const { playId, acknowledged } of players) {
      const log = await storedLog(database, playId);
      expect(log.map(({ code }) => code)).toEqual(acknowledged);
      expect(acknowledged).toHaveLength(4);
    }
    expect(await service.database.isUp()).toBe(true);
  });

  test('P5: an entry that was committed, but whose answer was lost, is answered as what it is, and counted once', async () => {
    const player = await practise(url);
    await player.move();
    const next = nextMove(player);
    proxy.swallowAnswers();
    const answer = await player.tab.request('play:move', next);
    // It may have been found in the log before its time was over.
    if (!answer.ok) expect(answer).toEqual(unavailable);
    const again = await player.tab.ask('play:move', next);
    expect(again).toMatchObject({ number: 2, entry: next.move });
    expect(await storedLog(database, player.playId)).toHaveLength(2);
  });
});

describe('P8: what was written of a race, but whose answer was lost, is told to everybody', () => {
  async function lobbyOfTwo() {
    const database = shareDatabase(await newDatabase());
    const service = await buildTestApp({ database });
    onTestFinished(() => service.close());
    const url = await listen(service.app);
    const [host, guest] = [await openTab(url), await openTab(url)];
    onTestFinished(() => [host, guest].forEach((tab) => tab.close()));
    const { code } = await host.ask('race:create', { variant: 'bisley/thirteen', proved: false });
    await host.ask('race:join', { code });
    await guest.ask('race:join', { code });
    return { pool: database.pool, host, guest, code };
  }
  test('a change of a lobby', async () => {
    const { pool, host, guest, code } = await lobbyOfTwo();
    loseCommit(pool, /update races/i);
    expect((await guest.request('race:ready', { code, ready: true })).ok).toBe(false);
    await host.news('race:updated', ({ players }) => players[1]?.ready === true);
  });

  test('P1: its start, and then everybody’s table', async () => {
    const { pool, host, guest, code } = await lobbyOfTwo();
    await guest.ask('race:ready', { code, ready: true });
    loseCommit(pool, /into\W+(public\W+)?plays/i);
    expect((await host.request('race:start', { code })).ok).toBe(false);
    for (const tab of [host, guest]) {
      await tab.news('race:updated', ({ phase }) => phase === 'countdown');
      await tab.news('play:opened', ({ raceCode }) => raceCode === code);
    }
  });

  test('its rematch', async () => {
    const { pool, host, guest, code } = await lobbyOfTwo();
    await guest.ask('race:ready', { code, ready: true });
    await host.ask('race:start', { code });
    for (const tab of [host, guest]) await tab.ask('race:leave', { code });
    await guest.news('race:updated', ({ phase }) => phase === 'settled');
    loseCommit(pool, /into\W+(public\W+)?races/i);
    expect((await host.request('race:rematch', { code })).ok).toBe(false);
    const { rematchCode } = await guest.news('race:updated', (race) => race.rematchCode !== null);
    expect(await host.ask('race:rematch', { code })).toEqual({ code: rematchCode });
  });
});

describe.runIf(hasValkey())('when a node’s line to Valkey breaks', () => {
  async function twoNodesWith(valkeyUrl: string) {
    const database = await newDatabase();
    const clock = testClock();
    // What happens every half minute, to be called by hand.
    const intervals = vi.spyOn(globalThis, 'setInterval');
    const config = {
      publicUrl: undefined,
      smtp: undefined,
      logLevel: 'debug',
      trustProxy: 'loopback',
      valkeyUrl,
    } as const;
    const one = await startNode(database, 'one', { config, clock });
    onTestFinished(() => one.close());
    const two = await startNode(database, 'two', { config, clock });
    onTestFinished(() => two.close());
    const looks = intervals.mock.calls.flatMap(([look, every]) => (every === 30_000 ? look : []));
    intervals.mockRestore();
    const [anna, ben] = [await openTab(one.url), await openTab(two.url)];
    const laptop = await openTab(two.url, anna.cookie);
    onTestFinished(() => [anna, ben, laptop].forEach((tab) => tab.close()));
    const { code, tables } = await startRace([anna, ben], {}, () => clock.skip(5000));
    const players = [new Player(anna, tables[0]!), new Player(ben, tables[1]!)];
    return { nodes: [one, two], looks, anna, ben, laptop, code, players };
  }

  test('play goes on; an invitation or an ended session is found later', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'same-deal-valkey-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const valkey = (await startValkey(folder))!;
    const { nodes, looks, anna, ben, laptop, code, players } = await twoNodesWith(valkey.url);
    await valkey.stop();
    for (const player of players) await player.move();
    await anna.news('race:progressed', ([, , moved]) => moved.length > 0);
    for (const player of players) await player.concede();
    for (const tab of [anna, ben]) {
      await tab.news('race:updated', (race) => race.code === code && race.phase === 'settled');
    }
    // Whoever is at the same node is reached; whoever is not finds the next race by the one before.
    const next = await anna.ask('race:rematch', { code });
    expect(await anna.ask('race:join', next)).toMatchObject({ code: next.code });
    expect(await anna.ask('race:invite', { code: next.code, personId: ben.me.id })).toEqual({});
    await ben.news('race:invited', (invitation) => invitation.code === next.code);
    expect((await ben.ask('race:enter', { code })).rematchCode).toBe(next.code);

    // Anna signs out: her line to the other node is found when that looks.
    const out = await fetch(`${nodes[0]!.url}/api/auth/sign-out`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: anna.cookie,
        origin: nodes[0]!.url,
      },
      body: '{}',
    });
    expect(out.status).toBe(200);
    await expect.poll(() => anna.socket.connected).toBe(false);
    expect(laptop.socket.connected).toBe(true);
    for (const look of looks) look();
    await expect.poll(() => laptop.socket.connected).toBe(false);
    for (const node of nodes) await expect.poll(() => node.log()).toContain('the line to Valkey');
  });

  test('without a word, this node’s own people are reached all the same, and others once another line is possible', async () => {
    const proxy = await startProxy(inject('valkeyUrl')!);
    onTestFinished(() => proxy.close());
    const { nodes, anna, ben, code, players } = await twoNodesWith(proxy.url);
    const phone = await openTab(nodes[1]!.url, ben.cookie);
    onTestFinished(() => phone.close());
    proxy.freeze();
    for (const player of players) await player.move();
    for (const player of players) await player.concede();
    await ben.news('race:updated', (race) => race.code === code && race.phase === 'settled');
    const next = await anna.ask('race:rematch', { code });
    await anna.ask('race:join', next);
    const invite = () => anna.ask('race:invite', { code: next.code, personId: ben.me.id });
    await invite();
    await ben.news('race:invited', (invitation) => invitation.code === next.code);
    const hasHeard = () => phone.received.some(({ name }) => name === 'race:invited');
    expect(hasHeard()).toBe(false);

    proxy.allowNewLines();
    for (let n = 0; n < 12 && !hasHeard(); n++) {
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      await invite();
    }
    await expect.poll(hasHeard).toBe(true);
  });
});
