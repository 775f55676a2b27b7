// `pnpm verify`: a settled race, a closed daily and a closed duplicate are checked from public routes alone, and tampering is named.
import { ACE, rankOf } from '@same-deal/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { differencesOf, differencesOfScores } from '../../../tools/verify/check.ts';
import type { Contest, Kind } from '../../../tools/verify/check.ts';
import { contestsAt } from '../../../tools/verify/fetch.ts';
import { buildTestApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { Player, startRace } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';

const clock = testClock();
let app: TestApp;
let race: Contest;
let code: string;

const get = async (path: string): Promise<unknown> => {
  // Nobody is signed in.
  const answer = await app.app.inject(path);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
};

beforeAll(async () => {
  app = await buildTestApp({ clock });
  const url = await listen(app.app);
  const tabs = (await Promise.all([1, 2].map(() => openTab(url)))) as [Tab, Tab];
  const started = await startRace(tabs, { variant: 'bisley/thirteen' }, () => clock.skip(5000));
  code = started.code;
  const players = started.tables.map((table, n) => new Player(tabs[n]!, table));
  for (const [n, player] of players.entries()) {
    for (let moves = 0; moves < 4 - n; moves++) {
      await clock.skip(900);
      await player.move();
    }
  }
  await expect(get(`/api/races/${code}`), 'not while it runs').rejects.toThrow('race-not-settled');
  for (const player of players) await player.concede();
  await tabs[0].news('race:updated', (one) => one.code === code && one.phase === 'settled');
  // Two tries at a daily, of accounts, and its close.
  const { day } = (await get('/api/dailies')) as { day: string };
  for (const tab of tabs) {
    await app.database.prisma.user.update({
      where: { id: tab.me.id },
      data: { isAnonymous: false },
    });
    const started = await tab.ask('daily:start', { day, game: 'sly-fox' });
    const player = new Player(tab, await tab.ask('play:open', started));
    for (let moves = 0; moves < 3; moves++) await player.move();
    await player.concede();
  }
  // A duplicate of two deals: both play the first, one of them the second, a third person nothing.
  const [anna, ben] = tabs;
  const idle = await openTab(url);
  const settings = { variants: ['bisley/thirteen'], deals: 2, days: 1 };
  const { code: duplicate } = await anna.ask('duplicate:create', settings);
  for (const tab of [ben, idle]) await tab.ask('duplicate:join', { code: duplicate });
  for (const [tab, deal, moves] of [
    [anna, 1, 2],
    [ben, 1, 1],
    [ben, 2, 1],
  ] as const) {
    const started = await tab.ask('duplicate:start', { code: duplicate, deal });
    const player = new Player(tab, await tab.ask('play:open', started));
    for (let made = 0; made < moves; made++) await player.move();
    await player.concede();
  }
  await expect(contestsAt(`/duplicate/${duplicate}`, get), 'open').rejects.toThrow('not closed');
  for (const tab of [...tabs, idle]) tab.close();
  daily = `/daily/${day}/sly-fox`;
  await clock.skip(37 * 3_600_000);
  race = (await contestsAt(`/race/${code}`, get))![0]!;
  deals = (await contestsAt(`/duplicate/${duplicate}`, get))!;
});
let deals: readonly Contest[];
let daily: string;
afterAll(() => app.close());

test('P1, P9: everything agrees in a race that was not tampered with', () => {
  expect(race.players).toHaveLength(2);
  expect(differencesOf(race)).toEqual([]);
});

test('P1, P9: and on both boards of a daily', async () => {
  const boards = (await contestsAt(daily, get))!;
  expect(boards.map(({ order, players }) => [order, players.length])).toEqual([
    ['fastest', 2],
    ['fewest', 2],
  ]);
  expect(boards.flatMap(differencesOf)).toEqual([]);
});

test('P1, P9: and at both deals of a duplicate, whose scores are the means of what each has beaten', () => {
  expect(deals.map(({ players }) => players.length)).toEqual([2, 1]);
  expect(deals.flatMap(differencesOf)).toEqual([]);
  expect(differencesOfScores(deals)).toEqual([]);
  const scores = deals[0]!.standings!.map(({ score }) => score);
  expect(scores).toHaveLength(3);
  // Whoever was better at the first, which the deal decides: of each deal half of all pairs' points are somebody's.
  expect(scores.reduce((sum: number, score) => sum + Number(score), 0)).toBe(1.5);
});

test('P9: a name that was given a number where two look alike is no other player’s', () => {
  const one = structuredClone(race) as { players: { claimed: { name: string } }[] } & Contest;
  one.players[0]!.claimed.name += ' 2';
  expect(differencesOf(one)).toEqual([]);
});

test('an address of something else is none of its', async () => {
  for (const path of ['/', '/race', '/daily/archive', '/replay/x'])
    expect(await contestsAt(path, get)).toBe(null);
});

describe('names what was tampered with', () => {
  type Draft<Value> = Value extends object
    ? { -readonly [Key in keyof Value]: Draft<Value[Key]> }
    : Value;
  const first = (one: Draft<Contest>) => one.players[0]!;
  const tamperings: readonly [Kind, string, (one: Draft<Contest>) => void][] = [
    [
      'move',
      'a changed move',
      (one) => {
        // Onto its own pile, which is never legal. Another legal move with the same result would fit as well.
        const [entry] = first(one).play.log;
        entry!.entry = (entry!.entry & 0xff00) | (entry!.entry >> 8);
      },
    ],
    ['time', 'a changed time', (one) => (first(one).play.log.at(-1)!.elapsedMs -= 1)],
    ['time', 'a time out of its row', (one) => (first(one).play.log[0]!.elapsedMs += 60_000)],
    [
      'order',
      'a changed order',
      (one) => {
        const [a, b] = one.players.map(({ claimed }) => claimed);
        [a!.place, b!.place] = [b!.place, a!.place];
      },
    ],
    [
      'salt',
      'another salt',
      (one) =>
        (one.deal.salt = one.deal.salt.replace(/^../, (byte) => (byte === '00' ? '01' : '00'))),
    ],
    [
      'pack',
      'another pack',
      ({ deal: { pack } }) => {
        // Of two aces, which are laid out first, the table would not tell.
        const [a, b] = pack.flatMap((card, n) => (rankOf(card) === ACE ? [] : [n]));
        [pack[a!], pack[b!]] = [pack[b!]!, pack[a!]!];
      },
    ],
    ['pack', 'a card twice', ({ deal: { pack } }) => (pack[0] = pack[1]!)],
    ['player', 'another player', (one) => (first(one).play.playerName = 'Mallory')],
    ['player', 'a play of another race', (one) => (first(one).play.raceCode = 'ZZZZZZ')],
    ['missing move', 'a missing move', (one) => first(one).play.log.splice(1, 1)],
    [
      'extra move',
      'an extra move',
      (one) => first(one).play.log.splice(1, 0, { ...first(one).play.log[1]! }),
    ],
    ['ending', 'a changed ending', (one) => (first(one).play.ending = 'won')],
    [
      'ending',
      'an ending changed everywhere',
      (one) => (first(one).play.ending = first(one).claimed.ending = 'stuck'),
    ],
    [
      'start',
      'a changed start',
      (one) => {
        const { piles } = first(one).play.start;
        const long = piles.filter((pile) => pile.length > 1);
        long[0]!.reverse();
      },
    ],
  ];

  const ofDuplicates: readonly [Kind, string, (one: Draft<Contest>) => void][] = [
    ...tamperings.filter(([, what]) => !/of another race|changed order/.test(what)),
    [
      'player',
      'a play of another deal',
      (one) => (first(one).play.duplicate = { code: 'ZZZZZZ', deal: 1 }),
    ],
    [
      'order',
      'a changed order',
      (one) => {
        const [a, b] = one.players.map(({ claimed }) => claimed);
        [a!.place, b!.place] = [b!.place, a!.place];
      },
    ],
    ['score', 'a larger share', (one) => (first(one).claimed.share = 0.9)],
  ];

  test('the ten kinds that there are', () => {
    expect(new Set(tamperings.map(([kind]) => kind)).size).toBe(10);
  });
  test.each([
    ...tamperings.map((row) => ['a race', ...row] as const),
    ...ofDuplicates.map((row) => ['a duplicate', ...row] as const),
  ])('P9: in %s: %s: %s', (where, kind, _, tamper) => {
    const one = structuredClone(where === 'a race' ? race : deals[0]) as Draft<Contest>;
    tamper(one);
    const kinds = differencesOf(one as Contest).map((difference) => difference.kind);
    expect(kinds.length).toBeGreaterThan(0);
    if (kind === 'ending')
      expect(
        kinds.some((found) => found === kind || found === 'missing move' || found === 'extra move'),
      ).toBe(true);
    else expect(kinds[0]).toBe(kind);
  });

  test.each([
    ['a score', 0, { score: 0.9 }],
    ['a place', 2, { place: 1 }],
    ['how many deals were played', 0, { done: 1 }],
  ])('P9: in the standings of a duplicate: %s', (_, n, change) => {
    const standings = deals[0]!.standings!.map((one, at) =>
      at === n ? { ...one, ...change } : one,
    );
    const changed = deals.map((deal) => ({ ...deal, standings }));
    expect(differencesOfScores(changed).map(({ kind }) => kind)).toEqual(['score']);
  });
});
