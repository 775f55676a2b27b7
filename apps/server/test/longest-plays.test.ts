// Nothing stops the loop: with the largest data there can be, no route and no event replays more of it in a turn of the
// event loop than its share. All of the app's own routes and events are asked, so that a new one is asked as well.
import { encodeEntry, legalMoves, newGame, packOf, unwrap } from '@same-deal/engine';
import type * as Engine from '@same-deal/engine';
import { clientEvents, raceCourses } from '@same-deal/protocol';
import type { CircleSnapshot, ClientEventName, PlaySnapshot } from '@same-deal/protocol';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ROUTES } from '../../../bench/hostile/routes.ts';
import { STEPS_A_TURN } from '../src/in-slices.ts';
import { buildTestApp, noSocketLimits } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { createTestDatabase, shareDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { fixedChance } from './support/fixed-chance.ts';
import { startRace } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';

const counted = vi.hoisted(() => {
  // Other files of this worker have loaded the service with the engine as it is.
  vi.resetModules();
  return { entries: 0, inAll: 0 };
});
vi.mock('@same-deal/engine', async (original) => {
  const engine = await original<typeof Engine>();
  const enter: typeof Engine.enter = (...args) => {
    counted.entries += 1;
    counted.inAll += 1;
    return engine.enter(...args);
  };
  return { ...engine, enter };
});

const PEOPLE = 10;
const ENTRIES = 4_990;
const VARIANT = 'bisley/thirteen';
const pack = unwrap(packOf('17', 1));
const [move] = legalMoves(unwrap(newGame(VARIANT, pack)));
const log = Array.from({ length: ENTRIES }, (_, n) => [
  n % 2 === 0 ? encodeEntry(move!) : encodeEntry('undo'),
  10 * n,
]);

const clock = testClock();
/** Of all nodes, so that no id is drawn twice. */
const chance = fixedChance(() => pack);
let database: TestDatabase;
let node: TestApp;
let tabs: Tab[] = [];
/** A settled race, and one under way with open tables. */
let [settled, running] = ['', ''];
let [hers, practice] = ['', ''];

/** The longest text that is written in one go while `work` goes on; writing takes 1 ms for about 300 KB. */
async function writtenAtOnce(work: () => Promise<unknown>): Promise<number> {
  const writing = vi.spyOn(JSON, 'stringify');
  try {
    await work();
    const texts = writing.mock.results.map(({ value }) => String(value).length);
    return Math.max(...texts);
  } finally {
    writing.mockRestore();
  }
}

/** The most entries that are replayed in one turn of the event loop while `work` goes on. */
async function replayedAtOnce(work: () => Promise<unknown>): Promise<number> {
  let most = 0;
  let isOver = false;
  const working = work().finally(() => (isOver = true));
  counted.entries = 0;
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    most = Math.max(most, counted.entries);
    counted.entries = 0;
  }
  await working;
  return most;
}

/** Work that others may do in the same turn: a slice may begin before the count and one after it. */
const SHARE = 2 * STEPS_A_TURN + PEOPLE;

async function begin(cookies: readonly string[]): Promise<void> {
  node = await buildTestApp({
    clock,
    chance,
    database: shareDatabase(database),
    socketLimits: noSocketLimits,
  });
  const url = await listen(node.app);
  tabs = [];
  for (let n = 0; n < PEOPLE; n++) tabs.push(await openTab(url, cookies[n]));
}
async function end(): Promise<void> {
  for (const tab of tabs) tab.close();
  await node.close();
}
/** Another node, which holds nothing. */
async function beginAgain(): Promise<void> {
  const cookies = tabs.map(({ cookie }) => cookie);
  await end();
  await begin(cookies);
}

beforeAll(async () => {
  database = await createTestDatabase();
  await begin([]);
  const first = await startRace(tabs, { variant: VARIANT }, () => clock.skip(5000));
  const second = await startRace(tabs, { variant: VARIANT, openTables: true }, () =>
    clock.skip(5000),
  );
  [settled, running] = [first.code, second.code];
  hers = first.tables[0]!.playId;
  practice = (await tabs[0]!.ask('play:create', { variant: VARIANT, deal: '17' })).playId;
  const ids = [...first.tables, ...second.tables].map(({ playId }) => playId);
  await database.pool.query(
    `insert into entries (play_id, number, code, elapsed_ms)
     select id, n, case when n % 2 = 0 then 65535 else $2::int end, 10 * n
     from unnest($1::uuid[]) id, generate_series(1, $3::int) n`,
    [[...ids, practice], encodeEntry(move!), ENTRIES],
  );
  await beginAgain();
}, 240_000);
afterAll(async () => {
  await end();
  await database.drop();
});

