// The database takes a change, but its answer is lost; or the process ends before what follows; or another node did it.
import type { DuplicateSettings } from '@same-deal/protocol';
import { afterEach, describe, expect, test } from 'vitest';
import { buildTestApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { createTestDatabase, shareDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { loseCommit } from './support/lose-commit.ts';
import { hasValkey, startNode } from './support/nodes.ts';
import { Player } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';
import type { TestClock } from './support/test-clock.ts';

const HOUR = 3_600_000;
const NOON = Date.UTC(2040, 1, 29, 12);

const cleanups: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (let next = cleanups.pop(); next; next = cleanups.pop()) await next();
});

interface Service extends TestApp {
  readonly clock: TestClock;
  readonly url: string;
  tab(cookie?: string): Promise<Tab>;
}

async function tabAt(url: string, cookie?: string): Promise<Tab> {
  const tab = await openTab(url, cookie);
  cleanups.push(() => tab.close());
  return tab;
}

async function start(clock = testClock(NOON), database?: TestDatabase): Promise<Service> {
  const app = await buildTestApp({ clock, ...(database && { database: shareDatabase(database) }) });
  cleanups.push(() => app.close());
  const url = await listen(app.app);
  return { ...app, clock, url, tab: (cookie) => tabAt(url, cookie) };
}

describe('P10: the clock ends a try where it is open', () => {
  const settings: DuplicateSettings = {
    variants: ['bisley/thirteen'],
    deals: 2,
    days: 1,
    undo: 'bounded',
  };

  async function begin(tab: Tab): Promise<Player> {
    const { code } = await tab.ask('duplicate:create', settings);
    const { playId } = await tab.ask('duplicate:start', { code, deal: 1 });
    const player = new Player(tab, await tab.ask('play:open', { playId }));
    await player.move();
    return player;
  }
  async function expectEnded(tab: Tab, playId: string): Promise<void> {
    await tab.news('play:ended', (news) => news.playId === playId && news.ending === 'cap');
    expect((await tab.ask('play:open', { playId })).ending).toBe('cap');
  }

  test('also if the answer to that is lost', async () => {
    const { clock, tab, database } = await start();
    const anna = await tab();
    const { playId } = await begin(anna);
    const lost = loseCommit(database.pool, /update\W+public\W+plays/i);
    await clock.skip(HOUR);
    await expectEnded(anna, playId);
    expect(lost.isLost).toBe(true);
  });

  test('also after a restart', async () => {
    const database = await createTestDatabase();
    cleanups.push(() => database.drop());
    const before = await start(testClock(NOON), database);
    const close = cleanups.pop()!;
    const tab = await before.tab();
    const { playId } = await begin(tab);
    tab.close();
    await close();
    const { clock, tab: tabAgain } = await start(testClock(NOON + 1_000), database);
    const again = await tabAgain(tab.cookie);
    await again.ask('play:open', { playId });
    await clock.skip(HOUR);
    await expectEnded(again, playId);
  });

  test('also if nobody has moved there for long', async () => {
    const { clock, tab } = await start();
    const anna = await tab();
    const { playId } = await begin(anna);
    for (let n = 0; n < 6; n++) await clock.skip(HOUR / 6);
    await expectEnded(anna, playId);
  });

  test('also if the database is gone at that moment', async () => {
    const { clock, tab, database } = await start();
    const anna = await tab();
    const { playId } = await begin(anna);
    const connect = database.pool.connect;
    database.pool.connect = (() => Promise.reject(new Error('Connection terminated'))) as never;
    await clock.skip(HOUR);
    database.pool.connect = connect;
    await clock.skip(10_000);
    await expectEnded(anna, playId);
  });

  test.runIf(hasValkey())('also if another node has settled its daily first', async () => {
    const database = await createTestDatabase();
    cleanups.push(() => database.drop());
    const clocks = [testClock(NOON + 11 * HOUR), testClock(NOON + 11 * HOUR)] as const;
    const one = await startNode(database, 'one', { clock: clocks[0] });
    const two = await startNode(database, 'two', { clock: clocks[1] });
    cleanups.push(
      () => one.close(),
      () => two.close(),
    );
    const anna = await tabAt(one.url);
    const { playId } = await anna.ask('daily:start', { day: '2040-02-29', game: 'bisley' });
    await new Player(anna, await anna.ask('play:open', { playId })).move();
    await clocks[1].skip(13 * HOUR + 2_010);
    await fetch(`${two.url}/api/dailies`);
    const ending = () => database.pool.query('select ending from plays where id = $1', [playId]);
    await expect.poll(async () => (await ending()).rows).toEqual([{ ending: 'cap' }]);
    await clocks[0].skip(13 * HOUR + 2_010);
    await expectEnded(anna, playId);
  });
});
