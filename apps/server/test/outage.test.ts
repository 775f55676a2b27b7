// The database goes away for a moment, and the line between the nodes breaks.
import { encodeMove } from '@same-deal/engine';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildTestApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { createTestDatabase, shareDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { openLobby, Player, storedLog } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { query } from './support/sql.ts';

let database: TestDatabase;
let nodes: (TestApp & { url: string })[];
let name: string;
beforeAll(async () => {
  database = await createTestDatabase();
  name = new URL(database.url).pathname.slice(1);
  nodes = await Promise.all(
    [1, 2].map(async () => {
      const app = await buildTestApp({ database: shareDatabase(database), hasOtherNodes: true });
      return { ...app, url: await listen(app.app) };
    }),
  );
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await database.drop();
});

const admin = (sql: string) => query(inject('adminUrl'), sql, []);
/** Ends connections to the database, as its restart would. */
const cut = (which = 'true') =>
  admin(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and ${which}`,
  );

describe('P8: while the database is gone', () => {
  test('requests are told that it is unavailable; the same again is counted once', async () => {
    const tab = await openTab(nodes[0]!.url);
    const { playId } = await tab.ask('play:create', { variant: 'sly-fox/standard' });
    const player = new Player(tab, await tab.ask('play:open', { playId }));
    await player.move();
    const next = { playId, expected: 2, move: encodeMove(player.moves()[0]!) };
    await admin(`alter database ${name} with allow_connections false`);
    await cut();
    try {
      expect(await tab.request('play:move', next)).toEqual({
        ok: false,
        error: { code: 'unavailable' },
      });
      expect(await tab.request('race:create', { variant: 'bisley/thirteen' })).toMatchObject({
        error: { code: 'unavailable' },
      });
      expect(tab.socket.connected).toBe(true);
    } finally {
      await admin(`alter database ${name} with allow_connections true`);
    }
    const first = await tab.ask('play:move', next);
    expect(first.number).toBe(2);
    expect(await tab.ask('play:move', next)).toEqual(first);
    expect(await storedLog(database, playId)).toHaveLength(2);
    tab.close();
  });

  test('an entry whose connection broke while it was committed is counted once', async () => {
    const tab = await openTab(nodes[0]!.url);
    const { playId } = await tab.ask('play:create', { variant: 'sly-fox/standard' });
    const player = new Player(tab, await tab.ask('play:open', { playId }));
    const next = { playId, expected: 1, move: encodeMove(player.moves()[0]!) };
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query('select 1 from plays where id = $1 for update', [playId]);
    const answer = tab.request('play:move', next);
    const waits = `datname = '${name}' and wait_event_type = 'Lock'`;
    while ((await admin(`select 1 from pg_stat_activity where ${waits}`)).length === 0);
    await cut(`wait_event_type = 'Lock'`);
    await client.query('commit');
    client.release();
    expect(await answer).toEqual({ ok: false, error: { code: 'unavailable' } });
    expect((await tab.ask('play:move', next)).number).toBe(1);
    expect(await storedLog(database, playId)).toHaveLength(1);
    tab.close();
  });
});

describe('when the line between the nodes breaks', () => {
  const listening = () =>
    admin(`select pid from pg_stat_activity where datname = '${name}' and query like 'LISTEN%'`);

  test('the nodes live, listen again, give their connections back, and tell what was missed', async () => {
    const [anna, ben] = (await Promise.all(nodes.map((node) => openTab(node.url)))) as [Tab, Tab];
    const code = await openLobby([anna, ben]);
    for (let round = 1; round <= 3; round++) {
      while ((await listening()).length < 2)
        await new Promise((resolve) => setTimeout(resolve, 20));
      await cut(`query like 'LISTEN%'`);
      // Nobody listens: what Anna does now does not reach Ben's node.
      const settings = { variant: 'bisley/thirteen', undo: 'none', capMinutes: 5 + round } as const;
      await anna.ask('race:configure', { code, settings });
      const told = await ben.news('race:updated', (race) => race.settings.capMinutes === 5 + round);
      expect(told.code).toBe(code);
    }
    for (const node of nodes) {
      // One to listen on; what was lost has been given back, or every break would cost one for good.
      const inUse = () => node.database.pool.totalCount - node.database.pool.idleCount;
      await expect.poll(inUse, { timeout: 10_000 }).toBeLessThanOrEqual(1);
      expect(node.log()).toContain('the line to the other nodes');
    }
    anna.close();
    ben.close();
  }, 60_000);
});
