import type { Ghost, PlayEnding, Progress, RacePlayer, RaceSnapshot } from '@same-deal/protocol';
import { describe, expect, test } from 'vitest';
import { announce, nothingSaid } from './announce.ts';
import { secondsLeft } from './countdown.ts';
import { headline } from './headline.ts';
import {
  deadline,
  foldRace,
  ofPeople,
  raceChanges,
  standingRows,
  startObstacle,
} from './race-state.ts';
import { changeText } from './change-text.ts';
import type { RaceNews, RaceState } from './race-state.ts';

const player = (id: string, more: Partial<RacePlayer> = {}): RacePlayer => ({
  id,
  name: id.toUpperCase(),
  ready: false,
  away: false,
  playId: null,
  progress: null,
  ...more,
});

const progress = (place: number, more: Partial<Progress> = {}): Progress => ({
  place,
  cardsHome: 0,
  moves: 0,
  undos: 0,
  ending: null,
  elapsedMs: null,
  cardsHomeAtMs: 0,
  ...more,
});

const race = (more: Partial<RaceSnapshot> = {}): RaceSnapshot => ({
  code: 'ABC234',
  revision: 1,
  phase: 'open',
  settings: { variant: 'bisley/thirteen', undo: 'bounded', capMinutes: 15, proved: true },
  hostId: 'anna',
  locked: false,
  players: [player('anna'), player('ben')],
  watchers: 0,
  commitment: null,
  proved: null,
  difficulty: null,
  startsInMs: null,
  closesInMs: null,
  rematchCode: null,
  unrated: false,
  ...more,
});

const foldAll = (news: readonly (RaceNews & { at?: number })[]): RaceState => {
  let state: RaceState | undefined;
  for (const one of news) state = foldRace(state, one, one.at ?? 0);
  if (!state) throw new Error('nothing was folded');
  return state;
};

const entered = (more: Partial<RaceSnapshot>, at = 0) =>
  ({ kind: 'entered', snapshot: race(more), at }) as const;
const updated = (more: Partial<RaceSnapshot>, at = 0) =>
  ({ kind: 'updated', snapshot: race(more), at }) as const;

describe('folding the news of a race', () => {
  test('an older revision that arrives late is ignored', () => {
    const state = foldAll([
      entered({ revision: 4, locked: true }),
      updated({ revision: 3, locked: false }),
    ]);
    expect(state.snapshot.locked).toBe(true);
  });

  test('news of another race is ignored', () => {
    const state = foldAll([entered({ revision: 1 }), updated({ code: 'ZZZ999', revision: 9 })]);
    expect(state.snapshot.code).toBe('ABC234');
  });

  test('progress is laid over the players, and nothing else changes', () => {
    const state = foldAll([
      entered({ phase: 'running', players: [player('anna', { away: true }), player('ben')] }),
      {
        kind: 'progressed',
        progress: ['ABC234', 1, [[0, 12, 3, 1, 7, 4000]]],
      },
    ]);
    expect(state.snapshot.players).toEqual([
      player('anna', {
        away: true,
        progress: {
          place: 1,
          cardsHome: 7,
          moves: 12,
          undos: 3,
          cardsHomeAtMs: 4000,
          ending: null,
          elapsedMs: null,
        },
      }),
      player('ben'),
    ]);
  });

  test('what is left out of progress is as it was', () => {
    const state = foldAll([
      entered({ phase: 'running', players: [player('anna'), player('ben')] }),
      { kind: 'progressed', progress: ['ABC234', 1, [[0, 12, 3, 2, 17, 4000, 1]]] },
      { kind: 'progressed', progress: ['ABC234', 1, [[0, 13, 4]]] },
    ]);
    expect(state.snapshot.players[0]!.progress).toMatchObject({
      place: 2,
      cardsHome: 17,
      moves: 13,
      undos: 4,
      cardsHomeAtMs: 4000,
      suitsHome: 1,
    });
  });

  test('progress of an older revision changes nothing: final standings are final', () => {
    const settled = entered({ phase: 'settled', revision: 9, players: [player('anna')] });
    const late: RaceNews = {
      kind: 'progressed',
      progress: ['ABC234', 8, [[0, 12, 3, 1, 7, 4000]]],
    };
    expect(foldAll([settled, late]).snapshot).toEqual(foldAll([settled]).snapshot);
  });

  test('progress before the race is known is nothing', () => {
    const news: RaceNews = {
      kind: 'progressed',
      progress: ['ABC234', 1, []],
    };
    expect(foldRace(undefined, news, 0)).toBeUndefined();
  });

  test('the start keeps its moment while messages arrive late', () => {
    const state = foldAll([
      updated({ revision: 2, phase: 'countdown', startsInMs: 5000 }, 1000),
      // This one spent 300 ms more on its way.
      updated({ revision: 3, phase: 'countdown', startsInMs: 4000 }, 2300),
    ]);
    expect(state.startsAt).toBe(6000);
  });

  test('after a lost line the service’s word counts, whatever the page believed', () => {
    const state = foldAll([
      updated({ revision: 2, phase: 'running', startsInMs: 0, closesInMs: 900_000 }, 0),
      entered({ revision: 2, phase: 'running', startsInMs: 0, closesInMs: 500_000 }, 10_000),
    ]);
    expect(state.closesAt).toBe(510_000);
    expect(state.startsAt).toBe(510_000 - 15 * 60_000);
  });
});

