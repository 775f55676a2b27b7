// Two nodes on one database: everybody of a race, and every device of a play, meets on one of them.
import { tmpdir } from 'node:os';
import { encodeMove } from '@same-deal/engine';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noSocketLimits } from './support/app.ts';
import { createTestDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { hasValkey, startNode } from './support/nodes.ts';
import type { TestNode } from './support/nodes.ts';
import { openLobby, Player, startRace } from './support/races.ts';
import { openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';
import { startValkey } from './support/valkey.ts';
import type { RunningValkey } from './support/valkey.ts';

type Node = TestNode & { clock: ReturnType<typeof testClock> };
let database: TestDatabase;
let nodes: [Node, Node];
/** Of these nodes alone: what crosses it is counted. */
let valkey: RunningValkey | undefined;
const tabs: Tab[] = [];

async function nodeCalled(name: string): Promise<Node> {
  const clock = testClock();
  const config = {
    publicUrl: undefined,
    logLevel: 'debug',
    trustProxy: 'loopback',
    valkeyUrl: valkey?.url,
  } as const;
  return {
    ...(await startNode(database, name, { clock, socketLimits: noSocketLimits, config })),
    clock,
  };
}
async function tabAt(node: Node, cookie?: string): Promise<Tab> {
  const tab = await openTab(node.url, cookie);
  tabs.push(tab);
  return tab;
}
const passCountdown = () => Promise.all(nodes.map(({ clock }) => clock.skip(5000)));

beforeAll(async () => {
  database = await createTestDatabase();
  valkey = await startValkey(tmpdir());
  nodes = await Promise.all([nodeCalled('one'), nodeCalled('two')]);
});
afterAll(async () => {
  for (const tab of tabs) tab.close();
  await Promise.all(nodes.map((node) => node.close()));
  await valkey?.stop();
  await database.drop();
});

describe.runIf(hasValkey())('two nodes', () => {
  test('the lobby: who is in, ready, away, watching, renamed; settings and lock', async () => {
    const [anna, ben, wanda] = [
      await tabAt(nodes[0]),
      await tabAt(nodes[1]),
      await tabAt(nodes[1]),
    ];
    const code = await openLobby([anna]);
    await ben.ask('race:join', { code });
    await anna.news('race:updated', ({ players }) => players.length === 2 && !players[1]!.away);
    await wanda.ask('race:enter', { code });
    await anna.news('race:updated', ({ watchers }) => watchers === 1);
    await ben.ask('race:ready', { code, ready: true });
    await anna.news('race:updated', ({ players }) => players[1]?.ready === true);
    await anna.ask('race:lock', { code, locked: true });
    await ben.news('race:updated', ({ locked }) => locked);
    const settings = { variant: 'alhambra/standard', undo: 'none', capMinutes: 30 } as const;
    await anna.ask('race:configure', { code, settings });
    const changed = await ben.news('race:updated', (race) => race.settings.undo === 'none');
    expect(changed).toMatchObject({ settings, players: [{ ready: false }, { ready: false }] });
    const renamed = await fetch(`${nodes[1].url}/api/me`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', cookie: ben.cookie },
      body: JSON.stringify({ name: 'Benjamin' }),
    });
    expect(renamed.status).toBe(200);
    await anna.news('race:updated', ({ players }) => players[1]?.name === 'Benjamin');
    ben.close();
    await anna.news('race:updated', ({ players }) => players[1]?.away === true);
    await anna.ask('race:remove', { code, playerId: ben.me.id });
    await wanda.news('race:updated', ({ players }) => players.length === 1);
    // Otherwise its expiry would wait for them, and the next test looks for what waits.
    for (const tab of [anna, wanda]) tab.close();
  });

  test('P6, P7: T0, progress, the other device and the end reach everyone, whichever node they came to; it settles once', async () => {
    const [anna, ben] = [await tabAt(nodes[0]), await tabAt(nodes[1])];
    const laptop = await tabAt(nodes[1], anna.cookie);
    const code = await openLobby([anna, ben]);
    await laptop.ask('race:enter', { code });
    await anna.ask('race:start', { code });
    await ben.news('race:updated', ({ phase, code: of }) => of === code && phase === 'countdown');
    await passCountdown();
    const [hers, hers2, his] = await Promise.all(
      [anna, laptop, ben].map((tab) =>
        tab.news('play:opened', ({ raceCode }) => raceCode === code),
      ),
    );
    expect(hers2).toEqual({ ...hers!, elapsedMs: hers2!.elapsedMs, closesInMs: hers2!.closesInMs });
    expect(his!.start).toEqual(hers!.start);
    // The device that acted last is in control, the other follows.
    const phone = new Player(anna, hers!);
    await phone.move();
    const followed = await laptop.news('play:advanced', ({ number }) => number === 1);
    expect(followed).toMatchObject({ playId: hers!.playId, entry: phone.acknowledged[0] });
    const atLaptop = new Player(laptop, await laptop.ask('play:open', { playId: hers!.playId }));
    expect(atLaptop.play.position).toEqual(phone.play.position);
    await atLaptop.move();
    await anna.news('play:advanced', ({ number }) => number === 2);
    // Anna's phone does not know it yet, and is told the table as it is.
    const answer = await anna.request('play:move', {
      playId: hers!.playId,
      expected: 2,
      move: encodeMove({ from: 20, to: 20 }),
    });
    expect(answer).toMatchObject({ ok: false, error: { code: 'stale', number: 2 } });
    await ben.news(
      'race:progressed',
      ([of, , players]) => of === code && players.some(([, moves]) => moves === 2),
    );
    await atLaptop.concede();
    await ben.news('race:updated', ({ players }) => players[0]?.progress?.ending === 'conceded');
    await new Player(ben, his!).concede();
    for (const tab of [anna, laptop, ben]) {
      await tab.news('race:updated', (race) => race.code === code && race.phase === 'settled');
    }
    const { rows } = await database.pool.query(
      `select count(*)::int as settled from races where code = $1 and settled_at is not null`,
      [code],
    );
    expect(rows).toEqual([{ settled: 1 }]);
  });

  test('P4: an entry sends nothing from node to node, and listens for nothing at the database', async () => {
    const tabs = [await tabAt(nodes[0]), await tabAt(nodes[1]), await tabAt(nodes[1])];
    const { code, tables } = await startRace(tabs, { variant: 'sly-fox/standard' }, async () => {
      await passCountdown();
    });
    const store = new Redis(valkey!.url);
    const published = async () => {
      const stats = await store.info('commandstats');
      return [...stats.matchAll(/cmdstat_s?publish:calls=(\d+)/g)].reduce(
        (sum, [, calls]) => sum + Number(calls),
        0,
      );
    };
    const began = performance.now();
    const before = await published();
    const players = tabs.map((tab, n) => new Player(tab, tables[n]!));
    const ENTRIES = 60;
    for (let n = 0; n < ENTRIES / players.length; n++) {
      await Promise.all(players.map((player) => player.move()));
    }
    await players[0]!.tab.news(
      'race:progressed',
      ([of, , players]) => of === code && players.some(([, moves]) => moves > 10),
    );
    const [messages, seconds] = [(await published()) - before, (performance.now() - began) / 1000];
    // Each node says every few seconds that it lives; that is all.
    expect(messages).toBeLessThanOrEqual(Math.ceil(seconds / 5) * nodes.length);
    expect(messages).toBeLessThan(ENTRIES / 10);
    const { rows } = await database.pool.query(
      `select query from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
    );
    expect(rows).toEqual([]);
    store.disconnect();
    for (const player of players) await player.concede();
  });

  test('a finished race leaves nothing behind on any node', async () => {
    // Each node looks every second for nudges that are due; what is a race's lies further ahead.
    const waiting = () => nodes.map(({ clock }) => clock.waiting(2_000));
    await expect.poll(waiting).toEqual([0, 0]);
    const [anna, ben] = [await tabAt(nodes[0]), await tabAt(nodes[1])];
    const { code, tables } = await startRace(
      [anna, ben],
      {},
      async () => void (await passCountdown()),
    );
    const [serving, other] = waiting();
    expect(serving, 'Anna came to it first').toBeGreaterThan(0);
    expect(other).toBe(0);
    for (const [n, tab] of [anna, ben].entries()) await new Player(tab, tables[n]!).concede();
    await ben.news('race:updated', (race) => race.code === code && race.phase === 'settled');
    await expect.poll(waiting).toEqual([0, 0]);
  });

  test('P6: a hand-over device sees the table exactly as it is, on any node', async () => {
    const phone = await tabAt(nodes[0]);
    const { playId } = await phone.ask('play:create', { variant: 'british-square/piles' });
    const player = new Player(phone, await phone.ask('play:open', { playId }));
    for (let n = 0; n < 10; n++) await player.move(player.moves()[n % player.moves().length]);
    const created = await fetch(`${nodes[0].url}/api/hand-overs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: phone.cookie },
      body: JSON.stringify({ path: `/play/${playId}` }),
    });
    const { token } = (await created.json()) as { token: string };
    const accept = () =>
      fetch(`${nodes[1].url}/api/hand-overs/accept`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, guest: 'leave' }),
      });
    const accepted = await accept();
    const cookie = accepted.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ');
    const laptop = await tabAt(nodes[1], cookie);
    expect(laptop.me.id).toBe(phone.me.id);
    const table = await laptop.ask('play:open', { playId });
    expect(new Player(laptop, table).play).toEqual(player.play);
    expect([(await accept()).status, 410]).toEqual([410, 410]);
  });

  test('P5: whoever plays at a node that leaves plays on at another one, and nobody there notices', async () => {
    const leaving = await nodeCalled('three');
    const bystander = await tabAt(nodes[1]);
    const { id: line } = bystander.socket;
    const plays = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const tab = await tabAt(leaving);
        const { playId } = await tab.ask('play:create', { variant: 'bisley/thirteen', deal: '17' });
        const player = new Player(tab, await tab.ask('play:open', { playId }));
        await player.move();
        return { tab, playId, player };
      }),
    );
    const all = plays.map(async ({ tab, playId, player }) => {
      await new Promise((resolve) => tab.socket.once('disconnect', resolve));
      tab.close();
      const again = await tabAt(nodes[0], tab.cookie);
      const back = new Player(again, await again.ask('play:open', { playId }));
      expect(back.play).toEqual(player.play);
      await back.move();
    });
    await Promise.all([...all, leaving.close()]);
    await bystander.request('line:check', {});
    expect(bystander.socket.id, 'the line of somebody at another node').toBe(line);
  });

  describe('presence', () => {
    test('somebody who goes while they enter is not there for ever', async () => {
      const anna = await tabAt(nodes[0]);
      const code = await openLobby([anna]);
      for (let n = 0; n < 20; n++) {
        const passerBy = await openTab(nodes[0].url);
        passerBy.socket.emit('race:enter', { code }, () => undefined);
        // Gone before the service has looked the race up.
        passerBy.close();
      }
      const there = async () => (await anna.ask('race:enter', { code })).watchers;
      await expect.poll(there).toBe(0);
    });

    test('an absent host is replaced by the next player after a while, not before', async () => {
      const [anna, ben] = [await tabAt(nodes[0]), await tabAt(nodes[1])];
      const code = await openLobby([anna, ben]);
      await ben.news('race:updated', ({ players }) => players.length === 2 && !players[0]!.away);
      anna.close();
      await ben.news('race:updated', ({ players }) => players[0]?.away === true);
      const before = await ben.ask('race:enter', { code });
      expect(before.hostId).toBe(anna.me.id);
      const hasPassed = async () => {
        await Promise.all(nodes.map(({ clock }) => clock.skip(5_000)));
        return (await ben.ask('race:enter', { code })).hostId;
      };
      await expect.poll(hasPassed).toBe(ben.me.id);
    });
  });
});
