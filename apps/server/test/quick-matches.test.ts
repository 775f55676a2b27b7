// Quick matches on two nodes: whoever taps meets whoever else does, in one race, once.
import { PLAYERS_MAX } from '@same-deal/protocol';
import type { RaceSnapshot } from '@same-deal/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { hasValkey, startNode } from './support/nodes.ts';
import type { TestNode } from './support/nodes.ts';
import { Player } from './support/races.ts';
import { openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';

type Node = TestNode & { clock: ReturnType<typeof testClock> };
let database: TestDatabase;
let nodes: [Node, Node];
const tabs: Tab[] = [];

async function nodeCalled(name: string): Promise<Node> {
  const clock = testClock();
  return { ...(await startNode(database, name, { clock })), clock };
}
async function tabAt(n: number, cookie?: string): Promise<Tab> {
  const tab = await openTab(nodes[n % 2]!.url, cookie);
  tabs.push(tab);
  return tab;
}
const pass = (ms: number) => Promise.all(nodes.map(({ clock }) => clock.skip(ms)));
const closeAll = () => tabs.splice(0).forEach((tab) => tab.close());

/** One tap, and the page that opens after it. */
async function tap(tab: Tab, game = 'bisley'): Promise<RaceSnapshot> {
  const { code } = await tab.ask('race:quick', { game });
  return tab.ask('race:enter', { code });
}
const matches = async (game: string): Promise<RaceSnapshot[]> => {
  const { rows } = await database.pool.query<{ value: RaceSnapshot; code: string }>(
    `select code, value from races where value->'settings'->>'variant' like $1`,
    [`${game}/%`],
  );
  return rows.map(({ code, value }) => ({ ...value, code }));
};

beforeAll(async () => {
  database = await createTestDatabase();
  nodes = await Promise.all([nodeCalled('one'), nodeCalled('two')]);
});
afterAll(async () => {
  closeAll();
  await Promise.all(nodes.map((node) => node.close()));
  await database.drop();
});

describe.runIf(hasValkey())('quick match on two nodes', () => {
  test('P1 P7: two strangers tap, are counted down together and get the same cards', async () => {
    const [anna, ben] = [await tabAt(0), await tabAt(1)];
    const alone = await tap(anna);
    expect(alone).toMatchObject({ phase: 'open', quick: { startsInMs: null } });
    const { code } = await tap(ben);
    expect(code).toBe(alone.code);
    const both = await anna.news(
      'race:updated',
      ({ quick }) => typeof quick?.startsInMs === 'number',
    );
    expect(both.players).toHaveLength(2);
    expect(both.quick!.startsInMs).toBeGreaterThan(8_000);
    await pass(10_000);
    for (const tab of [anna, ben]) {
      const counting = await tab.news('race:updated', ({ phase }) => phase === 'countdown');
      expect(counting.commitment).toMatch(/^[0-9a-f]{64}$/);
    }
    expect(await ben.ask('race:quick', { game: 'bisley' }), 'once in it, one is in it').toEqual({
      code,
    });
    const late = await tabAt(0);
    expect((await tap(late)).code, 'never into one that runs').not.toBe(code);
    await pass(5_000);
    const tables = await Promise.all([anna, ben].map((tab) => tab.news('play:opened')));
    expect(tables[0]!.start).toEqual(tables[1]!.start);
    for (const [n, tab] of [anna, ben].entries()) await new Player(tab, tables[n]!).concede();
    await anna.news('race:updated', ({ phase }) => phase === 'settled');
    const again = await anna.ask('race:rematch', { code });
    expect(await anna.ask('race:enter', again)).toMatchObject({ quick: null });
    closeAll();
  });

  test('fifty taps at once: races of at most ten, nobody in two, nobody alone but the last', async () => {
    const crowd = await Promise.all(Array.from({ length: 25 }, (_, n) => tabAt(n)));
    // Each of them has tapped twice, on two devices.
    const others = await Promise.all(crowd.map(({ cookie }, n) => tabAt(n + 1, cookie)));
    const codes = await Promise.all(
      [...crowd, ...others].map((tab) => tab.ask('race:quick', { game: 'alhambra' })),
    );
    for (const [n] of crowd.entries()) expect(codes[n + 25]).toEqual(codes[n]);
    const races = await matches('alhambra');
    const sizes = races.map(({ players }) => players.length).sort((a, b) => b - a);
    expect(sizes).toEqual([PLAYERS_MAX, PLAYERS_MAX, 5]);
    const seats = races.flatMap(({ players }) => players.map(({ id }) => id));
    expect(seats.sort()).toEqual(crowd.map(({ me }) => me.id).sort());
    closeAll();
  });

  test('who taps for another game gives the first seat up', async () => {
    const anna = await tabAt(0);
    await tap(anna, 'sly-fox');
    await tap(anna, 'british-square');
    expect((await matches('sly-fox')).map(({ players }) => players)).toEqual([[]]);
    expect((await matches('british-square')).map(({ players }) => players.length)).toEqual([1]);
    closeAll();
  });

  test('people who have blocked each other never meet, whoever blocked', async () => {
    const [anna, ben, cleo] = [await tabAt(0), await tabAt(1), await tabAt(0)];
    const blocked = await fetch(`${nodes[0].url}/api/people/${ben.me.id}/block`, {
      method: 'PUT',
      headers: { cookie: anna.cookie },
    });
    expect(blocked.status).toBe(200);
    const hers = await tap(anna, 'sly-fox');
    const his = await tap(ben, 'sly-fox');
    expect(his.code).not.toBe(hers.code);
    expect((await tap(cleo, 'sly-fox')).code).toBe(hers.code);
    expect(await ben.request('race:join', { code: hers.code })).toMatchObject({
      error: { code: 'race-locked' },
    });
    closeAll();
  });

  test('seats of people who have gone are taken by those who come: whoever waits is met', async () => {
    // Whatever was opened before has expired.
    await pass(2 * 60 * 60_000 + 1);
    for (let n = 0; n < PLAYERS_MAX - 1; n++) {
      const gone = await tabAt(0);
      await gone.ask('race:quick', { game: 'alhambra' });
      gone.close();
    }
    const [anna, ben] = [await tabAt(0), await tabAt(1)];
    const full = await tap(anna, 'alhambra');
    expect(full.players).toHaveLength(PLAYERS_MAX);
    await pass(15_000);
    await anna.news('race:updated', ({ players }) => players.length === 1);
    expect((await tap(ben, 'alhambra')).code).toBe(full.code);
    await pass(10_000);
    const counting = await anna.news('race:updated', ({ phase }) => phase === 'countdown');
    expect(counting.players).toHaveLength(2);
    closeAll();
  });
});