test('of two estimates of one moment the earlier is the better', () => {
  expect(deadline(null, 5000, 100)).toBe(5100);
  expect(deadline(5100, 4000, 1500)).toBe(5100);
  expect(deadline(5100, 4000, 1000)).toBe(5000);
  expect(deadline(5100, 60_000, 1000)).toBe(61_000);
  expect(deadline(5100, null, 1000)).toBeNull();
});

test('the countdown shows 5 4 3 2 1 and then nothing', () => {
  const shown = [0, 1, 999, 1000, 1001, 4000, 4999, 5000, 6000].map((now) =>
    secondsLeft(5000, now),
  );
  expect(shown).toEqual([5, 5, 5, 4, 4, 1, 1, 0, 0]);
  expect(secondsLeft(9000, 0)).toBe(5);
  expect(secondsLeft(null, 0)).toBe(5);
});

describe('standings', () => {
  const running = race({
    phase: 'running',
    players: [
      player('anna', { progress: progress(2, { cardsHome: 3 }) }),
      player('ben', { progress: progress(1, { cardsHome: 5 }) }),
      player('carl', { progress: progress(2, { cardsHome: 3 }) }),
      player('dora'),
    ],
  });

  test('go by place; equal places and those without one keep the order of joining', () => {
    const rows = standingRows(running, 'carl');
    expect(rows.map(({ player: { id }, place, isYou }) => [id, place, isYou])).toEqual([
      ['ben', 1, false],
      ['anna', 2, false],
      ['carl', 2, true],
      ['dora', null, false],
    ]);
  });

  test('a partner or a ghost stands before the person whose place it would have taken', () => {
    const level = progress(1, { cardsHome: 5 });
    const rows = standingRows(
      race({
        phase: 'running',
        players: [
          player('anna', { progress: progress(1, { cardsHome: 5 }) }),
          player('partner-1', { partner: 1, progress: level }),
        ],
        ghosts: [
          { name: 'Ben', progress: progress(1, { cardsHome: 9 }), playId: null, partner: null },
        ],
      }),
      'anna',
    );
    expect(rows.map(({ player: { id } }) => id)).toEqual(['ghost-0', 'partner-1', 'anna']);
  });

  test('the own row shows the own table, until the play has ended', () => {
    const own = { cardsHome: 9, moves: 20, undos: 1 };
    expect(standingRows(running, 'anna', own)[1]).toMatchObject(own);
    const ended = race({
      players: [player('anna', { progress: progress(1, { cardsHome: 4, ending: 'conceded' }) })],
    });
    expect(standingRows(ended, 'anna', own)[0]).toMatchObject({ cardsHome: 4 });
  });

  test('are told in words, seldom, and only when something matters', () => {
    const rows = standingRows(running, 'anna');
    expect(announce(nothingSaid, rows, 52).text).toBe('');
    const stuck = standingRows(
      race({
        players: [
          player('anna', { progress: progress(1, { cardsHome: 6 }) }),
          player('ben', { progress: progress(2, { cardsHome: 5, ending: 'stuck' }) }),
        ],
      }),
      'anna',
    );
    const news = announce(nothingSaid, stuck, 52);
    expect(news.text).toBe('BEN is stuck.');
    expect(announce(news.said, stuck, 52).text).toBe('');
  });
});

