// Sparring partners: seats that are no people, play the way of every move at a person's pace, and change nobody's result.
import {
  FACE_DOWN,
  mersenneDraw,
  newGame,
  packOf,
  shuffledPack,
  unwrap,
  variantOf,
} from '@same-deal/engine';
import type { Strength } from '@same-deal/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pauseBefore, paces } from '../src/race/pace.ts';
import { partners } from '../src/race/partners.ts';
import { createPresence } from '../src/race/presence.ts';
import * as quick from '../src/race/quick.ts';
import { progressOf } from '../src/race/race-snapshot.ts';
import * as rules from '../src/race/race.ts';
import { emptyLog } from '../src/play/packed-log.ts';
import { recordOf } from '../src/play/play-record.ts';
import type { PlayRecord } from '../src/play/play-record.ts';
import { createSparring, MOST_OF_HOUSEHOLD } from '../src/race/sparring.ts';
import type { Thought } from '../src/race/sparring.ts';
import { differencesOf } from '../../../tools/verify/check.ts';
import { contestsAt } from '../../../tools/verify/fetch.ts';
import { verifyResults } from '../src/storage/verify/verify-results.ts';
import { buildTestApp, device } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { createTestDatabase, shareDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { raceHeader } from './support/play-header.ts';
import { must, person, settings } from './support/race-values.ts';
import { Player, storedLog } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';

const T = 1_800_000_000_000;
const deal = { dealId: 'd', commitment: 'c', difficulty: null, plays: {} };

describe('a seat for a sparring partner', () => {
  const open = rules.openRace(settings, person('anna'), T);
  const withPartner = must(rules.addPartner(open, 'anna', 2, T));
  test('is the host’s to give and to take, once for each strength', () => {
    expect(withPartner.players[1]).toEqual({ ...partners[2], ready: true });
    expect(must(rules.addPartner(withPartner, 'anna', 2, T))).toBe(withPartner);
    expect(must(rules.addPartner(withPartner, 'anna', 3, T)).players).toHaveLength(3);
    const withBen = must(rules.join(open, person('ben'), T));
    expect(rules.addPartner(withBen, 'ben', 1, T)).toEqual({ ok: false, reason: 'not-host' });
    expect(rules.addPartner(open, 'x', 1, T)).toEqual({ ok: false, reason: 'not-in-race' });
    expect(must(rules.remove(withPartner, 'anna', partners[2].id, T)).players).toEqual(
      open.players,
    );
  });

  test('is always ready, and enough to start with', () => {
    const changed = must(rules.configure(withPartner, 'anna', { ...settings, undo: 'none' }, T));
    expect(changed.players[1]!.ready).toBe(true);
    expect(rules.startRace(changed, 'anna', deal, T).ok).toBe(true);
  });

  test('never hosts', () => {
    expect(must(rules.leave(withPartner, 'anna', T)).hostId).toBe('anna');
    const left = must(rules.leave(withPartner, 'anna', T));
    expect(must(rules.join(left, person('ben'), T)).hostId).toBe('ben');
  });

  test('in a quick match is for whoever is alone, and does not keep others out', () => {
    const match = quick.openQuick(settings, person('anna'), T);
    const sparring = must(rules.addPartner(match, 'anna', 1, T));
    const gathered = quick.gather(sparring, (id) => id === 'anna', T);
    expect(gathered.quick?.startsAt).toBe(T + quick.GATHER_MS);
    const { race } = quick.seatIn([{ code: 'R', race: gathered }], person('ben'), new Set(), T)!;
    expect(race.players).toHaveLength(3);
    expect(rules.addPartner(race, 'ben', 2, T)).toEqual({ ok: false, reason: 'not-host' });
    const deserted = quick.gather(sparring, () => false, T);
    expect(deserted.quick?.startsAt, 'partners alone do not race').toBe(null);
  });
});

test('people’s places leave partners out, whatever they come to', () => {
  const opening = unwrap(newGame('bisley/thirteen', unwrap(packOf('17', 1))));
  const record = (userId: string, cardsHome: number) =>
    ({
      header: { id: `play of ${userId}`, userId, startsAt: 0 },
      play: { entries: 1, moves: 1, undos: 0, cardsHome, position: opening },
      log: emptyLog,
      cardsHomeAtMs: 1,
      ending: null,
    }) as unknown as PlayRecord;
  const rows = [
    record('anna', 10),
    record(partners[3].id, 30),
    record('ben', 20),
    record(partners[1].id, 5),
  ];
  const places = progressOf(rows, 2, 10).map(({ place }, n) => [rows[n]!.header.id, place]);
  expect(places).toEqual([
    ['play of anna', 2],
    [`play of ${partners[3].id}`, 1],
    ['play of ben', 1],
    [`play of ${partners[1].id}`, 3],
  ]);
});

describe('the pace of a partner', () => {
  const usual = { isFirst: false, choices: 4, turnedUp: false, isRunHome: false };
  /** The chances of the median. */
  const middle = [1, 0.25] as const;
  const median = (change: Partial<typeof usual>, strength: Strength = 2) =>
    pauseBefore({ ...usual, ...change }, strength, middle);

  test.each([
    ['looks first', { isFirst: true }, 6500 + 2400],
    ['chooses among four', {}, 2400],
    ['chooses among sixteen', { choices: 16 }, 3600],
    ['looks at a card turned up', { turnedUp: true }, 3300],
    ['does not think about the only move', { choices: 1 }, 1200],
    ['runs home quickly', { isRunHome: true, choices: 16 }, 700],
  ])('%s', (_what, change, ms) => expect(median(change)).toBe(ms));

  test('is quicker for the stronger, never instant, and has no endless pauses', () => {
    for (const change of [{}, { isFirst: true }, { turnedUp: true }, { isRunHome: true }]) {
      expect(median(change, 1)).toBeGreaterThan(median(change, 2));
      expect(median(change, 2)).toBeGreaterThan(median(change, 3));
    }
    const chance = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(chance, chance, fc.constantFrom<Strength>(1, 2, 3), (a, b, strength) => {
        const ms = pauseBefore({ ...usual, isRunHome: true }, strength, [a, b]);
        expect(ms).toBeGreaterThan(paces[strength].runHome / 20);
        expect(ms).toBeLessThanOrEqual(paces[strength].runHome * 3);
      }),
    );
  });
});