test('P8: ten plays of 5,000 entries settle in slices', async () => {
  const plays = await database.pool.query<{ id: string; user_id: string }>(
    'select p.id, p.user_id from plays p join races r on r.id = p.race_id where r.code = $1',
    [settled],
  );
  const most = await replayedAtOnce(async () => {
    for (const { id, user_id: person } of plays.rows) {
      const tab = tabs.find(({ me }) => me.id === person)!;
      await tab.ask('play:concede', { playId: id, expected: ENTRIES + 1 });
    }
    await expect
      .poll(async () => (await tabs[0]!.ask('race:enter', { code: settled })).phase)
      .toBe('settled');
  });
  expect(most).toBeLessThanOrEqual(SHARE);
  // Each is read once at least, so what is replayed is what is counted.
  expect(counted.inAll).toBeGreaterThan(PEOPLE * ENTRIES);
  await beginAgain();
});

test('P8: a race that runs is not replayed for those who only ask about it', async () => {
  counted.inAll = 0;
  const statuses: number[] = [];
  for (const url of [
    `/race/${running}`,
    ...['', '/deal', '/courses', '/ghosts'].map((part) => `/api/races/${running}${part}`),
  ]) {
    const headers = { host: 'localhost:3000', accept: 'text/html' };
    statuses.push((await node.app.inject({ method: 'GET', url, headers })).statusCode);
  }
  expect(statuses).toEqual([200, 409, 409, 409, 409]);
  expect(counted.inAll).toBe(0);
});

/** What a request may hold, filled in with the longest plays there are. */
const whole = (code: string, playId: string) => ({
  ...{ playId, code, personId: tabs[1]!.me.id, playerId: tabs[1]!.me.id, variant: VARIANT },
  ...{ expected: ENTRIES + 1, move: encodeEntry(move!), entries: ENTRIES, ready: true },
  ...{ locked: true, day: new Date(clock.now()).toISOString().slice(0, 10), game: 'bisley' },
  ...{ race: code, deal: '17', strength: 1, phrase: 'well-played', afterMs: 1, deals: 1 },
});

/** These end what others ask about. */
const LAST: ReadonlySet<string> = new Set(['play:concede', 'race:leave']);
const events = Object.keys(clientEvents).toSorted((a, b) => +LAST.has(a) - +LAST.has(b));

test('P8: no event replays more in a turn than its share, on a node that holds nothing', async () => {
  const answered = new Map<string, boolean>();
  for (const event of events as ClientEventName[]) {
    for (const [code, playId] of [
      [settled, hers],
      [running, practice],
    ] as const) {
      // The watcher of open tables is somebody who has no seat.
      const tab = event === 'race:tables' ? await openTab(urlOf(node)) : tabs[0]!;
      let answer: { ok: boolean } | undefined;
      const most = await replayedAtOnce(
        async () => (answer = await tab.request(event, whole(code, playId) as never)),
      );
      expect(most, `${event} of ${code}`).toBeLessThanOrEqual(SHARE);
      answered.set(event, answered.get(event) || answer!.ok);
      if (tab !== tabs[0]) tab.close();
    }
  }
  for (const event of ['play:open', 'play:branch', 'race:tables', 'race:enter', 'race:ghosts']) {
    expect(answered.get(event), `${event} gets as far as its plays`).toBe(true);
  }
});

test('P8: ten tables of 5,000 entries are written in slices, and arrive as they are', async () => {
  const watcher = await openTab(urlOf(node));
  let tables: readonly PlaySnapshot[] = [];
  const most = await writtenAtOnce(async () => {
    ({ tables } = await watcher.ask('race:tables', { code: running }));
  });
  expect(tables).toHaveLength(PEOPLE);
  expect(tables.every(({ log: entries }) => entries.length >= ENTRIES)).toBe(true);
  expect(JSON.stringify(tables).length).toBeGreaterThan(1_000_000);
  expect(most).toBeLessThan(10_000);
  watcher.close();
});

/** A circle of three with a race arranged. */
async function aCircle(): Promise<{ id: string; code: string; dateId: string }> {
  const ask = async <T>(tab: Tab, method: 'GET' | 'POST', url: string, payload?: object) => {
    const headers = { host: 'localhost:3000', cookie: tab.cookie };
    return (await node.app.inject({ method, url, headers, ...(payload && { payload }) })).json<T>();
  };
  const [anna, ...others] = tabs.slice(0, 3) as [Tab, Tab, Tab];
  const { id } = await ask<{ id: string }>(anna, 'POST', '/api/circles', { name: 'Otters' });
  const { code } = await ask<CircleSnapshot>(anna, 'GET', `/api/circles/${id}`);
  for (const tab of others) await ask(tab, 'POST', '/api/circles/join', { code });
  const at = new Date(clock.now() + 300_000).toISOString();
  await ask(anna, 'POST', `/api/circles/${id}/dates`, { at, variant: VARIANT });
  const { dates } = await ask<CircleSnapshot>(anna, 'GET', `/api/circles/${id}`);
  return { id, code, dateId: dates[0]!.id };
}