describe('the result in a few words', () => {
  const settled = (...players: RacePlayer[]) => standingRows(race({ players }), 'anna');
  const won = { ending: 'won', cardsHome: 48, elapsedMs: 1 } as const;

  test.each([
    ['You won!', [player('anna', { progress: progress(1, won) })]],
    ['BEN wins', [player('ben', { progress: progress(1, won) })]],
    [
      'You share first place!',
      [
        player('anna', { progress: progress(1, { cardsHome: 2 }) }),
        player('ben', { progress: progress(1, { cardsHome: 2 }) }),
      ],
    ],
    ['No winner: no cards home', [player('ben', { progress: progress(1) })]],
  ])('%s', (text, players) => expect(headline(settled(...players))).toBe(text));
});

describe('the start', () => {
  test('needs two players', () => {
    expect(startObstacle(race({ players: [player('anna')] }))).toEqual({ why: 'alone' });
  });

  test('needs everybody but the host to be ready', () => {
    expect(startObstacle(race())).toEqual({ why: 'not-ready', names: ['BEN'] });
    const players = [player('anna'), player('ben', { ready: true })];
    expect(startObstacle(race({ players }))).toBeUndefined();
  });
});

describe('what is worth telling', () => {
  test('a new host, changed settings, a lost seat, a rematch', () => {
    expect(raceChanges(race(), race({ hostId: 'ben' }), 'ben')).toEqual([
      { kind: 'host', name: 'BEN', isYou: true },
    ]);
    const settings = {
      variant: 'bisley/twelve',
      undo: 'none',
      capMinutes: 15,
      proved: true,
    } as const;
    expect(raceChanges(race(), race({ settings }), 'ben')).toEqual([{ kind: 'settings' }]);
    expect(raceChanges(race(), race({ settings }), 'anna')).toEqual([]);
    expect(raceChanges(race(), race({ players: [player('anna')] }), 'ben')).toEqual([
      { kind: 'unseated' },
    ]);
    expect(raceChanges(race(), race({ rematchCode: 'XYZ234' }), 'ben')).toEqual([
      { kind: 'rematch' },
    ]);
    expect(raceChanges(race(), race({ revision: 2, locked: true }), 'ben')).toEqual([]);
  });

  test('P11: who comes into the lobby and who leaves it, by name, to those who have a seat', () => {
    const [anna, ben, cleo] = ['anna', 'ben', 'cleo'].map((id) => player(id)) as [
      RacePlayer,
      RacePlayer,
      RacePlayer,
    ];
    const heard = (before: RacePlayer[], after: RacePlayer[], youId: string) =>
      raceChanges(race({ players: before }), race({ players: after }), youId).map(changeText);
    expect(heard([anna], [anna, ben, cleo], 'anna')).toEqual(['BEN is here. CLEO is here.']);
    expect(heard([anna, ben, cleo], [anna, cleo], 'anna')).toEqual(['BEN has left.']);
    expect(heard([anna], [anna, ben], 'ben')).toEqual([]);
    const running = (...players: RacePlayer[]) => race({ phase: 'running', players });
    expect(raceChanges(running(anna, ben), running(anna), 'anna')).toEqual([]);
  });

  test('a seat given up in another tab, also by the host', () => {
    const gone = { players: [player('ben')], hostId: 'ben' };
    expect(raceChanges(race(), race(gone), 'anna')).toEqual([
      { kind: 'host', name: 'BEN', isYou: false },
      { kind: 'unseated' },
    ]);
  });

  test('somebody else who gives up or is done, once; at the cap all are', () => {
    const with_ = (ending: PlayEnding | null) =>
      race({ players: [player('anna', { progress: progress(1, { ending }) }), player('ben')] });
    const gaveUp = { kind: 'ended', name: 'ANNA', ending: 'conceded' };
    expect(raceChanges(with_(null), with_('conceded'), 'ben')).toEqual([gaveUp]);
    expect(raceChanges(with_('conceded'), with_('conceded'), 'ben')).toEqual([]);
    expect(raceChanges(with_(null), with_('conceded'), 'anna')).toEqual([]);
    expect(raceChanges(with_(null), with_('cap'), 'ben')).toEqual([]);
  });

  test('the win that leaves the rest little time, not said to the winner by name', () => {
    const before = race({ phase: 'running', players: [player('anna'), player('ben')] });
    const after = {
      ...before,
      players: [player('anna', { progress: progress(1, { ending: 'won' }) }), player('ben')],
      closing: true,
      closesInMs: 30_000,
    };
    const heard = (youId: string) => raceChanges(before, after, youId).map(changeText).at(-1);
    expect(heard('ben')).toBe('ANNA has won: 30 seconds left for everyone else.');
    expect(heard('anna')).toBe('The race is won: 30 seconds left for everyone else.');
  });

  test('of a partner who had won before it is not said that they left the rest little time', () => {
    const won = { progress: progress(1, { ending: 'won' }) };
    const steady = player('steady', { partner: 2, ...won });
    const before = race({ phase: 'running', players: [steady, player('anna'), player('ben')] });
    const players = [steady, player('anna', won), player('ben')];
    const after = { ...before, players, closing: true, closesInMs: 30_000 };
    expect(raceChanges(before, after, 'ben')).toContainEqual({
      kind: 'closing',
      name: 'ANNA',
      leftMs: 30_000,
    });
  });
});

