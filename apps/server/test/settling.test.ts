// How races end, and begin, whoever does it and however many do it at once.
import { createHash } from 'node:crypto';
import {
  encodeEntry,
  encodeMove,
  legalMoves,
  mersenneDraw,
  newGame,
  shuffledPack,
  unwrap,
} from '@same-deal/engine';
import type { OpenedDeal, PlaySnapshot, RaceSnapshot } from '@same-deal/protocol';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cryptographicChance } from '../src/deal/chance.ts';
import { buildTestApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { shareDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { withPack } from './support/fixed-chance.ts';
import { hasValkey, startNode as startOneOf } from './support/nodes.ts';
import { ageRace, openLobby, Player, startRace, storedLog } from './support/races.ts';
import { listen } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';
import { newDatabase, tabAt } from './support/until-finished.ts';

type Node = TestApp & { url: string };
async function startNode(
  database: TestDatabase,
  options: Parameters<typeof buildTestApp>[0] = {},
): Promise<Node> {
  const app = await buildTestApp({ database: shareDatabase(database), ...options });
  const node = { ...app, url: await listen(app.app) };
  onTestFinished(() => node.close());
  return node;
}
async function twoNodes() {
  const database = await newDatabase();
  return { database, nodes: await twoNodesOn(database) };
}
async function twoNodesOn(database: TestDatabase): Promise<Node[]> {
  const nodes = await Promise.all(['one', 'two'].map((name) => startOneOf(database, name)));
  for (const node of nodes) onTestFinished(() => node.close());
  return nodes;
}
const countdown = (clock: ReturnType<typeof testClock>) => () => clock.skip(5000);
const getJson = async (url: string, path: string, cookie?: string) => {
  const answer = await fetch(url + path, { headers: cookie ? { cookie } : {} });
  return { status: answer.status, body: (await answer.json()) as never };
};
const inPast = ({ closesAt }: { closesAt: number }) => closesAt - (Date.now() - 60_000);

/** A race in which Anna has played three moves and Ben one, begun some time ago on a node that is gone. */
async function raceBegun(agoMs: Parameters<typeof ageRace>[2]) {
  const database = await newDatabase();
  const clock = testClock();
  const first = await buildTestApp({ database: shareDatabase(database), clock });
  const url = await listen(first.app);
  const [anna, ben] = [await tabAt(url), await tabAt(url)];
  const { code, tables } = await startRace([anna, ben], {}, countdown(clock));
  const [hers, his] = [new Player(anna, tables[0]!), new Player(ben, tables[1]!)];
  for (let n = 0; n < 3; n++) await hers.move();
  await his.move();
  anna.close();
  ben.close();
  await first.close();
  await ageRace(database, code, agoMs);
  return { database, code, anna, ben, hers, his };
}
/** The same, and no node was awake when its cap came. */
const raceInPast = () => raceBegun(inPast);

describe('a race whose cap has come while nobody was awake', () => {
  test('is settled by whoever looks first', async () => {
    const { database, code, anna } = await raceInPast();
    const node = await startNode(database);
    const tab = await tabAt(node.url, anna.cookie);
    const race = await tab.ask('race:enter', { code });
    expect(race.phase).toBe('settled');
    expect(race.players.map(({ progress }) => progress?.ending)).toEqual(['cap', 'cap']);
    expect(race.players.map(({ progress }) => progress?.elapsedMs)).toEqual([900_000, 900_000]);
    expect(race.players.map(({ progress }) => progress?.moves)).toEqual([3, 1]);
  });

  test.each([
    ['a player who opens their table', '/api/plays/HERS', 'anna'],
    ['an opponent who asks for a replay', '/api/plays/HERS', 'ben'],
    ['a player who looks at their list', '/api/plays', 'anna'],
    ['anyone who checks the deal', '/api/races/CODE/deal', undefined],
  ] as const)('is settled by %s', async (_who, path, who) => {
    const past = await raceInPast();
    const node = await startNode(past.database);
    const address = path.replace('HERS', past.hers.playId).replace('CODE', past.code);
    const cookie = who && past[who].cookie;
    const answer = await getJson(node.url, address, cookie);
    expect(answer.status).toBe(200);
    const { rows } = await past.database.pool.query(
      'select settled_at from races where code = $1',
      [past.code],
    );
    expect(rows[0].settled_at).not.toBe(null);
    const text = JSON.stringify(answer.body);
    if (who) expect(text).toContain('"ending":"cap"');
    const { rows: plays } = await past.database.pool.query(
      'select ending, moves, elapsed_ms from plays order by moves',
    );
    expect(plays).toEqual([
      { ending: 'cap', moves: 1, elapsed_ms: 900_000 },
      { ending: 'cap', moves: 3, elapsed_ms: 900_000 },
    ]);
  });

  test.runIf(hasValkey())('is settled once, however many look at once on two nodes', async () => {
    const { database, code, anna, ben } = await raceInPast();
    const nodes = await twoNodesOn(database);
    const tabs = await Promise.all(
      nodes.flatMap((node) => [tabAt(node.url, anna.cookie), tabAt(node.url, ben.cookie)]),
    );
    const before = await database.pool.query('select version from races where code = $1', [code]);
    const looks = await Promise.all(
      Array.from({ length: 5 }, () => tabs.map((tab) => tab.ask('race:enter', { code }))).flat(),
    );
    expect(looks.map(({ phase }) => phase)).toEqual(looks.map(() => 'settled'));
    const after = await database.pool.query(
      'select version, value, settled_at from races where code = $1',
      [code],
    );
    expect(after.rows[0].version).toBe(before.rows[0].version + 1);
    expect(after.rows[0].value.settledAt).toBe(after.rows[0].settled_at.getTime());
    for (const tab of tabs) {
      expect(tab.received.filter(({ name }) => name === 'play:ended').length).toBeLessThanOrEqual(
        1,
      );
    }
  });

  test('P1: its deal opens, and anyone can check that it was fixed before the start', async () => {
    const { database, code, hers, ben } = await raceInPast();
    const node = await startNode(database);
    const race = await (await tabAt(node.url, ben.cookie)).ask('race:enter', { code });
    const deal = (await getJson(node.url, `/api/races/${code}/deal`)).body as OpenedDeal;
    const bytes = [
      Buffer.from(deal.salt, 'hex'),
      Buffer.from(deal.variant),
      Buffer.from([0]),
      Buffer.from(deal.pack),
    ];
    expect(createHash('sha256').update(Buffer.concat(bytes)).digest('hex')).toBe(race.commitment);
    expect(deal.commitment).toBe(race.commitment);
    const replay = (await getJson(node.url, `/api/plays/${hers.playId}`, ben.cookie))
      .body as PlaySnapshot;
    expect(unwrap(newGame(deal.variant, deal.pack)).piles).toEqual(replay.start.piles);
    expect(replay).toMatchObject({ isYours: false, ending: 'cap' });
  });
});

test.each([
  ['enters it', 'stored with them', true],
  ['enters it', 'known from the logs alone', false],
  ['checks the deal', 'stored with them', true],
] as const)(
  'P4: a race whose node died between its last entries and their publishing is settled by whoever %s: that all have ended is %s',
  async (who, _, isStored) => {
    const { database, code, anna } = await raceBegun(() => 60_000);
    await database.pool.query(
      `insert into entries (play_id, number, code, elapsed_ms)
       select p.id, 1 + (select count(*) from entries e where e.play_id = p.id), $1, 30000 from plays p`,
      [encodeEntry('concede')],
    );
    if (isStored)
      await database.pool.query(
        `update plays set ended_at = starts_at + interval '30 seconds', ending = 'conceded', moves = 1,
           undos = 0, cards_home = 0, cards_home_at_ms = 0, elapsed_ms = 30000`,
      );
    const node = await startNode(database);
    if (who === 'enters it') {
      const race = await (await tabAt(node.url, anna.cookie)).ask('race:enter', { code });
      expect(race.phase).toBe('settled');
      expect(race.players.map(({ progress }) => progress?.ending)).toEqual([
        'conceded',
        'conceded',
      ]);
    } else expect((await getJson(node.url, `/api/races/${code}/deal`)).status).toBe(200);
  },
);

test('P1, P2: salt, order and the replays of others are refused while the race is live', async () => {
  const database = await newDatabase();
  const clock = testClock();
  const node = await startNode(database, { clock });
  const [anna, ben] = [await tabAt(node.url), await tabAt(node.url)];
  const lobby = await openLobby([anna, ben]);
  const dealOf = async (code: string) => {
    const { status, body } = await getJson(node.url, `/api/races/${code}/deal`, anna.cookie);
    return [status, body];
  };
  const notSettled = [409, { error: { code: 'race-not-settled' } }];
  expect(await dealOf(lobby)).toEqual(notSettled);
  await anna.ask('race:start', { code: lobby });
  expect(await dealOf(lobby)).toEqual(notSettled);
  await clock.skip(5000);
  const table = await anna.news('play:opened');
  const player = new Player(anna, table);
  await player.move();
  await player.concede();
  expect(await dealOf(lobby)).toEqual(notSettled);
  for (const cookie of [ben.cookie, undefined]) {
    const replay = await getJson(node.url, `/api/plays/${table.playId}`, cookie);
    expect([replay.status, replay.body]).toEqual([403, { error: { code: 'deal-is-live' } }]);
  }
  await ben.ask('race:leave', { code: lobby });
  await anna.news('race:updated', ({ phase }) => phase === 'settled');
  expect((await dealOf(lobby))[0]).toBe(200);
  expect((await getJson(node.url, `/api/plays/${table.playId}`, ben.cookie)).status).toBe(200);
});

describe('P10: the cap', () => {
  /** A race in which the cap comes so many milliseconds from now, on a node that knows it so. */
  async function raceClosingIn(ms: number) {
    const database = await newDatabase();
    const clock = testClock();
    const first = await buildTestApp({ database: shareDatabase(database), clock });
    const url = await listen(first.app);
    const [anna, ben] = [await tabAt(url), await tabAt(url)];
    const { code, tables } = await startRace([anna, ben], {}, countdown(clock));
    anna.close();
    ben.close();
    await first.close();
    const node = await startNode(database);
    const tabs = [await tabAt(node.url, anna.cookie), await tabAt(node.url, ben.cookie)] as const;
    let closesAt = 0;
    await ageRace(database, code, (times) => {
      closesAt = Date.now() + ms;
      return times.closesAt - closesAt;
    });
    for (const tab of tabs) {
      await tab.ask('race:enter', { code });
      await tab.ask('play:open', { playId: tables[tabs.indexOf(tab)]!.playId });
    }
    return { database, code, node, tabs, tables, closesAt };
  }
  const until = (time: number) => new Promise((resolve) => setTimeout(resolve, time - Date.now()));
  /** Keeps a play from being written to until the returned function is called. */
  async function hold({ pool }: TestDatabase, playId: string): Promise<() => Promise<void>> {
    const client = await pool.connect();
    await client.query('begin');
    await client.query('select 1 from plays where id = $1 for update', [playId]);
    return async () => {
      await client.query('commit');
      client.release();
    };
  }

  test('settles a race that is being played, and tells everyone', async () => {
    const { code, tabs, tables } = await raceClosingIn(2000);
    const settled = await Promise.all(
      tabs.map((tab) =>
        tab.news('race:updated', (race) => race.code === code && race.phase === 'settled'),
      ),
    );
    expect(settled[0]!.players.map(({ progress }) => progress?.ending)).toEqual(['cap', 'cap']);
    for (const [n, tab] of tabs.entries()) {
      const ended = await tab.news('play:ended');
      expect(ended).toEqual({ playId: tables[n]!.playId, ending: 'cap' });
    }
  });

  test('an entry received before it and committed in the grace after it counts', async () => {
    const { database, code, tabs, tables, closesAt } = await raceClosingIn(3000);
    const [anna] = tabs;
    const player = new Player(anna, tables[0]!);
    const release = await hold(database, player.playId);
    await until(closesAt - 500);
    const entered = player.move();
    await until(closesAt + 500);
    await release();
    expect(await entered).toBe(1);
    const race = await anna.news('race:updated', ({ phase }) => phase === 'settled');
    expect(race.players.map(({ progress }) => progress?.moves)).toEqual([1, 0]);
    expect(race.code).toBe(code);
  });

  test('an entry received before it and not committed in the grace is refused as too late, and is not there', async () => {
    const { database, tabs, tables, closesAt } = await raceClosingIn(3000);
    const [anna] = tabs;
    const player = new Player(anna, tables[0]!);
    const release = await hold(database, player.playId);
    await until(closesAt - 500);
    const late = anna.request('play:move', {
      playId: player.playId,
      expected: 1,
      move: encodeMove(player.moves()[0]!),
    });
    await until(closesAt + 2100);
    await release();
    const answer = await late;
    expect(!answer.ok && ['time-is-up', 'play-ended']).toContain(!answer.ok && answer.error.code);
    expect(await storedLog(database, player.playId)).toEqual([]);
  });
});

describe.runIf(hasValkey())('all at once', () => {
  test('the host starts in two tabs, on two nodes: once', async () => {
    const { database, nodes } = await twoNodes();
    const [anna, ben] = [await tabAt(nodes[0]!.url), await tabAt(nodes[1]!.url)];
    const second = await tabAt(nodes[1]!.url, anna.cookie);
    const code = await openLobby([anna, ben]);
    const answers = await Promise.all(
      [anna, second, anna, second].map((tab) => tab.request('race:start', { code })),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const answer of answers) if (!answer.ok) expect(answer.error.code).toBe('race-not-open');
    const { rows } = await database.pool.query(
      `select (select count(*) from deals)::int as deals, (select count(*) from plays)::int as plays`,
    );
    expect(rows).toEqual([{ deals: 1, plays: 2 }]);
  });

  test('ten players end at once on two nodes, in four races: each settles once, and no two wait for each other in a circle', async () => {
    const { database, nodes } = await twoNodes();
    const races = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const crowd = await Promise.all(
          Array.from({ length: 10 }, (_, n) => tabAt(nodes[n % 2]!.url)),
        );
        return { crowd, code: await openLobby(crowd) };
      }),
    );
    await Promise.all(races.map(({ crowd, code }) => crowd[0]!.ask('race:start', { code })));
    await Promise.all(
      races.flatMap(({ crowd, code }) =>
        crowd.flatMap((tab) => [
          tab.ask('race:leave', { code }),
          tab.request('race:enter', { code }),
          tab.request('race:leave', { code }),
        ]),
      ),
    );
    for (const { crowd, code } of races) {
      for (const tab of crowd) {
        const settled = await tab.news(
          'race:updated',
          (race) => race.code === code && race.phase === 'settled',
        );
        expect(settled.players.map(({ progress }) => progress?.ending)).toEqual(
          crowd.map(() => 'conceded'),
        );
      }
    }
    const { rows } = await database.pool.query('select count(*)::int as entries from entries');
    expect(rows).toEqual([{ entries: 40 }]);
    for (const node of nodes) expect(node.log()).not.toContain('"level":50');
  });

  test('thirty join on two nodes: exactly ten have a seat', async () => {
    const { nodes } = await twoNodes();
    const crowd = await Promise.all(Array.from({ length: 30 }, (_, n) => tabAt(nodes[n % 2]!.url)));
    const { code } = await crowd[0]!.ask('race:create', { variant: 'bisley/thirteen' });
    const answers = await Promise.all(crowd.map((tab) => tab.request('race:join', { code })));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(10);
    for (const answer of answers) if (!answer.ok) expect(answer.error.code).toBe('race-full');
    const race = await crowd[0]!.ask('race:enter', { code });
    expect(new Set(race.players.map(({ id }) => id)).size).toBe(10);
  });

  test('everybody asks for the rematch, on two nodes: one, for the same people, with another deal', async () => {
    const { database, nodes } = await twoNodes();
    const [anna, ben] = [await tabAt(nodes[0]!.url), await tabAt(nodes[1]!.url)];
    const settings = { variant: 'bisley/twelve', undo: 'none', capMinutes: 7 } as const;
    const code = await openLobby([anna, ben], settings);
    await anna.ask('race:start', { code });
    await anna.ask('race:leave', { code });
    await ben.ask('race:leave', { code });
    await ben.news('race:updated', (race) => race.code === code && race.phase === 'settled');
    const answers = await Promise.all(
      [anna, ben, anna, ben, anna, ben].map((tab) => tab.ask('race:rematch', { code })),
    );
    expect(new Set(answers.map((answer) => answer.code)).size).toBe(1);
    const { rows } = await database.pool.query('select count(*)::int as races from races');
    expect(rows).toEqual([{ races: 2 }]);
    const told = await anna.news('race:updated', ({ rematchCode }) => rematchCode !== null);
    const settled = await anna.news(
      'race:updated',
      (race) => race.code === code && race.phase === 'settled',
    );
    expect(told.revision, 'that there is a rematch is a newer state').toBeGreaterThan(
      settled.revision,
    );
    const next = answers[0]!.code;
    await anna.ask('race:join', { code: next });
    await ben.ask('race:join', { code: next });
    const race = await ben.ask('race:enter', { code: next });
    expect(race).toMatchObject({ settings, hostId: anna.me.id, phase: 'open', commitment: null });
    expect(race.players.map(({ id }) => id).sort()).toEqual([anna.me.id, ben.me.id].sort());
    await ben.ask('race:ready', { code: next, ready: true });
    await anna.ask('race:start', { code: next });
    const { rows: deals } = await database.pool.query('select distinct pack from deals');
    expect(deals).toHaveLength(2);
  });
});