test.each(['alhambra/standard', 'british-square/piles', 'sly-fox/standard'])(
  'P2: a partner of %s is given nothing that its seat does not see',
  async (variant) => {
    const pack = shuffledPack(2, mersenneDraw([1]));
    const { piles } = unwrap(newGame(variant, pack));
    const stock = piles[variantOf(variant).piles.findIndex(({ role }) => role === 'stock')]!;
    const [one, other] = [pack.indexOf(stock[0]!), pack.indexOf(stock[1]!)];
    const swapped = pack.with(one, pack[other]!).with(other, pack[one]!);
    const thoughts = await Promise.all(
      [pack, swapped].map(
        (dealt) =>
          new Promise<Thought>((resolve) => {
            const header = raceHeader(T, { userId: partners[3].id, variant, pack: dealt });
            const sparring = createSparring({
              plays: { read: async () => [recordOf(header, [])], enter: () => undefined },
              clock: testClock(T),
              think: async (thought) => {
                resolve(thought);
                return undefined;
              },
              onFault: (error) => expect.unreachable(String(error)),
            });
            const seats = { [partners[3].id]: header.id };
            sparring.drive({ ...deal, startsAt: T, closesAt: T + 9e5, plays: seats }, () => 'home');
          }),
      ),
    );
    expect(thoughts[0]).toEqual(thoughts[1]);
    expect(thoughts[0]!.view.piles.flat()).toContain(FACE_DOWN);
  },
);

/** Strong partners of any races, who think nothing out; who thought, in whose turn, in order. */
function thinking(clock: ReturnType<typeof testClock>) {
  const turns: { playId: string; household: string }[] = [];
  const sparring = createSparring({
    plays: {
      read: async ([id]) => {
        return [recordOf(raceHeader(T, { id: id ?? '', userId: partners[3].id }), [])];
      },
      enter: () => undefined,
    },
    clock,
    think: async ({ seed }, household) => {
      turns.push({ playId: seed.toString(16).padStart(8, '0'), household });
      return undefined;
    },
    onFault: (error) => expect.unreachable(String(error)),
  });
  const startOf = (playId: string) => ({
    ...{ ...deal, startsAt: T, closesAt: T + 9e5 },
    plays: { [partners[3].id]: playId },
  });
  return { sparring, startOf, turns };
}

test('P8: partners think in the turn of whoever is at their race at that moment, however many races those have', async () => {
  const presence = createPresence(() => undefined);
  const clock = testClock(T);
  const { sparring, startOf, turns } = thinking(clock);
  const taken = () => turns.splice(0).map(({ household }) => household);
  for (const code of ['FIRST', 'SECOND']) {
    presence.enter(code, `tab at ${code}`, 'anna', '203.0.113.7');
    presence.enter(code, `watcher of ${code}`, 'ben', '203.0.113.8');
    sparring.drive(startOf(code), () => presence.householdAt(code) ?? 'nobody');
  }
  const thought = (households: readonly string[]) =>
    clock.skip(2_000).then(() => expect.poll(taken).toEqual(households));
  await expect.poll(taken).toEqual(['203.0.113.7', '203.0.113.7']);
  presence.drop('tab at FIRST');
  await thought(['203.0.113.8', '203.0.113.7']);
  presence.drop('watcher of FIRST');
  await thought(['nobody', '203.0.113.7']);
  sparring.stop();
});