const urlOf = ({ app }: TestApp) => {
  const address = app.server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`;
};

test('P8: no route replays more in a turn than its share, on a node that holds nothing', async () => {
  await beginAgain();
  const things: Readonly<Record<string, string>> = {
    ...{ sessionId: 'none', id: 'none', personId: tabs[1]!.me.id, playId: hers, code: settled },
    ...{ deal: '1', day: whole('', '').day, game: 'bisley', board: 'fastest', period: 'week' },
    ...{ deviceId: '00000000-0000-4000-8000-0000000000fd' },
  };
  const circle = await aCircle();
  /** By the route's beginning: what `id` and `code` are of a circle. */
  const ofCircles: Readonly<Record<string, string>> = {
    ...{ id: circle.id, code: circle.code, dateId: circle.dateId },
    // She has blocked the second one by then, who is not shown to her.
    ...{ first: tabs[0]!.me.id, second: tabs[2]!.me.id },
  };
  const offline = {
    ...{ playId: '00000000-0000-4000-8000-0000000000ff', variant: VARIANT, deal: '17' },
    ...{ ageMs: 60_000, hints: 0, entries: log },
  };
  const when = new Date(clock.now() + 300_000).toISOString();
  const sent: Readonly<Record<string, object>> = {
    'POST /api/plays/offline': offline,
    'POST /api/circles': { name: 'Otters' },
    'POST /api/circles/join': { code: circle.code },
    'PATCH /api/circles/:id': { name: 'Badgers' },
    'POST /api/circles/:id/host': { personId: tabs[2]!.me.id },
    'POST /api/circles/:id/race': { variant: VARIANT },
    'POST /api/circles/:id/dates': { at: when, variant: VARIANT },
    'PUT /api/circles/:id/dates/:dateId/me': { comes: true },
    'PATCH /api/nudges': { kinds: { invitation: true } },
    'POST /api/nudges/devices': {
      endpoint: 'https://push.example/1',
      keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
    },
    'POST /api/nudges/seen': { kind: 'invitation', subject: settled },
  };
  const routes = node.app.routes.filter((route) => !/^(HEAD|OPTIONS) /.test(route));
  const ours = routes.filter((route) => /^\w+ \/(api\/|healthz|readyz|\*)/.test(route));
  expect(ROUTES.toSorted(), 'the bench asks all of them').toEqual(ours.toSorted());
  // Being forgotten comes last.
  routes.sort((a, b) => +a.startsWith('DELETE') - +b.startsWith('DELETE'));
  const bodies = new Map<string, string>();
  const refused: string[] = [];
  for (const route of routes) {
    const [method = '', pattern = ''] = route.split(' ');
    const url = pattern
      .replace(/:(\w+)/g, (_, name: string) => {
        const thing = (pattern.startsWith('/api/circles') ? ofCircles[name] : null) ?? things[name];
        if (thing === undefined) throw new Error(`${route}: what is :${name}?`);
        return thing;
      })
      .replace('/api/auth/*', '/api/auth/ok')
      .replace('/*', `/race/${settled}`);
    const most = await replayedAtOnce(async () => {
      const answer = await node.app.inject({
        method: method as 'GET',
        url,
        headers: { host: 'localhost:3000', cookie: tabs[0]!.cookie, accept: 'text/html' },
        ...(method === 'GET' ? {} : { payload: sent[route] ?? {} }),
      });
      bodies.set(route, answer.body);
      if (/^(?!DELETE).* \/api\/(circles|nudges)/.test(route) && answer.statusCode !== 200)
        refused.push(route);
    });
    expect(most, route).toBeLessThanOrEqual(SHARE);
  }
  expect(refused, 'what circles and nudges are asked gets as far as it can').toEqual([]);
  const read = (route: string): unknown => JSON.parse(bodies.get(route)!);
  const { courses } = raceCourses.parse(read('GET /api/races/:code/courses'));
  expect(courses).toHaveLength(PEOPLE);
  expect((read('GET /api/plays/:playId') as PlaySnapshot).log).toHaveLength(ENTRIES + 1);
  expect(read('POST /api/plays/offline')).toEqual({ playId: offline.playId });
  const { plays } = read('GET /api/me/export') as { plays: PlaySnapshot[] };
  expect(plays.filter(({ log }) => log.length >= ENTRIES).length).toBeGreaterThanOrEqual(3);
});