describe('leaving', () => {
  test('in the countdown concedes; when all have, the race settles before it began', async () => {
    const node = await startNode(await newDatabase());
    const [anna, ben, cleo] = [await tabAt(node.url), await tabAt(node.url), await tabAt(node.url)];
    const code = await openLobby([anna, ben, cleo]);
    await anna.ask('race:start', { code });
    await ben.ask('race:leave', { code });
    await ben.ask('race:leave', { code });
    const left = await anna.news(
      'race:updated',
      ({ players }) => players[1]?.progress?.ending === 'conceded',
    );
    expect(left.players[1]!.progress).toMatchObject({ moves: 0, elapsedMs: 0, ending: 'conceded' });
    expect(left.phase).toBe('countdown');
    await anna.ask('race:leave', { code });
    await cleo.ask('race:leave', { code });
    const settled = await cleo.news('race:updated', ({ phase }) => phase === 'settled');
    expect(settled.players.map(({ progress }) => progress?.place)).toEqual([1, 1, 1]);
  });

  test('while it runs tells the table of whoever leaves, also where it is the only one', async () => {
    const clock = testClock();
    const node = await startNode(await newDatabase(), { clock });
    const [anna, ben] = [await tabAt(node.url), await tabAt(node.url)];
    const { code } = await startRace([anna, ben], {}, countdown(clock));
    await anna.ask('race:leave', { code });
    expect((await anna.news('play:advanced')).ending).toBe('conceded');
  });

  test('as host passes the lobby on; an empty lobby belongs to the next who joins', async () => {
    const node = await startNode(await newDatabase());
    const [anna, ben] = [await tabAt(node.url), await tabAt(node.url)];
    const code = await openLobby([anna, ben]);
    await anna.ask('race:leave', { code });
    expect(
      (await ben.news('race:updated', ({ hostId }) => hostId === ben.me.id)).players,
    ).toHaveLength(1);
    await ben.ask('race:leave', { code });
    await anna.ask('race:join', { code });
    expect((await anna.ask('race:enter', { code })).hostId).toBe(anna.me.id);
  });
});

test('P10: a deal without any move is over at T0, and nobody learns of it before', async () => {
  const dead = (() => {
    for (let seed = 0; ; seed++) {
      const pack = shuffledPack(1, mersenneDraw([seed]));
      if (legalMoves(unwrap(newGame('bisley/thirteen', pack))).length === 0) return pack;
    }
  })();
  const clock = testClock();
  const node = await startNode(await newDatabase(), {
    clock,
    chance: withPack(cryptographicChance, dead),
  });
  const [anna, ben] = [await tabAt(node.url), await tabAt(node.url)];
  const { code } = await startRace([anna, ben], {}, countdown(clock));
  const settled = await ben.news('race:updated', ({ phase }) => phase === 'settled');
  expect(settled.players.map(({ progress }) => [progress?.ending, progress?.place])).toEqual([
    ['stuck', 1],
    ['stuck', 1],
  ]);
  const countdowns = ben.received
    .filter(({ name }) => name === 'race:updated')
    .map(({ news }) => news as RaceSnapshot)
    .filter((race) => race.code === code && race.phase === 'countdown');
  expect(countdowns.length).toBeGreaterThan(0);
  for (const { players } of countdowns) {
    expect(players.map(({ progress }) => progress?.ending)).toEqual([null, null]);
  }
});