test('P8: of a hundred races of one household no more partners play at once than a class has, and none is forgotten', async () => {
  const clock = testClock(T);
  const { sparring, startOf, turns } = thinking(clock);
  const races = Array.from({ length: 100 }, (_, n) => n.toString(16).padStart(8, '0'));
  let isLeft = false;
  for (const playId of races) sparring.drive(startOf(playId), () => (isLeft ? 'nobody' : 'many'));
  sparring.drive(startOf('ffffffff'), () => 'one');
  const thinkers = async () => {
    turns.length = 0;
    await clock.skip(2_000);
    return new Set(turns.map(({ playId }) => playId));
  };
  const first = await thinkers();
  expect(first).toContain('ffffffff');
  expect(first.size).toBe(MOST_OF_HOUSEHOLD + 1);
  // One of them settles, and the next has its place; another is let go of in the middle of its turn.
  sparring.leave(startOf(races[0]!));
  const second = await thinkers();
  expect(second.size).toBe(MOST_OF_HOUSEHOLD + 1);
  expect([...second].filter((playId) => !first.has(playId))).toEqual([races[MOST_OF_HOUSEHOLD]]);
  // Left by everybody they are no more.
  isLeft = true;
  await thinkers();
  expect((await thinkers()).size).toBe(MOST_OF_HOUSEHOLD + 1);
  for (const playId of races) sparring.leave(startOf(playId));
  expect([...(await thinkers())]).toEqual(['ffffffff']);
  sparring.stop();
});

describe('a race with a partner', () => {
  let database: TestDatabase;
  let node: TestApp;
  const clock = testClock();
  const open = async () => {
    node = await buildTestApp({ clock, database: shareDatabase(database) });
    return listen(node.app);
  };
  beforeAll(async () => void (database = await createTestDatabase()));
  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  test('P9: it plays, goes on after a restart, ends with the last person, and counts nowhere', async () => {
    let url = await open();
    let anna = await openTab(url);
    // A long game: at a short one the partner may be at its end, and give up, before the last person does.
    const { code } = await anna.ask('race:create', { variant: 'sly-fox/standard', proved: false });
    await anna.ask('race:join', { code });
    await anna.ask('race:partner', { code, strength: 1 });
    await anna.ask('race:start', { code });
    await clock.skip(5000);
    const table = await anna.news('play:opened');
    const race = await anna.ask('race:enter', { code });
    const partner = race.players[1]!;
    expect(partner).toMatchObject({ ...partners[1], partner: 1, away: false });
    expect(race.players[0]!.partner).toBe(null);
    const playsOn = (moves: number) =>
      expect
        .poll(
          async () => {
            await clock.skip(2_000);
            return (await storedLog(database, partner.playId!)).length;
          },
          { timeout: 20_000 },
        )
        .toBeGreaterThanOrEqual(moves);
    await playsOn(3);
    await anna.news('race:progressed', ([, , players]) => players.some(([seat]) => seat === 1));
    const [first] = await storedLog(database, partner.playId!);
    expect(first!.elapsed_ms, 'after a first look').toBeGreaterThan(3000);
    // Nobody else's table is anybody's, a partner's neither.
    expect(await anna.request('play:open', { playId: partner.playId! })).toMatchObject({
      error: { code: 'deal-is-live' },
    });

    anna.close();
    await node.app.close();
    url = await open();
    anna = await openTab(url, anna.cookie);
    await anna.ask('race:enter', { code });
    await playsOn(5);

    const own = new Player(anna, await anna.ask('play:open', { playId: table.playId }));
    await own.concede();
    const { players } = await anna.news('race:updated', ({ phase }) => phase === 'settled');
    expect(players.map(({ progress }) => progress?.ending)).toEqual(['conceded', 'cap']);
    expect(players[0]!.progress!.place).toBe(1);
    const settled = (await storedLog(database, partner.playId!)).length;
    await clock.skip(60_000);
    expect(await storedLog(database, partner.playId!)).toHaveLength(settled);

    const browser = device(node.app);
    const get = async (path: string) => (await browser.get(path, { cookie: anna.cookie })).body;
    const { races } = (await get('/api/stats')) as { races: object[] };
    expect(races[0]).toMatchObject({ game: null, played: 0, first: 0 });
    expect((await verifyResults(database)).differences).toEqual([]);
    expect(await get('/api/people')).toEqual({ people: [] });
    const contests = await contestsAt(`/race/${code}`, get);
    expect(contests?.flatMap(differencesOf)).toEqual([]);
    expect(await get(`/api/plays/${partner.playId}`)).toMatchObject({
      playerName: partners[1].name,
      ending: 'cap',
    });
    anna.close();
  });
});