describe('a race against recordings', () => {
  const ghost = (name: string, place: number, more: Partial<Progress>): Ghost => ({
    name,
    playId: null,
    progress: progress(place, more),
  });
  const running = race({
    phase: 'running',
    ghostOf: { race: 'OLD234' },
    players: [player('anna', { progress: progress(1, { cardsHome: 10, cardsHomeAtMs: 5_000 }) })],
    ghosts: [
      ghost('slow', 2, { cardsHome: 3 }),
      ghost('late', 1, { cardsHome: 12, cardsHomeAtMs: 900 }),
      ghost('first', 1, { cardsHome: 12, cardsHomeAtMs: 800 }),
    ],
  });

  test('ghosts stand where they would, and people come to what they do without them', () => {
    const rows = standingRows(running, 'anna');
    expect(rows.map(({ player: { name } }) => name)).toEqual(['first', 'late', 'ANNA', 'slow']);
    expect(ofPeople(rows).map(({ place }) => place)).toEqual([1]);
    expect(headline(rows)).toBe('You beat 1 of 3 recordings');
    expect(headline(standingRows(running, 'cleo'))).toBe('The race is over');
  });

  test('their progress comes by their place in the list', () => {
    const state = foldAll([
      { kind: 'entered', snapshot: running },
      {
        kind: 'progressed',
        progress: [running.code, 1, [], [[0, 15, 0, 1, 14, 700]]],
      },
    ]);
    expect(state.snapshot.ghosts!.map((one) => one.progress!.cardsHome)).toEqual([14, 12, 12]);
    expect(state.snapshot.players).toEqual(running.players);
  });

  test('is started by one person alone', () => {
    const lobby = race({ ghostOf: { race: 'OLD234' }, players: [player('anna')] });
    expect(startObstacle(lobby)).toBe(undefined);
    expect(startObstacle({ ...lobby, ghostOf: null })).toEqual({ why: 'alone' });
  });
});
